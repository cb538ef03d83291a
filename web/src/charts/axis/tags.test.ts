import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { spreadTags } from './tags.ts';

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
