import assert from 'node:assert/strict';
import test from 'node:test';
import type { TouchBasis } from '@rasat/engine';
import { axes, at as dayMs } from '../testing/axes.ts';
import { type ConePoint, coneCourse, coneEnd, coneShape, type PublishedCone } from './geometry.ts';

// Edges were computed apart from the engine, from the formulas of docs/analysis.md, in double precision.

const HOUR = 3_600_000;
/** Friday, 20 November 2026, 22:00 UTC. */
const FRIDAY = Date.UTC(2026, 10, 20, 22);

const basis: TouchBasis = {
  rule: 'touch',
  version: 1,
  computedAtMs: FRIDAY,
  digits: 5,
  touchClass: 'fx',
  base: '60',
  price: 1.1,
  variances: [1.6e-4, 1.4e-4, 1.5e-4, 1.2e-4],
  weeks: 0.05,
  untilMs: FRIDAY + 52 * HOUR,
};
/** The published edges, rounded to five decimals. */
const EDGES = [
  [1.09679, 1.10322],
  [1.09506, 1.10496],
  [1.09267, 1.10738],
] as const;
/** Friday 22:00 to Monday 02:00. */
const cone: PublishedCone = {
  fromMs: FRIDAY,
  untilMs: FRIDAY + 52 * HOUR,
  edges: EDGES,
  basis,
};
/** The last two hours of Friday, then from Sunday 22:00; the weekend is closed. */
const slots: readonly number[] = Array.from({ length: 168 }, (_, slot) => {
  if (slot === 118 || slot === 119) return 0.01;
  return slot >= 166 || slot <= 1 ? 0.02 : 0;
});

const near = (point: ConePoint | undefined, expected: readonly (readonly number[])[]): void => {
  assert.ok(point);
  for (const [band, pair] of point.edges.entries()) {
    for (const [side, edge] of pair.entries()) {
      const wanted = expected[band]?.[side] ?? Number.NaN;
      assert.ok(Math.abs(edge / wanted - 1) < 1e-6, `band ${band}: ${edge} instead of ${wanted}`);
    }
  }
};

test('a cone begins at the price, follows the movement of the hours, and ends at the published edges', () => {
  const course = coneCourse(cone, slots);
  assert.deepEqual(course[0], { timeMs: FRIDAY, edges: [1, 2, 3].map(() => [1.1, 1.1]) });
  assert.deepEqual(course.at(-1), { timeMs: FRIDAY + 52 * HOUR, edges: EDGES });
  // A point at each full hour.
  assert.deepEqual(
    course.map(({ timeMs }) => (timeMs - FRIDAY) / HOUR),
    Array.from({ length: 53 }, (_, hour) => hour),
  );
  // 0.01 of 0.1 until Saturday 00:00, where a tenth and a fifth of the market time has passed.
  near(course[1], [
    [1.09899661, 1.1010043],
    [1.09845892, 1.10154325],
    [1.09770807, 1.10229671],
  ]);
  near(course[2], [
    [1.09858126, 1.10142057],
    [1.09782121, 1.10218311],
    [1.09676013, 1.10324944],
  ]);
  // Monday 01:00: four fifths.
  near(course[51], [
    [1.09714173, 1.10286572],
    [1.09561202, 1.10440555],
    [1.09347825, 1.10656065],
  ]);
});

test('a cone is level over closed hours', () => {
  const course = coneCourse(cone, slots);
  // Saturday 00:00 to Sunday 22:00.
  for (let hour = 3; hour <= 48; hour += 1) {
    assert.deepEqual(course[hour]?.edges, course[2]?.edges, `${hour} hours`);
  }
  const [closed, opened] = [course[48]?.edges[0]?.[1], course[49]?.edges[0]?.[1]];
  assert.ok(closed !== undefined && opened !== undefined && opened > closed);
});

