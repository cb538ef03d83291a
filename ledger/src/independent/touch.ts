import { DAY, HOUR } from './aggregation.ts';

const WEEK = 7 * DAY;
const FIRST_MONDAY = 4 * DAY;

/** Weeks in which the shape of the week is learnt, and the age and days before chances are given. */
const [LEARNING, AGE, DAYS] = [8 * WEEK, 26 * WEEK, 90];

/** The closed base bars of a series, as far as the movement reads them. */
export interface MovementBars {
  readonly length: number;
  readonly lengthMs: number;
  readonly fx: boolean;
  readonly openTimeMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/** Variances of a market week, and how the movement of a week is spread over its slots. */
export interface Movement {
  /** Close of the last bar. */
  readonly price: number;
  readonly variances: readonly number[];
  /** Weight of each slot of the week, and their sum. */
  readonly weights: readonly number[];
  readonly total: number;
}

/**
 * Returns a function that gives the movement by the bars that close by a time, null before there is enough history. Calls
 * with ascending times read each bar once. `daysPerWeek` is 7 in crypto, else 5. Source: docs/analysis.md, Measure of
 * movement.
 */
export function readMovement(
  bars: MovementBars,
  daysPerWeek: number,
): (byMs: number) => Movement | null {
  let reader = startReader(bars);
  return (byMs) => {
    if (byMs < reader.readTo) reader = startReader(bars);
    reader.read(byMs);
    return reader.movement(daysPerWeek);
  };
}

interface Reader {
  readonly readTo: number;
  read(byMs: number): void;
  movement(daysPerWeek: number): Movement | null;
}

/** An average that forgets: sums of values and of their weights. */
class Fading {
  sum = 0;
  weight = 0;
  add(kept: number, value: number, weight: number): void {
    this.sum = this.sum * kept + value;
    this.weight = this.weight * kept + weight;
  }
  get mean(): number {
    return this.weight > 0 ? this.sum / this.weight : 0;
  }
}

const SPANS = [5, 50, 500] as const;

function startReader(bars: MovementBars): Reader {
  const { lengthMs, fx, openTimeMs, open, high, low, close } = bars;
  const slots = WEEK / lengthMs;
  const weights = Array.from({ length: slots }, () => 0);
  const visits = Array.from({ length: slots }, () => 0);
  const hours = [new Fading(), new Fading()] as const;
  const days = SPANS.map(() => new Fading());
  let at = 0;
  let learningFrom = Number.NaN;
  let total = 0;
  let dayBefore: number | null = null;
  let day: { start: number; high: number; low: number; close: number } | null = null;

  const endDay = (top: number, bottom: number, last: number): void => {
    const range =
      dayBefore === null
        ? Math.log(top / bottom)
        : Math.log(Math.max(top, dayBefore) / Math.min(bottom, dayBefore));
    for (const [i, span] of SPANS.entries()) days[i]?.add(Math.exp(-1 / span), range, 1);
    dayBefore = last;
  };

  const addToDay = (time: number, top: number, bottom: number, last: number): void => {
    if (lengthMs === DAY) {
      endDay(top, bottom, last);
      return;
    }
    let start = Math.floor(time / DAY) * DAY;
    if (fx && slotOf(start, DAY) === 6) start += DAY;
    if (day !== null && start > day.start) {
      endDay(day.high, day.low, day.close);
      day = null;
    }
    day =
      day === null
        ? { start, high: top, low: bottom, close: last }
        : { start, high: Math.max(day.high, top), low: Math.min(day.low, bottom), close: last };
  };

  const visit = (slot: number, seen: number): void => {
    const share = Math.max(1 / 52, 1 / ((visits[slot] as number) + 1));
    const moved = (weights[slot] as number) + share * (seen - (weights[slot] as number));
    total += moved - (weights[slot] as number);
    weights[slot] = moved;
    visits[slot] = (visits[slot] as number) + 1;
  };

  const learn = (time: number, square: number, empty: readonly number[]): void => {
    const slot = slotOf(time, lengthMs);
    for (const one of [...empty, slot]) visits[one] = (visits[one] as number) + 1;
    weights[slot] = (weights[slot] as number) + square;
    if (time - learningFrom < LEARNING) return;
    const means = weights.map((sum, i) => (visits[i] ? sum / (visits[i] as number) : sum));
    const sum = means.reduce((all, one) => all + one, 0);
    for (let i = 0; i < slots; i++) weights[i] = sum > 0 ? (means[i] as number) / sum : 0;
    if (sum === 0) {
      visits.fill(0);
      learningFrom = time;
      return;
    }
    total = 1;
    hours[0].add(0, 0.1 * sum, 0.1);
    hours[1].add(0, 4 * sum, 4);
  };

  const readBar = (i: number): void => {
    const time = openTimeMs[i] as number;
    const [top, bottom, last] = [high[i] as number, low[i] as number, close[i] as number];
    const before = (i === 0 ? open[0] : close[i - 1]) as number;
    const range = Math.log(Math.max(top, before) / Math.min(bottom, before));
    const square = (range * range) / (4 * Math.log(2));
    const empty: number[] = [];
    if (i === 0) learningFrom = time;
    else {
      const missing = (time - (openTimeMs[i - 1] as number)) / lengthMs - 1;
      if (missing <= slots) {
        for (let back = missing; back > 0; back--)
          empty.push(slotOf(time - back * lengthMs, lengthMs));
      }
    }
    if (total === 0) learn(time, square, empty);
    else {
      const slot = slotOf(time, lengthMs);
      const part = (weights[slot] as number) / total;
      const usual = hours[1].mean;
      hours[0].add(Math.exp(-part / 0.1), square, part);
      hours[1].add(Math.exp(-part / 4), square, part);
      for (const one of empty) visit(one, 0);
      visit(slot, usual > 0 ? square / usual : (weights[slot] as number));
    }
    addToDay(time, top, bottom, last);
  };

  return {
    get readTo() {
      return at === 0 ? Number.NEGATIVE_INFINITY : (openTimeMs[at - 1] as number) + lengthMs;
    },
    read(byMs) {
      while (at < bars.length && (openTimeMs[at] as number) + lengthMs <= byMs) readBar(at++);
    },
    movement(daysPerWeek) {
      const last = at - 1;
      const age = last < 0 ? 0 : (openTimeMs[last] as number) - (openTimeMs[0] as number);
      if (!(total > 0) || age < AGE || (days[2]?.weight ?? 0) < DAYS) return null;
      const ofDays = days.map(({ mean }) => mean * mean * (Math.PI / 8) * daysPerWeek);
      const variances = [hours[0].mean, ...ofDays].map((one) => Math.max(1e-14, one));
      return { price: close[last] as number, variances, weights, total };
    },
  };
}

/** Returns the slot of the week of a time, 0 from Monday 00:00 UTC on. */
function slotOf(time: number, lengthMs: number): number {
  const sinceMonday = time - FIRST_MONDAY - Math.floor((time - FIRST_MONDAY) / WEEK) * WEEK;
  return Math.floor(sinceMonday / lengthMs);
}

/** Returns the market weeks between two times. Source: docs/analysis.md, Market time. */
export function weeksBetween(
  { weights, total }: Movement,
  lengthMs: number,
  fromMs: number,
  untilMs: number,
): number {
  const first = Math.ceil(fromMs / lengthMs);
  const count = Math.floor(untilMs / lengthMs) - first;
  if (count <= 0) return 0;
  let part = 0;
  for (let i = 0; i < count % weights.length; i++) {
    part += weights[slotOf((first + i) * lengthMs, lengthMs)] as number;
  }
  return Math.floor(count / weights.length) + part / total;
}

/** Constants of a class on one side of the price: spread, offset, and corrections at the five nodes. */
type Constants = readonly [s: number, kappa: number, ...m: number[]];

const SHARES60: Constants = [0.355, 0.032, -0.053, -0.024, -0.036, 0.003, 0.081];
const SHARES: Constants = [0.33, 0.12, 0.1, 0.1, 0.07, 0.1, 0.13];
const INDEX_UP: Constants = [0.11, 0.14, 0.18, 0.18, 0.19, 0.28, 0.4];
const INDEX_DOWN: Constants = [0.53, 0.18, 0.105, 0.105, 0.035, 0.004, -0.08];

/** Constants by category and length of the base bars, above and below the price; the name of the class. */
export function classOf(
  category: string,
  lengthMs: number,
): { readonly name: string; readonly up: Constants; readonly down: Constants } {
  const both = (name: string, of: Constants) => ({ name, up: of, down: of });
  if (category === 'forex') return both('fx', [0.3, 0, -0.095, -0.033, -0.008, 0.003, -0.003]);
  if (category === 'crypto') {
    return lengthMs === HOUR
      ? both('crypto', [0.4, 0, -0.13, -0.08, -0.09, -0.07, -0.1])
      : both('crypto1D', [0.48, 0, -0.07, -0.07, -0.06, 0, 0]);
  }
  if (lengthMs === HOUR) return both('share60', SHARES60);
  return category === 'index'
    ? { name: 'index', up: INDEX_UP, down: INDEX_DOWN }
    : both('share', SHARES);
}

/** Market weeks of the five nodes, and the weights of the variances there, by the length of the base bars. */
const NODES = [0.03, 0.2, 1, 4, 13];
const OF_HOURS = [
  [0.52, 0.36, 0.12, 0],
  [0.3, 0.43, 0.27, 0],
  [0.15, 0.3, 0.45, 0.1],
  [0.06, 0.19, 0.5, 0.25],
  [0.02, 0.18, 0.25, 0.55],
];
const OF_DAYS = [
  [0, 0.7, 0.2, 0.1],
  [0, 0.7, 0.2, 0.1],
  [0, 0.55, 0.29, 0.16],
  [0, 0.38, 0.36, 0.26],
  [0, 0.15, 0.43, 0.42],
];

/** Typical movement until the end of a horizon and within a day. Source: docs/analysis.md, Scale of movement. */
function sizesOf(
  { variances }: Movement,
  lengthMs: number,
  [, , ...m]: Constants,
  weeks: number,
): { readonly sigma: number; readonly day: number } {
  const logs = NODES.map(Math.log);
  const scale: number[] = [];
  for (const [j, weights] of (lengthMs === HOUR ? OF_HOURS : OF_DAYS).entries()) {
    const sum = weights.reduce((all, one, i) => all + one * Math.log(variances[i] as number), 0);
    const own = (logs[j] as number) + sum + 2 * (m[j] as number);
    scale.push(Math.max(own, scale[j - 1] ?? own));
  }
  const x = Math.log(weeks);
  const upper = logs.findIndex((log) => x <= log);
  let size: number;
  if (upper === 0) size = (scale[0] as number) + x - (logs[0] as number);
  else {
    const [x0, x1] = [logs[upper - 1] as number, logs[upper] as number];
    const [y0, y1] = [scale[upper - 1] as number, scale[upper] as number];
    size = y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
  }
  return { sigma: Math.exp(size / 2), day: Math.exp((scale[1] as number) / 2) };
}

/** Points and weights over which the uncertain size of movement is averaged. */
const SIZES: readonly (readonly [number, number])[] = [
  [-3.75044, 0.00054827],
  [-2.366759, 0.0307571],
  [-1.154405, 0.2401231],
  [0, 0.457143],
  [1.154405, 0.2401231],
  [2.366759, 0.0307571],
  [3.75044, 0.00054827],
];

function overSizes(s: number, of: (factor: number) => number): number {
  let [sum, all] = [0, 0];
  for (const [z, weight] of SIZES) {
    sum += weight * of(Math.exp(-s * z));
    all += weight;
  }
  return sum / all;
}

const COEFFICIENTS = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];

