import {
  CHUNK_BARS,
  encodeBars,
  type LedgerRow,
  type OutcomeRow,
  roundTripCost,
  sliceColumns,
} from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import { FILE_RETRY, retryUnavailable } from '../../platform/db/retry-unavailable.ts';
import { type FileContent, JSON_TYPE } from '../../platform/http/answers.ts';
import { readAllBaseBars, type Series } from '../market/index.ts';
import { chainRows, findChainHeads, findSignals, listEndedSeries } from '../signals/index.ts';
import type { FileQueue } from './file-queue.ts';
import { findNewestHead } from './head-store.ts';
import { headOf } from './heads.ts';
import { listPublishedTo } from './published-to.ts';
import { baselineOf, seriesOf } from './row-file.ts';
import { listRowDetails, type RowDetails } from './row-store.ts';
import { isSealed, type RowView } from './rows.ts';
import { listSeriesRows } from './series-store.ts';

/** `format` of the file of a series. */
const SERIES_FILE_FORMAT = 'rasat-record-series';
/** Version of the format; it rises with every change of the members or of what they mean. */
const SERIES_FILE_VERSION = 1;
/** Rows read and written in one step. */
const ROWS_AT_ONCE = 200;

/** Caller that receives the file, and the queue that computes its parts. */
interface QueuedFile {
  readonly caller: string;
  readonly queue: FileQueue;
}

/**
 * Returns the file from which a reader verifies every row of a series (docs/formats/record-series.md), as a stream.
 * Rows that are sealed for the caller are reduced. The caller of this function checks who may have the bars.
 */
export function seriesFile(
  db: Db,
  series: Series,
  view: RowView,
  { caller, queue }: QueuedFile,
): FileContent {
  return {
    size: null,
    type: JSON_TYPE,
    name: `rasat-record-${series.symbol}.json`,
    attachment: true,
    open: () => queue.write(caller, writeSeries(db, series, view)),
  };
}

/**
 * Yields the text in parts. Rows and outcomes are never changed, so their last numbers at the start are the snapshot.
 * The times in `published` are read before these numbers, and the bars after all rows, so that the file has every
 * outcome up to these times and every bar that a row or its matched entries were computed from.
 */
async function* writeSeries(db: Db, series: Series, view: RowView): AsyncGenerator<Buffer, void> {
  const ask = <T>(read: () => Promise<T>): Promise<T> => retryUnavailable(read, FILE_RETRY);
  const published = await ask(() => listPublishedTo(db, series));
  const { ledger, outcomes } = await ask(() => findChainHeads(db));
  const newest = await ask(() => findNewestHead(db));
  const seqs = await ask(() => listSeriesRows(db, series.id, ledger.number));
  const ended = (await ask(() => listEndedSeries(db))).get(series.id) ?? null;
  const start = {
    format: SERIES_FILE_FORMAT,
    version: SERIES_FILE_VERSION,
    series: seriesOf(series),
    cost: roundTripCost(view.costs, series.category, series.symbol),
    head: newest ? headOf(newest) : null,
    published,
    ended: ended && ended.seq <= ledger.number ? ended : null,
  };
  yield Buffer.from(`${JSON.stringify(start).slice(0, -1)},"rows":[`);
  for (let at = 0; at < seqs.length; at += ROWS_AT_ONCE) {
    const part = seqs.slice(at, at + ROWS_AT_ONCE);
    const rows = await ask(() => readRows(db, part, outcomes.number, view));
    yield Buffer.from((at === 0 ? '' : ',') + rows.map((row) => JSON.stringify(row)).join(','));
  }
  yield Buffer.from('],"bars":[');
  let isFirst = true;
  for await (const bars of readAllBaseBars(db, series)) {
    for (let from = 0; from < bars.length; from += CHUNK_BARS) {
      const part = sliceColumns(bars, from, Math.min(bars.length, from + CHUNK_BARS));
      const chunk = Buffer.from(encodeBars(part, series.digits)).toString('base64');
      yield Buffer.from(`${isFirst ? '' : ','}"${chunk}"`);
      isFirst = false;
    }
  }
  yield Buffer.from(']}');
}

/** A row of the file; a sealed row has nothing from which its side or a price could be inferred. */
type FileRow =
  | {
      readonly row: LedgerRow;
      readonly outcomes: readonly OutcomeRow[];
      readonly baseline: ReturnType<typeof baselineOf> | null;
    }
  | { readonly sealed: ReturnType<typeof sealedRow> };

async function readRows(
  db: Db,
  seqs: readonly number[],
  toNo: number,
  view: RowView,
): Promise<FileRow[]> {
  const details = new Map(
    (
      await listRowDetails(
        db,
        seqs.map((seq) => ({ seq })),
      )
    ).map((one) => [one.seq, one]),
  );
  const signals = await findSignals(db, seqs);
  const opened = seqs.flatMap((seq) => {
    const detail = details.get(seq);
    const signal = signals.get(seq);
    if (!detail || !signal) throw new Error(`row ${seq} is missing; see rasat verify`);
    return { detail, signal };
  });
  // Hashes are read last: a row that was found has one, even when it is folded in the meantime.
  const shown = opened.filter(({ detail }) => !isSealed(detail, view)).map(({ signal }) => signal);
  const rows = await chainRows(
    db,
    'ledger',
    shown.map(({ row }) => row),
    ({ seq }) => seq,
  );
  const outcomes = await chainRows(
    db,
    'outcomes',
    shown.flatMap((signal) => signal.outcomes.filter(({ no }) => no <= toNo)),
    ({ no }) => no,
  );
  const rowOf = new Map(rows.map((row) => [row.seq, row]));
  const outcomesOf = Map.groupBy(outcomes, ({ seq }) => seq);
  return opened.map(({ detail }): FileRow => {
    const row = rowOf.get(detail.seq);
    if (!row) return { sealed: sealedRow(detail) };
    const { baseline } = detail;
    return {
      row,
      outcomes: outcomesOf.get(row.seq) ?? [],
      baseline: baseline && baselineOf(baseline),
    };
  });
}

function sealedRow({
  seq,
  kind,
  setup,
  engineVersion,
  barTime,
  createdAt,
  origin,
  hash,
}: RowDetails) {
  return {
    seq,
    kind,
    setup,
    engineVersion,
    barTime,
    createdAt,
    origin,
    hash: hash.toString('hex'),
  };
}
