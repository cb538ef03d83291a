import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Draft,
  draftOf,
  type LedgerRow,
  type OutcomeDraft,
  type OutcomeRow,
} from '@rasat/contract';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { reclaimTable } from '../../platform/db/reclaim.ts';
import type { Part, PartContext } from '../../platform/part.ts';
import {
  foldEvents,
  listEventsAfter,
  listFoldable,
  type StoredEvent,
  updatedTopic,
} from '../analysis/index.ts';
import { listSeries, REPLAY_SOURCE, type Series } from '../market/index.ts';
import { foldSignals, listFoldableSignals, sealChains } from './fold.ts';
import { makeLedgerRow, makeOutcomeRow } from './ledger-row.ts';
import {
  findPublisherCursor,
  insertLedger,
  insertOutcomes,
  listSeqs,
  lockPublisher,
  type RowName,
  updatePublisherCursor,
} from './store.ts';

/** Events of one transaction. */
const BATCH = 2000;
/** How long to wait after a failure, on the wall clock. */
const RETRY_MS = 1000;
/** Events of a history stay rows until one of them is that old, or they are that many. */
const FOLD_AGE_MS = 86_400_000;
const FOLD_EVENTS = 500;
/** While there is more to publish, what was published is folded after so many transactions. */
const FOLD_AFTER = 20;

/** What one transaction published. */
export interface Published {
  readonly ledger: readonly LedgerRow[];
  readonly outcomes: readonly OutcomeRow[];
  /** Whether there may be more to read at once. */
  readonly more: boolean;
}

/**
 * Publishes the next events: reads behind the cursor, appends to both chains and moves the cursor, all of it or nothing.
 * `findSeries` knows every series, archived ones too.
 */
export function publishNext(
  db: Db,
  findSeries: (id: number) => Promise<Series>,
  now: () => number,
  batch = BATCH,
): Promise<Published> {
  return inTransaction(db, async (trx) => {
    const state = await lockPublisher(trx);
    const { events, lastId } = await listEventsAfter(trx, state.eventId, batch);
    if (lastId === state.eventId) return { ledger: [], outcomes: [], more: false };
    // Asked after reading: no event is published at a time before it was made.
    const nowMs = now();
    const ledger: LedgerRow[] = [];
    const drafts: { readonly of: RowName; readonly row: OutcomeDraft }[] = [];
    for (const event of events) {
      const draft = await draftFor(event, findSeries);
      if (draft?.to === 'outcome') drafts.push({ of: nameOf(event, draft.of), row: draft.row });
      if (draft?.to !== 'ledger') continue;
      const before = ledger.at(-1);
      const seq = (before?.seq ?? state.ledger.number) + 1;
      const prevHash = before?.hash ?? state.ledger.hash;
      ledger.push(makeLedgerRow(draft.row, seq, nowMs, prevHash));
    }
    await insertLedger(trx, ledger);
    const seqs = new Map(
      (
        await listSeqs(
          trx,
          drafts.map((draft) => draft.of),
        )
      ).map((row) => [keyOf(row), row.seq]),
    );
    const outcomes: OutcomeRow[] = [];
    for (const { of, row } of drafts) {
      const seq = seqs.get(keyOf(of));
      assert(seq !== undefined, `an outcome of ${of.eventKey}, which was never published`);
      const before = outcomes.at(-1);
      const no = (before?.no ?? state.outcomes.number) + 1;
      outcomes.push(makeOutcomeRow(row, no, seq, nowMs, before?.hash ?? state.outcomes.hash));
    }
    await insertOutcomes(trx, outcomes);
    await updatePublisherCursor(trx, lastId);
    return { ledger, outcomes, more: events.length === batch };
  });
}

async function draftFor(
  event: StoredEvent,
  findSeries: (id: number) => Promise<Series>,
): Promise<Draft | null> {
  const series = await findSeries(event.seriesId);
  return isRecorded(series) ? draftOf(event, event.engineVersion, series) : null;
}

/** Whether a series' signals are part of the record; those of a replay are not. */
export function isRecorded(series: Series): boolean {
  return series.source !== REPLAY_SOURCE && !series.symbol.endsWith('.R');
}

const nameOf = (event: StoredEvent, eventKey: string): RowName => ({
  seriesId: event.seriesId,
  engineVersion: event.engineVersion,
  eventKey,
});

const keyOf = (name: RowName): string => `${name.seriesId} ${name.engineVersion} ${name.eventKey}`;

/** Folds what is published and old, one history after the other, until `isUrgent` says that there is more to publish. */
async function foldPublished(db: Db, nowMs: number, isUrgent: () => boolean): Promise<void> {
  const due = { olderThanMs: nowMs - FOLD_AGE_MS, moreThan: FOLD_EVENTS };
  const histories = await listFoldable(db, await findPublisherCursor(db), due);
  for (const history of histories) {
    if (isUrgent()) return;
    await inTransaction(db, async (trx) => {
      const { eventId } = await lockPublisher(trx);
      await foldEvents(trx, history, eventId);
    });
  }
  if (histories.length > 0) await reclaimTable(db, 'analysis_event');
  let sealed = { seq: 0, no: 0 };
  for (let before = -1; before !== sealed.seq + sealed.no; ) {
    if (isUrgent()) return;
    before = sealed.seq + sealed.no;
    sealed = await inTransaction(db, async (trx) => {
      await lockPublisher(trx);
      return sealChains(trx);
    });
  }
  const signals = await listFoldableSignals(db, sealed, due);
  for (const series of signals) {
    if (isUrgent()) return;
    await inTransaction(db, async (trx) => {
      await lockPublisher(trx);
      await foldSignals(trx, series, sealed);
    });
  }
  if (signals.length === 0) return;
  await reclaimTable(db, 'ledger');
  await reclaimTable(db, 'ledger_outcome');
}

/** A publisher, and whether there is more to publish than it has come to. */
export interface Publisher extends Part {
  isBehind(this: void): boolean;
}

/**
 * Publishes what the analysis makes known, exactly once whenever the process dies; several publishers take turns. Events
 * that are published and a day old are folded. Meant for the analyst's thread. Ready when everything known is published.
 */
export function startPublisher({ db, bus, clock, log }: PartContext): Publisher {
  const stopping = new AbortController();
  const known = new Map<number, Series>();
  let awake = true;
  let wake = (): void => {};
  let state: 'behind' | 'ready' | 'interrupted' = 'behind';

  const findSeries = async (id: number): Promise<Series> => {
    if (!known.has(id)) for (const one of await listSeries(db)) known.set(one.id, one);
    const series = known.get(id);
    assert(series, `an event of series ${id}, which does not exist`);
    return series;
  };
  const ring = (): void => {
    awake = true;
    wake();
  };
  const off = bus.subscribe(updatedTopic, ring);

  let unfolded = 0;
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      awake = false;
      try {
        const { more } = await publishNext(db, findSeries, () => clock.now());
        state = more ? 'behind' : 'ready';
        unfolded += 1;
        if (more && unfolded < FOLD_AFTER) continue;
        unfolded = 0;
        await foldPublished(db, clock.now(), () => (awake && !more) || stopping.signal.aborted);
        if (more) continue;
      } catch (error) {
        state = 'interrupted';
        log.error({ err: error }, 'publishing was interrupted');
        await pause(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
        continue;
      }
      if (!awake && !stopping.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  };
  const running = run();

  return {
    name: 'publisher',
    status: () => (state === 'ready' ? { ready: true } : { ready: false, detail: state }),
    isBehind: () => state === 'behind',
    async stop() {
      stopping.abort();
      off();
      ring();
      await running;
    },
  };
}
