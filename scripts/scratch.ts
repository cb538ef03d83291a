import { chmodSync, rmSync, statfsSync } from 'node:fs';
import { makeOwnFolder } from '../server/src/platform/testing.ts';

/** Folder that Linux keeps in memory. */
const MEMORY = '/dev/shm';
/** Least free bytes: several times what the tests have used at most, and the browsers share memory there too. */
const LEAST_FREE_BYTES = 6 * 1024 ** 3;

/**
 * Makes a folder in memory the temporary folder of this process and its children: on a disk a test database takes
 * twenty times as long. The folder is deleted when this process ends, or, if this process is killed, by the next one.
 * Where memory is short, or Linux keeps no files in it, the temporary folder is not changed.
 */
export function scratchInMemory(): void {
  const folder = findFolder();
  if (folder === null) return;
  // Other accounts write to it, as to any temporary folder.
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
