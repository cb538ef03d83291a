import { execFile } from 'node:child_process';
import path from 'node:path';
import { LIMITS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';

/** Limits for the work on one image. */
export interface ImageCosts {
  /** CPU seconds, including the start of the process. */
  readonly cpuSeconds: number;
  readonly memoryMb: number;
  /** Milliseconds after which the process is killed even if it gets no CPU time; far more than a busy machine needs. */
  readonly wallMs: number;
}

const MOST: ImageCosts = { cpuSeconds: 10, memoryMb: 512, wallMs: 60_000 };
const PROGRAM = path.join(import.meta.dirname, 'image-process.mjs');
/**
 * The limits apply to the program that replaces the shell. `ulimit -d` covers all written memory; libraries are not
 * included.
 */
const LIMITED = 'ulimit -c 0 && ulimit -S -t "$1" && ulimit -d "$2" && shift 2 && exec "$@"';
/**
 * Without the JIT compiler, Node does not reserve 512 MB for it, and has no memory that is both writable and
 * executable.
 */
const FLAGS = ['--jitless', '--v8-pool-size=0'];
/** Environment of the process: none of the server's settings, and so no secret. */
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' };
/** Limit of the output; a WebP of the largest picture that we make has a few megabytes. */
const MOST_OUTPUT_BYTES = 32 * 1024 * 1024;
/** Exit code of `image-process.mjs` when the decoder refuses the image. */
const REFUSED = 65;
/** Signals by which a machine or a person ends a process; the limits end it with others. */
const FROM_OUTSIDE: ReadonlySet<unknown> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);
const RETRY_SECONDS = 10;

/**
 * Decodes an image in a process of its own and encodes it as WebP: turned upright, at most 2560 pixels a side. The
 * system ends the process at 10 CPU seconds and at 512 MB. Throws `media-type-415` when the decoder refuses the image
 * or the limits are exceeded, and `unavailable-503` when the machine could not do the work.
 */
export function encodeImage(image: Buffer, most: ImageCosts = MOST): Promise<Buffer> {
  const limits = [String(most.cpuSeconds), String(most.memoryMb * 1024)];
  const program = [process.execPath, ...FLAGS, PROGRAM, String(LIMITS.imagePixels)];
  return new Promise((resolve, reject) => {
    const child = execFile(
      '/bin/sh',
      ['-c', LIMITED, 'sh', ...limits, ...program],
      {
        encoding: 'buffer',
        env: ENVIRONMENT,
        maxBuffer: MOST_OUTPUT_BYTES,
        timeout: most.wallMs,
        killSignal: 'SIGKILL',
      },
      (cause, copy) => {
        if (!cause) resolve(copy);
        else
          reject(isOfImage(cause) ? new AppError('media-type-415', { cause }) : unavailable(cause));
      },
    );
    // A write error is ignored: the exit of the process carries the cause.
    child.stdin?.on('error', () => {}).end(image);
  });
}

function isOfImage({ code, signal }: { code?: unknown; signal?: unknown }): boolean {
  return code === REFUSED || (typeof signal === 'string' && !FROM_OUTSIDE.has(signal));
}

function unavailable(cause: unknown): AppError {
  return new AppError('unavailable-503', { retryAfterSeconds: RETRY_SECONDS, cause });
}
