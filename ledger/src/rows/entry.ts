import type { TradeToMatch } from '../baselines/matched-entries.ts';
import type { LevelSet } from '../baselines/placebo-levels.ts';
import type { LedgerRow, OutcomeRow } from './chain.ts';

/** The entry of a row of the record, to which entries are matched. */
export type RecordedEntry = TradeToMatch & { readonly price: number };

/** The fields of a row that {@link recordedEntry} reads. */
export type EntryRow = Pick<LedgerRow, 'kind' | 'way' | 'price' | 'range' | 'barTime' | 'detail'>;

/** The fields of a weekly set's `entry` outcome that {@link recordedEntry} reads. */
export type EntryOutcome = Pick<OutcomeRow, 'price' | 'barTime' | 'detail'>;

/**
 * Returns the entry of a row. A condition or box trade is an entry itself, with the published range as its risk. A
 * weekly set has an entry once the price has gone beyond a first level (outcome `entry`); its risk is the distance of
 * that level from the anchor. Null for a set without an entry, and for a row without the fields of its kind.
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

/** Returns the levels of a weekly set; null for a row without levels. */
export function recordedLevels(row: Pick<LedgerRow, 'price' | 'detail'>): LevelSet | null {
  const { d, buy, sell } = row.detail;
  if (typeof d !== 'number' || !isNumbers(buy) || !isNumbers(sell)) return null;
  return { d, anchor: row.price, buy, sell };
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'number');
}
