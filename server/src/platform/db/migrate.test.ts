import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { testDatabase } from '../testing.ts';
import { listMigrations, migrate } from './migrate.ts';
import { type Db, openPool } from './pool.ts';

/** An empty database: the test's own is migrated already. */
async function emptyDatabase(t: test.TestContext): Promise<Db> {
  const { db, address } = await testDatabase(t);
  const name = `${address.database}_empty`;
  await sql`create database ${sql.id(name)}`.execute(db);
  const empty = openPool({ ...address, database: name }, { maxConnections: 4 });
  t.after(async () => {
    await empty.destroy();
    const again = openPool({ ...address, database: 'rasat' }, { maxConnections: 1 });
    await sql`drop database ${sql.id(name)} with (force)`.execute(again);
    await again.destroy();
  });
  return empty;
}

function folder(t: test.TestContext, files: Record<string, string>): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'rasat-migrations-'));
  mkdirSync(made, { recursive: true });
  t.after(() => rmSync(made, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(made, name), text);
  return made;
}

async function tables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(db);
  return rows.map((row) => row.name);
}

const ONE = { '202601010000-one.sql': 'create table one (n int);\ncreate table two (n int);' };
const BROKEN = {
  '202601010001-three.sql': 'create table three (n int);',
  '202601010002-broken.sql': 'create table four (n int);\nselect nonsense;',
};

test('every migration of the product applies to an empty database, once', async (t) => {
  const db = await emptyDatabase(t);
  const names = await listMigrations();
  assert.deepEqual(await migrate(db), names);
  assert.deepEqual(await migrate(db), []);
});

test('a failing migration leaves the database as it was, and what follows a repair is whole', async (t) => {
  const db = await emptyDatabase(t);
  await migrate(db, { folder: folder(t, ONE) });
  await assert.rejects(
    migrate(db, { folder: folder(t, { ...ONE, ...BROKEN }) }),
    /202601010002-broken\.sql failed/,
  );
  assert.deepEqual(await tables(db), ['one', 'two']);
  const repaired = { ...ONE, ...BROKEN, '202601010002-broken.sql': 'create table four (n int);' };
  assert.equal((await migrate(db, { folder: folder(t, repaired) })).length, 2);
  assert.deepEqual(await tables(db), ['four', 'one', 'three', 'two']);
});

test('a failing migration of an empty database is named and leaves nothing', async (t) => {
  const db = await emptyDatabase(t);
  await assert.rejects(
    migrate(db, { folder: folder(t, { ...ONE, ...BROKEN }) }),
    /202601010002-broken\.sql failed/,
  );
  assert.deepEqual(await tables(db), []);
});

/** What the migrator knows of a database: its tables, its lock and which migrations have run in which order. */
async function books(db: Db): Promise<unknown> {
  const columns = await sql`
    select table_name, column_name, data_type, character_maximum_length, is_nullable, column_default
    from information_schema.columns where table_name like 'kysely%' order by 1, 2`.execute(db);
  const keys = await sql`
    select conname, pg_get_constraintdef(oid) from pg_constraint where conname like 'kysely%' order by 1`.execute(
    db,
  );
  const lock = await sql`select * from kysely_migration_lock`.execute(db);
  const ran = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from kysely_migration order by timestamp`.execute(db);
  for (const { timestamp } of ran.rows) {
    assert.equal(new Date(timestamp).toISOString(), timestamp);
    assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 600_000, timestamp);
  }
  return [columns.rows, keys.rows, lock.rows, ran.rows.map(({ name }) => name)];
}

test('an empty database that is filled in one message has the books that the migrator keeps', async (t) => {
  const files = { ...ONE, '202601010001-three.sql': 'create table three (n int);' };
  const filled = await emptyDatabase(t);
  await migrate(filled, { folder: folder(t, files) });
  const stepwise = await emptyDatabase(t);
  const migrations = Object.entries(files).map(([name, text]) => [
    name,
    { up: (db: Db) => sql.raw(text).execute(db) },
  ]);
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  assert.equal((await new Migrator({ db: stepwise, provider }).migrateToLatest()).error, undefined);
  assert.deepEqual(await books(filled), await books(stepwise));
});

test('two starts at once: one applies, the other waits', async (t) => {
  const db = await emptyDatabase(t);
  const files = folder(t, ONE);
  const applied = await Promise.all([1, 2, 3].map(() => migrate(db, { folder: files })));
  assert.deepEqual(applied.flat(), ['202601010000-one.sql']);
});

test('a migration that is not named by its minute is refused', async (t) => {
  await assert.rejects(listMigrations(folder(t, { 'one.sql': '' })), /not named like a migration/);
});
