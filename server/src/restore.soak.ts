import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { type Db, openPool } from './platform/db/pool.ts';
import { loadKeys } from './platform/keys.ts';
import { createLog } from './platform/log.ts';
import { testConfig, testDatabase } from './platform/testing.ts';
import { until } from './testing/eventually.ts';
import { plantOrder } from './testing/orders.ts';
import { plantPerson } from './testing/people.ts';
import { spawnWithDatabase } from './testing/spawn-server.ts';

// All markets with their history and record, created by a server that fills them, and people with their orders.
const PEOPLE = 2000;
const LIMIT_MS = 45 * 60_000;
const COMMANDS = path.join(import.meta.dirname, 'cli/main.ts');

const folder = mkdtempSync(path.join(tmpdir(), 'rasat-restore-'));
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

async function command(args: readonly string[], env: Record<string, string>) {
  const beganMs = performance.now();
  const child = spawn(process.execPath, [COMMANDS, ...args], {
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const [code] = await once(child, 'close');
  assert.equal(code, 0, said);
  return { said, tookMs: performance.now() - beganMs };
}

async function within<T>(env: Record<string, string>, fn: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase(testConfig(env), createLog('silent'));
  const db = openPool(database.address, { maxConnections: 1 });
  try {
    return await fn(db);
  } finally {
    await db.destroy();
    await database.stop();
  }
}

/** Returns the row count and hash of every table, and the sums of the orders' ledger. */
async function contentOf(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not like 'kysely%' order by 1`.execute(db);
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ is: string }>`
      select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as is
      from ${sql.id(name)} t`.execute(db);
    content[name] = rows[0]?.is ?? '';
  }
  return content;
}

async function plantMany(db: Db, config: Config): Promise<void> {
  const context = { db, clock: createClock(), config, keys: await loadKeys(config) };
  for (let i = 0; i < PEOPLE; i += 1) {
    const { id } = await plantPerson(context, { rights: ['lesson', 'subscription'] });
    await plantOrder(db, id);
  }
  await sql`insert into attempt (key, count, window_ends_at)
    select md5(n::text), 1, n from generate_series(1, 200000) n`.execute(db);
}

test('F15 all markets come back within five minutes, into the bundled database and into another one', {
  timeout: LIMIT_MS,
}, async (t) => {
  assert.ok(statfsSync(folder).bavail * statfsSync(folder).bsize > 4e9, 'needs 4 GB below /tmp');
  const source = { RASAT_DATA: path.join(folder, 'source'), DATABASE_URL: '' };
  const server = spawnWithDatabase(source.RASAT_DATA, { kind: 'real' });
  t.after(() => server.kill());
  const origin = await server.address;
  const isReady = async () => (await fetch(`${origin}/api/health`)).status === 200;
  await until('all markets are filled and analysed', isReady, LIMIT_MS);
  await within(source, (db) => plantMany(db, testConfig(source)));

  const into = path.join(folder, 'backups');
  const beside = await command(['backup', into], source);
  await server.stop();
  const whole = await command(['backup', into], source);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  t.diagnostic(
    `backup beside the server ${seconds(beside.tookMs)}, alone ${seconds(whole.tookMs)}`,
  );
  t.diagnostic(whole.said.split('\n').find((line) => line.includes('rows of')) ?? '');
  assert.ok(
    Math.max(beside.tookMs, whole.tookMs) < 60_000,
    'one each minute loses a minute at most',
  );
  const backup = /^\/.+$/m.exec(whole.said)?.[0] ?? '';
  const before = await within(source, contentOf);

  const other = await testDatabase(t);
  const { host, user, database } = other.address;
  await sql`drop schema public cascade`.execute(other.db);
  await sql`create schema public`.execute(other.db);
  const data = path.join(folder, 'elsewhere');
  const targets = [
    { RASAT_DATA: path.join(folder, 'restored'), DATABASE_URL: '' },
    {
      RASAT_DATA: data,
      DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${host}`,
      KEYS_FILE: path.join(data, 'keys.json'),
    },
  ];
  for (const target of targets) {
    const { tookMs } = await command(['restore', backup], target);
    t.diagnostic(`${target.DATABASE_URL === '' ? 'bundled' : 'DATABASE_URL'}: ${seconds(tookMs)}`);
    assert.ok(tookMs < 5 * 60_000);
    assert.deepEqual(await within(target, contentOf), before);
  }
  const [restored] = targets;
  const again = spawnWithDatabase(restored?.RASAT_DATA ?? '', { kind: 'real' });
  t.after(() => again.kill());
  const beganMs = performance.now();
  const at = await again.address;
  const served = async () => (await fetch(`${at}/api/health`)).status === 200;
  await until('the restored server is ready', served, LIMIT_MS);
  t.diagnostic(`serving all markets ${seconds(performance.now() - beganMs)} after its start`);
  await again.stop();
});
