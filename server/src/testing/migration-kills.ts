import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { listMigrations, migrate } from '../platform/db/migrate.ts';
import { type Db, openPool } from '../platform/db/pool.ts';
import { type Tidy, testCluster } from '../platform/testing.ts';
import { EARLY_CLOCK } from './early-clock.ts';
import { until } from './eventually.ts';
import { spawnServer } from './spawn-server.ts';

/** Newest migration of an older installation: everything up to it exists and is in use. */
const OLD = '202611211040-favorites.sql';
const PROCESS = path.join(import.meta.dirname, 'migrate-process.ts');

/** Outcome of the kills. */
export interface MigrationReport {
  /** Kills before the commit; the database was as before. */
  readonly rolledBack: number;
  /** Kills after the commit. */
  readonly done: number;
  /** Milliseconds that an uninterrupted migration takes. */
  readonly lastsMs: number;
}

/** Returns the tables of the product with their columns and a hash of their rows. */
async function contentOf(
  db: Db,
  shape?: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select c.relname as name, string_agg(quote_ident(a.attname), ',' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and c.relname !~ '^kysely' group by 1 order by 1`.execute(db);
  const content: Record<string, string> = {};
  for (const { name, columns } of tables) {
    const wanted = shape ? shape[name]?.split(' ')[0] : columns;
    // A new table, or one whose columns a later migration replaces, has no counterpart.
    const has = columns.split(',');
    if (wanted === undefined || !wanted.split(',').every((one) => has.includes(one))) continue;
    const { rows } = await sql<{ hash: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(t::text, '\n' order by t::text), '')) as hash
      from (select ${sql.raw(wanted)} from ${sql.id(name)}) t`.execute(db);
    content[name] = `${wanted} ${rows[0]?.hash}`;
  }
  return content;
}

/**
 * Kills migrations of an older installation's database with -9 at random moments. Each time the database must be either
 * unchanged or migrated completely, its rows must be readable, and the next start must complete.
 */
export async function surviveMigrationKills(
  t: Tidy,
  kills: number,
  random: () => number,
): Promise<MigrationReport> {
  const cluster = await testCluster();
  const admin = openPool(cluster, { maxConnections: 1 });
  const names: string[] = [];
  const make = async (template?: string): Promise<string> => {
    const name = `migration_${process.pid}_${names.length}`;
    names.push(name);
    await sql`create database ${sql.id(name)} template ${sql.id(template ?? 'template0')}`.execute(
      admin,
    );
    return name;
  };
  t.after(async () => {
    for (const name of names) {
      await sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin);
    }
    await admin.destroy();
  });
  const within = async <T>(database: string, fn: (db: Db) => Promise<T>): Promise<T> => {
    const db = openPool({ ...cluster, database }, { maxConnections: 1 });
    try {
      return await fn(db);
    } finally {
      await db.destroy();
    }
  };
  const old = await make();
  const before = await within(old, async (db) => {
    await plantOld(db);
    return contentOf(db);
  });
  const begin = (database: string) =>
    spawn(process.execPath, [PROCESS, cluster.host, database], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  const whole = begin(await make(old));
  await once(whole.stdout, 'data');
  const beganMs = performance.now();
  await once(whole, 'exit');
  const lastsMs = performance.now() - beganMs;
  let rolledBack = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const database = await make(old);
    const child = begin(database);
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    await pause(random() * lastsMs);
    child.kill('SIGKILL');
    await exited;
    // The database server notices the closed connection by itself.
    await until('the connection is gone', async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = ${database}`.execute(admin);
      return rows.length === 0;
    });
    const { applied, content } = await within(database, async (db) => ({
      applied: await countApplied(db),
      content: await contentOf(db, before),
    }));
    const known = await listMigrations();
    assert.ok(
      [known.indexOf(OLD) + 1, known.length].includes(applied),
      `${applied} of a migration`,
    );
    if (applied < known.length) {
      rolledBack += 1;
      assert.deepEqual(content, before, 'everything is as it was');
    }
    for (const name of ['attempt', 'series']) assert.equal(content[name], before[name], name);
    if (kill > 0) continue;
    const server = spawnServer({ ...cluster, database }, EARLY_CLOCK, { SIMULATION_SEED: '1' });
    await server.address;
    await server.kill();
    await within(database, async (db) => {
      assert.equal(await countApplied(db), known.length, 'a start completes');
      const { rows } = await sql`select 1 from series where symbol = 'ESKI'`.execute(db);
      assert.equal(rows.length, 1);
    });
  }
  return { rolledBack, done: kills - rolledBack, lastsMs };
}

async function countApplied(db: Db): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from kysely_migration`.execute(db);
  return rows[0]?.n ?? -1;
}

/** Plants an installation of that version, with counted limits and a market, whose rows later migrations change. */
async function plantOld(db: Db): Promise<void> {
  const names = await listMigrations();
  await migrate(db, { only: names.slice(0, names.indexOf(OLD) + 1) });
  await sql`insert into attempt (key, count, window_ends_at)
    select 'old ' || n, n % 9, n from generate_series(1, 2000) n`.execute(db);
  await sql`insert into series (symbol, epoch, source, category, digits, base, created_at)
    values ('ESKI', 1, 'file', 'forex', 5, '60', 1)`.execute(db);
}
