import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { layoutTags, spreadTags } from './tags.ts';

const GAP = 17;
const spread = (ys: readonly number[], low = 0, high = 800): number[] =>
  spreadTags(
    ys.map((y) => ({ y })),
    GAP,
    low,
    high,
  );

test('tags that do not touch stay where their prices are', () => {
  assert.deepEqual(spread([100, 200, 300]), [100, 200, 300]);
});

test('two tags on one price part by half the gap each', () => {
  assert.deepEqual(spread([100, 100]), [91.5, 108.5]);
});

test('a pushed tag pushes the next one in turn', () => {
  assert.deepEqual(
    spread([100, 105, 120]),
    [91.5, 108.5, 125.5].map((y) => y - 1 / 6),
  );
});

test('the tag of the live price never moves, the others make room on their side', () => {
  const places = spreadTags([{ y: 98 }, { y: 100, fixed: true }, { y: 103 }], GAP, 0, 800);
  assert.deepEqual(places, [83, 100, 117]);
});

test('tags stay inside the axis', () => {
  assert.deepEqual(spread([2, 3], 8, 792), [8, 25]);
  assert.deepEqual(spread([799, 799], 8, 792), [775, 792]);
});

test('where an edge leaves no room, the live tag is still not covered', () => {
  const places = spreadTags([{ y: 790, fixed: true }, { y: 791 }, { y: 792 }], GAP, 8, 792);
  assert.deepEqual(places, [790, 807, 824]);
});

test('any tags end up apart, in their order, the live one in place', () => {
  const tag = fc.integer({ min: 0, max: 600 });
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 20 }), fc.option(tag), (ys, live) => {
      const tags = [
        ...ys.map((y) => ({ y })),
        ...(live === null ? [] : [{ y: live, fixed: true }]),
      ];
      const places = spreadTags(tags, GAP, -10_000, 10_000);
      if (live !== null) assert.equal(places.at(-1), live);
      const sorted = [...places].sort((a, b) => a - b);
      for (let i = 1; i < sorted.length; i += 1) {
        assert.ok((sorted[i] ?? 0) - (sorted[i - 1] ?? 0) >= GAP - 1e-6);
      }
      tags.forEach((a, i) => {
        tags.forEach((b, j) => {
          if (a.y < b.y) assert.ok((places[i] ?? 0) < (places[j] ?? 0));
        });
      });
    }),
  );
});

test('lines too close to distinguish share a tag, and no others', () => {
  const tags = (ys: readonly number[]) =>
    layoutTags(
      ys.map((y) => ({ y })),
      GAP,
      8,
      792,
    );
  assert.deepEqual(tags([100, 103]), [{ y: 101.5, members: [0, 1] }]);
  assert.deepEqual(tags([100, 104]).length, 2);
  // 101.5 and 106 part around their middle.
  assert.deepEqual(tags([106, 100, 103]), [
    { y: 95.25, members: [1, 2] },
    { y: 112.25, members: [0] },
  ]);
});

test('where a side of the live price has no room for all, its nearest lines share a tag', () => {
  // Live at 60: tags above it may stand from 8 to 43, three of them.
  const groups = layoutTags(
    [{ y: 60, fixed: true }, { y: 10 }, { y: 20 }, { y: 25 }, { y: 40 }],
    GAP,
    8,
    792,
  );
  assert.deepEqual(
    groups.map(({ members }) => members),
    [[1], [2, 3], [4], [0]],
  );
  assert.equal(groups.at(-1)?.y, 60);
  // Live at the very edge: no tag can stand above it.
  assert.deepEqual(
    layoutTags([{ y: 12, fixed: true }, { y: 9 }, { y: 300 }], GAP, 8, 792).map(
      ({ members }) => members,
    ),
    [[0], [2]],
  );
});

test('any lines have tags in the pane that do not overlap, in their order, the live one in place', () => {
  const HEIGHT = 400;
  const line = fc.integer({ min: 0, max: HEIGHT });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.option(line), (ys, live) => {
      const tags = [
        ...ys.map((y) => ({ y })),
        ...(live === null ? [] : [{ y: live, fixed: true }]),
      ];
      const groups = layoutTags(tags, GAP, 8, HEIGHT - 8);
      const isLive = (members: readonly number[]): boolean =>
        live !== null && members.includes(ys.length);
      if (live !== null) {
        assert.deepEqual(
          groups.filter(({ members }) => isLive(members)),
          [{ y: live, members: [ys.length] }],
        );
      }
      const order = groups.flatMap(({ members }) => members.map((member) => tags[member]?.y ?? 0));
      assert.deepEqual(
        order,
        [...order].sort((a, b) => a - b),
        'order is kept',
      );
      groups.forEach(({ y, members }, i) => {
        const next = groups[i + 1]?.y ?? Infinity;
        assert.ok(next - y >= GAP - 1e-6, 'tags are apart');
        if (!isLive(members)) assert.ok(y >= 8 - 1e-6 && y <= HEIGHT - 8 + 1e-6, 'in the pane');
      });
      const tagged = new Set(groups.flatMap(({ members }) => members));
      tags.forEach(({ y }, i) => {
        if (tagged.has(i)) return;
        assert.ok(live !== null, 'without a live price every line has its tag');
        // A line at the live price itself has its tag below.
        const room = y < live ? live - GAP >= 8 : live + GAP <= HEIGHT - 8;
        assert.ok(!room, 'a line without a tag lies where none can stand');
      });
    }),
    { numRuns: 1000 },
  );
});
