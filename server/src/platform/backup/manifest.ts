import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { StartError } from '../start-error.ts';

/** Format that this version writes, and the newest that it reads. */
export const BACKUP_FORMAT = 1;
/** File that marks a folder as a backup; written last. */
export const MANIFEST = 'manifest.json';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());
const identifier = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,62}$/));
const piece = { bytes: count, sha256 };

const manifest = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  /** Version of the program that wrote the backup. */
  version: z.string(),
  /** ISO 8601, UTC: the moment of the tables' snapshot. */
  made: z.string(),
  /** Names of the migrations that created the tables. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.strictObject({
      name: identifier,
      columns: z.array(identifier),
      rows: count,
      /** Length and hash of the compressed file. */
      ...piece,
      /** SHA-256 of the rows before they were compressed. */
      contentSha256: sha256,
    }),
  ),
  sequences: z.array(z.strictObject({ name: identifier, value: z.int(), called: z.boolean() })),
  /** Last row of each hash chain: its number and its hash. */
  chains: z.record(identifier, z.strictObject({ number: count, hash: sha256 })),
  /** Uploaded files by their name in the store. */
  files: z.array(
    z.strictObject({
      key: z.string().check(z.regex(/^[a-z]{1,20}\/[A-Za-z0-9_-]{1,64}$/)),
      type: z.string(),
      ...piece,
    }),
  ),
  /** Files of the data folder beside the database. */
  loose: z.array(
    z.strictObject({ name: z.string().check(z.regex(/^[a-z-]+\.[a-z]+$/)), ...piece }),
  ),
  /** Ids of the encryption keys that the rows need. */
  keys: z.array(z.string()),
});

/** Contents of a backup's manifest. */
export type Manifest = z.output<typeof manifest>;

/** Last row of each hash chain, by the chain's name. */
export type Chains = Manifest['chains'];

/** Serialises the manifest with a hash over its content. */
export function sealManifest(content: Manifest): string {
  const text = JSON.stringify(content);
  return `${JSON.stringify({ ...content, seal: hashText(text) }, null, 1)}\n`;
}

/**
 * Reads the manifest of a backup folder. Throws `StartError` when the backup is incomplete or newer than this version.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(path.join(folder, MANIFEST), 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw unreadable(folder, MANIFEST, cause);
    throw new StartError(`${folder} is no whole backup: it has no ${MANIFEST}.`, { cause });
  }
  let content: Record<string, unknown>;
  let seal: unknown;
  try {
    ({ seal, ...content } = z.parse(z.record(z.string(), z.unknown()), JSON.parse(text)));
  } catch (cause) {
    throw new StartError(`${folder} is damaged: its ${MANIFEST} cannot be read.`, { cause });
  }
  if (seal !== hashText(JSON.stringify(content))) {
    throw new StartError(`${folder} is damaged: its ${MANIFEST} was changed.`);
  }
  if (typeof content.format === 'number' && content.format > BACKUP_FORMAT) {
    throw newer(folder, String(content.version));
  }
  const read = z.safeParse(manifest, content);
  if (!read.success) {
    throw new StartError(`${folder} is damaged: its ${MANIFEST} is none of Rasat.`, {
      cause: read.error,
    });
  }
  return read.data;
}

/** Returns the error for a file that exists and cannot be read. */
export function unreadable(folder: string, name: string, cause: unknown): StartError {
  const { code } = cause as NodeJS.ErrnoException;
  return new StartError(`${folder} cannot be read: ${name} (${code}).`, { cause });
}

/** Returns the error for a backup that a later version wrote. */
export function newer(folder: string, version: string): StartError {
  return new StartError(
    `${folder} was written by a newer Rasat (${version}); update this one and restore again.`,
  );
}

/** Returns the file of a table's rows, below the backup's folder. */
export function tableFile(name: string): string {
  return path.join('tables', `${name}.copy.zst`);
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
