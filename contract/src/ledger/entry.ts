import type { LevelSet, TradeToMatch } from '@rasat/engine';
import type { LedgerRow, OutcomeRow } from './chain.ts';

/** The entry that a row of the record made, as its random entries are matched to it. */
export type RecordedEntry = Omit<TradeToMatch, 'hash'> & { readonly price: number };

/** What {@link recordedEntry} reads of a row. */
export type EntryRow = Pick<LedgerRow, 'kind' | 'way' | 'price' | 'range' | 'barTime' | 'detail'>;

/** What it reads of the outcome `entry` of a weekly set. */
export type EntryOutcome = Pick<OutcomeRow, 'price' | 'barTime' | 'detail'>;

/**
 * The entry of a row: a condition or box trade is one itself, its risk the published range; a weekly set has one once
 * the price has gone beyond a first level (outcome `entry`), its risk the distance of that level from the anchor. Null
 * for a set without one. Throws RangeError for a row that says less than its kind must.
 */
export function recordedEntry(row: EntryRow, entry: EntryOutcome | null): RecordedEntry | null {
  if (row.kind !== 'levels') {
    const { way, range: risk, price, barTime: openedMs } = row;
    if (way === null || risk === null) throw new RangeError('a row without a side or a range');
    const expiryMs = numberOf(row.detail.expiry);
    return { way: way ? 'up' : 'down', price, risk, openedMs, expiryMs };
  }
  if (entry === null) return null;
  const buys = entry.detail.way === true;
  const { anchor, buy, sell } = recordedLevels(row);
  const risk = Math.abs(numberOf((buys ? buy : sell)[0]) - anchor);
  return {
    way: buys ? 'up' : 'down',
    price: entry.price,
    risk,
    openedMs: entry.barTime,
    expiryMs: numberOf(entry.detail.expiry),
  };
}

/** The levels of a weekly set. Throws RangeError for a row that has none. */
export function recordedLevels(row: Pick<LedgerRow, 'price' | 'detail'>): LevelSet {
  const { d, buy, sell } = row.detail;
  return { d: numberOf(d), anchor: row.price, buy: numbersOf(buy), sell: numbersOf(sell) };
}

function numberOf(value: unknown): number {
  if (typeof value !== 'number') throw new RangeError('a number is missing in a row');
  return value;
}

function numbersOf(value: unknown): number[] {
  if (!Array.isArray(value)) throw new RangeError('a list of levels is missing in a row');
  return value.map(numberOf);
}
