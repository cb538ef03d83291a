import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Db } from './pool.ts';

/** Where the product's migrations lie. */
export const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');

/** `202611210930-accounts.sql`: a UTC minute and what it brings. */
const FILE_NAME = /^\d{12}-[a-z0-9-]+\.sql$/;

/** The names of the migrations of a folder in the order in which they run; refuses a file that is not named as one. */
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
 * Brings the database to the newest form and returns the names of the migrations that ran. All of one call run in one
 * transaction: a failing or killed migration leaves the database as it was. Two processes at once: one applies, the
 * other waits. Inside an open transaction they become part of that one. With `only` no other migrations are known.
 */
export async function migrate(
  db: Db,
  options: { readonly folder?: string; readonly only?: readonly string[] } = {},
): Promise<string[]> {
  const provider = sqlFiles(options.folder ?? MIGRATIONS, options.only);
  const migrator = new Migrator({ db, provider });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new Error(`migration ${failed ?? ''} failed`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}
