import { ENGINE_VERSION, ENGINE_VERSIONS, resolutionMs } from '@rasat/engine';
import { type BarColumns, prepareBars, sliceColumns } from '@rasat/ledger';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { findEventTimeAfter, listStates, type VersionState } from '../analysis/index.ts';
import { readBaseHistory, type Series } from '../market/index.ts';
import { findPublisherCursor, isRecorded, listSignals, type Signal } from '../signals/index.ts';
import { listBaselines } from './baseline-store.ts';
import { checkBars } from './check-bars.ts';
import { type BarsUpTo, checkBaselines, checkTwins, type RunMarks } from './check-baselines.ts';
import { checkForecasts } from './check-forecasts.ts';
import { checkList } from './check-list.ts';
import { checkRows } from './check-rows.ts';
import { findLastRun } from './figure-store.ts';
import type { OnFlaw } from './flaw.ts';
import { findForecastsAfter } from './published.ts';
import { checkEnd, findEndToCheck } from './series-end.ts';
import { listPublishedVersions } from './series-version.ts';
import type { RecordTables, RecordTwinTable } from './tables.ts';

/** Parts of a series that a check covers. */
export interface CheckScope {
  /** Checked rows by engine version, with their matched entries and twins; null for all. */
  readonly signals: ReadonlyMap<string, readonly Signal[]> | null;
  /** Whether the list and the bars of other resolutions are checked. */
  readonly stored: boolean;
}

/** Everything of a series. */
export const WHOLE_SCOPE: CheckScope = { signals: null, stored: true };

/** Counts of a checked series. */
export interface CheckCount {
  rows: number;
  outcomes: number;
  baselines: number;
  twins: number;
  /** 15-minute bars whose hour is not stored, which no check covers. */
  uncovered: number;
}

/** Returns the counts of a check of nothing. */
export const noCount = (): CheckCount => ({
  rows: 0,
  outcomes: 0,
  baselines: 0,
  twins: 0,
  uncovered: 0,
});

/**
 * Checks everything stored of a series against its base bars without the code that made it: rows and outcomes, matched
 * entries and twins, the list of rows, and the bars of other resolutions. Rows of engine versions that the program does
 * not contain are not resolved. Needs a transaction with one snapshot; keeps one series in memory.
 */
export async function checkSeries(
  db: Db,
  series: Series,
  scope: CheckScope & { readonly marks: CheckMarks },
  onFlaw: OnFlaw,
): Promise<CheckCount> {
  const count = noCount();
  const versions = scope.signals
    ? [...scope.signals.keys()]
    : await listPublishedVersions(db, [series.id]);
  let base: BarColumns;
  let bars: BarsUpTo;
  try {
    base = await readBaseHistory(db, series);
    bars = openBars(base, series);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    const text = `the stored bars cannot be checked: ${reason}`;
    onFlaw({ class: 'bars', what: 'bars', seq: null, leg: '', key: 'bars', timeMs: 0, text });
    return count;
  }
  const all: Signal[] = [];
  if (isRecorded(series)) {
    const marks = marksOf(series, scope.marks);
    const states = await listStates(db, series.id);
    const end = await findEndToCheck(db, series);
    const whole = scope.signals ? null : await listBaselines(db, series.id);
    for (const version of versions) {
      const checked =
        scope.signals?.get(version) ??
        (await listSignals(db, { seriesId: series.id, engineVersion: version }));
      if ((ENGINE_VERSIONS as readonly string[]).includes(version)) {
        const { publishedTo } = scope.marks;
        const dueToMs = await findDueMs(db, series, { version, states, publishedTo });
        const found = checkRows(checked, bars.whole, { dueToMs, end }, onFlaw);
        const { forecastsAfterMs: afterMs } = scope.marks;
        if (whole !== null && version === ENGINE_VERSION && afterMs !== null) {
          checkForecasts(checked, bars.whole, { afterMs, byMs: dueToMs }, onFlaw);
        }
        count.rows += found.rows;
        count.outcomes += found.outcomes;
      }
      const of = { symbol: series.symbol, bars, marks };
      const stored = whole ?? (await listBaselines(db, series.id, seqsOf(checked)));
      count.baselines += checkBaselines(checked, stored, of, onFlaw);
      count.twins += checkTwins(checked, await listTwins(db, checked), of, onFlaw);
      for (const signal of checked) all.push(signal);
    }
    if (scope.stored) {
      await checkList(db, series, all, onFlaw);
      await checkEnd(db, series, all, onFlaw);
    }
  }
  if (scope.stored) count.uncovered += (await checkBars(db, series, base, onFlaw)).uncovered;
  return count;
}

