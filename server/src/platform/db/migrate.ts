import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Db } from './pool.ts';

/** Folder of the product's migrations. */
export const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');

/** `202611210930-accounts.sql`: a UTC minute and a subject. */
const FILE_NAME = /^\d{12}-[a-z0-9-]+\.sql$/;

/**
 * Returns the names of a folder's migrations in the order in which they run; throws for a file with another kind of
 * name.
 */
export async function listMigrations(folder: string = MIGRATIONS): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  for (const name of names) {
    if (!FILE_NAME.test(name)) throw new Error(`${name} is not named like a migration`);
  }
  return names;
}

function sqlFiles(folder: string, only?: readonly string[]): MigrationProvider {
  return {
    async getMigrations() {
      const migrations: Record<string, Migration> = {};
      for (const name of await listMigrations(folder)) {
        if (only && !only.includes(name)) continue;
        migrations[name] = {
          async up(db) {
            await sql.raw(await readFile(path.join(folder, name), 'utf8')).execute(db);
          },
        };
      }
      return migrations;
    },
  };
}

/**
 * Applies the missing migrations and returns their names. All migrations of one call run in one transaction: a failing
 * or killed migration leaves the database unchanged. Of two concurrent processes one applies them and the other waits.
 * Inside an open transaction they become part of it. With `only`, other migrations are ignored.
 */
export async function migrate(
  db: Db,
  options: { readonly folder?: string; readonly only?: readonly string[] } = {},
): Promise<string[]> {
  const folder = options.folder ?? MIGRATIONS;
  const names = (await listMigrations(folder)).filter(
    (name) => options.only?.includes(name) ?? true,
  );
  const applied = await listApplied(db);
  if (applied !== null && applied.join() === names.join()) return [];
  if (applied === null && !db.isTransaction && (await fillEmpty(db, folder, names))) return names;
  const provider = sqlFiles(folder, options.only);
  const migrator = new Migrator({ db, provider });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new Error(`migration ${failed ?? ''} failed`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** Returns the names of a database's applied migrations in their order; null before the first one. */
export async function listApplied(db: Db): Promise<string[] | null> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('kysely_migration') is not null as known`.execute(db);
  if (!rows[0]?.known) return null;
  const found = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** Number of the advisory lock that the migrator holds while it works. */
const MIGRATOR_LOCK = '3853314791062309107';
/** Tables of the migrator itself. */
const BOOKS = `
  create table kysely_migration (
    name varchar(255) not null primary key, timestamp varchar(255) not null);
  create table kysely_migration_lock (
    id varchar(255) not null primary key, is_locked integer not null default 0);
  insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0)`;

/**
 * Applies every migration to a database without any in one message to the server, so that this process can go on
 * loading the program. Returns false, with nothing changed, when another process was faster or a migration fails; the
 * migrator then waits for that process, or reports the failing migration.
 */
async function fillEmpty(db: Db, folder: string, names: readonly string[]): Promise<boolean> {
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  try {
    return await db.transaction().execute(async (trx) => {
      await sql.raw(`select pg_advisory_xact_lock(${MIGRATOR_LOCK})`).execute(trx);
      if ((await listApplied(trx)) !== null) return false;
      await sql.raw([BOOKS, ...texts].join('\n;\n')).execute(trx);
      await sql`
        insert into kysely_migration (name, timestamp)
        select name, to_char(
          now() at time zone 'UTC' + at * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from unnest(${names}::text[]) with ordinality as applied (name, at)`.execute(trx);
      return true;
    });
  } catch {
    return false;
  }
}
