import { isDeepStrictEqual } from 'node:util';
import { listCosts, readCosts } from '@rasat/contract';
import { DAY_MS, ENGINE_VERSION, MINUTE_MS } from '@rasat/engine';
import { type CostSettings, DEFAULT_COSTS, FIGURES_SEED } from '@rasat/ledger';
import type { Config } from '../../platform/config.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { PartContext } from '../../platform/part.ts';
import { listSeries } from '../market/index.ts';
import { findChainHeads, findLedgerHead } from '../signals/index.ts';
import { updateBacktests } from './backtests.ts';
import { listCells } from './baseline-store.ts';
import { type BaselineCount, type LongRun, updateBaselines } from './baselines.ts';
import { computeBacktests } from './calibration.ts';
import { saveCalibration } from './calibration-store.ts';
import { type Certificate, certify } from './certificate.ts';
import { findLastRun, insertRun, lockRun, replaceFigures, unlockRun } from './figure-store.ts';
import { computeRecordFigures } from './figures.ts';
import { publishHead, type RecordHead } from './heads.ts';
import { savePrimary } from './look-store.ts';
import { listCertificates } from './published-store.ts';

/** Result of a computation of the record. */
export interface RecordReport extends BaselineCount {
  readonly id: number;
  /** Rows and outcomes at the start of the computation, and number of groups with figures. */
  readonly rows: number;
  readonly outcomes: number;
  readonly figures: number;
  /** The head of the day; null while the ledger is empty. */
  readonly head: RecordHead | null;
  readonly certificate: Certificate;
}

/** Parts of the context that a computation uses. */
export type RecordContext = Pick<PartContext, 'db' | 'clock' | 'config'>;

/** Shares of the progress at which the stages end. */
const STAGES = { baselines: 0.2, backtests: 0.3, figures: 0.45, head: 0.5 } as const;

/** Returns the operator's costs of round trips, or the default ones. */
export function costsOf({ recordCosts }: Pick<Config, 'recordCosts'>): CostSettings {
  return readCosts(recordCosts) ?? DEFAULT_COSTS;
}

/**
 * Computes the record: updates baselines and twins to the last bar, computes missing backtests of forecasts, sums up
 * everything that was decided at the start, replaces the stored figures, publishes the head of the day and issues a
 * certificate. After an interruption the earlier figures stay, and the next run continues. Returns null when another
 * run is active, here or in another process. Throws, with the certificate issued, when rows are missing from the record.
 */
export function runRecord(context: RecordContext, run: LongRun): Promise<RecordReport | null> {
  // The lock belongs to the connection, so it is released even when the process is killed.
  return context.db.connection().execute(async (connection) => {
    if (!(await lockRun(connection))) return null;
    try {
      return await compute({ ...context, db: connection }, run);
    } finally {
      await unlockRun(connection).catch(() => {});
    }
  });
}

async function compute(context: RecordContext, run: LongRun): Promise<RecordReport> {
  const { db, clock } = context;
  const { id, rows, outcomes, costs, startedAtMs } = await begin(context);
  const count = await updateBaselines(db, rows, costs, stage(run, 0, STAGES.baselines));
  await updateBacktests(db, stage(run, STAGES.baselines, STAGES.backtests));
  const found = await computeRecordFigures(
    db,
    {
      toSeq: rows,
      toNo: outcomes,
      cells: await listCells(db),
      series: await listSeries(db),
      costs,
      nowMs: startedAtMs,
    },
    stage(run, STAGES.backtests, STAGES.figures),
  );
  const backtest = await computeBacktests(db, await listSeries(db));
  run.signal.throwIfAborted();
  const finishedAtMs = clock.now();
  await inTransaction(db, async (trx) => {
    await replaceFigures(trx, { id, finishedAtMs }, found.figures, found.touches);
    await saveCalibration(trx, found.calibration, backtest, finishedAtMs);
    await savePrimary(trx, found.primary, { costs, takenMs: finishedAtMs });
  });
  // A record with missing rows has no head, but still needs a certificate that reports them.
  const [published] = await Promise.allSettled([publishHead(db, clock)]);
  const proof = stage(run, STAGES.head, 1);
  const certificate = await certify(db, {
    clock,
    signal: run.signal,
    onProgress: ({ done, total }) => proof.progress(total === 0 ? 1 : done / total),
  });
  if (published.status === 'rejected') throw published.reason;
  const head = published.value;
  return { ...count, id, rows, outcomes, figures: found.figures.length, head, certificate };
}

/**
 * Stores the start of a run: the present last rows of both chains, the fixed seed of the intervals, and the costs.
 */
function begin({ db, clock, config }: RecordContext) {
  return inTransaction(db, async (trx) => {
    const { ledger, outcomes } = await findChainHeads(trx);
    const costs = costsOf(config);
    const startedAtMs = clock.now();
    const id = await insertRun(trx, {
      started_at: startedAtMs,
      engine_version: ENGINE_VERSION,
      ledger_rows: ledger.number,
      outcomes: outcomes.number,
      seed: Buffer.from(FIGURES_SEED),
      costs: listCosts(costs),
    });
    return { id, rows: ledger.number, outcomes: outcomes.number, costs, startedAtMs };
  });
}

/** Returns a stage of a computation, from one share of the progress to another. */
function stage({ signal, progress }: LongRun, from: number, to: number): LongRun {
  return { signal, progress: (share) => progress(from + (to - from) * share) };
}

/** Time after midnight UTC at which the daily computation is due. */
const NIGHT_MS = 20 * MINUTE_MS;

/** Returns the last moment at which a computation was due. */
export function lastNight(nowMs: number): number {
  return Math.floor((nowMs - NIGHT_MS) / DAY_MS) * DAY_MS + NIGHT_MS;
}

/**
 * Returns whether the record of a night is `computed`, is `due`, or there is `nothing` to compute. A record of another
 * engine version or with other costs is due again. `whole`: the night also needs its certificate.
 */
export async function findRecordState(
  { db, config }: Pick<RecordContext, 'db' | 'config'>,
  nightMs: number,
  { whole }: { readonly whole: boolean },
): Promise<'computed' | 'due' | 'nothing'> {
  const last = await findLastRun(db);
  const [certificate] = await listCertificates(db, 1);
  const isProven = !whole || (certificate !== undefined && certificate.started_at >= nightMs);
  const isOurs =
    last !== undefined &&
    last.engine_version === ENGINE_VERSION &&
    isDeepStrictEqual(last.costs, listCosts(costsOf(config)));
  if (isOurs && last.started_at >= nightMs && isProven) return 'computed';
  return (await findLedgerHead(db)) > 0 ? 'due' : 'nothing';
}
