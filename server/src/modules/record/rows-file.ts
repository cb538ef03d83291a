import type { OutcomeLeg } from '@rasat/ledger';
import { BYTE_ORDER_MARK, csvRow, plainNumber } from '../../platform/csv.ts';
import type { Db } from '../../platform/db/pool.ts';
import { FILE_RETRY, retryUnavailable } from '../../platform/db/retry-unavailable.ts';
import type { FileContent } from '../../platform/http/answers.ts';
import { findHashes } from '../signals/index.ts';
import type { FileQueue } from './file-queue.ts';
import {
  LIST_START,
  listRowDetails,
  listRowPlaces,
  type RowDetails,
  type RowFilter,
  type RowPlace,
  type RowSearch,
  type ShownRow,
} from './row-store.ts';
import { type RowView, showRow } from './rows.ts';

/** Rows read and written in one step. */
const ROWS_AT_ONCE = 1000;

type Field = string | number | null;

/** Number of an outcome in its chain, and its hash as hex. */
interface OutcomeMark {
  readonly no: number;
  readonly hash: string;
}

/** Row of the file with its outcomes by leg, except those that are hidden with a sealed row. */
interface FileRow extends ShownRow {
  readonly marks: ReadonlyMap<OutcomeLeg, OutcomeMark>;
}

/** The columns, in the order of docs/formats/record.md. */
const COLUMNS: readonly (readonly [name: string, of: (row: FileRow) => Field])[] = [
  ['seq', (row) => row.seq],
  ['symbol', (row) => row.symbol],
  ['category', (row) => row.category],
  ['source', (row) => row.source],
  ['origin', (row) => row.origin],
  ['kind', (row) => row.kind],
  ['setup', (row) => row.setup],
  ['engineVersion', (row) => row.engineVersion],
  ['barTime', (row) => isoTime(row.barTime)],
  ['createdAt', (row) => isoTime(row.createdAt)],
  ['state', (row) => row.state],
  ['sealed', (row) => String(row.sealed)],
  ['way', (row) => wayOf(row.way)],
  ['price', (row) => row.price],
  ['range', (row) => row.range],
  ['sl', (row) => row.sl],
  ['tp1', (row) => row.tp1],
  ['tp2', (row) => row.tp2],
  ['week', (row) => isoTime(row.levels?.d)],
  ['buyLevels', (row) => listOf(row.levels?.buy, plainNumber)],
  ['sellLevels', (row) => listOf(row.levels?.sell, plainNumber)],
  ['entryTime', (row) => isoTime(row.entry?.time)],
  ['entryWay', (row) => wayOf(row.entry?.way)],
  ['entryPrice', (row) => row.entry?.price ?? null],
  ['entrySl', (row) => row.entry?.sl ?? null],
  ['entryTp1', (row) => row.entry?.tp1 ?? null],
  ['entryTp2', (row) => row.entry?.tp2 ?? null],
  ['entryExpiry', (row) => isoTime(row.entry?.expiry)],
  ['firstStatus', (row) => row.legs.tp1?.status ?? null],
  ['firstPrice', (row) => row.legs.tp1?.price ?? null],
  ['firstR', (row) => row.legs.tp1?.r ?? null],
  ['firstTime', (row) => isoTime(row.legs.tp1?.time)],
  ['secondStatus', (row) => row.legs.tp2?.status ?? null],
  ['secondPrice', (row) => row.legs.tp2?.price ?? null],
  ['secondR', (row) => row.legs.tp2?.r ?? null],
  ['secondTime', (row) => isoTime(row.legs.tp2?.time)],
  ['cost', (row) => row.cost],
  ['baselineFirst', (row) => row.baseline?.first ?? null],
  ['baselineSecond', (row) => row.baseline?.second ?? null],
  ['baselineNetFirst', (row) => row.baseline?.netFirst ?? null],
  ['baselineNetSecond', (row) => row.baseline?.netSecond ?? null],
  ['baselineEntries', (row) => row.baseline?.entries ?? null],
  ['baselineTp1', (row) => row.baseline?.tp1 ?? null],
  ['baselineCoverage', (row) => row.baseline?.coverage ?? null],
  ['baselineComplete', (row) => (row.baseline === null ? null : String(row.baseline.complete))],
  ['unmatched', (row) => row.unmatched],
  ['touch', (row) => row.touch],
  ['twinTouch', (row) => row.twinTouch],
  ['hash', (row) => row.hash],
  ['leafIndex', (row) => row.seq - 1],
  ['entryNo', (row) => row.marks.get('entry')?.no ?? null],
  ['entryHash', (row) => row.marks.get('entry')?.hash ?? null],
  ['firstNo', (row) => row.marks.get('tp1')?.no ?? null],
  ['firstHash', (row) => row.marks.get('tp1')?.hash ?? null],
  ['secondNo', (row) => row.marks.get('tp2')?.no ?? null],
  ['secondHash', (row) => row.marks.get('tp2')?.hash ?? null],
  ['endReason', (row) => row.ended?.reason ?? null],
  ['endRow', (row) => row.ended?.seq ?? null],
  ['endTime', (row) => isoTime(row.ended?.time)],
  ['until', (row) => isoTime(row.forecast?.until)],
  ['weeks', (row) => row.forecast?.weeks ?? null],
  ['levels', (row) => listOf(row.forecast?.levels, plainNumber)],
  ['chances', (row) => listOf(row.forecast?.chances, plainNumber)],
  ['plain', (row) => listOf(row.forecast?.plain, plainNumber)],
  ['firstTouches', (row) => listOf(row.forecast?.first, isoTime)],
  ['touchNo', (row) => row.marks.get('touch')?.no ?? null],
  ['touchHash', (row) => row.marks.get('touch')?.hash ?? null],
];

