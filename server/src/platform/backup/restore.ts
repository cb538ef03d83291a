import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { migrate } from '../db/migrate.ts';
import { claimDatabase } from '../db/only-server.ts';
import { clientConfig, type DatabaseAddress, type Db } from '../db/pool.ts';
import type { FileKey, FileStore } from '../files/file-store.ts';
import { StartError } from '../start-error.ts';
import { isEmpty, listForeignKeys, listTables, mayCreate } from './catalogue.ts';
import { type Chains, type Manifest, tableFile } from './manifest.ts';
import { createTap, nowhere, type OnBytes, type OneConnection, withConnection } from './pieces.ts';
import { verifyBackup } from './verify.ts';

/** Target of a restore. */
export interface RestoreTarget {
  readonly address: DatabaseAddress;
  readonly store: FileStore;
  readChains(this: void, db: Db): Promise<Chains>;
  /**
   * Copies the files of the data folder to their places. Called after the database was found fit for a restore and
   * before it is filled.
   */
  placeLoose(this: void, manifest: Manifest): Promise<void>;
}

/** Callbacks for the progress of the two halves of a restore, as shares. */
export interface RestoreProgress {
  checked(this: void, share: number): void;
  restored(this: void, share: number): void;
}

/**
 * Fills an empty database from a backup, in one transaction. The whole backup is checked first. The transaction runs
 * the migrations of the backup, inserts the rows, and then runs the newer migrations. Rows are read back and compared
 * before the commit. Uploaded files are restored first, so that an interrupted restore can be repeated. Throws
 * `StartError` when the database is not empty or in use, or the backup damaged, partial or newer, and the signal's
 * reason when it is interrupted.
 */
export async function restoreBackup(
  folder: string,
  target: RestoreTarget,
  signal: AbortSignal,
  progress: RestoreProgress,
): Promise<Manifest> {
  try {
    return await withConnection(clientConfig(target.address, 'rasat restore'), (connection) =>
      restoreOver(connection, folder, target, signal, progress),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

async function restoreOver(
  { client, db }: OneConnection,
  folder: string,
  target: RestoreTarget,
  signal: AbortSignal,
  progress: RestoreProgress,
): Promise<Manifest> {
  await claimDatabase(client);
  await assertEmpty(db);
  if (!(await mayCreate(db))) {
    throw new StartError('The role of DATABASE_URL may not create tables; nothing was restored.');
  }
  const manifest = await verifyBackup(folder, signal, progress.checked);
  await target.placeLoose(manifest);
  // Each row is transferred twice: into the database, and back for the comparison.
  const sum = (list: readonly { bytes: number }[]) => list.reduce((n, { bytes }) => n + bytes, 0);
  const total = sum(manifest.files) + 2 * sum(manifest.tables);
  let done = 0;
  const onBytes = (bytes: number): void => {
    done += bytes;
    progress.restored(Math.min(0.99, done / Math.max(1, total)));
  };
  await placeFiles(folder, manifest, target.store, signal, onBytes);
  await db.transaction().execute(async (trx) => {
    await assertEmpty(trx);
    await fill(folder, manifest, { client, db: trx }, signal, onBytes);
    compareChains(manifest, await target.readChains(trx));
    await migrate(trx);
    signal.throwIfAborted();
  });
  progress.restored(1);
  return manifest;
}

async function assertEmpty(db: Db): Promise<void> {
  if (await isEmpty(db)) return;
  throw new StartError('The database is not empty: a backup is restored into an empty one only.');
}

async function placeFiles(
  folder: string,
  { files }: Manifest,
  store: FileStore,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<void> {
  for (const { key, type, bytes } of files) {
    signal.throwIfAborted();
    const content = createReadStream(path.join(folder, 'files', key));
    await store.put(key as FileKey, content, { bytes, type });
    onBytes(bytes);
  }
}

/**
 * Drops foreign keys and disables triggers while rows are inserted, and restores them afterwards, which checks every
 * row again.
 */
async function fill(
  folder: string,
  manifest: Manifest,
  { client, db }: OneConnection,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<void> {
  await migrate(db, { only: manifest.migrations });
  assertSameTables(manifest, await listTables(db));
  const references = await listForeignKeys(db);
  for (const { table, name } of references) {
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(db);
  }
  for (const table of manifest.tables) {
    const name = sql.id(table.name);
    await sql`alter table ${name} disable trigger user`.execute(db);
    // The backup also holds the rows that the migrations insert.
    await sql`delete from ${name}`.execute(db);
    await fillTable(folder, table, client, signal, onBytes);
    await readBack(table, client, signal);
    onBytes(table.bytes);
    await sql`alter table ${name} enable trigger user`.execute(db);
  }
  for (const { name, value, called } of manifest.sequences) {
    await sql`select setval(${sql.lit(name)}::regclass, ${value}, ${called})`.execute(db);
  }
  for (const { table, name, definition } of references) {
    signal.throwIfAborted();
    await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)}
      ${sql.raw(definition)}`.execute(db);
  }
  await sql`analyze`.execute(db);
}

function assertSameTables(
  manifest: Manifest,
  made: readonly { name: string; columns: readonly string[] }[],
): void {
  const shape = (tables: readonly { name: string; columns: readonly string[] }[]): string =>
    tables.map(({ name, columns }) => `${name}(${columns.join()})`).join('\n');
  if (shape(made) === shape(manifest.tables)) return;
  throw new StartError(
    'The backup holds other tables than its migrations make: the program was changed since.',
  );
}

type TableOf = Manifest['tables'][number];

const copyOf = ({ name, columns }: TableOf): string =>
  `copy ${pg.escapeIdentifier(name)} (${columns.map((one) => pg.escapeIdentifier(one)).join(', ')})`;

async function fillTable(
  folder: string,
  table: TableOf,
  client: pg.Client,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<void> {
  const rows = client.query(copyFrom(`${copyOf(table)} from stdin`));
  const file = createReadStream(path.join(folder, tableFile(table.name)));
  await pipeline([file, createTap(onBytes), zlib.createZstdDecompress(), rows], { signal });
}

/** Reads the rows of a table back. Throws unless they equal the backed-up rows byte for byte. */
async function readBack(table: TableOf, client: pg.Client, signal: AbortSignal): Promise<void> {
  const content = createTap();
  const rows = client.query(copyTo(`${copyOf(table)} to stdout`));
  await pipeline([rows, content, nowhere()], { signal });
  const { lines, sha256 } = content.measure();
  if (lines !== table.rows || sha256 !== table.contentSha256) {
    throw new StartError(`The rows of ${table.name} did not arrive as they were backed up.`);
  }
}

function compareChains({ chains }: Manifest, found: Chains): void {
  for (const [name, chain] of Object.entries(chains)) {
    if (found[name]?.number !== chain.number || found[name]?.hash !== chain.hash) {
      throw new StartError(`The chain ${name} does not end where it did when it was backed up.`);
    }
  }
}
