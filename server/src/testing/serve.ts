import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { LEGAL_TEXTS, type Right } from '@rasat/contract';
import { sql } from 'kysely';
import { type App, startApp } from '../app.ts';
import { acceptTexts, createPerson } from '../modules/accounts/index.ts';
import { hashPassword } from '../modules/auth/index.ts';
import { grantRight } from '../modules/rights/index.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type DatabaseAddress, type Db, openPool } from '../platform/db/pool.ts';
import { loadKeys } from '../platform/keys.ts';
import { testCluster, testConfig } from '../platform/testing.ts';
import type { LateBar, SiteAccount } from './site-process.ts';

// `node server/src/testing/serve.ts 2026-11-18T13:20:00Z`: runs a whole server for the browser tests on a free port.
// Its clock starts at that moment; its simulated markets are filled and analysed, and their record is computed. It
// trusts `X-Forwarded-For`, so that each test file can call from an IP address of its own. Prints
// `ready {"origin","control","aheadMs"}` (milliseconds from the machine's clock to its own), and ends when its input
// ends.
// A second argument names the folder of another built site. `control` is the address of a port for the tests only:
//   POST /accounts    creates an account of each role; returns `{"number","accounts"}`, with a new number each time
//   POST /correction  `{"symbol","d","o","h","l","c","v"}`: delivers a base bar again, as its vendor does

const FILL_LIMIT_MS = 600_000;

const at = process.argv[2] ?? '';
const atMs = Date.parse(at);
if (!Number.isFinite(atMs)) throw new RangeError(`not a moment: ${at}`);

const cluster = await testCluster();
const filled = `filled_${atMs}`;
const admin = openPool(cluster, { maxConnections: 1, name: 'serve' });
const config = testConfig({ TRUST_PROXY: '127.0.0.1' });
let aheadMs = 0;

function start(
  database: DatabaseAddress,
  site?: string | null,
  demoAccounts = false,
): Promise<App> {
  aheadMs = atMs - Date.now();
  return startApp(config, {
    database,
    demoAccounts,
    // Browsers and tests on the machine may delay the server without a fault.
    stallLimitMs: Number.POSITIVE_INFINITY,
    ...(site !== undefined && { site }),
    clock: { kind: 'shifted', offsetMs: aheadMs },
  });
}

/** Waits until every part reports that it is ready; the analyst does once it has analysed all bars. */
async function caughtUp(app: App): Promise<void> {
  const limit = performance.now() + FILL_LIMIT_MS;
  const isReady = () =>
    app.filled() === 1 && Object.values(app.parts()).every(({ ready }) => ready);
  while (!isReady()) {
    if (performance.now() > limit) {
      throw new Error(`not ready: ${app.filled()} ${JSON.stringify(app.parts())}`);
    }
    await sleep(100);
  }
}

/** Waits until the record of a database is computed, so that servers on its copies do not repeat it. */
async function recorded(db: Db): Promise<void> {
  const limit = performance.now() + FILL_LIMIT_MS;
  for (;;) {
    const { rows } = await sql`select 1 from record_certificate`.execute(db);
    if (rows.length > 0) return;
    if (performance.now() > limit) throw new Error('the record was not computed');
    await sleep(100);
  }
}

/** Records a bar as the feed does when a vendor delivers it again with other values. */
async function noteCorrection(db: Db, { symbol, d, o, h, l, c, v }: LateBar): Promise<object> {
  await sql`
    insert into correction (series_id, resolution, t, reason, o, h, l, c, v, seen_at)
    select id, base, ${d}, 'differs', ${o}, ${h}, ${l}, ${c}, ${v}, ${Date.now() + aheadMs}
    from series where symbol = ${symbol} and archived_at is null
  `.execute(db);
  return {};
}

