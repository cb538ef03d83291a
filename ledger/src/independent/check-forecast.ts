import type { LedgerRow, OutcomeRow } from '../rows/chain.ts';
import { DAY } from './aggregation.ts';
import {
  closeTime,
  countClosed,
  countUpTo,
  meanRange,
  type PreparedBars,
} from './prepared-bars.ts';
import { weeklyLinesOf } from './square-of-nine.ts';
import {
  chanceOf,
  classOf,
  daysBetween,
  edgesOf,
  type Movement,
  plainOf,
  weeksBetween,
} from './touch.ts';
import { weekOf } from './weekly-set.ts';

/** The fields of a row of the kind `forecast` that are checked. */
export type ForecastRow = Pick<LedgerRow, 'setup' | 'barTime' | 'price' | 'detail'>;

/** A value of a forecast that does not follow from the bars. */
export interface ForecastFault {
  readonly field: string;
  readonly expected: number | string | null;
  readonly found: number | string | null;
}

/** What came of a forecast. */
export type ForecastOutcome = Pick<OutcomeRow, 'price' | 'barTime' | 'detail'> & {
  /** Index of the last bar that closes by the end of the forecast. */
  readonly bar: number;
};

interface Fields {
  readonly until: number;
  readonly weeks: number;
  readonly levels: readonly number[];
  readonly chances: readonly number[];
  readonly plain: readonly (number | null)[];
}

const CONES: Readonly<Record<string, number>> = { 'cone.1d': 1, 'cone.1w': 7, 'cone.4w': 28 };
const SHARES = [0.5, 0.8, 0.95];
/** Market weeks beyond which no chance is given. */
const MOST_WEEKS = 8;
/** Half of the last published digit of chances and of market weeks, with room for the last bits. */
const [CHANCE_ROOM, WEEKS_ROOM] = [0.5e-4 + 1e-9, 0.5e-6 + 1e-9];

/** Returns the fields of a forecast; null when one is missing. */
export function forecastFields({ detail }: Pick<LedgerRow, 'detail'>): Fields | null {
  const { until, weeks, levels, chances, plain } = detail;
  if (typeof until !== 'number' || typeof weeks !== 'number') return null;
  if (!areNumbers(levels) || !areNumbers(chances) || !Array.isArray(plain)) return null;
  return { until, weeks, levels, chances, plain: plain as (number | null)[] };
}

/**
 * Returns the values of a forecast that do not follow from the bars that close by its time: end, market weeks, price,
 * class, levels, chances. The levels of a box are read as published: its edges are checked with its trade. Source:
 * docs/analysis.md, Forecasts.
 */
export function checkForecast(row: ForecastRow, bars: PreparedBars): ForecastFault[] {
  const fields = forecastFields(row);
  if (fields === null) return [fault('levels', null, null)];
  const at = countClosed(bars, row.barTime) - 1;
  const movement = at < 0 ? null : bars.movement(row.barTime);
  if (movement === null) return [fault('barTime', null, row.barTime)];
  const found: ForecastFault[] = [];
  const expect = (field: string, expected: number | string | null, is: number | string | null) => {
    if (expected !== is) found.push(fault(field, expected, is));
  };
  expect('price', bars.round(movement.price), row.price);
  const { name } = classOf(bars.category, bars.lengthMs);
  expect('class', name, typeof row.detail.class === 'string' ? row.detail.class : null);
  const { until } = fields;
  if (CONES[row.setup] !== undefined || row.setup === 'weekly') {
    expect('until', endOf(row, bars), until);
  }
  const weeks = weeksBetween(movement, bars.lengthMs, row.barTime, until);
  if (Math.abs(weeks - fields.weeks) > WEEKS_ROOM || !(weeks > 0) || weeks > MOST_WEEKS) {
    found.push(fault('weeks', weeks, fields.weeks));
    return found;
  }
  const of = { category: bars.category, lengthMs: bars.lengthMs, weeks };
  found.push(
    ...(CONES[row.setup] === undefined
      ? checkLevels(row, fields, { bars, movement, of })
      : checkCone(fields, edgesOf(movement, of).map(bars.round))),
  );
  return found;
}

