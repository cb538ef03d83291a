import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DAY_MS, resolutionMs } from '@rasat/engine';
import { type BarColumns, createColumns, type RunOptions } from '@rasat/ledger';
import type { EventRecord } from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import type { StartRun } from './step-through.ts';

/**
 * 1,600 Gregorian years, 83,484 weeks: weekdays, months and leap years are the same, and so is each fourth week, at which
 * a cone of four weeks is made.
 */
export const DISGUISE_SHIFT_MS = 4 * 146_097 * DAY_MS;

/** History to replay in disguise. */
export interface DisguiseWork {
  readonly series: Series;
  readonly of: RunOptions;
  readonly bars: BarColumns;
  /** Time up to which buckets are closed after the last bar; null at its close. */
  readonly advancedMs: number | null;
}

/** Data of the thread of the disguise. */
export interface DisguiseData {
  /** Module that exports the engine as `start`; null for the program's own. */
  readonly engine: string | null;
}

/** An event that is compared: its name with its times, and its side. */
export type DisguisedEvent = readonly [name: string, timeMs: number];

/** Largest difference of two times: fractions of a millisecond are coarser 1,600 years later. */
const TOLERANCE_MS = 1;

/** Returns an event for the comparison, its times moved back by `shiftMs`. */
export function disguisedEvent({ key, event }: EventRecord, shiftMs: number): DisguisedEvent {
  const name = key.replace(TIME, (text) => String(Number(text) - shiftMs));
  const way =
    event.type === 'trade'
      ? event.trade.way
      : 'way' in event && typeof event.way === 'string'
        ? event.way
        : '';
  return [`${event.type} ${name} ${way}`, event.timeMs - shiftMs];
}

/** Time in the key of an event; names of kinds have at most three digits. */
const TIME = /-?\d{6,}/g;

/** Replays a history with its times moved by 1,600 years; the body of the thread. */
export function replayDisguised(
  start: StartRun,
  { series, of, bars, advancedMs }: DisguiseWork,
): DisguisedEvent[] {
  const shiftMs = DISGUISE_SHIFT_MS;
  const { rowsUntilMs = null, forecastsAfterMs = null } = of;
  const run = start(series, {
    ...of,
    ...(rowsUntilMs !== null && { rowsUntilMs: rowsUntilMs + shiftMs }),
    ...(forecastsAfterMs !== null && { forecastsAfterMs: forecastsAfterMs + shiftMs }),
  });
  const stepMs = resolutionMs[series.base];
  const alone = createColumns(1);
  const events: DisguisedEvent[] = [];
  const take = (): void => {
    for (const record of run.takeEvents()) events.push(disguisedEvent(record, shiftMs));
  };
  for (let row = 0; row < bars.length; row++) {
    for (const column of COLUMNS) alone[column][0] = bars[column][row] as number;
    const openTimeMs = (bars.openTimeMs[row] as number) + shiftMs;
    alone.openTimeMs[0] = openTimeMs;
    run.read(alone, 0);
    run.advance(openTimeMs + stepMs);
    take();
  }
  if (advancedMs !== null) run.advance(advancedMs + shiftMs);
  take();
  return events;
}

const COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

/** Returns the names of events that one of two replays has alone or at another time. */
export function compareDisguised(
  own: readonly DisguisedEvent[],
  disguised: readonly DisguisedEvent[],
): DisguisedEvent[] {
  const times = new Map(disguised);
  const differing: DisguisedEvent[] = [];
  for (const [name, timeMs] of own) {
    const other = times.get(name);
    times.delete(name);
    if (other === undefined || Math.abs(other - timeMs) > TOLERANCE_MS) {
      differing.push([name, timeMs]);
    }
  }
  return [...differing, ...times];
}

/** Thread that replays histories in disguise, with state of modules of its own. */
export interface Disguise {
  /** Returns the events in which a replay in disguise differs from these. */
  compare(work: DisguiseWork, own: readonly DisguisedEvent[]): Promise<DisguisedEvent[]>;
  end(): Promise<void>;
}

/** Opens the thread at the first comparison. `engine`: module that exports another engine as `start`. */
export function openDisguise(engine: URL | null): Disguise {
  let worker: Worker | undefined;
  return {
    async compare(work, own) {
      const data: DisguiseData = { engine: engine?.href ?? null };
      worker ??= new Worker(new URL('./disguise-thread.ts', import.meta.url), {
        workerData: data,
        name: 'disguise',
      });
      const reply = once(worker, 'message');
      worker.postMessage(work);
      const [events] = (await reply) as [DisguisedEvent[]];
      return compareDisguised(own, events);
    },
    async end() {
      await worker?.terminate();
    },
  };
}