const ROLES: readonly (readonly [role: SiteAccount['role'], rights: readonly Right[]])[] = [
  ['person', []],
  ['student', ['lesson']],
  ['subscriber', ['lesson', 'subscription']],
  ['admin', ['admin']],
];
/** Milliseconds of a subscription, as for the demo accounts. */
const SUBSCRIPTION_MS = 180 * 86_400_000;
const DEMO_PROFILE = {
  name: 'Demo',
  surname: 'Kişi',
  identity: 'demo',
  gsm: '+905000000000',
  country: 'TR',
  city: 'İstanbul',
  district: 'Kadıköy',
  address: 'demo',
  language: 'tr',
} as const;
let sets = 0;

/** Returns the demo accounts first, then new accounts like them; each set is for one caller. */
async function takeAccounts(db: Db): Promise<object> {
  sets += 1;
  const number = sets;
  if (number === 1) return { number, accounts: app.demoAccounts?.accounts ?? [] };
  const keys = await loadKeys(config);
  const nowMs = Date.now() + aheadMs;
  const password = `Demo-${number}-parola`;
  const passwordHash = await hashPassword(password);
  const { privacy, kvkk } = LEGAL_TEXTS;
  const shown = { privacy: privacy.version, kvkk: kvkk.version };
  const accounts: SiteAccount[] = [];
  for (const [role, rights] of ROLES) {
    const mail = `${role}.${number}@demo.rasat`;
    const profile = { mail, passwordHash, ...DEMO_PROFILE };
    const id = await createPerson(db, keys, profile, nowMs);
    if (id === undefined) throw new RangeError(`${mail} is there already`);
    await acceptTexts(db, id, shown, { ip: null, atMs: nowMs });
    for (const right of rights) {
      const ends = right === 'subscription' ? { endsAt: nowMs + SUBSCRIPTION_MS } : {};
      await grantRight(
        db,
        { personId: id, right, startsAt: nowMs, origin: 'demo', ...ends },
        nowMs,
      );
    }
    accounts.push({ role, mail, password });
  }
  return { number, accounts };
}

/** Serves the control port of the tests; returns its address. */
async function startControl(db: Db): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const answer =
        request.url === '/correction'
          ? await noteCorrection(db, JSON.parse(body) as LateBar)
          : await takeAccounts(db);
      response.end(JSON.stringify(answer));
    })().catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Fills the markets once for all servers on this cluster; each server starts on a copy. */
async function prepareFilled(one: Db): Promise<void> {
  await sql`select pg_advisory_lock(7276)`.execute(one);
  try {
    const found = await sql`select 1 from pg_database where datname = ${filled}`.execute(one);
    if (found.rows.length > 0) return;
    const beside = `${filled}_new`;
    await sql`drop database if exists ${sql.id(beside)} with (force)`.execute(one);
    await sql`create database ${sql.id(beside)}`.execute(one);
    const address = { ...cluster, database: beside };
    const db = openPool(address, { maxConnections: 1 });
    await migrate(db);
    const app = await start(address, null);
    try {
      await caughtUp(app);
      await recorded(db);
    } finally {
      await app.stop();
      await db.destroy();
    }
    await sql`alter database ${sql.id(beside)} rename to ${sql.id(filled)}`.execute(one);
  } finally {
    await sql`select pg_advisory_unlock(7276)`.execute(one);
  }
}

await admin.connection().execute(prepareFilled);
const database = `serve_${process.pid}`;
await sql`create database ${sql.id(database)} template ${sql.id(filled)} strategy file_copy`.execute(
  admin,
);
const app = await start({ ...cluster, database }, process.argv[3], true);
await caughtUp(app);
const own = openPool({ ...cluster, database }, { maxConnections: 2, name: 'control' });
const control = await startControl(own);
console.log(`ready ${JSON.stringify({ origin: app.address, control, aheadMs })}`);
await new Promise<void>((resolve) => {
  process.stdin.once('end', resolve).resume();
  process.once('SIGTERM', resolve);
  process.once('SIGINT', resolve);
});
await own.destroy();
await app.stop();
await sql`drop database if exists ${sql.id(database)} with (force)`.execute(admin);
await admin.destroy();
// After a signal the input is still open and would keep the process alive.
process.stdin.destroy();
