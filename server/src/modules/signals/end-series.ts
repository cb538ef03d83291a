import { ENGINE_VERSIONS, type EngineVersion, resolutionMs } from '@rasat/engine';
import {
  type EndDetail,
  type OutcomeRow,
  openLegs,
  type RegisterDraft,
  type SeriesEnd,
  voidDraft,
} from '@rasat/ledger';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { findEventTimeAfter, listStates } from '../analysis/index.ts';
import { listEnds, listHeads, readLastBars, type StoredEnd } from '../market/index.ts';
import { isRecorded } from './append-events.ts';
import type { ChainHead } from './chain-store.ts';
import { hashOfRegister, makeOutcomeRow } from './ledger-row.ts';
import type { Signal } from './part.ts';
import { insertRegister, listEndedSeries } from './register-store.ts';
import { listSignals } from './signal-store.ts';
import { insertOutcomes, lockPublisher, type PublisherState } from './store.ts';
import { listUnpublished } from './unpublished-events.ts';

/** How archived series are ended. */
export interface EndingOfSeries {
  readonly now: () => number;
  /** Appends what must precede the next row of the ledger's chain, and returns its last row. */
  readonly register: (trx: Db, state: PublisherState, nowMs: number) => Promise<ChainHead>;
}

/** Result of ending archived series. */
export interface EndedCount {
  readonly ended: number;
  /** Number of series whose bars are not analysed, or whose events are not published, to their end. */
  readonly waiting: number;
}

/**
 * Ends every archived series with rows that has no register row `ended` yet: appends that row, and a void outcome for
 * each leg that its bars leave open. A series whose last bars are not analysed and published waits.
 */
export async function endArchived(db: Db, { now, register }: EndingOfSeries): Promise<EndedCount> {
  const due = await listDue(db);
  let ended = 0;
  for (const end of due) {
    const isEnded = await inTransaction(db, async (trx) => {
      const state = await lockPublisher(trx);
      const nowMs = Math.max(now(), state.publishedMs);
      const open = await findOpen(trx, end, state);
      if (!open || open.atMs > nowMs) return false;
      // Another publisher may have ended it meanwhile.
      if ((await listEndedSeries(trx)).has(end.series.id)) return true;
      await append(trx, end, open, { state, head: await register(trx, state, nowMs), nowMs });
      return true;
    });
    if (isEnded) ended += 1;
  }
  return { ended, waiting: due.length - ended };
}

/** Returns the archived series with rows in the ledger that have not been ended, by id. */
async function listDue(db: Db): Promise<StoredEnd[]> {
  const known = await listEndedSeries(db);
  const { rows } = await sql<{ id: number }>`
    select distinct series_id as id from record_cell`.execute(db);
  const published = new Set(rows.map(({ id }) => id));
  return (await listEnds(db)).filter(
    ({ series }) => isRecorded(series) && published.has(series.id) && !known.has(series.id),
  );
}

/** What is open when a series ends. */
interface OpenAtEnd extends Omit<SeriesEnd, 'seq' | 'reason' | 'inputHash'> {
  readonly legs: readonly {
    readonly seq: number;
    readonly leg: OutcomeRow['leg'];
    readonly engineVersion: string;
    readonly inputHash: string;
  }[];
}

/**
 * Returns the legs that are open at the end of a series; null while bars of it are not analysed or events of it are not
 * published.
 */
async function findOpen(
  trx: Db,
  { series, archivedAtMs }: StoredEnd,
  { eventId }: PublisherState,
): Promise<OpenAtEnd | null> {
  const { id, base, fx } = series;
  const of = { seriesIds: [id], upToId: eventId, limit: 1 };
  if ((await listUnpublished(trx, of)).length > 0) return null;
  const heads = await listHeads(trx, [id]);
  const bars = heads.find(({ resolution }) => resolution === base)?.length ?? 0;
  const [last] = await readLastBars(trx, id, base, 1);
  if (!last) return null;
  const states = await listStates(trx, id);
  const byVersion = new Map<EngineVersion, readonly Signal[]>();
  let atMs = Math.max(archivedAtMs, last.openTimeMs + resolutionMs[base]);
  for (const engineVersion of ENGINE_VERSIONS) {
    const key = { seriesId: id, engineVersion };
    if ((await findEventTimeAfter(trx, key, eventId)) !== null) return null;
    const signals = await listSignals(trx, key);
    byVersion.set(engineVersion, signals);
    for (const { row, outcomes } of signals) {
      for (const { barTime } of [row, ...outcomes]) atMs = Math.max(atMs, barTime);
    }
  }
  const legs: OpenAtEnd['legs'][number][] = [];
  for (const [engineVersion, signals] of byVersion) {
    const state = states.find((one) => one.engineVersion === engineVersion);
    const open = signals.flatMap(({ row, outcomes }) =>
      openLegs(row, outcomes, atMs, fx).map((leg) => ({ seq: row.seq, leg, engineVersion })),
    );
    // A version without an open row stops reading before the last bar.
    if (open.length > 0 && state?.bars !== bars) return null;
    const inputHash = state?.inputHash.toString('hex') ?? '';
    for (const leg of open) legs.push({ ...leg, inputHash });
  }
  return { atMs, close: last.close, legs };
}

async function append(
  trx: Db,
  { series, reason, factor, to }: StoredEnd,
  { atMs, close, legs }: OpenAtEnd,
  of: { readonly state: PublisherState; readonly head: ChainHead; readonly nowMs: number },
): Promise<void> {
  const { head, nowMs } = of;
  const detail: EndDetail = {
    symbol: series.symbol,
    seriesId: series.id,
    reason,
    at: atMs,
    factor,
    to,
    legs: legs.length,
  };
  const row = {
    seq: head.number + 1,
    kind: 'ended',
    createdAt: nowMs,
    detail: detail satisfies RegisterDraft['detail'],
    prevHash: head.hash,
  } as const;
  await insertRegister(trx, { ...row, hash: hashOfRegister(row) });
  let before = of.state.outcomes;
  const outcomes: OutcomeRow[] = [];
  for (const { seq, leg, engineVersion, inputHash } of legs) {
    const draft = voidDraft(leg, engineVersion, { seq: row.seq, reason, atMs, close, inputHash });
    const outcome = makeOutcomeRow(draft, before.number + 1, seq, nowMs, before.hash);
    outcomes.push(outcome);
    before = { number: outcome.no, hash: outcome.hash };
  }
  await insertOutcomes(trx, outcomes);
}
