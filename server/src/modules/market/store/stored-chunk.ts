import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type BarColumns, encodeBars } from '@rasat/ledger';

/** Magic number of Zstandard (RFC 8878, 3.1.1), little-endian; a chunk on the wire begins with its version, 1. */
const ZSTD_MAGIC = 0xfd2fb528;
/** With a checksum, bytes damaged on the disk are an error and not other bars. */
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Returns bars as a chunk in stored form: docs/formats/bars.md, compressed. */
export function storedChunk(bars: BarColumns, digits: number): Buffer {
  return zstdCompressSync(encodeBars(bars, digits), CHECKED);
}

/**
 * Returns a stored chunk in the form of the wire, which older, uncompressed chunks already have. Throws when it is
 * damaged.
 */
export function chunkOf(stored: Buffer): Buffer {
  const isCompressed = stored.length >= 4 && stored.readUInt32LE(0) === ZSTD_MAGIC;
  return isCompressed ? zstdDecompressSync(stored) : stored;
}
