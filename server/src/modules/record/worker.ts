import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Part, PartContext } from '../../platform/part.ts';
import { hasUnread } from '../signals/index.ts';
import { findRecordState, lastNight, runRecord } from './record-run.ts';
import { recordDoneTopic, recordProgressTopic } from './topics.ts';

/** Conditions and launcher of the daily computation. */
export interface RecordPartOptions {
  /** Whether every market is filled and analysed. */
  readonly isSettled: () => boolean;
  /** Starts the thread whose body is `startRecorder`. */
  readonly launch: () => Part;
  /** Intervals of the schedule; for tests. */
  readonly pace?: RecordPace;
}

/** Intervals on the wall clock, since they concern the machine and not the server's clock. */
export interface RecordPace {
  /** Interval between checks of the conditions. */
  readonly lookMs: number;
  /** Time for which everything must be settled first. */
  readonly settledMs: number;
  /** Time after which the record is computed even when not everything is settled. */
  readonly maxWaitMs: number;
  /** Shortest time between two computations; doubled after each failure, up to {@link LONGEST_REST} times. */
  readonly restMs: number;
}

const USUAL_PACE: RecordPace = {
  lookMs: 1000,
  settledMs: 5000,
  maxWaitMs: HOUR_MS,
  restMs: MINUTE_MS,
};

/** Greatest multiple of the shortest rest. */
const LONGEST_REST = 64;

/**
 * Starts the daily computation of the record in a thread of its own, which stops after it. It is due at 00:20 UTC, or
 * when the server starts later, as soon as everything is settled and published. The part is always ready.
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
  /** Last night whose record is known to be computed. */
  let doneNightMs = Number.NEGATIVE_INFINITY;
  let settledSinceMs: number | null = null;
  let dueSinceMs: number | null = null;
  let restUntilMs = 0;
  /** Last night for which this process started a computation. */
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
    const mayWait = nowMs - dueSinceMs < pace.maxWaitMs;
    // The parts may look settled while the last batch is published; its rows would have no matched entries until the
    // next night.
    if (mayWait && (!isQuiet || (await hasUnread(context.db)))) return;
    rest();
    // A computation that was killed starts again; a certificate that failed in this process is not tried again.
    const state = await findRecordState(context, nightMs, { whole: triedNightMs !== nightMs });
    if (isStopped) return;
    dueSinceMs = null;
    if (state === 'computed') {
      doneNightMs = nightMs;
      // Another process may have computed the record.
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

/** Smallest increase of the progress that is published. */
const TOLD_SHARE = 0.01;

/** Computes the record once and publishes its end; the body of the thread that {@link startRecord} launches. */
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

/** Returns a function that reads the share of the running computation, 0 to 1; null while none runs. */
export function watchRecord(bus: Bus): () => number | null {
  let share: number | null = null;
  bus.subscribe(recordProgressTopic, (event) => {
    share = event.share;
  });
  return () => share;
}
