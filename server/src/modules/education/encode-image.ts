import { execFile } from 'node:child_process';
import path from 'node:path';
import { LIMITS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';

/** What one image may cost. */
export interface ImageCosts {
  /** Seconds of a processor, the start of the process among them. */
  readonly cpuSeconds: number;
  readonly memoryMb: number;
  /** A process that has none of its seconds of a processor is ended too; far more than a busy machine needs. */
  readonly wallMs: number;
}

const MOST: ImageCosts = { cpuSeconds: 10, memoryMb: 512, wallMs: 60_000 };
const PROGRAM = path.join(import.meta.dirname, 'image-process.mjs');
/** The limits hold for the program that the shell then becomes. Data is all memory that is written; libraries come on top. */
const LIMITED = 'ulimit -c 0 && ulimit -S -t "$1" && ulimit -d "$2" && shift 2 && exec "$@"';
/** Without a compiler at run time Node reserves no 512 MB for it, and there is no memory that can be written and run. */
const FLAGS = ['--jitless', '--v8-pool-size=0'];
/** No setting of the server, and so no secret. */
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' };
/** A WebP of the largest picture that we make has a few megabytes. */
const MOST_OUTPUT_BYTES = 32 * 1024 * 1024;
/** `image-process.mjs`: the decoder refuses the image. */
const REFUSED = 65;
/** How a machine or a person ends a process; the limits end it otherwise. */
const FROM_OUTSIDE: ReadonlySet<unknown> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);
const RETRY_SECONDS = 10;

/**
 * Decodes an image in a process of its own and encodes it as WebP: turned upright, at most 2560 pixels a side. The system
 * ends the process at 10 s of a processor and at 512 MB. Throws `media-type-415` when the decoder refuses the image or it
 * costs more, `unavailable-503` when the machine could not do the work.
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
    // How the process ended says why it reads no more.
    child.stdin?.on('error', () => {}).end(image);
  });
}

function isOfImage({ code, signal }: { code?: unknown; signal?: unknown }): boolean {
  return code === REFUSED || (typeof signal === 'string' && !FROM_OUTSIDE.has(signal));
}

function unavailable(cause: unknown): AppError {
  return new AppError('unavailable-503', { retryAfterSeconds: RETRY_SECONDS, cause });
}