test('by daily bars a cone has a point a day, and the sides of an index differ', () => {
  const monday = dayMs('2026-11-23');
  const week: PublishedCone = {
    fromMs: monday,
    untilMs: dayMs('2026-11-27'),
    edges: [
      [4890.44, 5133.31],
      [4803.29, 5197.26],
      [4662.85, 5277.55],
    ],
    basis: {
      ...basis,
      touchClass: 'index',
      base: '1D',
      digits: 2,
      price: 5000,
      variances: [1e-14, 4e-4, 4e-4, 4e-4],
      weeks: 1,
      untilMs: dayMs('2026-11-27'),
    },
  };
  const course = coneCourse(week, [0.2, 0.2, 0.2, 0.2, 0.2, 0, 0]);
  assert.deepEqual(
    course.map(({ timeMs }) => timeMs),
    ['23', '24', '25', '26', '27'].map((day) => dayMs(`2026-11-${day}`)),
  );
  near(course[1], [
    [4945.656926, 5061.817066],
    [4898.657772, 5092.979629],
    [4822.063592, 5131.830238],
  ]);
  near(course[3], [
    [4904.869494, 5113.999064],
    [4828.141289, 5169.029804],
    [4704.122697, 5237.98862],
  ]);
  assert.equal(course[4]?.edges, week.edges);
});

test('without the shares of the slots all hours count the same, and without any movement so does the time', () => {
  const four = { ...cone, untilMs: FRIDAY + 4 * HOUR };
  const quarter = [
    [1.09841392, 1.10158837],
    [1.09756433, 1.10244108],
    [1.09637834, 1.10363362],
  ];
  for (const unknown of [[], [0.5, 0.5], Array.from({ length: 168 }, () => 0)]) {
    const course = coneCourse(four, unknown);
    assert.equal(course.length, 5);
    near(course[1], quarter);
    assert.equal(course.at(-1)?.edges, EDGES);
  }
});

test('of the points without a place on the axis the first is drawn, and the end in any case', () => {
  // Ten pixels a day from Thursday 19 November; after Friday comes Monday.
  const point = (day: string, high: number): ConePoint => ({
    timeMs: dayMs(day),
    edges: [[99.9, high]],
  });
  const course = [
    point('2026-11-20', 100),
    point('2026-11-21', 100.1),
    point('2026-11-22', 100.2),
    point('2026-11-23', 100.3),
    point('2026-11-24', 100.4),
  ];
  const drawn = (points: readonly ConePoint[]): (number | undefined)[][] =>
    coneShape(points, axes).map(({ x, ys }) => [x, Math.round(ys[0]?.[1] ?? 0)]);
  assert.deepEqual(drawn(course), [
    [10, 100],
    [20, 90],
    [30, 60],
  ]);
  assert.deepEqual(drawn(course.slice(0, 4)), [
    [10, 100],
    [20, 90],
    [20, 70],
  ]);
  assert.deepEqual(
    coneShape(course, axes)[0]?.ys.map(([low]) => Math.round(low)),
    [110],
  );
});

test('a cone ends at its end, is cut at the border of the plot, and has no end out of sight', () => {
  const shape = [
    { x: 40, ys: [[60, 60]] as const },
    { x: 80, ys: [[70, 40]] as const },
    { x: 120, ys: [[80, 36]] as const },
  ];
  assert.deepEqual(coneEnd(shape, 120), { x: 120, ys: [[80, 36]], isCut: false });
  assert.deepEqual(coneEnd(shape, 110), { x: 110, ys: [[77.5, 37]], isCut: true });
  assert.deepEqual(coneEnd(shape, 60), { x: 60, ys: [[65, 50]], isCut: true });
  assert.equal(coneEnd(shape, 40), null);
  assert.equal(
    coneEnd(
      shape.map(({ x, ys }) => ({ x: x - 120, ys })),
      110,
    ),
    null,
  );
  assert.equal(coneEnd([], 110), null);
});
