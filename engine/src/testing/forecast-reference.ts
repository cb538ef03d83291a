import type { Bar } from '../bars/bar.ts';
import type { EngineEvent } from '../stream/event.ts';
import type { EngineOptions } from '../stream/options.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../time/resolution.ts';
import { type TouchInputs, upperTail } from '../touch/chance.ts';
import { touchClassOf } from '../touch/classes.ts';
import { marketWeeks } from '../touch/market-time.ts';
import {
  createTouchMeasure,
  isTouchReady,
  touchVariances,
  updateTouchMeasure,
} from '../touch/measure.ts';

/** Why a set or a cone has no forecast. */
export const NO_FORECAST = ['not ready', 'no market time', 'too far', 'all reached'] as const;
/** Whether a set or a cone has a forecast, or why not. */
export type Verdict = 'made' | (typeof NO_FORECAST)[number];

/** A set or a cone, and what its forecast is computed from. */
export interface ExpectedForecast {
  readonly verdict: Verdict;
  readonly id: string;
  readonly ref: string | null;
  readonly setup: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly inputs: TouchInputs;
  readonly weeks: number;
  /** Levels that are not reached; none of a cone. */
  readonly levels: readonly number[];
  /** Chance of each level from the average range alone. */
  readonly plain: readonly (number | null)[];
}

type Subject = Pick<ExpectedForecast, 'id' | 'ref' | 'setup' | 'fromMs' | 'untilMs'> & {
  readonly above: readonly number[];
  readonly below: readonly number[];
};

/** Day of the week, 0 for Sunday. 1970-01-01 was a Thursday. */
const weekdayOf = (timeMs: number): number => (((Math.floor(timeMs / DAY_MS) + 4) % 7) + 7) % 7;
const isWeekend = (timeMs: number): boolean => weekdayOf(timeMs) % 6 === 0;

/** Returns the time between two instants that lies on Monday to Friday, or all of it, in days. */
function daysBetween(fromMs: number, untilMs: number, isContinuous: boolean): number {
  let sumMs = 0;
  for (let atMs = fromMs; atMs < untilMs; ) {
    const nextMs = Math.min(untilMs, (Math.floor(atMs / DAY_MS) + 1) * DAY_MS);
    if (isContinuous || !isWeekend(atMs)) sumMs += nextMs - atMs;
    atMs = nextMs;
  }
  return sumMs / DAY_MS;
}

interface Bucket {
  startMs: number;
  endMs: number;
  high: number;
  low: number;
  close: number;
}

/** Returns the subjects of the sets among events. */
function subjectsOf(events: readonly EngineEvent[]): Subject[] {
  return events.flatMap((event): Subject[] => {
    if (event.type !== 'levels' && event.type !== 'box') return [];
    const { id, timeMs: fromMs } = event;
    const head = { ref: id, fromMs };
    if (event.type === 'levels') {
      const { buy: above, sell: below } = event;
      const ofWeek = { id: `forecast.weekly.${fromMs}`, setup: 'weekly' };
      return [{ ...head, ...ofWeek, untilMs: fromMs + WEEK_MS, above, below }];
    }
    const { kind, term, box } = event;
    const { top, bottom } = box.p;
    const setup = `${kind}.${term}`;
    const names = { id: `forecast.${setup}.${fromMs}`, setup };
    return [{ ...head, ...names, untilMs: box.d.lQuarter, above: [top], below: [bottom] }];
  });
}

/**
 * Returns a function that takes one bar after the other, with the events of its step, and returns every set and cone
 * that came with it. Days, weeks and the average range are computed from the bars alone; the sets are those of the events.
 */
