import { chmodSync, rmSync, statfsSync } from 'node:fs';
import { makeOwnFolder } from '../server/src/platform/testing.ts';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** Several times what the tests have lain there with at most, and the browsers share memory there too. */
const LEAST_FREE_BYTES = 6 * 1024 ** 3;

/**
 * Makes a folder in memory the temporary one of this process and of those that it starts: on a disk a database for a test
 * costs twenty times as much. It is gone when this process ends, or with the next one when this one is killed. Where
 * memory is short, or Linux keeps no files in it, the temporary folder stays as it is.
 */
export function scratchInMemory(): void {
  const folder = findFolder();
  if (folder === null) return;
  // Other accounts work in it, as in the one that it stands for.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

function findFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const free = Math.min(bavail * bsize, process.availableMemory());
    return free < LEAST_FREE_BYTES ? null : makeOwnFolder(MEMORY, 'rasat-scratch-');
  } catch {
    return null;
  }
}
