import { readlinkSync } from 'node:fs';
import os from 'node:os';
import { parentPort, threadName, Worker, workerData } from 'node:worker_threads';
import { createMemoryBus, type MemoryBus } from './bus/memory.ts';
import { joinThread } from './bus/thread.ts';
import { type ClockSettings, createClock } from './clock.ts';
import type { Config } from './config.ts';
import { openListener } from './db/notify.ts';
import { type DatabaseAddress, openPool } from './db/pool.ts';
import { createLog } from './log.ts';
import type { Part, PartContext, PartStatus } from './part.ts';

/** Everything that a thread needs to build the same context as the thread that starts it. */
export interface ThreadData {
  readonly config: Config;
  readonly database: DatabaseAddress;
  readonly clock: ClockSettings;
}

type FromThread = { readonly thread: 'status'; readonly status: PartStatus };
type ToThread = { readonly thread: 'stop' };

const STOP_LIMIT_MS = 10_000;
const RESTART_MS = 1000;
const STATUS_MS = 100;

/**
 * Runs a part in a thread of its own: `entry` is a module that calls `runInThread`. A thread that dies is restarted a
 * second later; until then the part is not ready. A stop ends at once a thread that has not reported its status yet.
 */
export function startThreadPart(
  name: string,
  entry: URL,
  data: ThreadData,
  bus: MemoryBus,
  log: PartContext['log'],
): Part {
  let status: PartStatus = { ready: false, detail: 'starting' };
  let stopping = false;
  const reported = new WeakSet<Worker>();
  let worker = launch();
  let restart: NodeJS.Timeout | undefined;

  function launch(): Worker {
    const started = new Worker(entry, { workerData: data, name });
    const leave = joinThread(bus, started);
    started.on('message', (message: Partial<FromThread>) => {
      if (message.thread !== 'status' || !message.status) return;
      status = message.status;
      reported.add(started);
    });
    started.on('error', (error) => log.error({ err: error, part: name }, 'a thread broke'));
    started.on('exit', () => {
      leave();
      status = { ready: false, detail: stopping ? 'stopped' : 'starting again' };
      if (stopping) return;
      restart = setTimeout(() => {
        worker = launch();
      }, RESTART_MS);
    });
    return started;
  }

  return {
    name,
    status: () => status,
    async stop() {
      if (stopping) return;
      stopping = true;
      clearTimeout(restart);
      const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      if (worker.threadId === -1) return;
      if (!reported.has(worker)) {
        // While it loads its modules it hears nothing, on a busy machine for longer than a stop may take.
        await worker.terminate();
        return;
      }
      worker.postMessage({ thread: 'stop' } satisfies ToThread);
      const limit = setTimeout(() => void worker.terminate(), STOP_LIMIT_MS);
      await gone;
      clearTimeout(limit);
    },
  };
}

/**
 * Runs the body of such a thread: builds its own context over its own connections, starts the parts one after the other
 * and stops them in reverse order on request.
 */
export async function runInThread(
  start: (context: PartContext) => Promise<readonly Part[]>,
): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this module runs in a worker thread');
  // Subscribed first, because a message without a listener is lost.
  const stopAsked = new Promise<void>((resolve) => {
    port.on('message', (message: Partial<ToThread>) => {
      if (message.thread === 'stop') resolve();
    });
  });
  const { config, database, clock } = workerData as ThreadData;
  const log = createLog(config.logLevel);
  const bus = createMemoryBus((error, topic) =>
    log.error({ err: error, topic }, 'a subscriber failed'),
  );
  joinThread(bus, port);
  const db = openPool(database, {
    maxConnections: 6,
    name: `rasat ${threadName}`,
    onError: (error) => log.warn({ err: error }, 'a connection broke'),
  });
  const listener = await openListener(database, log);
  const parts = await start({
    db,
    bus,
    log,
    config,
    clock: createClock(clock),
    listen: listener.listen,
    hears: listener.hears,
  });
  const tell = (message: FromThread): void => port.postMessage(message);
  let told = '';
  const watch = setInterval(() => {
    const status = joinStatus(parts);
    const text = JSON.stringify(status);
    if (text !== told) tell({ thread: 'status', status });
    told = text;
  }, STATUS_MS);
  await stopAsked;
  clearInterval(watch);
  try {
    await stopAll(parts);
    await listener.close();
    await db.destroy();
  } catch (error) {
    log.error({ err: error }, 'a part did not stop well');
  }
  process.exit();
}

/**
 * Stops parts one after the other, the last one started first; an error of one does not prevent the stop of the others.
 */
async function stopAll(parts: readonly Part[]): Promise<void> {
  const errors: unknown[] = [];
  for (const part of parts.toReversed()) {
    await part.stop().catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, 'parts did not stop');
}

/** Combines the statuses of several parts: ready when all are, with the details of the parts that have one. */
function joinStatus(parts: readonly Part[]): PartStatus {
  const states = parts.map((part) => ({ name: part.name, ...part.status() }));
  const detail = states
    .filter((state) => state.detail !== undefined)
    .map((state) => `${state.name}: ${state.detail}`)
    .join('; ');
  return { ready: states.every((state) => state.ready), ...(detail && { detail }) };
}

/**
 * Lowers this thread's priority below all others of this machine, where the system has priorities of threads (Linux: a
 * niceness of each thread); elsewhere it has no effect. For work that no caller waits for.
 */
export function yieldToOthers(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    os.setPriority(thread, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The thread keeps its priority.
  }
}
