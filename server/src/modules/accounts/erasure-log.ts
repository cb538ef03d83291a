import { createHmac } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Config } from '../../platform/config.ts';
import type { Keys } from '../../platform/keys.ts';

/** One erasure. Without the keys, it does not identify the person. */
const erasure = z.object({
  /** Public id. */
  id: z.string(),
  /** HMAC-SHA-256 of the mail key, in hexadecimal, to check whether a given address was erased. */
  mail: z.string(),
  /** ISO 8601. */
  erased: z.string(),
});

/** Line of the log. */
export type Erasure = z.output<typeof erasure>;

/** Hashes a mail key for the log. */
export function hashMailKey(keys: Keys, mailKey: string): string {
  return createHmac('sha256', keys.derive('erasures.mail')).update(mailKey).digest('hex');
}

/**
 * Returns the path of the log. It is outside the database, so that a restored backup of the database does not replace
 * it.
 */
function fileOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'erasures.log');
}

/** Appends a line; resolves once it is on the disk. */
export function appendErasure(config: Pick<Config, 'dataDir'>, entry: Erasure): Promise<void> {
  return appendLine(fileOf(config), entry);
}

/** Appends an object as a line of a file that only its owner may read; resolves once it is on the disk. */
export async function appendLine(file: string, entry: unknown): Promise<void> {
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    // A power cut may have left a partial line; this one begins on a new line.
    const begin = size > 0 && last.toString() !== '\n' ? '\n' : '';
    await handle.appendFile(`${begin}${JSON.stringify(entry)}\n`);
    await handle.sync();
    if (size === 0) await syncFolder(path.dirname(file));
  } finally {
    await handle.close();
  }
}

/**
 * Appends the lines of another log, such as a backup's, that this one lacks; removes none. Returns how many lines it
 * appended.
 */
export async function mergeErasures(
  config: Pick<Config, 'dataDir'>,
  other: string,
): Promise<number> {
  const known = new Set((await readErasures(config)).map(({ id }) => id));
  let count = 0;
  for (const entry of parseErasures(other)) {
    if (known.has(entry.id)) continue;
    known.add(entry.id);
    await appendErasure(config, entry);
    count += 1;
  }
  return count;
}

/** Syncs a folder: a new file is durable only when its folder's entry is on the disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads every complete line. A partial line is skipped: its erasure was not executed. */
export async function readErasures(config: Pick<Config, 'dataDir'>): Promise<Erasure[]> {
  let text: string;
  try {
    text = await readFile(fileOf(config), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return parseErasures(text);
}

function parseErasures(text: string): Erasure[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [z.parse(erasure, JSON.parse(line))];
    } catch {
      return [];
    }
  });
}
