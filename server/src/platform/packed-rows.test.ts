import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openRows, pack, packRows, unpack } from './packed-rows.ts';

const value = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(null, true, false, 0, 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
  fc.string(),
  fc.array(fc.integer(), { maxLength: 3 }),
);

test('rows come out of their columns as they went in, with every kind of value', async () => {
  const rows = fc.array(fc.record({ one: value, same: fc.constant('x'), whole: fc.integer() }));
  await fc.assert(
    fc.asyncProperty(rows, fc.uint8Array(), async (given, bytes) => {
      const packed = await pack(packRows(given), bytes);
      const { value: columns, bytes: read } = unpack(packed);
      assert.deepEqual(read, Buffer.from(bytes));
      const open = openRows(columns as ReturnType<typeof packRows>);
      // JSON has one zero.
      const expected = JSON.parse(JSON.stringify(given)) as typeof given;
      assert.equal(open.length, expected.length);
      for (const [place, row] of expected.entries()) assert.deepEqual(open.at(place), row);
      for (const name of ['one', 'same', 'whole'] as const) {
        assert.deepEqual(
          open.column(name),
          expected.map((row) => row[name]),
        );
      }
      assert.deepEqual(open.column('none'), []);
    }),
    { numRuns: 300 },
  );
});

test('whole numbers that grow are kept as steps, and what is alike once', () => {
  const rows = [100, 107, 109].map((at) => ({ at, of: 'a', price: at / 2 }));
  assert.deepEqual(packRows(rows), {
    rows: 3,
    columns: {
      at: { steps: [100, 7, 2] },
      of: { same: 'a' },
      price: { each: [50, 53.5, 54.5] },
    },
  });
  assert.equal(openRows(packRows([])).length, 0);
});

test('what is damaged is refused', async () => {
  const packed = await pack({ a: 1 }, Buffer.from('behind it'));
  assert.throws(() => unpack(packed.subarray(0, -3)));
  assert.throws(() => unpack(Buffer.from('not packed at all')));
});