/** Returns the end of a weekly forecast or of a cone. */
function endOf({ setup, barTime }: ForecastRow, { category }: PreparedBars): number {
  if (setup !== 'cone.1d') return barTime + (CONES[setup] ?? 7) * DAY;
  let day = Math.floor(barTime / DAY);
  // Day 0 was a Thursday, so day 2 was a Saturday.
  while (category !== 'crypto' && [2, 3].includes(((day % 7) + 7) % 7)) day += 1;
  return (day + 1) * DAY;
}

interface Scope {
  readonly bars: PreparedBars;
  readonly movement: Movement;
  readonly of: Parameters<typeof chanceOf>[1];
}

function checkLevels(
  row: ForecastRow,
  { until, levels, chances, plain }: Fields,
  { bars, movement, of }: Scope,
): ForecastFault[] {
  const found: ForecastFault[] = [];
  if (row.setup === 'weekly') {
    const expected = openLevels(row.barTime, movement.price, bars);
    for (let i = 0; i < Math.max(expected.length, levels.length); i++) {
      if (expected[i] === levels[i]) continue;
      found.push(fault(`levels[${i}]`, expected[i] ?? null, levels[i] ?? null));
      return found;
    }
  }
  const days = bars.timeframe('1D');
  const ended = countUpTo(days.endMs, days.length, row.barTime);
  const range = meanRange(days, ended);
  // The close of a day is that of the last base bar in it.
  const close = bars.close[countClosed(bars, days.endMs[ended - 1] ?? 0) - 1] ?? 0;
  const between = daysBetween(row.barTime, until, bars.category === 'crypto');
  for (const [i, level] of levels.entries()) {
    const chance = chanceOf(movement, of, level);
    const is = chances[i] ?? null;
    if (is === null || Math.abs(chance - is) > CHANCE_ROOM) {
      found.push(fault(`chances[${i}]`, chance, is));
    }
    const distance = Math.abs(Math.log(level / movement.price));
    const hasPlain = range > 0 && close > 0 && between > 0;
    const expected = hasPlain ? plainOf(distance, range, close, between) : null;
    const own = plain[i] ?? null;
    const isSame =
      expected === null || own === null
        ? expected === own
        : Math.abs(expected - own) <= CHANCE_ROOM;
    if (!isSame) found.push(fault(`plain[${i}]`, expected, own));
  }
  return found;
}

/** Returns the levels of a weekly set that the price has not reached when the week begins. */
function openLevels(barTime: number, price: number, bars: PreparedBars): number[] {
  const weeks = bars.timeframe('1W');
  const ended = countUpTo(weeks.endMs, weeks.length, barTime);
  const range = meanRange(weeks, ended);
  const [from, to] = weekOf(bars, weeks.openTimeMs[ended - 1] ?? 0);
  if (!(range > 0) || from === to) return [];
  const lines = weeklyLinesOf(bars, bars.close[to - 1] as number, range);
  if (lines === null) return [];
  return [
    ...lines.buy.filter((line) => line > price),
    ...lines.sell.filter((line) => line < price),
  ];
}

function checkCone({ levels, chances }: Fields, edges: readonly number[]): ForecastFault[] {
  const found: ForecastFault[] = [];
  for (const [i, edge] of edges.entries()) {
    const is = levels[i] ?? null;
    // Exponents of other code may round an edge to the neighbouring tick.
    if (is === null || Math.abs(is - edge) > Math.abs(edge) * 1e-9) {
      found.push(fault(`levels[${i}]`, edge, is));
    }
  }
  for (const [i, share] of SHARES.entries()) {
    if (chances[i] !== share) found.push(fault(`chances[${i}]`, share, chances[i] ?? null));
  }
  return found;
}