export function createForecastReference({
  base,
  fx,
  category = 'crypto',
}: EngineOptions): (bar: Bar, events: readonly EngineEvent[]) => ExpectedForecast[] {
  const touchClass = touchClassOf(category, base);
  const isContinuous = category === 'crypto';
  const measure = createTouchMeasure(base, fx);
  const lengthMs = base === '60' ? HOUR_MS : DAY_MS;
  const ranges: number[] = [];
  const days: { endMs: number; range: number; close: number }[] = [];
  let price = Number.NaN;
  let day: Bucket | undefined;
  let week: Bucket | undefined;

  const bucketOf = (timeMs: number, isWeek: boolean): Pick<Bucket, 'startMs' | 'endMs'> => {
    const number = Math.floor(timeMs / DAY_MS) + (fx && weekdayOf(timeMs) === 0 ? 1 : 0);
    if (!isWeek) return { startMs: number * DAY_MS, endMs: (number + 1) * DAY_MS };
    const startMs = (number - ((number + 3) % 7)) * DAY_MS;
    return { startMs, endMs: startMs + (fx ? 6 : 7) * DAY_MS };
  };
  const cone = (setup: string, fromMs: number, untilMs: number): Subject => ({
    id: `forecast.${setup}.${fromMs}`,
    ref: null,
    setup,
    fromMs,
    untilMs,
    above: [],
    below: [],
  });

  function closeUntil(timeMs: number): Subject[] {
    const cones: Subject[] = [];
    if (day !== undefined && day.endMs <= timeMs) {
      const before = days.at(-1)?.close ?? Number.NaN;
      const isFirst = Number.isNaN(before);
      const high = isFirst ? day.high : Math.max(day.high, before);
      const low = isFirst ? day.low : Math.min(day.low, before);
      ranges.push(high - low);
      const last = ranges.slice(-20);
      const range = last.length < 20 ? 0 : last.reduce((sum, one) => sum + one, 0) / 20;
      days.push({ endMs: day.endMs, range, close: day.close });
      let untilMs = day.endMs;
      while (!isContinuous && isWeekend(untilMs)) untilMs += DAY_MS;
      cones.push(cone('cone.1d', day.endMs, untilMs + DAY_MS));
      day = undefined;
    }
    if (week !== undefined && week.endMs <= timeMs) {
      const { startMs, endMs } = week;
      cones.push(cone('cone.1w', endMs, endMs + WEEK_MS));
      const number = (startMs - Date.UTC(1970, 0, 5)) / WEEK_MS;
      if (number % 4 === 0) cones.push(cone('cone.4w', endMs, endMs + 4 * WEEK_MS));
      week = undefined;
    }
    return cones;
  }

  function plainOf(level: number, { fromMs, untilMs }: Subject): number | null {
    const newest = days.findLast(({ endMs }) => endMs <= fromMs);
    const count = daysBetween(fromMs, untilMs, isContinuous);
    if (newest === undefined || newest.range === 0 || count === 0) return null;
    const sigma = Math.sqrt((Math.PI / 8) * count) * (newest.range / newest.close);
    return Math.min(1, 2 * upperTail(Math.abs(Math.log(level / price)) / sigma));
  }

  function expectedOf(subject: Subject): ExpectedForecast {
    const { id, ref, setup, fromMs, untilMs, above, below } = subject;
    const { slots, weights, scalars } = measure;
    const weeks = marketWeeks(slots, weights, scalars.total, fromMs, untilMs);
    const variances = touchVariances(measure, isContinuous ? 7 : 5);
    const levels = [...above.filter((one) => one > price), ...below.filter((one) => one < price)];
    const verdict = (): Verdict => {
      if (!isTouchReady(measure)) return 'not ready';
      if (Math.round(weeks * 1e6) === 0) return 'no market time';
      if (weeks > 8) return 'too far';
      return ref !== null && levels.length === 0 ? 'all reached' : 'made';
    };
    const inputs = { touchClass, base, price, variances };
    const plain = levels.map((level) => plainOf(level, subject));
    const head = { id, ref, setup, fromMs, untilMs };
    return { verdict: verdict(), ...head, inputs, weeks, levels, plain };
  }

  function join(bucket: Bucket | undefined, bar: Bar, isWeek: boolean): Bucket {
    const { openTimeMs, high, low, close } = bar;
    if (bucket === undefined) return { ...bucketOf(openTimeMs, isWeek), high, low, close };
    return { ...bucket, high: Math.max(bucket.high, high), low: Math.min(bucket.low, low), close };
  }

  return (bar, events) => {
    const { openTimeMs, open, high, low, close } = bar;
    const isEarlier = ({ fromMs }: Subject): boolean => fromMs <= openTimeMs;
    const sets = subjectsOf(events);
    const earlier = [...sets.filter(isEarlier), ...closeUntil(openTimeMs)].map(expectedOf);
    updateTouchMeasure(measure, openTimeMs, open, high, low, close);
    price = close;
    day = join(day, bar, false);
    week = join(week, bar, true);
    const cones = closeUntil(openTimeMs + lengthMs);
    const later = sets.filter((subject) => !isEarlier(subject));
    return [...earlier, ...[...later, ...cones].map(expectedOf)];
  };
}
