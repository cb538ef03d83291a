import type { WireTouch } from '@rasat/contract';

/** Wednesday, 18 November 2026, 09:00 UTC: 12:00 in Istanbul. */
export const BAR_CLOSE_MS = Date.UTC(2026, 10, 18, 9);
/** Start of the week's levels, and their end: Monday 00:00 UTC to Sunday 00:00 UTC. */
export const WEEK_START_MS = Date.UTC(2026, 10, 16);
/** End of the week of the levels. */
export const WEEK_END_MS = Date.UTC(2026, 10, 22);
/** Wednesday 00:00 UTC to Thursday 00:00 UTC. */
export const DAY_START_MS = Date.UTC(2026, 10, 18);
/** End of the running day. */
export const DAY_END_MS = Date.UTC(2026, 10, 19);

const VARIANCES: [number, number, number, number] = [1.6e-4, 1.4e-4, 1.5e-4, 1.2e-4];

const basis = (price: number, computedAtMs: number, untilMs: number, weeks: number) => ({
  rule: 'touch',
  version: 1,
  computedAtMs,
  digits: 5,
  touchClass: 'fx',
  base: '60',
  price,
  variances: VARIANCES,
  weeks,
  untilMs,
});

/**
 * A reply of chances at a price of 1.1 on Wednesday noon: levels above and below it, of which the buy level at 1.099 was
 * reached on Tuesday, and both cones. The edges of the day are those of 0.05 market weeks, computed apart from the
 * engine.
 */
export const TOUCH: WireTouch = {
  class: 'fx',
  trial: false,
  levels: {
    from: WEEK_START_MS,
    until: WEEK_END_MS,
    levels: [
      { level: 1.099, chance: 0.8, first: Date.UTC(2026, 10, 17, 10) },
      { level: 1.105, chance: 0.7, first: null },
      { level: 1.13, chance: 0.1, first: null },
      { level: 1.095, chance: 0.7, first: null },
    ],
    basis: basis(1.098, WEEK_START_MS, WEEK_END_MS, 1),
  },
  boxes: [],
  cones: {
    day: {
      from: DAY_START_MS,
      until: DAY_END_MS,
      edges: [
        [1.09679, 1.10322],
        [1.09506, 1.10496],
        [1.09267, 1.10738],
      ],
      basis: basis(1.1, DAY_START_MS, DAY_END_MS, 0.05),
    },
    week: {
      from: WEEK_START_MS,
      until: WEEK_END_MS,
      edges: [
        [1.085, 1.112],
        [1.078, 1.119],
        [1.069, 1.128],
      ],
      basis: basis(1.098, WEEK_START_MS, WEEK_END_MS, 1),
    },
  },
  now: {
    at: BAR_CLOSE_MS,
    price: 1.1,
    variances: VARIANCES,
    day: { until: DAY_END_MS, weeks: 0.05 },
    week: { until: WEEK_END_MS, weeks: 0.5 },
    levels: 0.5,
    boxes: [],
    slots: Array.from({ length: 168 }, () => 1 / 168),
  },
  computedAt: BAR_CLOSE_MS,
  engineVersion: '1',
  inputHash: '',
  serverTime: BAR_CLOSE_MS,
};
