import type { GapState } from '@rasat/contract';
import { DAY_MS, resolutionMs } from '@rasat/engine';
import { type BarColumns, CHUNK_BARS, sliceColumns } from '@rasat/ledger';
import type { PartContext } from '../../../platform/part.ts';
import { barAt, columnsOf, firstRowAtOrAfter } from '../store/bar-columns.ts';
import {
  beginGaps,
  listOpenGaps,
  releaseGaps,
  reopenGaps,
  type StoredGap,
  settleGap,
} from '../store/gap-store.ts';
import { readBarsAfter } from '../store/read-bars.ts';
import { saveReview } from '../store/review-store.ts';
import type { Series } from '../symbol.ts';
import { findGaps } from './find-gaps.ts';
import { findMissingBars } from './missing-bars.ts';
import { fetchOffered } from './offered-bars.ts';
import { type Placed, placeBars } from './place-bars.ts';
import type { GapRepairOptions, RepairedSession } from './repaired-session.ts';
import { reviewSource } from './review-source.ts';

/** State of the repair of a source's gaps. */
export interface RepairState {
  readonly source: string;
  readonly running: boolean;
  /** Gaps that the present or the last run has dealt with, and all of that run. */
  readonly done: number;
  readonly all: number;
}

/** Age in days up to which an operator's request, and the review of a night, ask again for gaps that were empty. */
const AGAIN_DAYS = { request: 30, night: 3 } as const;
/** Gaps of one series nearer than this number of bars are fetched with one request. */
const BARS_PER_REQUEST = 500;

/**
 * Finds the gaps of a source's symbols and asks the source for their bars, the newest first, one request at a time. Runs
 * while a session of the source is live: when it becomes live, every hour, and when the operator asks.
 */
export class GapRepair {
  readonly #options: GapRepairOptions;
  #session: RepairedSession | null = null;
  #stopping = new AbortController();
  #running: Promise<void> | null = null;
  /** Age up to which the next run asks again for gaps that were empty. */
  #againDays = 0;
  #done = 0;
  #all = 0;

  constructor(options: GapRepairOptions) {
    this.#options = options;
  }

