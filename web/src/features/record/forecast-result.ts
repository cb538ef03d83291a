import type { RecordRow } from './row-calls.ts';

/** Forecast of a row. */
export type RowForecast = NonNullable<RecordRow['forecast']>;

/** What a forecast is of: the levels of a week, those of a box, or a cone. */
export type ForecastSubject = 'weekly' | 'box' | 'cone';

/** Returns what the forecast of a setup is of. */
export function subjectOf(setup: string): ForecastSubject {
  if (setup.startsWith('cone.')) return 'cone';
  return setup === 'weekly' ? 'weekly' : 'box';
}

/** Level with its chances and what came of it. */
export interface ForecastLevel {
  readonly level: number;
  readonly chance: number;
  /** Chance from the average daily range alone; null where there is none. */
  readonly plain: number | null;
  /** Close of the first bar that reached it; null while none has, and for a void forecast. */
  readonly firstMs: number | null;
}

/** Returns the levels of a forecast, the highest first. */
export function listLevels({ levels, chances, plain, first }: RowForecast): ForecastLevel[] {
  return levels
    .map((level, at) => ({
      level,
      chance: chances[at] ?? Number.NaN,
      plain: plain[at] ?? null,
      firstMs: first?.[at] ?? null,
    }))
    .toSorted((one, other) => other.level - one.level);
}

/** Pair of edges of a cone, and when price reached the first of them. */
export interface ConeBand {
  /** Share of paths that should stay between the edges, 0 to 1. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
  /** Close of the first bar that reached an edge, and the edge; null when both hold, and while nothing is known. */
  readonly left: { readonly edge: number; readonly timeMs: number } | null;
}

/** Returns the pairs of edges of a cone, the narrowest first. */
export function listBands({ levels, chances, first }: RowForecast): ConeBand[] {
  return chances.map((share, at) => {
    const [low = Number.NaN, high = Number.NaN] = levels.slice(2 * at, 2 * at + 2);
    const times = [first?.[2 * at] ?? null, first?.[2 * at + 1] ?? null];
    const reached = [low, high].flatMap((edge, i) => {
      const timeMs = times[i] ?? null;
      return timeMs === null ? [] : [{ edge, timeMs }];
    });
    const [left = null] = reached.toSorted((one, other) => one.timeMs - other.timeMs);
    return { share, low, high, left };
  });
}

/** Share of the cone that a list shows. */
const LISTED_SHARE = 0.8;

/** Outcome of a forecast in a list: how many levels were reached, or whether the path stayed inside a cone. */
export type ListedResult =
  | { readonly of: 'levels'; readonly reached: number; readonly all: number }
  | { readonly of: 'cone'; readonly share: number; readonly inside: boolean };

/** Returns the outcome of a forecast for a list; null while nothing is known, and for a void one. */
export function listedResult({
  setup,
  forecast,
}: Pick<RecordRow, 'setup' | 'forecast'>): ListedResult | null {
  if (forecast === null || forecast.first === null) return null;
  if (subjectOf(setup) !== 'cone') {
    const reached = forecast.first.filter((time) => time !== null).length;
    return { of: 'levels', reached, all: forecast.levels.length };
  }
  const band = listBands(forecast).find(({ share }) => share === LISTED_SHARE);
  return band ? { of: 'cone', share: band.share, inside: band.left === null } : null;
}
