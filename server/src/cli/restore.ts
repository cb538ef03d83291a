import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { ADAPTER_SETTINGS } from '../connectors/register.ts';
import { mergeErasureRequests, mergeErasures, reapplyErasures } from '../modules/accounts/index.ts';
import { PERSONAL_DATA } from '../personal-data.ts';
import { type Manifest, readManifest } from '../platform/backup/manifest.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import { noteRestore } from '../platform/backup/unfinished.ts';
import { createClock } from '../platform/clock.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { type DatabaseAddress, isDatabaseUnavailable, openPool } from '../platform/db/pool.ts';
import { openFileStore } from '../platform/files/open-file-store.ts';
import { claimInstance } from '../platform/instance.ts';
import { keysFileOf, loadKeys } from '../platform/keys.ts';
import { createLog } from '../platform/log.ts';
import { StartError } from '../platform/start-error.ts';
import { createProgress } from '../progress.ts';
import { DEMO_FILES, ERASURES, KEYS, REQUESTS, readChains, readKeyIds } from './backup-parts.ts';
import { command } from './command-line.ts';
import { Interrupted, withInterrupt } from './interrupt.ts';

/** `rasat restore`: fills an empty database and the data folder from a backup. */
export const restore = command({
  name: 'restore',
  usage: 'BACKUP [--erasures FOLDER]',
  summary: 'a backup into an empty database, while no server runs',
  values: ['erasures'],
  async run(line) {
    const folder = path.resolve(line.words[0] ?? '');
    const erasures = readLogs(line.find('erasures'));
    try {
      return await withInterrupt((signal) => restoreAll(folder, erasures, signal));
    } catch (error) {
      if (!(error instanceof Interrupted)) throw inOneSentence(error);
      process.stderr.write('Stopped; the database is still empty. Begin again when you like.\n');
      return 130;
    }
  },
});

/** Turns an error that the operator can fix into a `StartError` of one sentence. The database is as empty as before. */
function inOneSentence(error: unknown): unknown {
  if (error instanceof StartError) return error;
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  // A failed migration carries the reason in its cause.
  if (code === undefined && cause instanceof Error) return inOneSentence(cause);
  if (code === 'unavailable-503') {
    return new StartError('The store of uploaded files does not answer; begin again later.');
  }
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartError('There is not enough room on the disk; nothing was restored.');
  }
  const { syscall, path: file } = error as NodeJS.ErrnoException;
  if (typeof syscall === 'string' && /^E(ACCES|ROFS|PERM|NOTDIR|ISDIR|EXIST)$/.test(String(code))) {
    return new StartError(
      `${file} cannot be read or written (${String(code)}); nothing was restored.`,
    );
  }
  return isDatabaseUnavailable(error)
    ? new StartError(
        'The database went away; nothing was restored. Look whether its disk is full, and begin again.',
      )
    : error;
}

/** Contents of the two logs of erasures in a folder. */
interface ErasureLogs {
  readonly erased: string;
  readonly asked: string;
}

/** Reads both logs from an earlier data folder. The folder must exist; a missing log is empty. */
function readLogs(folder: string | undefined): ErasureLogs {
  if (folder === undefined) return { erased: '', asked: '' };
  try {
    const names = readdirSync(folder);
    const read = (name: string): string =>
      names.includes(name) ? readFileSync(path.join(folder, name), 'utf8') : '';
    return { erased: read(ERASURES), asked: read(REQUESTS) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`--erasures: ${folder} cannot be read as a folder (${code}).`);
  }
}

async function restoreAll(
  folder: string,
  erasures: ErasureLogs,
  signal: AbortSignal,
): Promise<number> {
  const config = readConfig(process.env, ADAPTER_SETTINGS);
  // The manifest is checked before anything is created or started.
  await readManifest(folder);
  await mkdir(config.dataDir, { recursive: true });
  const claimed = await claimInstance(config.dataDir);
  if ('runningAt' in claimed) {
    throw new StartError(`Rasat runs at ${claimed.runningAt}; stop it before a restore.`);
  }
  const log = createLog(config.logLevel);
  const forget = await noteRestore(config.dataDir, folder);
  const database = await openDatabase(config, log);
  try {
    const manifest = await fillAll(folder, config, database.address, erasures, signal);
    const again = await eraseAgain(config, database.address, log);
    process.stdout.write(describe(manifest, again));
    return 0;
  } finally {
    // The operator has seen the result. Only a killed restore has to be detected later.
    await forget();
    await database.stop();
    await claimed.claim.release();
  }
}

