import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PAGES, ROUTES } from '@rasat/contract';
import { guard } from './modules/rights/index.ts';
import { createMemoryBus } from './platform/bus/memory.ts';
import { type ClockSettings, createClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { migrate } from './platform/db/migrate.ts';
import { openListener } from './platform/db/notify.ts';
import { type DatabaseAddress, openPool, ping } from './platform/db/pool.ts';
import { registerPlatformRoutes } from './platform/http/platform-routes.ts';
import { findSite } from './platform/http/site.ts';
import { createWeb, listen } from './platform/http/web.ts';
import { createLog } from './platform/log.ts';
import type { Part, PartContext } from './platform/part.ts';
import { stopAll } from './platform/thread-part.ts';

/** The running server. */
export interface App {
  /** Where it listens. */
  readonly address: string;
  /** How much of the first filling of the markets is done, 0 to 1. */
  filled(): number;
  /** Stops every part, the last one started first, and closes every connection. */
  stop(): Promise<void>;
}

/** What a server is started with besides its settings. */
export interface AppOptions {
  readonly database: DatabaseAddress;
  /** Another clock for the whole server, threads included. */
  readonly clock?: ClockSettings;
  /** Folder of the built site; null serves `/api` alone. Default: what the web workspace builds. */
  readonly site?: string | null;
}

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const SITE = path.join(REPOSITORY, 'web/build/client');

/** Composes the server out of its modules and connectors, each named once, in their order. Throws `StartError`. */
export async function startApp(config: Config, options: AppOptions): Promise<App> {
  const log = createLog(config.logLevel);
  const bus = createMemoryBus((error, topic) =>
    log.error({ err: error, topic }, 'a subscriber failed'),
  );
  const onError = (error: Error): void => log.warn({ err: error }, 'a connection broke');
  const db = openPool(options.database, { maxConnections: 10, name: 'rasat feed', onError });
  const webDb = openPool(options.database, {
    maxConnections: 10,
    statementTimeoutMs: 2000,
    name: 'rasat web',
    onError,
  });
  await migrate(db);
  const listener = await openListener(options.database, log);
  const clock = createClock(options.clock);
  const context: PartContext = { db, bus, clock, log, config, listen: listener.listen };
  const parts: Part[] = [];
  const siteFolder = options.site === undefined ? SITE : options.site;
  const web = await createWeb({
    context: { ...context, db: webDb },
    guard,
    contracts: Object.values(ROUTES),
    ...(siteFolder !== null && { site: findSite(siteFolder, PAGES) }),
  });
  registerPlatformRoutes(web, ROUTES, {
    version: readVersion(),
    parts: () => Object.fromEntries(parts.map((part) => [part.name, part.status()])),
    filled: () => 1,
  });
  const address = await listen(web, config.host, config.port);
  parts.push({
    name: 'web',
    status: () => ({ ready: true }),
    stop: async () => {
      await web.app.close();
    },
  });
  await ping(webDb);
  return {
    address,
    filled: () => 1,
    async stop() {
      await stopAll(parts);
      await listener.close();
      await Promise.all([db.destroy(), webDb.destroy()]);
    },
  };
}

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
