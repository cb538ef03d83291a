import type { Bar } from '../bars/bar.ts';
import type { MarketCategory } from '../touch/categories.ts';

// The measure of movement, the chance of touch and the cone again, over whole arrays and without code of the streaming
// ones: averages are sums over all bars, the tail of the normal distribution is exact, and the chance to stay inside a
// cone is its series of cosines.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const MONDAY = 4 * DAY;

/** A symbol as the array implementation sees it. */
export interface BatchSymbol {
  readonly category: MarketCategory;
  readonly base: '60' | '1D';
}

/** What the array implementation knows at the close of a bar. */
export interface BatchMoment {
  readonly isReady: boolean;
  readonly price: number;
  /** End of the bar. */
  readonly closedMs: number;
  /** Share of each slot in a week's movement; empty while learning. */
  readonly shares: readonly number[];
  readonly variances: readonly number[];
}

const gridOf = ({ base }: BatchSymbol): { length: number; slots: number } =>
  base === '60' ? { length: HOUR, slots: 168 } : { length: DAY, slots: 7 };

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** Returns ln(max(h, pc) / min(l, pc)) of each bar. */
function logRanges(bars: readonly Pick<Bar, 'high' | 'low' | 'close'>[], first: number): number[] {
  return bars.map(({ high, low }, at) => {
    const before = bars[at - 1]?.close ?? first;
    return Math.log(Math.max(high, before)) - Math.log(Math.min(low, before));
  });
}

interface Visits {
  /** The slot of the bar, and the slots without a bar before it. */
  readonly own: number;
  readonly skipped: readonly number[];
}

function listVisits(symbol: BatchSymbol, bars: readonly Bar[]): Visits[] {
  const { length, slots } = gridOf(symbol);
  return bars.map(({ openTimeMs }, at) => {
    const own = modulo(Math.floor((openTimeMs - MONDAY) / length), slots);
    const before = bars[at - 1]?.openTimeMs ?? openTimeMs - length;
    const gap = Math.round((openTimeMs - before) / length) - 1;
    const skipped = Array.from({ length: gap > slots ? 0 : gap }, (_, k) =>
      modulo(own - gap + k, slots),
    );
    return { own, skipped };
  });
}

/** End of learning: the position of its last bar, and the mean square and count of each slot. */
interface Learnt {
  readonly end: number;
  readonly means: readonly number[];
  readonly counts: readonly number[];
}

function learn(
  symbol: BatchSymbol,
  bars: readonly Bar[],
  squares: readonly number[],
  visits: readonly Visits[],
): Learnt | null {
  const { slots } = gridOf(symbol);
  for (let first = 0, startMs = bars[0]?.openTimeMs ?? 0; ; ) {
    const end = bars.findIndex((bar, at) => at >= first && bar.openTimeMs >= startMs + 8 * WEEK);
    if (end < 0) return null;
    const seen = visits.slice(first, end + 1);
    const all = seen.flatMap(({ own, skipped }) => [...skipped, own]);
    const counts = Array.from({ length: slots }, (_, slot) => all.filter((x) => x === slot).length);
    const means = counts.map((count, slot) => {
      const own = squares.slice(first, end + 1).filter((_, at) => seen[at]?.own === slot);
      return count === 0 ? 0 : sum(own) / count;
    });
    if (sum(means) > 0) return { end, means, counts };
    first = end + 1;
    startMs = bars[end]?.openTimeMs ?? 0;
  }
}

/** Market time at which a bar was added, with the average hourly square after it and the shares of the slots. */
interface Hours {
  readonly clock: readonly number[];
  readonly typical: number;
  readonly sharesAt: ReadonlyMap<number, readonly number[]>;
}

