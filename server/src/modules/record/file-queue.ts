import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../platform/app-error.ts';

/** Has files of all rows, which may take minutes, written while other callers do not wait for them. */
export interface FileQueue {
  /** Throws `rate-429` while a file of that caller is being written, or too many of others are. */
  assertFree(caller: string): void;
  /**
   * The file of a caller from its parts, none of which is computed before it can be sent. One part of one file at a time;
   * behind each the rest of the server has as long for itself. Throws as `assertFree` does.
   */
  write(caller: string, parts: AsyncGenerator<Buffer, void>): Readable;
}

const RETRY_SECONDS = 60;

/** Creates a queue that writes `most` files at once. */
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