/** Chance that a standard normal number exceeds z (Abramowitz and Stegun 26.2.17). */
function tailOf(z: number): number {
  if (z >= 38) return 0;
  const t = 1 / (1 + 0.2316419 * z);
  const sum = COEFFICIENTS.reduce((all, one, i) => all + one * t ** (i + 1), 0);
  return Math.min(0.5, 0.3989422804014327 * Math.exp(-(z ** 2) / 2) * sum);
}

/** Returns the chance of touch of a level. Source: docs/analysis.md, Chance of touch. */
export function chanceOf(
  movement: Movement,
  of: { readonly category: string; readonly lengthMs: number; readonly weeks: number },
  level: number,
): number {
  const constants = classOf(of.category, of.lengthMs)[level > movement.price ? 'up' : 'down'];
  const [s, kappa] = constants;
  const { sigma, day } = sizesOf(movement, of.lengthMs, constants, of.weeks);
  const far = Math.abs(Math.log(level) - Math.log(movement.price)) + kappa * day;
  return Math.min(
    1,
    overSizes(s, (factor) => 2 * tailOf((far / sigma) * factor)),
  );
}

/** Returns the edges of a cone, low and high of 50, 80 and 95 %. Source: docs/analysis.md, Cone. */
export function edgesOf(
  movement: Movement,
  of: { readonly category: string; readonly lengthMs: number; readonly weeks: number },
): number[] {
  const found = classOf(of.category, of.lengthMs);
  return [0.5, 0.8, 0.95].flatMap((share) =>
    ([-1, 1] as const).map((way) => {
      const constants = way > 0 ? found.up : found.down;
      const [s, kappa] = constants;
      const { sigma, day } = sizesOf(movement, of.lengthMs, constants, of.weeks);
      const edge = Math.max(0, widthOf(share, s) * sigma - kappa * day);
      return movement.price * Math.exp(way * edge);
    }),
  );
}

