import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HOUR_MS } from '@rasat/contract';
import { syncFolder } from '../backup/pieces.ts';
import { assertKey, type FileKey, type FileStore, storeUnavailable } from './file-store.ts';

/** Folder of partial files; on the same file system, so that a rename completes a file. */
const PARTIAL = 'partial';
/** Age at which a partial file is abandoned; a writing process touches its file far more often. */
const ABANDONED_MS = HOUR_MS;

/** Returns whether the error says that the file does not exist. */
const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
/** Returns whether an error comes from the disk and not from the content. */
const isOfDisk = (error: unknown): boolean =>
  typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string' &&
  /^E(NOSPC|DQUOT|IO|ROFS|ACCES|PERM|MFILE|NFILE|NOENT|NOTDIR|FBIG)$/.test(
    (error as NodeJS.ErrnoException).code ?? '',
  );

/**
 * Opens a store in a folder of this machine. A file is written under another name, synced and renamed: after a kill it
 * exists completely or not at all.
 */
export function openLocalStore(folder: string): FileStore {
  const placeOf = (key: FileKey): string => {
    assertKey(key);
    return path.join(folder, key);
  };
  const makeFolder = (name: string) =>
    mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
  const beside = (): string => path.join(folder, PARTIAL, randomBytes(12).toString('base64url'));

  async function put(key: FileKey, content: Readable | Buffer, bytes: number): Promise<void> {
    const place = placeOf(key);
    await makeFolder(PARTIAL);
    await makeFolder(path.dirname(key));
    const partial = beside();
    try {
      const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
      await pipeline(source, createWriteStream(partial, { mode: 0o600, flush: true }));
      const { size } = await stat(partial);
      if (size !== bytes) throw new RangeError(`a file of ${size} bytes instead of ${bytes}`);
      await rename(partial, place);
      await syncFolder(path.dirname(place));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  /** Writes a temporary file and returns the disk's time of it. */
  async function touch(): Promise<number> {
    await makeFolder(PARTIAL);
    const probe = beside();
    await writeFile(probe, 'x', { mode: 0o600 });
    try {
      return (await stat(probe)).mtimeMs;
    } finally {
      await rm(probe, { force: true });
    }
  }

  return {
    put: (key, content, { bytes }) => whileDiskWorks(() => put(key, content, bytes)),
    open: (key, range) =>
      whileDiskWorks(async () => {
        try {
          const file = await open(placeOf(key), 'r');
          return createReadStream('', { fd: file, ...range });
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),
    remove: (key) => whileDiskWorks(() => rm(placeOf(key), { force: true })),
    probe: () => whileDiskWorks(async () => void (await touch())),
    sweep: () =>
      whileDiskWorks(async () => {
        const nowMs = await touch();
        let removed = 0;
        for (const name of await readdir(path.join(folder, PARTIAL))) {
          const file = path.join(folder, PARTIAL, name);
          const found = await stat(file).catch(() => undefined);
          if (!found || found.mtimeMs > nowMs - ABANDONED_MS) continue;
          await rm(file, { force: true });
          removed += 1;
        }
        return removed;
      }),
  };
}

async function whileDiskWorks<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isOfDisk(error) ? storeUnavailable(error) : error;
  }
}
