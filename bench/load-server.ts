import { startApp } from '../server/src/app.ts';
import type { DatabaseAddress } from '../server/src/platform/db/pool.ts';
import { testConfig } from '../server/src/platform/testing.ts';
import { createManualVenue } from './manual-venue.ts';

// `load-server.ts SETTINGS`: the whole server with a venue that sends a number of ticks per second.

/** Settings from the parent process. */
export interface LoadSettings {
  readonly database: DatabaseAddress;
  readonly symbols: readonly string[];
  readonly fromMs: number;
  readonly liveMs: number;
}

/** The commands of the parent process. */
export type LoadCommand =
  | { readonly do: 'stream'; readonly ticksPerSecond: number }
  | { readonly do: 'usage' }
  | { readonly do: 'stop' };

/** State and resource usage. */
export interface LoadStatus {
  readonly ready: boolean;
  readonly sockets: string;
  readonly ticks: number;
  readonly cpuMs: number;
  readonly rssBytes: number;
}

/** Interval in which the venue delivers its ticks, each alone, like the frames of a socket that arrived meanwhile. */
const DELIVERY_MS = 2;

const { database, ...market } = JSON.parse(process.argv[2] ?? '{}') as LoadSettings;
const venue = createManualVenue({ ...market, prices: new Map(), saysThrough: false });
const app = await startApp(testConfig({ LOG_LEVEL: 'error' }), {
  database,
  sources: [venue],
  site: null,
});

let ticks = 0;
let delivery: NodeJS.Timeout | undefined;

/** Sends ticks with their due time. A tick that a busy loop reads late has waited in its socket. */
function stream(ticksPerSecond: number): void {
  clearInterval(delivery);
  if (ticksPerSecond === 0) return;
  const everyMs = 1000 / ticksPerSecond;
  let dueMs = Date.now();
  delivery = setInterval(() => {
    for (; dueMs <= Date.now(); dueMs += everyMs) {
      venue.tickNext(Math.floor(dueMs));
      ticks += 1;
    }
  }, DELIVERY_MS);
}

function status(): LoadStatus {
  const { user, system } = process.cpuUsage();
  const parts = app.parts();
  return {
    ready: app.filled() === 1 && Object.values(parts).every((part) => part.ready),
    sockets: parts.stream?.detail ?? '',
    ticks,
    cpuMs: (user + system) / 1000,
    rssBytes: process.memoryUsage.rss(),
  };
}

const answer = (value: object): void => void process.send?.(value);

// The parent has failed.
process.on('disconnect', () => process.exit());
process.on('message', (command: LoadCommand) => {
  if (command.do === 'stream') {
    stream(command.ticksPerSecond);
    answer({});
  } else if (command.do === 'usage') {
    answer(status());
  } else {
    stream(0);
    void app.stop().then(() => {
      answer({});
      process.exit();
    });
  }
});
answer({ address: app.address });
