import { WEEK_MS } from '@rasat/engine';
import {
  BASELINE_YEAR_MS,
  ENDED_FILE_VERSION,
  LEVEL_SET_LIFE_MS,
  type LedgerRow,
  type OutcomeRow,
  RECORD_FILE_FORMAT,
  RECORD_FILE_VERSION,
  type RecordFile,
  recordedEntry,
  recordedLevels,
  VOID,
  writeRecordFile,
} from '@rasat/ledger';
import type { Selectable } from 'kysely';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { sha256 } from '../../platform/sha256.ts';
import { listCorrections, listSeries, readEncodedBars, type Series } from '../market/index.ts';
import { type EndedRow, findChainedSignal, findHashes, listEndedSeries } from '../signals/index.ts';
import { type Baseline, unpackEntries } from './baseline-part.ts';
import { findBaselines, findTwin } from './baseline-store.ts';
import { findNewestHead } from './head-store.ts';
import { auditPath, headOf, type RecordHead } from './heads.ts';
import { listPublishedTo } from './published-to.ts';
import type { RecordTwinTable } from './tables.ts';

/**
 * Builds the text of the file from which a reader recomputes a row (docs/formats/record-file.md); undefined when the
 * row does not exist. Reads one snapshot of the database. Contains closed bars only, from the first of the series to
 * the last that outcomes, matched entries and twin need. The caller checks whether the reader may see the row.
 */
export function buildRowFile(db: Db, seq: number): Promise<string | undefined> {
  return inTransaction(
    db,
    async (trx) => {
      const signal = await findChainedSignal(trx, seq);
      if (!signal) return undefined;
      const { row, outcomes } = signal;
      const series = (await listSeries(trx)).find((one) => one.id === row.seriesId);
      if (!series) throw new Error(`row ${seq} is of series ${row.seriesId}, which does not exist`);
      const hasVoid = outcomes.some(({ status }) => status === VOID);
      const ended = hasVoid ? (await listEndedSeries(trx)).get(series.id) : undefined;
      const publishedTo =
        ended?.detail.at ?? lastNeeded(row, outcomes, await publishedToOf(trx, row, series));
      const baseline = (await findBaselines(trx, [seq])).get(seq);
      const twin = row.kind === 'levels' ? await findTwin(trx, seq) : undefined;
      const barsTo = Math.max(
        row.barTime,
        publishedTo,
        baseline ? baselineEnd(row, outcomes, baseline) : 0,
        twin ? twinEnd(row, twin) : 0,
      );
      const bars = await readEncodedBars(trx, series, barsTo);
      const corrections = await listCorrections(trx, series, barsTo);
      const newest = await findNewestHead(trx);
      const head = newest && newest.size >= seq ? headOf(newest) : null;
      const path = head ? await auditPath(trx, 'ledger', seq, head.size) : [];
      const outcomePaths = await outcomePathsOf(trx, outcomes, head);
      const after = (await findHashes(trx, 'ledger', [seq + 1])).get(seq + 1);
      const file: Omit<RecordFile, 'checksum'> = {
        format: RECORD_FILE_FORMAT,
        version: ended ? ENDED_FILE_VERSION : RECORD_FILE_VERSION,
        row: row as RecordFile['row'],
        before: row.prevHash,
        after: after?.toString('hex') ?? null,
        outcomes: outcomes as RecordFile['outcomes'],
        publishedTo,
        series: seriesOf(series),
        bars: bars.map((chunk) => Buffer.from(chunk).toString('base64')),
        corrections: corrections.map(({ openTimeMs: time, reason, seenMs: seen, offered }) => ({
          time,
          reason,
          seen,
          offered: [...offered],
        })),
        head,
        path: path.map(hexOf),
        outcomePaths,
        baseline: baseline ? baselineOf(baseline) : null,
        twin: twin ? twinOf(twin) : null,
        ...(ended && { ended: await endedOf(trx, ended, head) }),
      };
      return writeRecordFile(file, sha256);
    },
    'repeatable read',
  );
}

/** Returns the register row that ends a series, with its audit path. */
async function endedOf(
  db: Db,
  row: EndedRow,
  head: RecordHead | null,
): Promise<NonNullable<RecordFile['ended']>> {
  const isCovered = head !== null && row.seq <= head.size;
  const path = isCovered ? await auditPath(db, 'ledger', row.seq, head.size) : null;
  return { row, path: path?.map(hexOf) ?? null };
}

