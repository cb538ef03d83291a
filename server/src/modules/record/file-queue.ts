import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../platform/app-error.ts';

/** Queue that writes files of all rows, which may take minutes, without blocking other callers. */
export interface FileQueue {
  /** Throws `rate-429` while a file of that caller is being written, or while the queue is full. */
  assertFree(caller: string): void;
  /**
   * Returns the file of a caller as a stream of its parts; each is computed only when it can be sent. One part of one
   * file is computed at a time, followed by a pause of the same length for the rest of the server. Throws as
   * `assertFree` does.
   */
  write(caller: string, parts: AsyncGenerator<Buffer, void>): Readable;
}

const RETRY_SECONDS = 60;

/** Creates a queue that writes at most `most` files at once. */
export function createFileQueue(most: number): FileQueue {
  const callers = new Set<string>();
  let free: Promise<void> = Promise.resolve();

  const take = async <T>(compute: () => Promise<T>): Promise<T> => {
    const before = free;
    const lease = Promise.withResolvers<void>();
    free = lease.promise;
    await before;
    const beganMs = performance.now();
    try {
      return await compute();
    } finally {
      void pause(performance.now() - beganMs).then(lease.resolve);
    }
  };
  async function* takeEach(parts: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
    try {
      for (;;) {
        const next = await take(() => parts.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await parts.return();
    }
  }

  const assertFree = (caller: string): void => {
    if (callers.has(caller) || callers.size >= most) {
      throw new AppError('rate-429', { retryAfterSeconds: RETRY_SECONDS });
    }
  };

  return {
    assertFree,
    write(caller, parts) {
      assertFree(caller);
      callers.add(caller);
      const file = Readable.from(takeEach(parts), { highWaterMark: 1 });
      return file.once('close', () => callers.delete(caller));
    },
  };
}