const widths = new Map<string, number>();

/** Typical movements within which a path stays with a share: bisected, once for each spread. */
function widthOf(share: number, s: number): number {
  const name = `${share} ${s}`;
  const known = widths.get(name);
  if (known !== undefined) return known;
  const stays = (k: number): number =>
    overSizes(s, (factor) => {
      let sum = 0;
      for (let odd = 1; odd * k * factor < 38; odd += 4) {
        sum += tailOf(odd * k * factor) - tailOf((odd + 2) * k * factor);
      }
      return 1 - 4 * sum;
    });
  let [least, most] = [0.3, 50];
  for (let i = 0; i < 60; i++) {
    const middle = (least + most) / 2;
    if (stays(middle) < share) least = middle;
    else most = middle;
  }
  widths.set(name, (least + most) / 2);
  return (least + most) / 2;
}

/** Returns the days between two times, without Saturdays and Sundays unless `all`. Source: docs/analysis.md, The plain chance. */
export function daysBetween(fromMs: number, untilMs: number, all: boolean): number {
  let counted = 0;
  for (let time = fromMs; time < untilMs; ) {
    const next = Math.min(untilMs, (Math.floor(time / DAY) + 1) * DAY);
    if (all || slotOf(time, DAY) < 5) counted += next - time;
    time = next;
  }
  return counted / DAY;
}

/** Returns the chance that the daily range alone gives. Source: docs/analysis.md, The plain chance. */
export function plainOf(distance: number, range: number, close: number, days: number): number {
  const sigma = Math.sqrt(Math.PI / 8) * (range / close) * Math.sqrt(days);
  return Math.min(1, 2 * tailOf(distance / sigma));
}
