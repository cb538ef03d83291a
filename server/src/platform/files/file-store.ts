import type { Readable } from 'node:stream';
import { AppError } from '../app-error.ts';
import type { ByteRange } from '../http/answers.ts';

/** Where a file lies in the store: a folder and a name, such as `images/Zm9v`. */
export type FileKey = `${string}/${string}`;

/** Keeps files: whole ones only, under names that we choose. What the store cannot do now is `unavailable-503`. */
export interface FileStore {
  /**
   * Stores `bytes` bytes, replacing an earlier file of that name. Until it resolves no reader sees anything of the
   * file; when the content breaks off or has another length nothing of it stays, and the error is the content's or a
   * `RangeError`.
   */
  put(key: FileKey, content: Readable | Buffer, about: FileAbout): Promise<void>;
  /** Opens a file, or a range that lies inside it; undefined when there is none. */
  open(key: FileKey, range?: ByteRange): Promise<Readable | undefined>;
  /** Removes a file; one that is not there is removed already. */
  remove(key: FileKey): Promise<void>;
  /** Throws `unavailable-503` when nothing could be stored now. */
  probe(): Promise<void>;
  /** Removes what killed processes left half stored; answers how much that was. */
  sweep(): Promise<number>;
}

/** What a store is told of a file. */
export interface FileAbout {
  /** Its exact length. */
  readonly bytes: number;
  readonly type: string;
}

const KEY = /^[a-z]{1,20}\/[A-Za-z0-9_-]{1,64}$/;
const RETRY_SECONDS = 10;

/** Refuses a name that might lead elsewhere; throws `RangeError`. */
export function assertKey(key: FileKey): void {
  if (!KEY.test(key)) throw new RangeError('no name of a file');
}

/** What a store says that cannot do what it was asked now. */
export function storeUnavailable(cause: unknown): AppError {
  return new AppError('unavailable-503', { cause, retryAfterSeconds: RETRY_SECONDS });
}