const hexOf = (node: Buffer): string => node.toString('hex');

/** Returns the audit path of each outcome; null for one that the head does not cover. */
async function outcomePathsOf(
  db: Db,
  outcomes: readonly OutcomeRow[],
  head: RecordHead | null,
): Promise<(string[] | null)[]> {
  const paths: (string[] | null)[] = [];
  for (const { no } of outcomes) {
    const isCovered = head !== null && head.outcomesRoot !== null && no <= head.outcomes;
    const path = isCovered ? await auditPath(db, 'outcomes', no, head.outcomes) : null;
    paths.push(path?.map(hexOf) ?? null);
  }
  return paths;
}

/** Returns the time up to which the row's engine has analysed the series and published every result. */
async function publishedToOf(db: Db, row: LedgerRow, series: Series): Promise<number> {
  const times = await listPublishedTo(db, series);
  return times.find((one) => one.engineVersion === row.engineVersion)?.to ?? row.barTime;
}

/** Returns the close of the last bar that can affect the row. */
function lastNeeded(row: LedgerRow, outcomes: readonly OutcomeRow[], publishedTo: number): number {
  // A forecast has one outcome, a position one for each of its two targets.
  const ends = outcomes.filter(({ leg }) => leg !== 'entry').map(({ barTime }) => barTime);
  if (ends.length === (row.kind === 'forecast' ? 1 : 2))
    return Math.min(publishedTo, Math.max(...ends));
  const weekEnd = (recordedLevels(row)?.d ?? 0) + WEEK_MS;
  const isUntouched = row.kind === 'levels' && outcomes.length === 0;
  return isUntouched ? Math.min(publishedTo, weekEnd) : publishedTo;
}

/** Returns the close of the last bar that the stored entries, or the reason without any, need. */
function baselineEnd(
  row: LedgerRow,
  outcomes: readonly OutcomeRow[],
  { reason, complete, barsTo }: Baseline,
): number {
  const entry = recordedEntry(row, outcomes.find(({ leg }) => leg === 'entry') ?? null);
  if (!complete || entry === null) return barsTo;
  if (reason === 'days') return entry.openedMs;
  // That the year is over shows in a bar that closes after it.
  if (reason === 'few') return Math.min(barsTo, entry.openedMs + BASELINE_YEAR_MS + 1);
  // The engine's limits are fractions of milliseconds; the times of bars are integers.
  return Math.min(barsTo, Math.ceil(entry.expiryMs) + BASELINE_YEAR_MS);
}

/** Returns the close of the last bar that the stored twin needs. */
function twinEnd(row: LedgerRow, { complete, bars_to }: Selectable<RecordTwinTable>): number {
  const set = recordedLevels(row);
  if (!complete || set === null) return bars_to;
  return Math.min(bars_to, set.d + LEVEL_SET_LIFE_MS);
}

/** Returns the facts of a series as files have them. */
export function seriesOf(series: Series): RecordFile['series'] {
  const { id, symbol, source, category, digits, base, fx } = series;
  return { id, symbol, source, category, digits, base, fx };
}

/** Returns stored matched entries as files have them. */
export function baselineOf(row: Baseline): NonNullable<RecordFile['baseline']> {
  return {
    reason: row.reason,
    entries1: unpackEntries(row.entries1),
    entries2: unpackEntries(row.entries2),
    targets1: row.targets1,
    stops1: row.stops1,
    targets2: row.targets2,
    open: row.open,
    cost: row.cost,
    costs: row.costs,
    coverage: row.coverage,
    complete: row.complete,
    barsTo: row.barsTo,
  };
}

type Touch = NonNullable<RecordFile['twin']>['touch'];

function twinOf(row: Selectable<RecordTwinTable>): RecordFile['twin'] {
  return {
    touch: row.touch as Touch,
    twinTouch: row.twin_touch as Touch,
    twinStatus1: row.twin_status1 as Touch,
    twinStatus2: row.twin_status2 as Touch,
    twinR1: row.twin_r1,
    twinR2: row.twin_r2,
    complete: row.complete,
    barsTo: row.bars_to,
  };
}
