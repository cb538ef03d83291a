import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type BarColumns, encodeBars } from '@rasat/ledger';

/** What Zstandard begins with (RFC 8878, 3.1.1), little-endian; a chunk as it travels begins with its version, 1. */
const ZSTD_MAGIC = 0xfd2fb528;
/** Bytes that changed on the disk are an error and not other bars. */
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Bars as a chunk lies in its table: docs/formats/bars.md, compressed. */
export function storedChunk(bars: BarColumns, digits: number): Buffer {
  return zstdCompressSync(encodeBars(bars, digits), CHECKED);
}

/** A stored chunk as it travels; one of before chunks were compressed is that already. Throws when it is damaged. */
export function chunkOf(stored: Buffer): Buffer {
  const isCompressed = stored.length >= 4 && stored.readUInt32LE(0) === ZSTD_MAGIC;
  return isCompressed ? zstdDecompressSync(stored) : stored;
}
