import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Part, PartContext } from '../../platform/part.ts';
import { findRecordState, lastNight, runRecord } from './record-run.ts';
import { recordDoneTopic, recordProgressTopic } from './topics.ts';

/** What decides when the record is computed, and by whom. */
export interface RecordPartOptions {
  /** Whether every market is filled, analysed and published. */
  readonly isSettled: () => boolean;
  /** Starts the thread whose body is `startRecorder`. */
  readonly launch: () => Part;
  /** How time passes; for tests. */
  readonly pace?: RecordPace;
}

/** All of it on the wall clock: it is about the machine, not about the server's clock. */
export interface RecordPace {
  /** How often the conditions are looked at. */
  readonly lookMs: number;
  /** How long everything has to be settled first. */
  readonly settledMs: number;
  /** After how long it is computed anyway. */
  readonly maxWaitMs: number;
  /** Shortest time between two computations; twice as long after each that failed, up to {@link LONGEST_REST}. */
  readonly restMs: number;
}

const USUAL_PACE: RecordPace = {
  lookMs: 1000,
  settledMs: 5000,
  maxWaitMs: HOUR_MS,
  restMs: MINUTE_MS,
};

/** Times the shortest rest. */
const LONGEST_REST = 64;

/**
 * Has the record computed once a day, at 00:20 UTC or when the server is there again, as soon as everything is settled
 * and in a thread that ends with it. Never a reason to call the server not ready.
 */
export function startRecord(context: PartContext, options: RecordPartOptions): Part {
  const { bus, clock, log } = context;
  const { isSettled, launch, pace = USUAL_PACE } = options;
  let thread: Part | undefined;
  let ending: Promise<void> = Promise.resolve();
  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  let isStopped = false;
  let share = 0;
  let failures = 0;
  /** The night of which it is known that it was computed. */
  let doneNightMs = Number.NEGATIVE_INFINITY;
  let settledSinceMs: number | null = null;
  let dueSinceMs: number | null = null;
  let restUntilMs = 0;
  /** The night for which a computation was begun here. */
  let triedNightMs = Number.NEGATIVE_INFINITY;
  const rest = (): void => {
    const times = Math.min(2 ** failures, LONGEST_REST);
    restUntilMs = performance.now() + pace.restMs * times;
  };

  const look = async (): Promise<void> => {
    const nowMs = performance.now();
    const nightMs = lastNight(clock.now());
    settledSinceMs = isSettled() ? (settledSinceMs ?? nowMs) : null;
    if (thread || nightMs <= doneNightMs || nowMs < restUntilMs) return;
    dueSinceMs ??= nowMs;
    const isQuiet = settledSinceMs !== null && nowMs - settledSinceMs >= pace.settledMs;
    if (!isQuiet && nowMs - dueSinceMs < pace.maxWaitMs) return;
    rest();
    // What a kill has cut short is done again, what could not be proven here is not tried without end.
    const state = await findRecordState(context, nightMs, { whole: triedNightMs !== nightMs });
    if (isStopped) return;
    dueSinceMs = null;
    if (state === 'computed') {
      doneNightMs = nightMs;
      // Another process may have computed it.
      failures = 0;
    }
    if (state !== 'due') return;
    triedNightMs = nightMs;
    thread = launch();
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    looking = look()
      .catch((error: unknown) => log.warn({ err: error }, 'the record could not be looked at'))
      .finally(() => {
        isLooking = false;
      });
  }, pace.lookMs);
  timer.unref();

  const off = [
    bus.subscribe(recordProgressTopic, (event) => {
      share = event.share ?? 0;
    }),
    bus.subscribe(recordDoneTopic, ({ runId }) => {
      const ended = thread;
      if (!ended) return;
      thread = undefined;
      share = 0;
      failures = runId === null ? failures + 1 : 0;
      rest();
      ending = ended.stop();
    }),
  ];

  return {
    name: 'record',
    status: () => {
      const detail = thread
        ? `computing ${Math.floor(share * 100)} %`
        : failures > 0
          ? 'interrupted; tries again'
          : undefined;
      return { ready: true, ...(detail !== undefined && { detail }) };
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      for (const end of off) end();
      await looking;
      await ending;
      await thread?.stop();
    },
  };
}

/** How much a progress has to grow before it is told again. */
const TOLD_SHARE = 0.01;

/** Computes the record once and says so; the body of a thread that ends with it. */
export function startRecorder(context: PartContext): Part {
  const { bus, log } = context;
  const stopping = new AbortController();
  let told = 0;
  const progress = (share: number): void => {
    if (share - told < TOLD_SHARE && share < 1) return;
    told = share;
    bus.publish(recordProgressTopic, { share });
  };
  const run = async (): Promise<void> => {
    let runId: number | null = null;
    progress(TOLD_SHARE);
    try {
      const report = await runRecord(context, { signal: stopping.signal, progress });
      runId = report?.id ?? null;
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'the record was interrupted');
    }
    bus.publish(recordProgressTopic, { share: null });
    bus.publish(recordDoneTopic, { runId });
  };
  const running = run();
  return {
    name: 'recorder',
    status: () => ({ ready: true }),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** The share of the running computation, 0 to 1; null while none runs. */
export function watchRecord(bus: Bus): () => number | null {
  let share: number | null = null;
  bus.subscribe(recordProgressTopic, (event) => {
    share = event.share;
  });
  return () => share;
}
