import { BOXES, CATEGORIES, fold, SYMBOL_PATTERN } from '@rasat/contract';
import { addMonthsUtc, CONDITION_SETUPS, CONE_SETUPS, DAY_MS } from '@rasat/engine';
import { ROW_KINDS } from '@rasat/ledger';
import type { RecordRow, RecordRowsQuery } from './row-calls.ts';

/** Values of each filter, in the order in which they are offered. */
export const CHOICES = {
  kind: ROW_KINDS,
  category: CATEGORIES,
  state: ['decided', 'tp1', 'sl', 'expired', 'void', 'open', 'waiting', 'untouched', 'ended'],
} as const satisfies Partial<Record<keyof RecordRow, readonly string[]>>;
/** Value of the address for rows in any state, where an address without a state means a narrower choice. */
export const ANY = 'any';

const BOX_SETUPS = BOXES.flatMap(({ kind }) => [`${kind}.short`, `${kind}.long`]);

const FORECAST_STATES = ['ended', 'void', 'open'] as const satisfies readonly RowState[];
const SIGNAL_STATES = CHOICES.state.filter((state) => state !== 'ended');

type RowState = (typeof CHOICES.state)[number];

/** Lists the states of rows of a kind, or of all signals for null. */
export function listStates(kind: RecordRow['kind'] | null): readonly RowState[] {
  return kind === 'forecast' ? FORECAST_STATES : SIGNAL_STATES;
}

/** Lists the setups of a kind, or of all signals for null; empty for a kind with only one setup. */
export function listSetups(kind: RecordRow['kind'] | null): readonly string[] {
  switch (kind) {
    case 'condition':
      return CONDITION_SETUPS;
    case 'box':
      return BOX_SETUPS;
    case 'levels':
      return [];
    case 'forecast':
      return ['weekly', ...CONE_SETUPS, ...BOX_SETUPS];
    case null:
      return [...CONDITION_SETUPS, ...BOX_SETUPS, 'weekly'];
  }
}

/** Filter of the list; a null field does not filter. */
export interface RowsFilter {
  readonly kind: RecordRow['kind'] | null;
  readonly setup: string | null;
  readonly category: RecordRow['category'] | null;
  readonly symbol: string | null;
  readonly state: RecordRow['state'] | 'decided' | null;
  /** `12m`, or a calendar year (UTC). */
  readonly period: string | null;
}

/** Names of the filters in the address. */
export const FILTERS = [
  'period',
  'kind',
  'setup',
  'category',
  'symbol',
  'state',
] as const satisfies readonly (keyof RowsFilter)[];

/**
 * Reads the filter from the address; invalid values do not filter. `begin` is the state for an address without one; where
 * that is decided rows, a list of forecasts begins with those whose time is over.
 */
export function readRowsFilter(
  search: URLSearchParams,
  begin: RowsFilter['state'] = null,
): RowsFilter {
  const kind = pick(CHOICES.kind, search.get('kind'));
  const symbol = search.get('symbol');
  const period = search.get('period');
  return {
    kind,
    setup: pick(listSetups(kind), search.get('setup')),
    category: pick(CHOICES.category, search.get('category')),
    symbol: symbol !== null && SYMBOL_PATTERN.test(symbol) ? symbol : null,
    state: search.has('state')
      ? pick(listStates(kind), search.get('state'))
      : kind === 'forecast' && begin === 'decided'
        ? 'ended'
        : begin,
    period: period !== null && /^(12m|19[7-9][0-9]|20[0-9]{2})$/.test(period) ? period : null,
  };
}

function pick<T extends string>(values: readonly T[], word: string | null): T | null {
  return values.find((value) => value === word) ?? null;
}

/** Counts the filters that are set. */
export function countFilters(filter: RowsFilter): number {
  return FILTERS.filter((name) => filter[name] !== null).length;
}

/**
 * Converts a filter to query parameters of the calls. The last twelve months begin twelve months before the UTC day of
 * `nowMs`, in epoch milliseconds.
 */
export function toRowsQuery({ period, ...rest }: RowsFilter, nowMs: number): RecordRowsQuery {
  const narrowed = Object.entries({ ...rest, ...periodTimes(period, nowMs) }).filter(
    ([, value]) => value !== null,
  );
  return Object.fromEntries(narrowed) as RecordRowsQuery;
}

function periodTimes(period: string | null, nowMs: number): { from?: string; before?: string } {
  if (period === null) return {};
  if (period === '12m') {
    return { from: String(addMonthsUtc(Math.floor(nowMs / DAY_MS) * DAY_MS, -12)) };
  }
  const year = Number(period);
  return { from: String(Date.UTC(year, 0)), before: String(Date.UTC(year + 1, 0)) };
}

/** Symbol that the filter offers, with its name in the language of the page. */
export interface NamedSymbol {
  readonly symbol: string;
  readonly name: string;
}

/**
 * Lists the symbols that match a typed text, with letters folded. Exact matches exclude all others. Else symbols that
 * begin with the text come first, then names that begin with it, then both that contain it. Empty for a blank text.
 */
export function listMatchingSymbols(symbols: readonly NamedSymbol[], text: string): NamedSymbol[] {
  const wanted = fold(text);
  if (wanted === '') return [];
  const ranked = symbols.map((entry) => {
    const words = [fold(entry.symbol), fold(entry.name)];
    const starts = words.findIndex((word) => word.startsWith(wanted));
    if (words.includes(wanted)) return { entry, rank: 0 };
    if (starts >= 0) return { entry, rank: 1 + starts };
    return { entry, rank: words.some((word) => word.includes(wanted)) ? 3 : NOT_MEANT };
  });
  const exact = ranked.filter(({ rank }) => rank === 0);
  return (exact.length > 0 ? exact : ranked.filter(({ rank }) => rank < NOT_MEANT))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

const NOT_MEANT = 4;
