import { sql } from 'kysely';
import { startApp } from '../server/src/app.ts';
import { type DatabaseAddress, openPool } from '../server/src/platform/db/pool.ts';
import { testConfig } from '../server/src/platform/testing.ts';
import { createManualVenue } from './manual-venue.ts';

// `scale-server.ts SETTINGS`: the whole server with a venue that ticks on command of the parent process.

/** Settings from the parent process. */
export interface ScaleSettings {
  readonly database: DatabaseAddress;
  readonly symbols: number;
  readonly fromMs: number;
  readonly liveMs: number;
  /** Offset of its clock to this machine's, so that both processes agree on the time. */
  readonly clockOffsetMs: number;
}

/** The commands of the parent process. */
export type ScaleCommand =
  | { readonly do: 'tick'; readonly timeMs: number; readonly throughMs: number }
  | { readonly do: 'status' }
  | { readonly do: 'usage' }
  | { readonly do: 'stop' };

/** State of the server. */
export interface ScaleStatus {
  readonly filled: number;
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, { readonly ready: boolean; readonly detail?: string }>>;
}

/** Resource usage of the server. */
export interface ScaleUsage {
  readonly cpuMs: number;
  readonly rssBytes: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as ScaleSettings;
const { database, fromMs, liveMs } = settings;

/** Returns the last close of each symbol with bars. */
async function readPrices(): Promise<Map<string, number>> {
  const db = openPool(database, { maxConnections: 1, name: 'scale' });
  try {
    const { rows } = await sql<{ symbol: string; c: number }>`
      select symbol, c from series s, lateral (
        select c from bar_tail where series_id = s.id and resolution = '60' order by t desc limit 1
      ) last`.execute(db);
    return new Map(rows.map(({ symbol, c }) => [symbol, c]));
  } catch {
    // Before the first start the tables do not exist.
    return new Map();
  } finally {
    await db.destroy();
  }
}

const symbols = Array.from(
  { length: settings.symbols },
  (_, i) => `B${String(i).padStart(4, '0')}`,
);
const venue = createManualVenue({
  symbols,
  fromMs,
  liveMs,
  prices: await readPrices(),
  saysThrough: true,
});
const beganMs = performance.now();
const app = await startApp(testConfig({ LOG_LEVEL: 'error' }), {
  database,
  sources: [venue],
  clock: { kind: 'shifted', offsetMs: settings.clockOffsetMs },
  site: null,
});

const answer = (value: object): void => void process.send?.(value);

// The parent has failed.
process.on('disconnect', () => process.exit());
process.on('message', (command: ScaleCommand) => {
  if (command.do === 'tick') {
    venue.tickAll(command.timeMs, command.throughMs);
    answer({});
  } else if (command.do === 'status') {
    const parts = app.parts();
    const ready = Object.values(parts).every((part) => part.ready);
    answer({ filled: app.filled(), ready, parts } satisfies ScaleStatus);
  } else if (command.do === 'usage') {
    const { user, system } = process.cpuUsage();
    answer({
      cpuMs: (user + system) / 1000,
      rssBytes: process.memoryUsage.rss(),
    } satisfies ScaleUsage);
  } else {
    void app.stop().then(() => {
      answer({});
      process.exit();
    });
  }
});
answer({ address: app.address, listeningMs: performance.now() - beganMs });
