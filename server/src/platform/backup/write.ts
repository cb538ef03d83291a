import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { isAlive } from '../db/cluster.ts';
import { listApplied } from '../db/migrate.ts';
import { clientConfig, type DatabaseAddress, type Db } from '../db/pool.ts';
import type { FileKey, FileStore } from '../files/file-store.ts';
import { StartError } from '../start-error.ts';
import { listSequences, listTables, type StoredTable } from './catalogue.ts';
import {
  BACKUP_FORMAT,
  type Chains,
  MANIFEST,
  type Manifest,
  sealManifest,
  tableFile,
} from './manifest.ts';
import {
  createTap,
  type OnBytes,
  type OneConnection,
  syncFolder,
  withConnection,
  writePiece,
} from './pieces.ts';

/** An uploaded file that the database names. */
export interface StoredFile {
  readonly key: FileKey;
  readonly type: string;
  readonly bytes: number;
}

/** Sources of a backup. */
export interface BackupSource {
  readonly address: DatabaseAddress;
  readonly store: FileStore;
  /** Version of this program. */
  readonly version: string;
  /** UTC epoch milliseconds. */
  readonly nowMs: number;
  /** Ids of the encryption keys in use. */
  readonly keys: readonly string[];
  /** Files of the data folder by their names in the backup; a missing file is left out. */
  readonly loose: Readonly<Record<string, string>>;
  listFiles(this: void, db: Db): Promise<readonly StoredFile[]>;
  readChains(this: void, db: Db): Promise<Chains>;
}

/** A written backup and its folder. */
export interface WrittenBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Uploaded files that the database names and the store does not have. */
  readonly missing: readonly FileKey[];
}

/** Name of a backup's folder while it is incomplete. */
const UNFINISHED = /^\.rasat-[0-9TZ]+\.part-(\d+)-[0-9a-f]+$/;

/**
 * Writes a backup into a new folder below `into`: every table as of one moment, then uploaded files and the files of
 * the data folder. Users of the database do not wait. The folder gets its final name only when everything is on the
 * disk; an interrupted backup leaves nothing behind. Throws `StartError`, and the signal's reason when it is
 * interrupted.
 */
export async function writeBackup(
  into: string,
  source: BackupSource,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<WrittenBackup> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  await sweep(into);
  const name = `rasat-${new Date(source.nowMs).toISOString().replace(/[:-]|\.\d{3}/g, '')}`;
  const beside = path.join(into, `.${name}.part-${process.pid}-${randomBytes(3).toString('hex')}`);
  try {
    await mkdir(path.join(beside, 'tables'), { recursive: true, mode: 0o700 });
    const made = await withConnection(clientConfig(source.address, 'rasat backup'), (connection) =>
      fill(beside, source, connection, signal, onProgress),
    );
    await writeFile(path.join(beside, MANIFEST), sealManifest(made.manifest), {
      mode: 0o600,
      flush: true,
    });
    for (const below of ['', 'tables', ...(await foldersOf(made.manifest))]) {
      await syncFolder(path.join(beside, below));
    }
    const folder = await giveName(beside, path.join(into, name));
    await syncFolder(into);
    return { folder, ...made };
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    signal.throwIfAborted();
    throw error;
  }
}

/** Gives a folder its final name. When another backup of the same second has that name, this one gets a number. */
async function giveName(beside: string, wanted: string): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const folder = nth === 1 ? wanted : `${wanted}-${nth}`;
    try {
      await rename(beside, folder);
      return folder;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    }
  }
}

/** Name of a complete backup's folder. */
const WHOLE = /^rasat-\d{8}T\d{6}Z(?:-\d+)?$/;

/** Deletes the oldest backups below `into`, keeping the newest `count`; returns the names of the deleted ones. */
export async function removeOldBackups(into: string, count: number): Promise<string[]> {
  const names = (await readdir(into)).filter((name) => WHOLE.test(name)).toSorted();
  const old = names.slice(0, -count);
  for (const name of old) {
    // Without its manifest the folder is no backup, even when its deletion is interrupted.
    await rm(path.join(into, name, MANIFEST), { force: true });
    await rm(path.join(into, name), { recursive: true, force: true });
  }
  return old;
}

