import {
  type BarColumns,
  chunkLength,
  createColumns,
  decodeBarsInto,
  sliceColumns,
} from '@rasat/ledger';

/** Media type of a history reply in stored form. */
export const BARS_MEDIA_TYPE = 'application/x-rasat-bars';

const MESSAGE_VERSION = 1;
const HEADER_BYTES = 10;

/** A history reply: bars in time order; the last `open` of them (0 to 2) are not closed yet. */
export interface BarsReply {
  readonly bars: BarColumns;
  readonly open: number;
}

/**
 * Puts stored chunks unchanged into one reply (docs/formats/bars.md). The reader leaves out the first `skip` bars of
 * the chunks and takes the next `take`; the last `open` of these are not closed yet.
 */
export function packBars(
  chunks: readonly Uint8Array[],
  skip: number,
  take: number,
  open: number,
): Uint8Array {
  let size = HEADER_BYTES;
  for (const chunk of chunks) size += 4 + chunk.length;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, MESSAGE_VERSION);
  view.setUint8(1, open);
  view.setUint32(2, skip, true);
  view.setUint32(6, take, true);
  let at = HEADER_BYTES;
  for (const chunk of chunks) {
    view.setUint32(at, chunk.length, true);
    bytes.set(chunk, at + 4);
    at += 4 + chunk.length;
  }
  return bytes;
}

/** Reads a reply of `packBars`. Throws RangeError when it is damaged. */
export function unpackBars(bytes: Uint8Array): BarsReply {
  if (bytes.length < HEADER_BYTES || bytes[0] !== MESSAGE_VERSION) {
    throw new RangeError(`not a bars reply of version ${MESSAGE_VERSION}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const skip = view.getUint32(2, true);
  const take = view.getUint32(6, true);
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (let at = HEADER_BYTES; at < bytes.length; ) {
    const length = at + 4 <= bytes.length ? view.getUint32(at, true) : 0;
    const chunk = bytes.subarray(at + 4, at + 4 + length);
    if (length === 0 || chunk.length !== length) throw new RangeError('the bars reply ends early');
    chunks.push(chunk);
    total += chunkLength(chunk);
    at += 4 + length;
  }
  if (skip + take > total) throw new RangeError('the bars reply promises more bars than it has');
  const columns = createColumns(total);
  let row = 0;
  for (const chunk of chunks) row += decodeBarsInto(chunk, columns, row);
  return { bars: sliceColumns(columns, skip, skip + take), open: view.getUint8(1) };
}
