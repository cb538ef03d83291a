import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
const PREFIX = 'rasat-scratch-';
/** Several times what the tests have lain there with at most, and the browsers share memory there too. */
const LEAST_FREE_BYTES = 6 * 1024 ** 3;

/**
 * Makes a folder in memory the temporary one of this process and of those that it starts: on a disk a database for a test
 * costs twenty times as much. It is gone when this process ends. Where memory is short, or Linux keeps no files in it,
 * the temporary folder stays as it is.
 */
export function scratchInMemory(): void {
  const folder = makeFolder();
  if (folder === null) return;
  // Other accounts work in it, as in the one that it stands for.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

function makeFolder(): string | null {
  try {
    sweep();
    const { bavail, bsize } = statfsSync(MEMORY);
    const free = Math.min(bavail * bsize, process.availableMemory());
    return free < LEAST_FREE_BYTES
      ? null
      : mkdtempSync(path.join(MEMORY, `${PREFIX}${process.pid}-`));
  } catch {
    return null;
  }
}

/** Removes what killed runs left. */
function sweep(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0;
    if (pid > 0 && !isAlive(pid)) {
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
