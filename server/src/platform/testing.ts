import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { ROUTES, type RouteContract } from '@rasat/contract';
import { sql } from 'kysely';
import { createMemoryBus } from './bus/memory.ts';
import { type Clock, createClock } from './clock.ts';
import { type AdapterSettings, type Config, readConfig } from './config.ts';
import { isAlive } from './db/cluster.ts';
import { type Embedded, startEmbedded, THROWAWAY } from './db/embedded.ts';
import { listMigrations, MIGRATIONS, migrate } from './db/migrate.ts';
import { openListener } from './db/notify.ts';
import { type DatabaseAddress, type Db, openPool } from './db/pool.ts';
import type { Guard, Person } from './http/person.ts';
import type { FindRenamed, PageValues, Site } from './http/site.ts';
import { createWeb, listen, type Web } from './http/web.ts';
import { randomKeys } from './keys.ts';
import { createLog } from './log.ts';
import type { ServerContext } from './part.ts';
import { withTimeSpent } from './time-spent.ts';

/**
 * Registers clean-up work: a test's context, or `{ after }` of `node:test` for a whole file. Use the latter at the top
 * of the file, not inside a `before`, where it would belong to that hook only.
 */
export interface Tidy {
  after(fn: () => Promise<void> | void): void;
}

/** A test's own database. */
export interface TestDatabase {
  readonly address: { readonly host: string; readonly user: string; readonly database: string };
  readonly db: Db;
}

/**
 * Creates a freshly migrated database on a throwaway cluster and drops it when the test ends. The cluster is that of
 * the socket folder in `RASAT_TEST_PG`, else one that this process starts and that ends with it.
 */
export async function testDatabase(t: Tidy): Promise<TestDatabase> {
  const cluster = await testCluster();
  return copyTemplate(t, cluster, await prepareTemplate(cluster));
}

/**
 * Creates a test's own database with the content of `fill`; `name` describes the content. It is filled once on a
 * cluster and copied for every test that asks for the name. The clean-up that `fill` registers runs before the first
 * copy is made.
 */
