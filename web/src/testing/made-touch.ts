import { HOUR_MS, type WireTouch } from '@rasat/contract';

/** The Monday of the made week, and the server's time of the tests: Wednesday 17:20 in Istanbul. */
export const MADE_MONDAY = Date.UTC(2026, 10, 23);
export const MADE_NOW = Date.UTC(2026, 10, 25, 14, 20);
/** The made week ends on Sunday 03:00 in Istanbul. */
export const MADE_UNTIL = Date.UTC(2026, 10, 29);
/** Close of the newest bar. */
export const MADE_CLOSE = Date.UTC(2026, 10, 25, 14);
/** When the box of the made chances was drawn, and its last quarter: 12 December, 15:40 in Istanbul. */
export const MADE_BOX = Date.UTC(2026, 10, 20, 20);
export const MADE_LAST_QUARTER = Date.UTC(2026, 11, 12, 12, 40);

const FROM = Date.UTC(2026, 10, 22);
const VARIANCES: [number, number, number, number] = [0.00005, 0.00003, 0.00004, 0.00005];

/** Forex trades from Sunday 22:00 to Friday 22:00 UTC; each of its 120 hours has the same share, in hundred-thousandths. */
const SLOTS = Array.from({ length: 168 }, (_, hour) => (hour < 118 || hour >= 166 ? 833 : 0));

const basisOf = (weeks: number, computedAtMs: number, untilMs: number) => ({
  rule: 'touch',
  version: 1,
  computedAtMs,
  digits: 5,
  touchClass: 'fx',
  base: '60',
  price: 1.14,
  variances: VARIANCES,
  weeks,
  untilMs,
});

/** The end of the running day: Thursday 03:00 in Istanbul. */
export const MADE_DAY_END = Date.UTC(2026, 10, 26);

/** The cones of the made day and week at 1.14, with 0.2 and 1 market weeks; computed apart from our code, too. */
export const MADE_CONES: WireTouch['cones'] = {
  day: {
    from: Date.UTC(2026, 10, 25),
    until: MADE_DAY_END,
    edges: [
      [1.13651, 1.1435],
      [1.13464, 1.14539],
      [1.13203, 1.14802],
    ],
    basis: basisOf(0.2, Date.UTC(2026, 10, 25), MADE_DAY_END),
  },
  week: {
    from: FROM,
    until: MADE_UNTIL,
    edges: [
      [1.1319, 1.14816],
      [1.12758, 1.15255],
      [1.12158, 1.15873],
    ],
    basis: basisOf(1, FROM, MADE_UNTIL),
  },
  slots: SLOTS,
};

/**
 * A reply of chances of EURUSD. The chances are computed apart from our code, from the formulas of the design: published
 * at 1.14 a week (box: three weeks) before the end, now at 1.142 with 0.4 (box: 2.4) market weeks to go.
 *
 * | level | published | now |
 * |---|---|---|
 * | buy 1.14201 | 0.7666 | 0.998089 |
 * | buy 1.145 | 0.4704 | 0.483759 |
 * | buy 1.16 | 0.0187 | 0.002404 |
 * | sell 1.135 | 0.4685 | 0.129751 |
 * | sell 1.13 | 0.1714, reached | |
 * | top 1.17 | 0.039 | 0.032404 |
 * | bottom 1.12 | 0.1292 | 0.071148 |
 */
export function madeTouch(more: Partial<WireTouch> = {}): WireTouch {
  return {
    class: 'fx',
    base: '60',
    trial: false,
    levels: {
      from: FROM,
      until: MADE_UNTIL,
      levels: [
        { level: 1.14201, chance: 0.7666, first: null },
        { level: 1.145, chance: 0.4704, first: null },
        { level: 1.16, chance: 0.0187, first: null },
        { level: 1.135, chance: 0.4685, first: null },
        { level: 1.13, chance: 0.1714, first: Date.UTC(2026, 10, 24, 9) },
      ],
      basis: basisOf(1, FROM, MADE_UNTIL),
    },
    boxes: [
      {
        kind: 'hayyam',
        term: 'short',
        chances: {
          from: MADE_BOX,
          until: MADE_LAST_QUARTER,
          levels: [
            { level: 1.17, chance: 0.039, first: null },
            { level: 1.12, chance: 0.1292, first: null },
          ],
          basis: basisOf(3, MADE_BOX, MADE_LAST_QUARTER),
        },
      },
    ],
    cones: { day: null, week: null, slots: SLOTS },
    now: {
      at: MADE_CLOSE,
      price: 1.142,
      variances: VARIANCES,
      day: { until: MADE_DAY_END, weeks: 0.05 },
      week: { until: MADE_UNTIL, weeks: 0.4 },
      levels: 0.4,
      boxes: [{ kind: 'hayyam', term: 'short', weeks: 2.4 }],
    },
    computedAt: MADE_CLOSE,
    engineVersion: '1.2.0',
    inputHash: 'ab',
    serverTime: MADE_CLOSE + HOUR_MS / 3,
    ...more,
  };
}

/** The same reply with other inputs of the newest bar. */
export function madeTouchAt(now: Partial<NonNullable<WireTouch['now']>>): WireTouch {
  const made = madeTouch();
  return { ...made, now: made.now && { ...made.now, ...now } };
}