function followHours(
  { end, means, counts }: Learnt,
  squares: readonly number[],
  visits: readonly Visits[],
  wanted: ReadonlySet<number>,
): Hours {
  const typical = sum(means);
  const weights = means.map((mean) => mean / typical);
  const times = [...counts];
  const clock: number[] = [];
  const sharesAt = new Map<number, readonly number[]>();
  // Both sums are kept as they would be at market time 0; the factor between cancels in their quotient.
  let [movement, time, now] = [4 * typical, 4, 0];
  const blend = (slot: number, observed: number): void => {
    const fresh = Math.max(1 / 52, 1 / ((times[slot] ?? 0) + 1));
    weights[slot] = (1 - fresh) * (weights[slot] ?? 0) + fresh * observed;
    times[slot] = (times[slot] ?? 0) + 1;
  };
  const keep = (at: number): void => {
    if (!wanted.has(at)) return;
    const total = sum(weights);
    sharesAt.set(
      at,
      weights.map((weight) => weight / total),
    );
  };
  keep(end);
  for (const [after, { own, skipped }] of visits.slice(end + 1).entries()) {
    const square = squares[end + 1 + after] ?? 0;
    const reference = movement / time;
    const share = (weights[own] ?? 0) / sum(weights);
    now += share;
    clock.push(now);
    movement += square * Math.exp(now / 4);
    time += share * Math.exp(now / 4);
    for (const slot of skipped) blend(slot, 0);
    blend(own, reference > 0 ? square / reference : (weights[own] ?? 0));
    keep(end + 1 + after);
  }
  return { clock, typical, sharesAt };
}

/** Returns the variance of the last hours after bar `at`, summed back from it. */
function hourlyVariance(
  { clock, typical }: Hours,
  squares: readonly number[],
  end: number,
  at: number,
): number {
  const now = clock[at - end - 1] ?? 0;
  let movement = 0.1 * typical * Math.exp(-now / 0.1);
  let time = 0.1 * Math.exp(-now / 0.1);
  for (let bar = at; bar > end; bar--) {
    const since = clock[bar - end - 1] ?? 0;
    // Beyond this age nothing is left of a square, however large.
    if (now - since > 20) break;
    const kept = Math.exp((since - now) / 0.1);
    movement += kept * (squares[bar] ?? 0);
    time += kept * (since - (clock[bar - end - 2] ?? 0));
  }
  return movement / time;
}

interface Days {
  readonly ranges: readonly number[];
  /** Number of days that count after each bar. */
  readonly counted: readonly number[];
}

function groupDays({ category, base }: BatchSymbol, bars: readonly Bar[]): Days {
  const key = (bar: Bar, at: number): number => {
    if (base === '1D') return at;
    const day = Math.floor(bar.openTimeMs / DAY);
    const isSunday = modulo(day - 3, 7) === 0;
    return category === 'forex' && isSunday ? day + 1 : day;
  };
  const keys = bars.map(key);
  const names = [...new Set(keys)];
  const place = new Map(names.map((name, position) => [name, position]));
  const groups = Map.groupBy(bars.entries(), ([at]) => keys[at] ?? 0);
  const days = names.map((name) => {
    const group = (groups.get(name) ?? []).map(([, bar]) => bar);
    return {
      high: Math.max(...group.map((bar) => bar.high)),
      low: Math.min(...group.map((bar) => bar.low)),
      close: group.at(-1)?.close ?? 0,
    };
  });
  return {
    ranges: logRanges(days, days[0]?.low ?? 0).map((range, at) => {
      const [day] = days;
      return at === 0 && day ? Math.log(day.high / day.low) : range;
    }),
    // The day of an hour is still running.
    counted: keys.map((name) => (place.get(name) ?? 0) + (base === '1D' ? 1 : 0)),
  };
}

function weightOfDays(count: number, tau: number): number {
  return (1 - Math.exp(-count / tau)) / (1 - Math.exp(-1 / tau));
}

function dailyVariance(ranges: readonly number[], tau: number, perWeek: number): number {
  const weighted = ranges.map((range, at) => range * Math.exp(-(ranges.length - 1 - at) / tau));
  const mean = sum(weighted) / weightOfDays(ranges.length, tau);
  return (mean ** 2 * Math.PI * perWeek) / 8;
}

