import { Readable } from 'node:stream';
import { AppError } from '../app-error.ts';

/** Limits on the size and the pace of a body. */
export interface ReceiveLimits {
  /** Largest size; one byte more is `too-large-413`. */
  readonly mostBytes: number;
  /** Pause without a byte after which the caller is answered with the status 408. */
  readonly idleMs: number;
}

/** Longest pause of a caller during an upload. */
export const UPLOAD_IDLE_MS = 20_000;

/** Bytes of a refused body that are read and discarded, so that its sender gets to reading the answer. */
const DISCARDED_BYTES = 64 * 1024 * 1024;

/**
 * Yields a body while it arrives and counts its bytes. Throws `too-large-413`, and `bad-fields-400` with the status 408
 * when the body stalls or the connection breaks. The request itself stays open for the answer.
 */
export async function* receive(body: Readable, limits: ReceiveLimits): AsyncGenerator<Buffer> {
  let sum = 0;
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let waiting = false;
  try {
    for (;;) {
      waiting = true;
      const { done, value } = await withinIdle(chunks.next(), limits.idleMs);
      waiting = false;
      if (done) return;
      sum += value.length;
      if (sum > limits.mostBytes) throw new AppError('too-large-413');
      yield value;
    }
  } finally {
    if (!waiting) await chunks.return?.();
  }
}

/** Reads a whole body into memory. Throws like `receive`. */
export async function receiveAll(body: Readable, limits: ReceiveLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of receive(body, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Reads the beginning of a body, at least `bytes` of it unless it is shorter, and returns it with a stream of the whole
 * body.
 */
export async function receiveHead(
  body: AsyncGenerator<Buffer>,
  bytes: number,
): Promise<{ readonly head: Buffer; readonly whole: Readable }> {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < bytes) {
    const { done, value } = await body.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const head = Buffer.concat(chunks);
  async function* all(): AsyncGenerator<Buffer> {
    yield head;
    yield* body;
  }
  return { head, whole: Readable.from(all(), { objectMode: false }) };
}

/** Reads and discards the rest of a body, up to a limit, because a caller reads the answer only after sending. */
export function discardRest(body: Readable): void {
  let sum = 0;
  body.on('error', () => {});
  body.on('data', (chunk: Buffer) => {
    sum += chunk.length;
    if (sum > DISCARDED_BYTES) body.destroy();
  });
}

async function withinIdle<T>(next: Promise<T>, idleMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('bad-fields-400', { status: 408 })), idleMs);
  });
  try {
    return await Promise.race([next, idle]);
  } catch (error) {
    throw error instanceof AppError
      ? error
      : new AppError('bad-fields-400', { status: 408, cause: error });
  } finally {
    clearTimeout(timer);
    next.catch(() => {});
  }
}