/**
 * Returns what came of a forecast by the bars: known when the last bar that counts would have closed, whether the market
 * traded or not. Null without its fields. Source: docs/analysis.md, Forecasts.
 */
export function resolveForecast(row: ForecastRow, bars: PreparedBars): ForecastOutcome | null {
  const fields = forecastFields(row);
  if (fields === null) return null;
  const endMs = Math.floor(fields.until / bars.lengthMs) * bars.lengthMs;
  const to = countClosed(bars, endMs);
  let at = countClosed(bars, row.barTime);
  while (at > 0 && (bars.openTimeMs[at - 1] as number) >= row.barTime) at -= 1;
  while (at < to && (bars.openTimeMs[at] as number) < row.barTime) at += 1;
  const price = bars.close[countClosed(bars, row.barTime) - 1] as number;
  const isCone = CONES[row.setup] !== undefined;
  const first = fields.levels.map((level, edge) => {
    // Of a cone the second edge of each pair is the high one, also where rounding puts it on the price.
    const isAbove = isCone ? edge % 2 === 1 : level > price;
    for (let i = at; i < to; i++) {
      const isReached = isAbove
        ? (bars.high[i] as number) >= level
        : (bars.low[i] as number) <= level;
      if (isReached) return closeTime(bars, i);
    }
    return null;
  });
  const touched = first.map((time) => (time === null ? 0 : 1));
  return {
    bar: to - 1,
    barTime: endMs,
    price: bars.round(bars.close[to - 1] as number),
    detail: { bars: to - at, touched, first },
  };
}

function fault(
  field: string,
  expected: ForecastFault['expected'],
  found: ForecastFault['found'],
): ForecastFault {
  return { field, expected, found };
}

function areNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number');
}

/** A forecast that must exist, by its setup and time. */
export type DueForecast = Pick<LedgerRow, 'setup' | 'barTime'>;

/** Market weeks below which six decimals leave nothing: the market is closed. */
const NO_WEEKS = 0.5e-6;

/**
 * Returns the weekly forecasts and the cones that are made after a time and by another one. Those of boxes are not among
 * them: only the engine knows the boxes. Source: docs/analysis.md, Forecasts.
 */
export function listDueForecasts(bars: PreparedBars, afterMs: number, byMs: number): DueForecast[] {
  const due: DueForecast[] = [];
  const add = (setup: string, barTime: number): void => {
    const movement = bars.movement(barTime);
    if (movement === null) return;
    const until = endOf({ setup, barTime, price: 0, detail: {} }, bars);
    const weeks = weeksBetween(movement, bars.lengthMs, barTime, until);
    if (weeks < NO_WEEKS || weeks > MOST_WEEKS) return;
    if (setup === 'weekly' && openLevels(barTime, movement.price, bars).length === 0) return;
    due.push({ setup, barTime });
  };
  const ends: { readonly setups: readonly string[]; readonly barTime: number }[] = [];
  const collect = (name: '1D' | '1W', setups: (openMs: number) => readonly string[]): void => {
    const frame = bars.timeframe(name);
    for (let i = 0; i < frame.length; i++) {
      const barTime = frame.endMs[i] as number;
      if (barTime <= afterMs || barTime > byMs) continue;
      ends.push({ setups: setups(frame.openTimeMs[i] as number), barTime });
    }
  };
  collect('1D', () => ['cone.1d']);
  // Week 0 is that of Monday, 5 January 1970.
  collect('1W', (openMs) =>
    Math.floor(openMs / (7 * DAY)) % 4 === 0
      ? ['weekly', 'cone.1w', 'cone.4w']
      : ['weekly', 'cone.1w'],
  );
  for (const { setups, barTime } of ends.sort((one, other) => one.barTime - other.barTime)) {
    for (const setup of setups) add(setup, barTime);
  }
  return due;
}