/** Returns what is known after each of the bars at the positions `at`. */
export function batchMoments(
  symbol: BatchSymbol,
  bars: readonly Bar[],
  at: readonly number[],
): BatchMoment[] {
  const squares = logRanges(bars, bars[0]?.open ?? 0).map((range) => range ** 2 / Math.log(16));
  const visits = listVisits(symbol, bars);
  const learnt = learn(symbol, bars, squares, visits);
  const hours = learnt && followHours(learnt, squares, visits, new Set(at));
  const { ranges, counted } = groupDays(symbol, bars);
  const perWeek = symbol.category === 'crypto' ? 7 : 5;
  return at.map((position) => {
    const bar = bars[position] as Bar;
    const days = ranges.slice(0, counted[position]);
    const hasLearnt = learnt !== null && hours !== null && position >= learnt.end;
    const age = bar.openTimeMs - (bars[0]?.openTimeMs ?? 0);
    const hourly = hasLearnt ? hourlyVariance(hours, squares, learnt.end, position) : 0;
    return {
      isReady: hasLearnt && age >= 182 * DAY && weightOfDays(days.length, 500) >= 90,
      price: bar.close,
      closedMs: bar.openTimeMs + gridOf(symbol).length,
      shares: (hasLearnt && hours.sharesAt.get(position)) || [],
      variances: [hourly, ...[5, 50, 500].map((tau) => dailyVariance(days, tau, perWeek))].map(
        (variance) => Math.max(variance, 1e-14),
      ),
    };
  });
}

/** Returns the market weeks between two instants: the sum of the shares of all whole slots between them. */
export function batchWeeks(
  symbol: BatchSymbol,
  { shares }: BatchMoment,
  fromMs: number,
  untilMs: number,
): number {
  const { length, slots } = gridOf(symbol);
  let weeks = 0;
  for (let at = Math.ceil(fromMs / length) * length; at + length <= untilMs; at += length) {
    weeks += shares[modulo((at - MONDAY) / length, slots)] ?? 0;
  }
  return weeks;
}

interface Constants {
  readonly s: number;
  readonly kappa: number;
  /** Correction of the movement at each node. */
  readonly m: readonly number[];
}

const FX: Constants = { s: 0.3, kappa: 0, m: [-0.095, -0.033, -0.008, 0.003, -0.003] };
const CRYPTO: Constants = { s: 0.4, kappa: 0, m: [-0.13, -0.08, -0.09, -0.07, -0.1] };
const CRYPTO_DAILY: Constants = { s: 0.48, kappa: 0, m: [-0.07, -0.07, -0.06, 0, 0] };
const SHARE: Constants = { s: 0.33, kappa: 0.12, m: [0.1, 0.1, 0.07, 0.1, 0.13] };
const INDEX_UP: Constants = { s: 0.11, kappa: 0.14, m: [0.18, 0.18, 0.19, 0.28, 0.4] };
const INDEX_DOWN: Constants = { s: 0.53, kappa: 0.18, m: [0.105, 0.105, 0.035, 0.004, -0.08] };
const SHARE_HOURLY: Constants = {
  s: 0.355,
  kappa: 0.032,
  m: [-0.053, -0.024, -0.036, 0.003, 0.081],
};

function constantsOf({ category, base }: BatchSymbol, isAbove: boolean): Constants {
  switch (category) {
    case 'forex':
      return FX;
    case 'crypto':
      return base === '60' ? CRYPTO : CRYPTO_DAILY;
    case 'index':
      if (base === '1D') return isAbove ? INDEX_UP : INDEX_DOWN;
      return SHARE_HOURLY;
    case 'bist':
    case 'nasdaq':
      return base === '1D' ? SHARE : SHARE_HOURLY;
  }
}

/** Per node its market weeks, then the powers of the four variances on base 60 and of the last three on base 1D. */
const NODES = [
  [0.03, [0.52, 0.36, 0.12, 0], [0.7, 0.2, 0.1]],
  [0.2, [0.3, 0.43, 0.27, 0], [0.7, 0.2, 0.1]],
  [1, [0.15, 0.3, 0.45, 0.1], [0.55, 0.29, 0.16]],
  [4, [0.06, 0.19, 0.5, 0.25], [0.38, 0.36, 0.26]],
  [13, [0.02, 0.18, 0.25, 0.55], [0.15, 0.43, 0.42]],
] as const;

