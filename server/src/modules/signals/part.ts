import type { LedgerRow, OutcomeRow } from '@rasat/contract';
import {
  type PackedColumns,
  type PackedRow,
  pack,
  packRows,
  unpack,
  unpackRows,
} from '../../platform/packed-rows.ts';

/** What a row says, apart from its place in the chain. */
type Unlinked<Row> = Omit<Row, 'prevHash' | 'hash'>;

/** A row of the ledger without the hashes of its chain. */
export type LedgerEntry = Unlinked<LedgerRow>;

/** A row of the outcomes without the hashes of its chain. */
export type OutcomeEntry = Unlinked<OutcomeRow>;

/** A row of the ledger and what has come of it, in order. */
export interface Signal {
  readonly row: LedgerEntry;
  readonly outcomes: readonly OutcomeEntry[];
}

/** Whose rows they are: a history as one version of the engine reads it. */
export interface SignalSeries {
  readonly seriesId: number;
  readonly engineVersion: string;
}

const HASH_BYTES = 32;
/** Stands before a key that does not end in the time of its row. */
const WHOLE_KEY = '=';

interface PartText {
  readonly rows: PackedColumns;
  /** Of each outcome the place of its row in the part. */
  readonly of: PackedColumns;
  readonly outcomes: PackedColumns;
}

/**
 * The signals of a series as they are kept in a part: columns as JSON, behind them the input hashes of the rows and of
 * the outcomes, Zstandard over both. What `decodePart` is told is not in it.
 */
export function encodePart(signals: readonly Signal[]): Promise<Buffer> {
  const of = signals.flatMap(({ outcomes }, place) => outcomes.map(() => ({ place })));
  const outcomes = signals.flatMap((signal) => signal.outcomes);
  const text: PartText = {
    rows: packRows(signals.map(({ row }) => storedRow(row))),
    of: packRows(of),
    outcomes: packRows(outcomes.map(storedOutcome)),
  };
  const hashes = [...signals.map(({ row }) => row), ...outcomes].map(({ inputHash }) => inputHash);
  return pack(text, Buffer.from(hashes.join(''), 'hex'));
}

function storedRow(row: LedgerEntry): PackedRow {
  const { seriesId: _series, engineVersion: _version, inputHash: _hash, ...stored } = row;
  return { ...stored, eventKey: shortKey(row) };
}

function storedOutcome(outcome: OutcomeEntry): PackedRow {
  const { seq: _seq, engineVersion: _version, inputHash: _hash, ...stored } = outcome;
  return stored;
}

/** Most keys end in the time of their row. */
function shortKey({ eventKey, barTime }: LedgerEntry): string {
  const time = String(barTime);
  return eventKey.endsWith(time) ? eventKey.slice(0, -time.length) : WHOLE_KEY + eventKey;
}

function wholeKey(key: string, barTime: number): string {
  return key.startsWith(WHOLE_KEY) ? key.slice(WHOLE_KEY.length) : `${key}${barTime}`;
}

/** The signals of a part of a series, in the order of their numbers; rejects when it cannot be read. */
export async function decodePart(
  data: Uint8Array,
  { seriesId, engineVersion }: SignalSeries,
): Promise<Signal[]> {
  const { value, bytes } = await unpack(data);
  const { rows, of, outcomes } = value as PartText;
  let at = 0;
  const nextHash = (): string => {
    at += HASH_BYTES;
    return bytes.toString('hex', at - HASH_BYTES, at);
  };
  const signals = unpackRows<PackedRow & LedgerEntry>(rows).map((stored) => ({
    row: {
      ...stored,
      seriesId,
      engineVersion,
      eventKey: wholeKey(stored.eventKey, stored.barTime),
      inputHash: nextHash(),
    },
    outcomes: [] as OutcomeEntry[],
  }));
  const places = unpackRows<PackedRow & { readonly place: number }>(of);
  for (const [i, stored] of unpackRows<PackedRow & OutcomeEntry>(outcomes).entries()) {
    const signal = signals[places[i]?.place ?? -1];
    if (!signal) throw new Error('an outcome of a part is of none of its rows');
    const { seq } = signal.row;
    signal.outcomes.push({ ...stored, seq, engineVersion, inputHash: nextHash() });
  }
  return signals;
}
