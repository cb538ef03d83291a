import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findChainHeadsOfAnyForm } from '../modules/signals/index.ts';
import type { Chains } from '../platform/backup/manifest.ts';
import type { Db } from '../platform/db/pool.ts';
import { StartError } from '../platform/start-error.ts';

/** File name of the log of erasures in the data folder and in a backup. */
export const ERASURES = 'erasures.log';
/** File name of the log of erasure requests in the data folder and in a backup. */
export const REQUESTS = 'erasure-requests.log';
/** File name of the encryption keys in a backup. */
export const KEYS = 'keys.json';
/** Files that are used with the bundled database only. */
export const DEMO_FILES = ['demo-bank.journal', 'demo-accounts.json'] as const;

/** Reads the ids of the keys in a key file. Throws `StartError` when the file is no key file. */
export async function readKeyIds(file: string): Promise<string[]> {
  try {
    const { keys } = JSON.parse(await readFile(file, 'utf8')) as { keys: object };
    return Object.keys(keys);
  } catch (cause) {
    throw new StartError(`KEYS_FILE: ${file} cannot be read.`, { cause });
  }
}

/** Reads the heads of the record's two chains; the database may have the form of an older version. */
export async function readChains(db: Db): Promise<Chains> {
  return { ...(await findChainHeadsOfAnyForm(db)) };
}

/** Reads the version of this program. */
export function readVersion(): string {
  const manifest = path.resolve(import.meta.dirname, '../../../package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** Formats a size as `1.4 GB`, `12 MB` or `3 kB`. */
export function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${Math.round(bytes / 1e6)} MB`;
  return `${Math.ceil(bytes / 1e3)} kB`;
}