async function fillAll(
  folder: string,
  config: Config,
  address: DatabaseAddress,
  erasures: ErasureLogs,
  signal: AbortSignal,
): Promise<Manifest> {
  const checking = createProgress('Checking', process.stderr);
  const restoring = createProgress('Restoring', process.stderr);
  const target = {
    address,
    store: openFileStore(config, createClock()),
    readChains,
    placeLoose: (manifest: Manifest) => placeLoose(folder, manifest, config, erasures),
  };
  try {
    return await restoreBackup(folder, target, signal, {
      checked: (share) => checking.show(share),
      restored: (share) => restoring.show(share),
    });
  } finally {
    checking.leave();
    restoring.leave();
  }
}

/** Erases the people in the log of erasures and returns their number. */
async function eraseAgain(config: Config, address: DatabaseAddress, log: Logger): Promise<number> {
  const db = openPool(address, { maxConnections: 2, name: 'rasat restore' });
  try {
    const keys = await loadKeys(config);
    const context = { db, keys, config, clock: createClock(), log };
    return await reapplyErasures(context, PERSONAL_DATA);
  } finally {
    await db.destroy();
  }
}

async function placeLoose(
  folder: string,
  manifest: Manifest,
  config: Config,
  erasures: ErasureLogs,
): Promise<void> {
  const has = (name: string): boolean => manifest.loose.some((one) => one.name === name);
  await placeKeys(has(KEYS) ? path.join(folder, KEYS) : null, manifest, config);
  for (const { erased, asked } of [readLogs(folder), erasures]) {
    await mergeErasures(config, erased);
    await mergeErasureRequests(config, asked);
  }
  if (config.databaseUrl !== null) return;
  for (const name of DEMO_FILES.filter(has)) {
    const file = path.join(config.dataDir, name);
    const beside = `${file}.restored`;
    await copyFile(path.join(folder, name), beside);
    await rename(beside, file);
  }
}

/**
 * Copies the keys to the place where the server reads them. Keys that exist there stay and must be able to decrypt the
 * rows.
 */
async function placeKeys(from: string | null, manifest: Manifest, config: Config): Promise<void> {
  const file = keysFileOf(config);
  const there = await readFile(file, 'utf8').catch(() => null);
  if (there === null && from !== null) {
    const beside = `${file}.restored`;
    await mkdir(path.dirname(file), { recursive: true });
    await copyFile(from, beside);
    await rename(beside, file);
    return;
  }
  if (there === null) {
    throw new StartError(
      `The backup was made without its keys: put the key file at ${file} and restore again.`,
    );
  }
  const ids = new Set(await readKeyIds(file));
  const same = from === null || (await haveSameKeys(from, file));
  if (same && manifest.keys.every((id) => ids.has(id))) return;
  throw new StartError(
    `KEYS_FILE: ${file} holds other keys than the backup; move it away and restore again.`,
  );
}

/** Returns whether both files hold the same keys. */
async function haveSameKeys(one: string, other: string): Promise<boolean> {
  const read = async (file: string): Promise<Record<string, unknown>> =>
    (JSON.parse(await readFile(file, 'utf8')) as { keys: Record<string, unknown> }).keys;
  const [wanted, found] = [await read(one), await read(other)];
  return Object.entries(wanted).every(([id, key]) => found[id] === key);
}

function describe({ made, tables, files, chains }: Manifest, again: number): string {
  const rows = tables.reduce((n, table) => n + table.rows, 0);
  const lines = [
    `Restored what was stored at ${made}: ${rows} rows of ${tables.length} tables, ${files.length} uploaded files.`,
    `the record ends at row ${chains.ledger?.number} ${chains.ledger?.hash}, ` +
      `outcome ${chains.outcomes?.number} ${chains.outcomes?.hash}`,
    ...(again > 0 ? [`${again} people were erased again.`] : []),
    'npm run rasat -- verify recomputes the record; npm start serves it.',
  ];
  return `${lines.join('\n')}\n`;
}
