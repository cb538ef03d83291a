import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../start-error.ts';

/** File in the data folder while a restore runs. */
const UNFINISHED = 'restore-unfinished';

/** Records that a restore has begun; returns a function that deletes the record. */
export async function noteRestore(dataDir: string, backup: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, UNFINISHED);
  await writeFile(file, `${backup}\n`, { mode: 0o600, flush: true });
  return () => rm(file, { force: true });
}

/**
 * Throws `StartError` when a restore into the folder was killed: its database is empty, while the starting server
 * expects it full.
 */
export function refuseUnfinishedRestore(dataDir: string): void {
  const file = path.join(dataDir, UNFINISHED);
  let backup: string;
  try {
    backup = readFileSync(file, 'utf8').trim();
  } catch {
    return;
  }
  throw new StartError(
    `The restore of ${backup} was broken off and nothing of it is there: restore again, ` +
      `or delete ${file} to begin without.`,
  );
}