export async function filledDatabase(
  t: Tidy,
  name: string,
  fill: (t: Tidy, database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const cluster = await testCluster();
  const empty = await prepareTemplate(cluster);
  const template = `${empty}_${name}`;
  await once(template, () =>
    makeTemplate(cluster, template, empty, async (address, db) => {
      const ends: (() => Promise<void> | void)[] = [];
      try {
        await fill({ after: (end) => void ends.push(end) }, { address, db });
      } finally {
        for (const end of ends.toReversed()) await end();
      }
    }),
  );
  return copyTemplate(t, cluster, template);
}

async function copyTemplate(
  t: Tidy,
  cluster: ClusterAddress,
  template: string,
): Promise<TestDatabase> {
  const database = `test_${randomBytes(6).toString('hex')}`;
  await withTimeSpent('databases', () =>
    onCluster(cluster, (db) =>
      sql`create database ${sql.id(database)} template ${sql.id(template)} strategy file_copy`.execute(
        db,
      ),
    ),
  );
  const address = { ...cluster, database };
  // On a busy machine many tests may wait long for one of the few connections; that is no failure.
  const db = openPool(address, { maxConnections: 5, name: 'test', connectTimeoutMs: 120_000 });
  t.after(async () => {
    await db.destroy();
    await onCluster(cluster, (admin) =>
      sql`drop database if exists ${sql.id(database)} with (force)`.execute(admin),
    );
  });
  return { address, db };
}

/**
 * Creates a part's context over a database of its own: a silent log, a bus in memory, the given clock or the real one.
 */
export async function testContext(
  t: Tidy,
  options: { clock?: Clock; env?: Record<string, string>; database?: TestDatabase } = {},
): Promise<ServerContext & { readonly address: DatabaseAddress }> {
  const { address, db } = options.database ?? (await testDatabase(t));
  const log = createLog(testLogLevel());
  const listener = await openListener(address, log);
  t.after(() => listener.close());
  return {
    address,
    db,
    log,
    bus: createMemoryBus((error, topic) => log.error({ err: error, topic }, 'a subscriber failed')),
    clock: options.clock ?? createClock(),
    config: testConfig(options.env),
    listen: listener.listen,
    hears: listener.hears,
    keys: randomKeys(),
  };
}

let dataDir: string | undefined;

/**
 * Returns the settings of a test: the defaults, a free port, a data folder of this process, and the values of `env`.
 * Settings of adapters are read when the adapters are passed.
 */
export function testConfig(
  env: Record<string, string> = {},
  adapters: readonly AdapterSettings[] = [],
): Config {
  const own = { PORT: '0', LOG_LEVEL: testLogLevel(), RASAT_DATA: testDataDir() };
  return readConfig({ ...own, ...env }, adapters);
}

function testDataDir(): string {
  if (dataDir === undefined) {
    const made = mkdtempSync(path.join(os.tmpdir(), 'rasat-data-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    dataDir = made;
  }
  return dataDir;
}

function testLogLevel(): 'silent' | 'debug' {
  return process.env.LOG_LEVEL === 'debug' ? 'debug' : 'silent';
}

/** A web server under test. */
export interface TestServer {
  readonly web: Web;
  /** Address of the server, such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Calls the server like one of its own pages; an empty header is left out. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** A person with every right that needs a session or a subscription. */
const TEST_PERSON: Person = {
  id: 1,
  publicId: 'TEST',
  sessionId: 1,
  subscriber: true,
  student: true,
  admin: false,
};

/**
 * Starts a web server with the given routes on a free port over a context of its own (or the given one), and closes it
 * when the test ends. Every caller is `TEST_PERSON` unless a guard is given.
 */
export async function startTestServer(
  t: Tidy,
  options: {
    routes?: (web: Web) => void | Promise<void>;
    contracts?: readonly RouteContract[];
    guard?: Guard;
    site?: Site;
    pageValues?: PageValues;
    renamed?: FindRenamed;
    context?: ServerContext;
    env?: Record<string, string>;
    clock?: Clock;
    /** Default never, because a busy test machine is no fault of the server. */
    stallLimitMs?: number;
  } = {},
): Promise<TestServer> {
  const context = options.context ?? (await testContext(t, options));
  const web = await createWeb({
    context,
    guard: options.guard ?? (async () => TEST_PERSON),
    contracts: [...Object.values(ROUTES), ...(options.contracts ?? [])],
    ...(options.site && { site: options.site }),
    ...(options.pageValues && { pageValues: options.pageValues }),
    ...(options.renamed && { renamed: options.renamed }),
    ...(options.stallLimitMs !== undefined && { stallLimitMs: options.stallLimitMs }),
  });
  t.after(() => web.app.close());
  await options.routes?.(web);
  await listen(web, '127.0.0.1', 0);
  const { port } = web.app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    web,
    origin,
    fetch(path, init) {
      const given = {
        'sec-fetch-site': 'same-origin',
        ...Object.fromEntries(new Headers(init?.headers)),
      };
      // An empty header means none, as from a browser that does not know it.
      const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
      return fetch(origin + path, { redirect: 'manual', ...init, headers });
    },
  };
}

type ClusterAddress = TestDatabase['address'];

const PREFIX = 'rasat-test-';
let running: Promise<ClusterAddress> | undefined;
const templates = new Map<string, Promise<void>>();

/** Returns the cluster of this process's tests; its address names a database that stays empty. */
export async function testCluster(): Promise<ClusterAddress> {
  // A test that awaits another test's promise would clean up when that test ends, so each call has a promise of its
  // own.
  running ??= findOrStartCluster();
  return running;
}

async function findOrStartCluster(): Promise<ClusterAddress> {
  const given = process.env.RASAT_TEST_PG;
  if (given) return { host: given, user: 'rasat', database: 'rasat' };
  const { embedded } = await startThrowawayCluster();
  return embedded.address;
}

/** Starts a cluster in a folder under the temporary one; both are removed when this process ends. */
export async function startThrowawayCluster(): Promise<{ embedded: Embedded; folder: string }> {
  // `makeOwnFolder` deletes the folders of killed runs; their servers then end by themselves within a minute.
  const folder = makeOwnFolder(os.tmpdir(), PREFIX);
  await chmod(folder, 0o755);
  const embedded = await startEmbedded(folder, () => {}, THROWAWAY);
  // By default neither signal would run the exit handlers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  // Runs before its folder is deleted.
  process.prependOnceListener('exit', () => {
    try {
      process.kill(embedded.pid, 'SIGQUIT');
    } catch {
      // The server has already ended.
    }
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let i = 0; i < 200 && isAlive(embedded.pid); i++) Atomics.wait(pause, 0, 0, 10);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return { embedded, folder };
}

/** Creates a folder named after this process, and deletes those of killed processes. */
export function makeOwnFolder(parent: string, prefix: string): string {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0;
    if (!(pid > 0) || isAlive(pid)) continue;
    try {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch {
      // It belongs to another account, which deletes it in its own next run.
    }
  }
  return mkdtempSync(path.join(parent, `${prefix}${process.pid}-`));
}

/** Returns the name of a database with all migrations, created once per cluster and set of migrations. */
async function prepareTemplate(cluster: ClusterAddress): Promise<string> {
  const hash = createHash('sha256');
  for (const name of await listMigrations()) {
    hash.update(name).update(readFileSync(path.join(MIGRATIONS, name)));
  }
  const template = `template_${hash.digest('hex').slice(0, 16)}`;
  await once(template, () =>
    makeTemplate(cluster, template, null, async (_, db) => {
      await migrate(db);
    }),
  );
  return template;
}

async function once(template: string, make: () => Promise<void>): Promise<void> {
  const made = templates.get(template) ?? make();
  templates.set(template, made);
  await made;
}

async function makeTemplate(
  cluster: ClusterAddress,
  template: string,
  from: string | null,
  fill: (address: ClusterAddress, db: Db) => Promise<void>,
): Promise<void> {
  await onCluster(cluster, async (admin) => {
    // A separate connection holds the lock, because another test process may want the same template.
    await admin.connection().execute(async (one) => {
      await sql`select pg_advisory_lock(7275, hashtext(${template}))`.execute(one);
      try {
        const found = await sql`select 1 from pg_database where datname = ${template}`.execute(one);
        if (found.rows.length > 0) return;
        const beside = `${template}_new`;
        await sql`drop database if exists ${sql.id(beside)} with (force)`.execute(one);
        await withTimeSpent(from === null ? 'template database' : 'filled databases', async () => {
          await sql`create database ${sql.id(beside)} template ${sql.id(from ?? 'template1')}`.execute(
            one,
          );
          const address = { ...cluster, database: beside };
          const db = openPool(address, { maxConnections: 5, name: 'test' });
          try {
            await fill(address, db);
          } finally {
            await db.destroy();
          }
          await sql`alter database ${sql.id(beside)} rename to ${sql.id(template)}`.execute(one);
        });
      } finally {
        await sql`select pg_advisory_unlock(7275, hashtext(${template}))`.execute(one);
      }
    });
  });
}

async function onCluster(
  cluster: ClusterAddress,
  fn: (admin: Db) => Promise<unknown>,
): Promise<void> {
  const admin = openPool(cluster, { maxConnections: 1, name: 'test admin' });
  try {
    await fn(admin);
  } finally {
    await admin.destroy();
  }
}
