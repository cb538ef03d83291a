import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../platform/db/pool.ts';
import type { Part, PartContext, PartStatus } from '../../platform/part.ts';
import { closedTopic, listSymbols, storedTopic, symbolsTopic } from '../market/index.ts';
import { createDesk, type Desk } from './desk.ts';
import { lockAnalyst, unlockAnalyst } from './store.ts';
import { updatedTopic } from './topics.ts';

/** How long to wait for another analyst to go, and after a failure, on the wall clock. */
const RETRY_MS = 1000;

/**
 * Runs the analysis: reads the bars that follow what was analysed, steps the engines, and stores states, events and
 * views of a round in one transaction. Of several processes on one database one works and the others wait. Meant for a
 * thread of its own; touches the rest through the bus and the database alone. Ready when every series is caught up.
 *
 * A split would be applied here, as `rescale` of the series' engine between two bars; no source reports splits yet.
 */
export function startAnalyst(context: PartContext): Part {
  const { db, bus, log, clock } = context;
  const stopping = new AbortController();
  const bell = createBell();
  let listIsStale = true;
  let desk: Desk | undefined;
  let detail = 'starting';
  const heard: { symbols: readonly string[] | null; throughMs: number | null }[] = [];

  const unsubscribe = [
    bus.subscribe(closedTopic, ({ symbols, throughMs }) => {
      heard.push({ symbols, throughMs });
      bell.ring();
    }),
    bus.subscribe(storedTopic, (stored) => {
      // Single closes are told by `closedTopic`; this is about histories that arrive in one go.
      const filled = stored.filter((event) => event.bars === null);
      if (filled.length === 0) return;
      heard.push({ symbols: filled.map((event) => event.symbol), throughMs: null });
      bell.ring();
    }),
    bus.subscribe(symbolsTopic, ({ symbols }) => {
      listIsStale = true;
      heard.push({ symbols, throughMs: null });
      bell.ring();
    }),
  ];

  const work = async (connection: Db): Promise<void> => {
    const current = createDesk(log, () => clock.now());
    listIsStale = true;
    while (!stopping.signal.aborted) {
      const waiting = heard.splice(0);
      const isNew = waiting.some(({ symbols }) => symbols?.some((symbol) => !current.has(symbol)));
      if (listIsStale || isNew) {
        listIsStale = false;
        const symbols = await listSymbols(connection);
        await current.load(
          connection,
          symbols.map((symbol) => symbol.series),
        );
      }
      desk = current;
      for (const { symbols, throughMs } of waiting) current.markSymbols(symbols, throughMs);
      if (current.hasWork) {
        const round = await current.round(connection);
        if (round.symbols.length > 0) bus.publish(updatedTopic, round);
      } else if (!(await current.keepSnapshots(connection))) {
        await bell.wait();
      }
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        // The lock lives as long as the connection, so it ends with the process however that ends.
        await db.connection().execute(async (connection) => {
          if (!(await lockAnalyst(connection))) {
            detail = 'another process analyses';
            return;
          }
          try {
            detail = '';
            await work(connection);
          } finally {
            await unlockAnalyst(connection).catch(() => {});
          }
        });
      } catch (error) {
        detail = 'interrupted';
        log.error({ err: error }, 'the analysis was interrupted');
      }
      desk = undefined;
      if (!stopping.signal.aborted) {
        await pause(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const running = run();

  return {
    name: 'analyst',
    status: () => statusOf(desk, detail),
    async stop() {
      stopping.abort();
      bell.ring();
      for (const off of unsubscribe) off();
      await running;
    },
  };
}

function statusOf(desk: Desk | undefined, detail: string): PartStatus {
  if (!desk) return { ready: false, detail };
  const { series, caughtUp, failed } = desk.progress();
  if (failed.length > 0) {
    return { ready: caughtUp + failed.length >= series, detail: `stopped: ${failed.join(', ')}` };
  }
  if (caughtUp < series) return { ready: false, detail: `${caughtUp} of ${series} symbols` };
  return { ready: true };
}

interface Bell {
  ring(): void;
  /** Resolves at the first ring since the last wait ended. */
  wait(): Promise<void>;
}

function createBell(): Bell {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait() {
      if (!rung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      wake = undefined;
      rung = false;
    },
  };
}