/** Returns the typical movement within `weeks` and within a day, from products of powers instead of logarithms. */
function movements(
  { base }: BatchSymbol,
  { m }: Constants,
  variances: readonly number[],
  weeks: number,
): { until: number; day: number } {
  const used = base === '60' ? variances : variances.slice(1);
  const squares = NODES.map(([length, hourly, daily], node) => {
    const powers: readonly number[] = base === '60' ? hourly : daily;
    const mixed = powers.reduce((all, power, at) => all * (used[at] ?? 0) ** power, 1);
    return length * mixed * Math.exp(m[node] ?? 0) ** 2;
  }).map((_, node, all) => Math.max(...all.slice(0, node + 1)));
  const after = NODES.findIndex(([length]) => length >= weeks);
  const square = (node: number): number => squares[node] ?? 0;
  const day = Math.sqrt(square(1));
  if (after === 0) return { until: Math.sqrt((square(0) * weeks) / 0.03), day };
  const [[from], [to]] = [NODES[after - 1]!, NODES[after]!];
  const part = Math.log(weeks / from) / Math.log(to / from);
  return { until: Math.sqrt(square(after - 1) ** (1 - part) * square(after) ** part), day };
}

/** Returns the chance that a standard normal number exceeds `z`, to the precision of the machine. */
function exactTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < 3) {
    let [term, inside] = [z, 0];
    for (let odd = 3; term > 1e-18; odd += 2) {
      inside += term;
      term *= (z * z) / odd;
    }
    return 0.5 - density * inside;
  }
  let fraction = z;
  for (let k = 100; k > 0; k--) fraction = z + k / fraction;
  return density / fraction;
}

const SIZES = [0, 1.154405, -1.154405, 2.366759, -2.366759, 3.75044, -3.75044];
const PARTS = [0.457143, 0.2401231, 0.2401231, 0.0307571, 0.0307571, 0.00054827, 0.00054827];

/** Returns the average of a function of the width over the uncertain size of movement. */
function averaged(width: number, s: number, of: (width: number) => number): number {
  const values = SIZES.map((size, at) => (PARTS[at] ?? 0) * of(width / Math.exp(s * size)));
  return sum(values) / sum(PARTS);
}

/** Returns the chance of touch. */
export function batchChance(
  symbol: BatchSymbol,
  { isReady, price, variances }: BatchMoment,
  level: number,
  weeks: number,
): number | null {
  if (!isReady) return null;
  if (level === price) return 1;
  if (weeks <= 0) return 0;
  if (weeks > 8) return null;
  const constants = constantsOf(symbol, level > price);
  const { until, day } = movements(symbol, constants, variances, weeks);
  const distance = Math.abs(Math.log(level) - Math.log(price)) + constants.kappa * day;
  return Math.min(
    1,
    averaged(distance / until, constants.s, (width) => 2 * exactTail(width)),
  );
}

/** Returns the chance that a path stays within `width` typical movements to both sides. */
function exactStay(width: number): number {
  if (width > 9) return 1 - 4 * exactTail(width);
  const rate = (Math.PI / width) ** 2 / 8;
  let stay = 0;
  for (let odd = 1, sign = 1; odd === 1 || odd * odd * rate < 40; odd += 2, sign = -sign) {
    stay += ((sign * 4) / (Math.PI * odd)) * Math.exp(-odd * odd * rate);
  }
  return stay;
}

const coneWidths = new Map<string, number>();

/** Returns the half-width in typical movements within which the share of paths stays. */
function coneWidth(s: number, share: number): number {
  const key = `${s} ${share}`;
  const solved = coneWidths.get(key) ?? solveConeWidth(s, share);
  coneWidths.set(key, solved);
  return solved;
}

function solveConeWidth(s: number, share: number): number {
  let [low, high] = [0.3, 50];
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (averaged(middle, s, exactStay) < share) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the distances of the edges of a cone from the price, as logarithms. */
export function batchConeEdge(
  symbol: BatchSymbol,
  { variances }: BatchMoment,
  share: number,
  weeks: number,
): { down: number; up: number } {
  const edge = (isAbove: boolean): number => {
    const constants = constantsOf(symbol, isAbove);
    const { until, day } = movements(symbol, constants, variances, weeks);
    return Math.max(0, coneWidth(constants.s, share) * until - constants.kappa * day);
  };
  return { down: edge(false), up: edge(true) };
}
