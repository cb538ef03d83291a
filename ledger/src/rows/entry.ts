import type { TradeToMatch } from '../baselines/matched-entries.ts';
import type { LevelSet } from '../baselines/placebo-levels.ts';
import type { LedgerRow, OutcomeRow } from './chain.ts';

/** The entry that a row of the record made, as its matched entries are matched to it. */
export type RecordedEntry = Omit<TradeToMatch, 'hash'> & { readonly price: number };

/** What {@link recordedEntry} reads of a row. */
export type EntryRow = Pick<LedgerRow, 'kind' | 'way' | 'price' | 'range' | 'barTime' | 'detail'>;

/** What it reads of the outcome `entry` of a weekly set. */
export type EntryOutcome = Pick<OutcomeRow, 'price' | 'barTime' | 'detail'>;

/**
 * The entry of a row: a condition or box trade is one itself, its risk the published range; a weekly set has one once
 * the price has gone beyond a first level (outcome `entry`), its risk the distance of that level from the anchor. Null
 * for a set without one, and for a row that does not say what its kind must.
 */
export function recordedEntry(row: EntryRow, entry: EntryOutcome | null): RecordedEntry | null {
  if (row.kind !== 'levels') {
    const { way, range: risk, price, barTime: openedMs } = row;
    const { expiry: expiryMs } = row.detail;
    if (way === null || risk === null || typeof expiryMs !== 'number') return null;
    return { way: way ? 'up' : 'down', price, risk, openedMs, expiryMs };
  }
  const set = recordedLevels(row);
  if (entry === null || set === null) return null;
  const { way, expiry: expiryMs } = entry.detail;
  const [first] = way === true ? set.buy : set.sell;
  if (first === undefined || typeof expiryMs !== 'number') return null;
  const risk = Math.abs(first - set.anchor);
  const { price, barTime: openedMs } = entry;
  return { way: way === true ? 'up' : 'down', price, risk, openedMs, expiryMs };
}

/** The levels of a weekly set; null for a row that has none. */
export function recordedLevels(row: Pick<LedgerRow, 'price' | 'detail'>): LevelSet | null {
  const { d, buy, sell } = row.detail;
  if (typeof d !== 'number' || !isNumbers(buy) || !isNumbers(sell)) return null;
  return { d, anchor: row.price, buy, sell };
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'number');
}