function openBars(base: BarColumns, series: Series): BarsUpTo {
  const whole = prepareBars(base, series);
  const lengthMs = resolutionMs[series.base];
  const parts = new Map<number, typeof whole>();
  return {
    whole,
    endMs: (base.openTimeMs[base.length - 1] ?? 0) + lengthMs,
    upTo(timeMs) {
      const known = parts.get(timeMs);
      if (known) return known;
      let length = base.length;
      while (length > 0 && (base.openTimeMs[length - 1] as number) + lengthMs > timeMs) length -= 1;
      const part =
        length === base.length ? whole : prepareBars(sliceColumns(base, 0, length), series);
      // A forged time makes a list of its own; the last ones are enough for stored times, which are few.
      if (parts.size >= MOST_PARTS) parts.clear();
      parts.set(timeMs, part);
      return part;
    },
  };
}

const MOST_PARTS = 8;

async function listTwins(
  db: Db,
  signals: readonly Signal[],
): Promise<ReadonlyMap<number, Selectable<RecordTwinTable>>> {
  const seqs = signals.flatMap(({ row }) => (row.kind === 'levels' ? [row.seq] : []));
  const rows = await db
    .withTables<RecordTables>()
    .selectFrom('record_twin')
    .selectAll()
    .where('seq', '=', sql<number>`any(${seqs}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.seq, row]));
}

const seqsOf = (signals: readonly Signal[]): number[] => signals.map(({ row }) => row.seq);

/** Marks of a snapshot of the database, the same for all of its series. */
export interface CheckMarks {
  /** The last computation of the record; undefined before the first. */
  readonly run: Awaited<ReturnType<typeof findLastRun>>;
  /** The last event that the publisher has reached. */
  readonly publishedTo: number;
  /** Time after which forecasts are published; null where none are. */
  readonly forecastsAfterMs: number | null;
}

/** Reads the marks of a snapshot. */
export async function readCheckMarks(db: Db): Promise<CheckMarks> {
  return {
    run: await findLastRun(db),
    publishedTo: await findPublisherCursor(db),
    forecastsAfterMs: await findForecastsAfter(db),
  };
}

/** Returns the marks of the last computation of the record; null before the first. */
function marksOf({ symbol, category }: Series, { run }: CheckMarks): RunMarks | null {
  if (!run) return null;
  const cost =
    run.costs.find(({ of }) => of === symbol) ?? run.costs.find(({ of }) => of === category);
  return cost ? { toSeq: run.ledger_rows, toNo: run.outcomes, cost } : null;
}

/**
 * Returns the time up to which a version owes outcomes: the end of the analysed bars, and before the first event that
 * the publisher has not reached.
 */
async function findDueMs(
  db: Db,
  { id, base }: Series,
  of: {
    readonly version: string;
    readonly states: readonly VersionState[];
    readonly publishedTo: number;
  },
): Promise<number> {
  const ends = of.states.flatMap(({ cursorMs }) =>
    cursorMs === null ? [] : cursorMs + resolutionMs[base],
  );
  const key = { seriesId: id, engineVersion: of.version };
  const waiting = await findEventTimeAfter(db, key, of.publishedTo);
  return Math.min(Math.max(0, ...ends), (waiting ?? Number.POSITIVE_INFINITY) - 1);
}