  state(): RepairState {
    const { name: source } = this.#options.connector;
    return { source, running: this.#running !== null, done: this.#done, all: this.#all };
  }

  /** Begins with a session that is live; null when it is over. */
  follow(session: RepairedSession | null): void {
    this.#session = session;
    if (session) this.begin();
  }

  /**
   * Begins a run in the background, unless one runs. Without a live session it begins with the next one. Gaps that were
   * empty are asked for again only on an operator's `request`.
   */
  begin(request?: 'request'): void {
    if (request) this.#againDays = AGAIN_DAYS.request;
    this.#start((session, signal) => this.#run(session, signal));
  }

  /**
   * Repairs the gaps of the last days again, then compares these days with the source and stores the result. Returns
   * false without a live session. Waits for a run that has begun.
   */
  async review(): Promise<boolean> {
    await this.#running;
    this.#againDays = Math.max(this.#againDays, AGAIN_DAYS.night);
    let isDone = false;
    this.#start(async (session, signal) => {
      await this.#run(session, signal);
      const review = await reviewSource(this.#options, session, signal);
      await saveReview(this.#options.context.db, review);
      isDone = true;
    });
    await this.#running;
    return isDone;
  }

  #start(work: (session: RepairedSession, signal: AbortSignal) => Promise<void>): void {
    const session = this.#session;
    if (!session || session.signal.aborted || this.#running) return;
    this.#stopping = new AbortController();
    const signal = AbortSignal.any([session.signal, this.#stopping.signal]);
    this.#running = work(session, signal)
      .catch((error: unknown) => {
        if (signal.aborted) return;
        const source = this.#options.connector.name;
        this.#options.context.log.warn({ err: error, source }, 'gaps could not be repaired');
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Stops the present run, and waits for its end. Gaps that it has not settled stay open. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the repair was stopped'));
    await this.#running;
  }

  async #run(session: RepairedSession, signal: AbortSignal): Promise<void> {
    const { connector, clock, context } = this.#options;
    const { db, clock: server } = context;
    this.#done = 0;
    this.#all = 0;
    const series = session.listFed();
    await releaseGaps(db, connector.name);
    if (this.#againDays > 0) {
      await reopenGaps(db, connector.name, server.now() - this.#againDays * DAY_MS);
      this.#againDays = 0;
    }
    // What the history cannot have yet is no gap.
    const venueMs = clock.now() - (connector.settledMs ?? 0);
    await findGaps(db, series, { nowMs: server.now(), venueMs, signal });
    const fed = new Map(series.map((one) => [one.id, one]));
    const open = await listOpenGaps(db, connector.name);
    const gaps = open.filter((gap) => fed.has(gap.seriesId));
    this.#all = gaps.length;
    try {
      for (const group of groupGaps(gaps)) {
        signal.throwIfAborted();
        const one = fed.get(group[0]?.seriesId ?? 0);
        if (one) await this.#fill(session, one, group, signal);
        this.#done += group.length;
      }
    } finally {
      await releaseGaps(db, connector.name);
    }
  }

  /** Asks the source for gaps of one series and resolution. */
  async #fill(
    session: RepairedSession,
    series: Series,
    gaps: readonly StoredGap[],
    signal: AbortSignal,
  ): Promise<void> {
    const { connector, context } = this.#options;
    const [first] = gaps;
    if (!first) return;
    const { resolution } = first;
    await beginGaps(
      context.db,
      gaps.map(({ id }) => id),
    );
    const fromMs = Math.min(...gaps.map((gap) => gap.fromMs));
    const toMs = Math.max(...gaps.map((gap) => gap.toMs));
    const offered = await fetchOffered(connector, series, resolution, { fromMs, toMs }, signal);
    for (const gap of gaps) {
      signal.throwIfAborted();
      await this.#settle(session, series, gap, between(offered, gap));
    }
  }

  /** Stores the bars that a source has for a gap, and what has become of the gap. */
  async #settle(
    session: RepairedSession,
    series: Series,
    gap: StoredGap,
    offered: BarColumns,
  ): Promise<void> {
    const { context, publication } = this.#options;
    const { db, clock } = context;
    const { resolution, fromMs, toMs } = gap;
    const before = await readOpens(db, gap);
    const fresh = without(offered, new Set(before));
    let placed: Placed = { inserted: 0, late: 0, marked: 0 };
    if (fresh.length > 0) {
      const place = () => placeBars(context, publication, series, resolution, fresh);
      const result = await session.insertInto(series, fresh.openTimeMs[0] ?? fromMs, place);
      // The next hour asks again.
      if (result === 'busy') return;
      placed = result;
    }
    const stored = fresh.length > 0 ? await readOpens(db, gap) : before;
    const opens = [...new Set([...stored, ...fresh.openTimeMs])].toSorted((a, b) => a - b);
    const { calendar, fx } = series;
    const missing = findMissingBars(opens, { calendar, resolution, fx, fromMs, toMs });
    const state: Extract<GapState, 'filled' | 'empty'> = missing.length === 0 ? 'filled' : 'empty';
    const inserted = stored.length - before.length;
    await settleGap(db, { id: gap.id, state, inserted, marked: placed.marked }, clock.now());
    if (fresh.length === 0) return;
    const { symbol } = series;
    const { late, marked } = placed;
    context.log.info(
      { symbol, resolution, fromMs, toMs, inserted, late, marked },
      'a gap was filled',
    );
  }
}

/** Returns the gaps in lists of one series and resolution that lie near each other, in the order of their newest. */
function groupGaps(gaps: readonly StoredGap[]): StoredGap[][] {
  const groups: StoredGap[][] = [];
  const last = new Map<string, StoredGap[]>();
  for (const gap of gaps) {
    const key = `${gap.seriesId} ${gap.resolution}`;
    const group = last.get(key);
    const newest = group?.[0];
    const roomMs = BARS_PER_REQUEST * resolutionMs[gap.resolution];
    if (group && newest && newest.toMs - gap.fromMs <= roomMs) {
      group.push(gap);
      continue;
    }
    const fresh = [gap];
    groups.push(fresh);
    last.set(key, fresh);
  }
  return groups;
}

function between(
  bars: BarColumns,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): BarColumns {
  const { openTimeMs } = bars;
  return sliceColumns(
    bars,
    firstRowAtOrAfter(openTimeMs, fromMs),
    firstRowAtOrAfter(openTimeMs, toMs),
  );
}

function without(bars: BarColumns, openTimes: ReadonlySet<number>): BarColumns {
  const rows = Array.from({ length: bars.length }, (_, row) => barAt(bars, row));
  return columnsOf(rows.filter(({ openTimeMs }) => !openTimes.has(openTimeMs)));
}

/** Returns the opening times of the stored bars in a gap, ascending. */
async function readOpens(db: PartContext['db'], gap: StoredGap): Promise<number[]> {
  const { seriesId, resolution, fromMs, toMs } = gap;
  const cursor = { seriesId, resolution, afterMs: fromMs - 1 };
  const most = Math.ceil((toMs - fromMs) / resolutionMs[resolution]) + CHUNK_BARS;
  const found = (await readBarsAfter(db, [cursor], most)).get(seriesId);
  return found ? Array.from(between(found, { fromMs, toMs }).openTimeMs) : [];
}
