import type { Readable } from 'node:stream';
import { AppError } from '../app-error.ts';
import type { ByteRange } from '../http/answers.ts';

/** Key of a file in the store: a folder and a name, such as `images/Zm9v`. */
export type FileKey = `${string}/${string}`;

/** Stores complete files under names that the server chooses. A temporary failure of the store is `unavailable-503`. */
export interface FileStore {
  /**
   * Stores `bytes` bytes, replacing an earlier file of that name. No reader sees the file before this resolves. When
   * the content ends with an error or has another length, nothing is stored, and the error is the content's or a
   * `RangeError`.
   */
  put(key: FileKey, content: Readable | Buffer, about: FileAbout): Promise<void>;
  /** Opens a file, or a range inside it; undefined when there is no such file. */
  open(key: FileKey, range?: ByteRange): Promise<Readable | undefined>;
  /** Deletes a file; a missing file is no error. */
  remove(key: FileKey): Promise<void>;
  /** Throws `unavailable-503` when no file could be stored now. */
  probe(): Promise<void>;
  /** Deletes partial files of killed processes; returns their number. */
  sweep(): Promise<number>;
}

/** Properties of a file to store. */
export interface FileAbout {
  /** Exact length of the file. */
  readonly bytes: number;
  readonly type: string;
}

const KEY = /^[a-z]{1,20}\/[A-Za-z0-9_-]{1,64}$/;
const RETRY_SECONDS = 10;

/** Throws `RangeError` for a key that could name a path outside the store. */
export function assertKey(key: FileKey): void {
  if (!KEY.test(key)) throw new RangeError('no name of a file');
}

/** Returns the error of a store that cannot do the request now. */
export function storeUnavailable(cause: unknown): AppError {
  return new AppError('unavailable-503', { cause, retryAfterSeconds: RETRY_SECONDS });
}
