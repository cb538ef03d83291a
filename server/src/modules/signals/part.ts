import type { LedgerRow, OutcomeRow } from '@rasat/ledger';
import {
  openRows,
  type PackedColumns,
  type PackedRow,
  pack,
  packRows,
  unpack,
} from '../../platform/packed-rows.ts';
import { HASH_BYTES } from './ledger-row.ts';

/** Content of a row without the hashes of its chain. */
type Unlinked<Row> = Omit<Row, 'prevHash' | 'hash'>;

/** Row of the ledger without the hashes of its chain. */
export type LedgerEntry = Unlinked<LedgerRow>;

/** Row of the outcomes without the hashes of its chain. */
export type OutcomeEntry = Unlinked<OutcomeRow>;

/** Row of the ledger with its outcomes, in order. */
export interface Signal {
  readonly row: LedgerEntry;
  readonly outcomes: readonly OutcomeEntry[];
}

/** Owner of rows: a history and the version of the engine that read it. */
export interface SignalSeries {
  readonly seriesId: number;
  readonly engineVersion: string;
}

/** Prefix of a key that does not end in the time of its row. */
const WHOLE_KEY = '=';

interface PartText {
  readonly rows: PackedColumns;
  /** Index of each outcome's row in the part. */
  readonly of: PackedColumns;
  readonly outcomes: PackedColumns;
}

/**
 * Packs the signals of a series as a part: columns as JSON, then the input hashes of the rows and of the outcomes,
 * compressed with Zstandard. The parameters of `decodePart` are not included.
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

/** Returns a key without the time of its row at its end, or marked as a whole key. */
function shortKey({ eventKey, barTime }: LedgerEntry): string {
  const time = String(barTime);
  return eventKey.endsWith(time) ? eventKey.slice(0, -time.length) : WHOLE_KEY + eventKey;
}

function wholeKey(key: string, barTime: number): string {
  return key.startsWith(WHOLE_KEY) ? key.slice(WHOLE_KEY.length) : `${key}${barTime}`;
}

/** Part that builds each row only when the caller reads it. */
export interface OpenPart {
  /** Row numbers of the part, ascending. */
  readonly seqs: readonly number[];
  /** Returns the row at an index of `seqs`. */
  rowAt(place: number): LedgerEntry;
  /** Returns the outcomes of that row, in order. */
  outcomesAt(place: number): OutcomeEntry[];
}

/** Opens a part of a series. Throws when the part cannot be read. */
export function openPart(data: Uint8Array, { seriesId, engineVersion }: SignalSeries): OpenPart {
  const { value, bytes } = unpack(data);
  const text = value as PartText;
  const rows = openRows<PackedRow & LedgerEntry>(text.rows);
  const outcomes = openRows<PackedRow & OutcomeEntry>(text.outcomes);
  // Outcomes are stored in the order of their rows.
  const ends: number[] = Array.from({ length: rows.length }, () => 0);
  const places = openRows<PackedRow & { readonly place: number }>(text.of).column('place');
  for (const place of places) {
    if (ends[place] === undefined) throw new Error('an outcome of a part is of none of its rows');
    ends[place] += 1;
  }
  for (let place = 1; place < ends.length; place++) {
    ends[place] = (ends[place] ?? 0) + (ends[place - 1] ?? 0);
  }
  const hashAt = (place: number): string =>
    bytes.toString('hex', place * HASH_BYTES, (place + 1) * HASH_BYTES);
  const seqs = rows.column('seq');
  return {
    seqs,
    rowAt(place) {
      const stored = rows.at(place);
      const eventKey = wholeKey(stored.eventKey, stored.barTime);
      return { ...stored, seriesId, engineVersion, eventKey, inputHash: hashAt(place) };
    },
    outcomesAt(place) {
      const begin = place === 0 ? 0 : (ends[place - 1] ?? 0);
      return Array.from({ length: (ends[place] ?? 0) - begin }, (_, i) => ({
        ...outcomes.at(begin + i),
        seq: seqs[place] ?? 0,
        engineVersion,
        inputHash: hashAt(rows.length + begin + i),
      }));
    },
  };
}

/** Returns the signals of a part of a series, in the order of their numbers. Throws when the part cannot be read. */
export function decodePart(data: Uint8Array, of: SignalSeries): Signal[] {
  const part = openPart(data, of);
  return part.seqs.map((_, place) => ({
    row: part.rowAt(place),
    outcomes: part.outcomesAt(place),
  }));
}