/** Returns values separated by spaces, `none` in the place of a missing one; null without any. */
function listOf(
  values: readonly (number | null)[] | null | undefined,
  write: (value: number) => string | null,
): string | null {
  if (!values?.length) return null;
  const fields = values.map((value) => (value === null ? null : write(value)));
  return fields.map((field) => field ?? NO_VALUE).join(' ');
}

/** A list must not begin with a sign: spreadsheets would compute it. */
const NO_VALUE = 'none';

/** Caller that receives the file, and the queue that computes its parts. */
interface QueuedFile {
  readonly caller: string;
  readonly queue: FileQueue;
}

/**
 * Returns a CSV stream of every row that passes a filter, the newest first; memory does not grow with the number of
 * rows.
 */
export function rowsFile(
  db: Db,
  filter: RowFilter,
  view: RowView,
  { caller, queue }: QueuedFile,
): FileContent {
  return {
    size: null,
    type: 'text/csv; charset=utf-8',
    name: `rasat-record-${isoTime(view.nowMs)?.slice(0, 10)}.csv`,
    attachment: true,
    open: () => queue.write(caller, writeRows(db, filter, view)),
  };
}

async function* writeRows(db: Db, filter: RowFilter, view: RowView): AsyncGenerator<Buffer, void> {
  yield Buffer.from(BYTE_ORDER_MARK + csvRow(COLUMNS.map(([name]) => name)));
  for (let after: RowPlace | undefined = LIST_START; after; ) {
    const { nowMs, seesAll } = view;
    const search: RowSearch = { filter, after, nowMs, seesAll };
    const { places, rows, hashes } = await retryUnavailable(() => readPart(db, search), FILE_RETRY);
    if (rows.length > 0) {
      yield Buffer.from(rows.map((row) => writeRow(fileRowOf(row, hashes, view))).join(''));
    }
    after = places.length < ROWS_AT_ONCE ? undefined : places.at(-1);
  }
}

interface FilePart {
  readonly places: readonly RowPlace[];
  readonly rows: readonly RowDetails[];
  /** Hashes of their outcomes by number. */
  readonly hashes: ReadonlyMap<number, Buffer>;
}

async function readPart(db: Db, search: RowSearch): Promise<FilePart> {
  const places = await listRowPlaces(db, search, ROWS_AT_ONCE);
  const rows = await listRowDetails(db, places);
  // Hashes are read last: an outcome that was found has one, even when it is folded in the meantime.
  const numbers = rows.flatMap(({ outcomes }) => outcomes.map(({ no }) => no));
  return { places, rows, hashes: await findHashes(db, 'outcomes', numbers) };
}

function fileRowOf(row: RowDetails, hashes: FilePart['hashes'], view: RowView): FileRow {
  const shown = showRow(row, view);
  const marks = new Map<OutcomeLeg, OutcomeMark>();
  if (!shown.sealed) {
    for (const { leg, no } of row.outcomes) {
      const hash = hashes.get(no);
      if (hash) marks.set(leg, { no, hash: hash.toString('hex') });
    }
  }
  return { ...shown, marks };
}

function writeRow(row: FileRow): string {
  return csvRow(COLUMNS.map(([, of]) => of(row)));
}

function isoTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

function wayOf(way: boolean | null | undefined): string | null {
  return way === null || way === undefined ? null : way ? 'buy' : 'sell';
}
