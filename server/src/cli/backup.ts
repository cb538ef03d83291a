import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADAPTER_SETTINGS } from '../connectors/register.ts';
import { listStoredFiles } from '../modules/education/index.ts';
import type { Manifest } from '../platform/backup/manifest.ts';
import { removeOldBackups, type WrittenBackup, writeBackup } from '../platform/backup/write.ts';
import { createClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { isDatabaseUnavailable } from '../platform/db/pool.ts';
import { openFileStore } from '../platform/files/open-file-store.ts';
import { keysFileOf } from '../platform/keys.ts';
import { createLog } from '../platform/log.ts';
import { StartError } from '../platform/start-error.ts';
import { createProgress } from '../progress.ts';
import {
  DEMO_FILES,
  ERASURES,
  KEYS,
  REQUESTS,
  readChains,
  readKeyIds,
  readVersion,
  sizeText,
} from './backup-parts.ts';
import { type CommandLine, command } from './command-line.ts';
import { Interrupted, withInterrupt } from './interrupt.ts';

/** Parsed words of the command. */
interface BackupIntent {
  readonly into: string;
  readonly withoutKeys: boolean;
  /** Time from the start of one backup to the start of the next; null for a single backup. */
  readonly everyMs: number | null;
  /** Number of backups to keep; null keeps all. */
  readonly keep: number | null;
}

/** `rasat backup`: writes everything that is stored, as of this moment, into a new folder below the given one. */
export const backup = command({
  name: 'backup',
  usage: 'FOLDER [--every SECONDS] [--keep N] [--without-keys]',
  summary: 'everything stored into a new folder below FOLDER, beside the running server',
  values: ['every', 'keep'],
  switches: ['without-keys'],
  async run(line) {
    const everySeconds = findWhole(line, 'every', 5, 86_400);
    const intent: BackupIntent = {
      into: path.resolve(line.words[0] ?? ''),
      withoutKeys: line.has('without-keys'),
      everyMs: everySeconds === null ? null : everySeconds * 1000,
      keep: findWhole(line, 'keep', 1, 100_000),
    };
    return withInterrupt((signal) =>
      intent.everyMs === null ? backUpOnce(intent, signal) : follow(intent, intent.everyMs, signal),
    );
  },
});

function findWhole(line: CommandLine, name: string, min: number, max: number): number | null {
  const text = line.find(name);
  if (text === undefined) return null;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (value >= min && value <= max) return value;
  throw new StartError(`--${name} must be a whole number from ${min} to ${max}, not "${text}".`);
}

/** Makes one backup and returns the exit code. Throws `StartError`. */
async function backUpOnce(intent: BackupIntent, signal: AbortSignal): Promise<number> {
  const progress = createProgress('Backing up', process.stderr);
  try {
    const written = await writeAll(intent, signal, (share) => progress.show(share));
    progress.leave();
    process.stdout.write(describe(written));
    if (intent.keep !== null) {
      for (const name of await removeOldBackups(intent.into, intent.keep)) {
        process.stdout.write(`removed ${path.join(intent.into, name)}\n`);
      }
    }
    return written.missing.length === 0 ? 0 : 1;
  } catch (error) {
    progress.leave();
    if (error instanceof Interrupted) {
      process.stderr.write('Stopped; nothing was kept.\n');
      return 130;
    }
    throw inOneSentence(error, intent.into);
  }
}

/**
 * Makes one backup after the other until the signal aborts. Errors after the first backup are printed and the backup is
 * tried again.
 */
async function follow(intent: BackupIntent, everyMs: number, signal: AbortSignal): Promise<number> {
  for (let round = 1; !signal.aborted; round++) {
    const beganMs = performance.now();
    try {
      await backUpOnce(intent, signal);
    } catch (error) {
      if (round === 1) throw error;
      process.stderr.write(`No backup this time: ${(error as Error).message}\n`);
    }
    const pauseMs = Math.max(0, everyMs - (performance.now() - beganMs));
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
  return 0;
}

async function writeAll(
  { into, withoutKeys }: BackupIntent,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<WrittenBackup> {
  const config = readConfig(process.env, ADAPTER_SETTINGS);
  const clock = createClock();
  const keysFile = keysFileOf(config);
  const keys = await readKeyIds(keysFile);
  const database = await openDatabase(config, createLog(config.logLevel));
  const inData = (name: string): [string, string] => [name, path.join(config.dataDir, name)];
  const source = {
    address: database.address,
    store: openFileStore(config, clock),
    version: readVersion(),
    nowMs: clock.now(),
    keys,
    loose: {
      ...(!withoutKeys && { [KEYS]: keysFile }),
      ...Object.fromEntries([ERASURES, REQUESTS].map(inData)),
      ...(config.databaseUrl === null && Object.fromEntries(DEMO_FILES.map(inData))),
    },
    listFiles: listStoredFiles,
    readChains,
  };
  try {
    return await writeBackup(into, source, signal, onProgress);
  } finally {
    await database.stop();
  }
}

function describe({ folder, manifest, missing }: WrittenBackup): string {
  const { tables, files, loose, chains } = manifest;
  const sum = (list: readonly { bytes: number }[]) => list.reduce((n, { bytes }) => n + bytes, 0);
  const rows = tables.reduce((n, table) => n + table.rows, 0);
  const lines = [
    folder,
    `${rows} rows of ${tables.length} tables (${sizeText(sum(tables))}), ` +
      `${files.length} uploaded files (${sizeText(sum(files))})`,
    `the record ends at row ${chains.ledger?.number} ${chains.ledger?.hash}, ` +
      `outcome ${chains.outcomes?.number} ${chains.outcomes?.hash}`,
    tellSecrets(loose),
    ...missing.map((key) => `the store has no ${key}, which the database names`),
  ];
  return `${lines.join('\n')}\n`;
}

function tellSecrets(loose: Manifest['loose']): string {
  return loose.some(({ name }) => name === KEYS)
    ? 'It holds the encryption keys and everything about people: who has it can read all of it.'
    : 'The encryption keys are not in it: keep the key file elsewhere, nothing is restored without.';
}

/** Turns an error that the operator can fix into a `StartError` of one sentence. */
function inOneSentence(error: unknown, into: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'unavailable-503') {
    return new StartError('The store of uploaded files does not answer; nothing was kept.');
  }
  if (isDatabaseUnavailable(error))
    return new StartError('The database went away; nothing was kept.');
  if (error instanceof StartError || typeof syscall !== 'string') return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartError(`There is not enough room in ${into}; nothing was kept.`);
  }
  if (/^E(ACCES|ROFS|PERM|NOTDIR|EXIST)$/.test(code ?? '')) {
    return new StartError(`${into} cannot be written to (${code}); nothing was kept.`);
  }
  return error;
}
