import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type App, startApp } from '../app.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type DatabaseAddress, type Db, openPool } from '../platform/db/pool.ts';
import { testCluster, testConfig } from '../platform/testing.ts';

// `node server/src/testing/serve.ts 2026-11-18T13:20:00Z`: a whole server for the browser tests, on a free port, its
// clock set to that moment and running on from it, its simulated markets filled and analysed, their record computed,
// with an account for each role. Prints `accounts [...]`, `ahead ...` (milliseconds from the machine's clock to its
// own) and `ready http://...`, and ends when its input does. A second word names the folder of another built site;
// `--prepare` there fills the markets for those that come, and ends. A line `correction SYMBOL TIME O H L C V` on its
// input is a base bar that its vendor delivers again; it answers `corrected`.

const FILL_LIMIT_MS = 600_000;

const at = process.argv[2] ?? '';
const atMs = Date.parse(at);
if (!Number.isFinite(atMs)) throw new RangeError(`not a moment: ${at}`);

const cluster = await testCluster();
const filled = `filled_${atMs}`;
const admin = openPool(cluster, { maxConnections: 1, name: 'serve' });
let aheadMs = 0;

function start(
  database: DatabaseAddress,
  site?: string | null,
  demoAccounts = false,
): Promise<App> {
  aheadMs = atMs - Date.now();
  return startApp(testConfig(), {
    database,
    demoAccounts,
    // A machine that runs browsers and tests at once may be late without being in trouble.
    stallLimitMs: Number.POSITIVE_INFINITY,
    ...(site !== undefined && { site }),
    clock: { kind: 'shifted', offsetMs: aheadMs },
  });
}

/** Waits until every part says that it is ready, which the analyst does once it has caught up with the bars. */
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

/** Waits until the record of a database is computed, which the servers on its copies then need not do again. */
async function recorded(db: Db): Promise<void> {
  const limit = performance.now() + FILL_LIMIT_MS;
  for (;;) {
    const { rows } = await sql`select 1 from record_certificate`.execute(db);
    if (rows.length > 0) return;
    if (performance.now() > limit) throw new Error('the record was not computed');
    await sleep(100);
  }
}

/** Notes a bar as the feed does when a vendor delivers it again with other values. */
async function noteCorrection(db: Db, [symbol = '', ...numbers]: readonly string[]): Promise<void> {
  const [t, o, h, l, c, v] = numbers.map(Number);
  await sql`
    insert into correction (series_id, resolution, t, reason, o, h, l, c, v, seen_at)
    select id, base, ${t}, 'differs', ${o}, ${h}, ${l}, ${c}, ${v}, ${Date.now() + aheadMs}
    from series where symbol = ${symbol} and archived_at is null
  `.execute(db);
}

/** Fills the markets once for all servers on this cluster; the others are started on copies. */
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
if (process.argv[3] === '--prepare') process.exit();
const database = `serve_${process.pid}`;
await sql`create database ${sql.id(database)} template ${sql.id(filled)} strategy file_copy`.execute(
  admin,
);
const app = await start({ ...cluster, database }, process.argv[3], true);
await caughtUp(app);
console.log(`accounts ${JSON.stringify(app.demoAccounts?.accounts ?? [])}`);
console.log(`ahead ${aheadMs}`);
console.log(`ready ${app.address}`);

const vendor = openPool({ ...cluster, database }, { maxConnections: 1, name: 'vendor' });
createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, ...rest] = line.split(' ');
  if (word !== 'correction') return;
  void noteCorrection(vendor, rest).then(() => console.log('corrected'));
});
await new Promise<void>((resolve) => {
  process.stdin.once('end', resolve);
  process.once('SIGTERM', resolve);
  process.once('SIGINT', resolve);
});
await vendor.destroy();
await app.stop();
await sql`drop database if exists ${sql.id(database)} with (force)`.execute(admin);
await admin.destroy();
// After a signal the input is still open and would hold the process.
process.stdin.destroy();
