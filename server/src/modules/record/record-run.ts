import { isDeepStrictEqual } from 'node:util';
import { listCosts, readCosts } from '@rasat/contract';
import { DAY_MS, ENGINE_VERSION, MINUTE_MS } from '@rasat/engine';
import { type CostSettings, DEFAULT_COSTS } from '@rasat/ledger';
import type { Config } from '../../platform/config.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { PartContext } from '../../platform/part.ts';
import { listSeries } from '../market/index.ts';
import { findChainHeads, findLedgerHead } from '../signals/index.ts';
import { listCells } from './baseline-store.ts';
import { type BaselineCount, type LongRun, updateBaselines } from './baselines.ts';
import { type Certificate, certify } from './certificate.ts';
import { findLastRun, insertRun, lockRun, replaceFigures, unlockRun } from './figure-store.ts';
import { computeRecordFigures } from './figures.ts';
import { publishHead, type RecordHead } from './heads.ts';
import { listCertificates } from './published-store.ts';

/** What a computation of the record has done. */
export interface RecordReport extends BaselineCount {
  readonly id: number;
  /** Rows and outcomes that there were when it began, and groups of which there are figures. */
  readonly rows: number;
  readonly outcomes: number;
  readonly figures: number;
  /** The head of the day; null while the ledger is empty. */
  readonly head: RecordHead | null;
  readonly certificate: Certificate;
}

/** What a computation needs of its surroundings. */
export type RecordContext = Pick<PartContext, 'db' | 'clock' | 'config'>;

/** Shares of the whole at which its stages end. */
const STAGES = { baselines: 0.3, figures: 0.45, head: 0.5 } as const;

/** The costs of round trips that the operator has set, over those that stand otherwise. */
export function costsOf({ recordCosts }: Pick<Config, 'recordCosts'>): CostSettings {
  return readCosts(recordCosts) ?? DEFAULT_COSTS;
}

/**
 * Computes the record: brings baselines and twins up to the bars, sums up everything that was decided when it began, puts
 * the figures in the place of those before, publishes the head of the day and issues a certificate. After
 * an interruption the earlier figures stay, and the next run continues. Null when another one is
 * running, here or in another process. Throws, with the certificate issued, when rows are missing from the record.
 */
export function runRecord(context: RecordContext, run: LongRun): Promise<RecordReport | null> {
  // The lock lives as long as the connection, and so ends with the process however that ends.
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
  const { id, rows, outcomes, seed, costs } = await begin(context);
  const count = await updateBaselines(db, rows, stage(run, 0, STAGES.baselines));
  const found = await computeRecordFigures(
    db,
    {
      toSeq: rows,
      toNo: outcomes,
      cells: await listCells(db),
      series: await listSeries(db),
      seed,
      costs,
      nowMs: clock.now(),
    },
    stage(run, STAGES.baselines, STAGES.figures),
  );
  run.signal.throwIfAborted();
  const finishedAtMs = clock.now();
  await inTransaction(db, (trx) =>
    replaceFigures(trx, { id, finishedAtMs }, found.figures, found.touches),
  );
  // A record of which rows are missing has no head, and a certificate that says so all the more.
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

/** Fixes what is computed: the rows and outcomes that there are now, and a random seed. */
function begin({ db, clock, config }: RecordContext) {
  return inTransaction(db, async (trx) => {
    const { ledger, outcomes } = await findChainHeads(trx);
    const seed = Buffer.from(ledger.hash, 'hex');
    const costs = costsOf(config);
    const id = await insertRun(trx, {
      started_at: clock.now(),
      engine_version: ENGINE_VERSION,
      ledger_rows: ledger.number,
      outcomes: outcomes.number,
      seed,
      costs: listCosts(costs),
    });
    return { id, rows: ledger.number, outcomes: outcomes.number, seed, costs };
  });
}

/** A stage of a computation, from one share of the whole to another. */
function stage({ signal, progress }: LongRun, from: number, to: number): LongRun {
  return { signal, progress: (share) => progress(from + (to - from) * share) };
}

/** When a computation is due every day, after midnight UTC. */
const NIGHT_MS = 20 * MINUTE_MS;

/** The last moment at which a computation was due. */
export function lastNight(nowMs: number): number {
  return Math.floor((nowMs - NIGHT_MS) / DAY_MS) * DAY_MS + NIGHT_MS;
}

/**
 * Whether the record of a night is `computed`, is `due`, or there is `nothing` to compute it from. What another engine
 * has computed, or with other costs, is due again. `whole`: with the certificate of that night.
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
