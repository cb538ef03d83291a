import type { Db } from '../../platform/db/pool.ts';
import { FILE_RETRY, retryUnavailable } from '../../platform/db/retry-unavailable.ts';
import type { FileContent } from '../../platform/http/answers.ts';
import { type ChainName, readRowHashes } from '../signals/index.ts';
import type { FileQueue } from './file-queue.ts';

/** Hashes read and written in one step. */
const HASHES_AT_ONCE = 64 * 256;

/** Chain of which the hashes are written, the number of its rows, and the caller who receives them. */
interface HashesRequest {
  readonly chain: ChainName;
  readonly size: number;
  readonly caller: string;
  readonly queue: FileQueue;
}

/** Returns the hashes of the rows 1 to `size` of a chain, 32 bytes each, as a stream. */
export function hashesFile(db: Db, { chain, size, caller, queue }: HashesRequest): FileContent {
  return {
    size: null,
    type: 'application/octet-stream',
    name: `rasat-hashes-${chain}.bin`,
    attachment: true,
    open: () => queue.write(caller, writeHashes(db, chain, size)),
  };
}

async function* writeHashes(db: Db, chain: ChainName, size: number): AsyncGenerator<Buffer, void> {
  for (let from = 1; from <= size; from += HASHES_AT_ONCE) {
    const to = Math.min(size, from + HASHES_AT_ONCE - 1);
    yield await retryUnavailable(() => readRowHashes(db, chain, from, to), FILE_RETRY);
  }
}