/** Deletes the remains of killed backups. */
async function sweep(into: string): Promise<void> {
  for (const name of await readdir(into)) {
    const maker = Number(UNFINISHED.exec(name)?.[1] ?? 0);
    if (maker > 0 && !isAlive(maker)) {
      await rm(path.join(into, name), { recursive: true, force: true });
    }
  }
}

async function foldersOf({ files }: Manifest): Promise<string[]> {
  const folders = new Set(files.map(({ key }) => path.join('files', path.dirname(key))));
  return folders.size > 0 ? ['files', ...folders] : [];
}

type Filled = Omit<WrittenBackup, 'folder'>;

async function fill(
  folder: string,
  source: BackupSource,
  connection: OneConnection,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Filled> {
  const { client, db } = connection;
  await client.query('begin isolation level repeatable read, read only');
  const migrations = (await listApplied(db)) ?? [];
  const tables = await listTables(db);
  if (migrations.length === 0) throw new StartError('There is nothing in the database to back up.');
  const chains = await source.readChains(db);
  const stored = await source.listFiles(db);
  const total =
    tables.reduce((sum, { bytes }) => sum + bytes, 0) +
    stored.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  // A table's size on the database's disk differs from that of its copied rows. Progress counts each table with the
  // former.
  const copied: Manifest['tables'] = [];
  for (const table of tables) {
    let seen = 0;
    copied.push(
      await copyTable(folder, table, connection, signal, (bytes) => {
        seen += bytes;
        onProgress((done + Math.min(seen, table.bytes)) / Math.max(1, total));
      }),
    );
    done += table.bytes;
  }
  const sequences = await listSequences(db);
  await client.query('commit');
  const onBytes = (bytes: number): void => {
    done += bytes;
    onProgress(done / Math.max(1, total));
  };
  const { files, missing } = await copyFiles(folder, stored, source.store, signal, onBytes);
  const loose = await copyLoose(folder, source.loose, signal);
  onProgress(1);
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    version: source.version,
    made: new Date(source.nowMs).toISOString(),
    migrations,
    tables: copied,
    sequences,
    chains,
    files,
    loose,
    keys: [...source.keys],
  };
  return { manifest, missing };
}

/** Copies the rows in the text form of COPY, compressed. Throws when their number differs from the database's count. */
async function copyTable(
  folder: string,
  { name, columns }: StoredTable,
  { client, db }: OneConnection,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<Manifest['tables'][number]> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const rows = client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${list}) to stdout`));
  const content = createTap(onBytes);
  const compress = zlib.createZstdCompress();
  const piece = await writePiece(
    path.join(folder, tableFile(name)),
    [rows, content, compress],
    signal,
  );
  const { lines, sha256 } = content.measure();
  const counted = await sql<{ n: number }>`select count(*) as n from ${sql.id(name)}`.execute(db);
  if (counted.rows[0]?.n !== lines) throw new Error(`${name} was copied in part`);
  return { name, columns: [...columns], rows: lines, ...piece, contentSha256: sha256 };
}

/**
 * Copies the files from the store. A file may be missing because it and its row were deleted after the tables were
 * read.
 */
async function copyFiles(
  folder: string,
  stored: readonly StoredFile[],
  store: FileStore,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<{ files: Manifest['files']; missing: FileKey[] }> {
  const files: Manifest['files'] = [];
  const missing: FileKey[] = [];
  for (const { key, type } of stored) {
    signal.throwIfAborted();
    const content = await store.open(key);
    if (!content) {
      missing.push(key);
      continue;
    }
    const file = path.join(folder, 'files', key);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    files.push({ key, type, ...(await writePiece(file, [content], signal, onBytes)) });
  }
  return { files, missing };
}

async function copyLoose(
  folder: string,
  loose: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Manifest['loose']> {
  const copied: Manifest['loose'] = [];
  for (const [name, from] of Object.entries(loose)) {
    try {
      const piece = await writePiece(path.join(folder, name), [createReadStream(from)], signal);
      copied.push({ name, ...piece });
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' || syscall !== 'open') throw error;
      await rm(path.join(folder, name), { force: true });
    }
  }
  return copied;
}
