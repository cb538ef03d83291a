import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createEventReader } from './event-stream.ts';

const TEXT =
  'data: {"n":"Türk Hava Yolları"}\n\n:heartbeat\r\nevent: x\r\ndata:{"a":\r\ndata: 1}\r\n\r\nid: 7\n\ndata\rretry: 1\r\rdata: half';
const EVENTS = [
  { kind: 'data', text: '{"n":"Türk Hava Yolları"}' },
  { kind: 'comment' },
  { kind: 'data', text: '{"a":\n1}' },
  { kind: 'data', text: '' },
];

test('events are the same however their bytes are cut, also within a character', () => {
  const bytes = Buffer.from(TEXT);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
      const read = createEventReader();
      const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const events = edges.slice(1).flatMap((end, at) => read(bytes.subarray(edges[at], end)));
      assert.deepEqual(events, EVENTS);
    }),
  );
});

test('an event that does not end is refused', () => {
  const read = createEventReader();
  const chunk = Buffer.from('x'.repeat(100_000));
  assert.throws(() => {
    for (let i = 0; i < 20; i += 1) read(chunk);
  }, RangeError);
  const lines = createEventReader();
  const line = Buffer.from(`data: ${'x'.repeat(100_000)}\n`);
  assert.throws(() => {
    for (let i = 0; i < 20; i += 1) lines(line);
  }, RangeError);
});
