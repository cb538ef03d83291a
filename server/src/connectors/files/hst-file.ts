import type { RowReading } from './bar-rows.ts';
import { createRowReader } from './bar-rows.ts';
import type { ByteSource } from './byte-source.ts';
import { BarFileError } from './formats.ts';
import type { Candidate } from './row-order.ts';
import type { RowShape } from './row-shape.ts';

/**
 * MetaTrader 4's history file, version 401: a header of 148 bytes and records of 60, little-endian (MetaQuotes,
 * "History files in HST format": time as int64 seconds of the server's clock, open, high, low, close as doubles, tick
 * volume as int64, spread as int32, real volume as int64).
 */
const HEADER_BYTES = 148;
const RECORD_BYTES = 60;
const VERSION = 401;

/** Header fields of a history file. */
export interface HstHeader {
  readonly symbol: string;
  readonly stepMs: number;
  readonly digits: number;
}

/** Returns whether content begins like a history file of version 401, or of the older 400. */
export function isHst(head: Uint8Array): boolean {
  if (head.length < 8) return false;
  const version = new DataView(head.buffer, head.byteOffset, head.length).getInt32(0, true);
  return (version === VERSION || version === 400) && head[4] === 67;
}

/**
 * Reads the header. Throws `BarFileError`: `not-supported` for another version, `damaged` when the file ends inside the
 * header.
 */
export async function readHstHeader(source: ByteSource): Promise<HstHeader> {
  const bytes = Buffer.alloc(HEADER_BYTES);
  let filled = 0;
  for await (const chunk of source.chunks()) {
    filled += Buffer.from(chunk).copy(bytes, filled, 0, HEADER_BYTES - filled);
    if (filled === HEADER_BYTES) break;
  }
  if (filled < HEADER_BYTES) throw new BarFileError('damaged', 'The file ends inside its header.');
  const version = bytes.readInt32LE(0);
  if (version !== VERSION) {
    throw new BarFileError('not-supported', `History files of version ${version} are not read.`);
  }
  return {
    symbol: bytes.toString('latin1', 68, 80).replace(/\0.*$/s, ''),
    stepMs: bytes.readInt32LE(80) * 60_000,
    digits: bytes.readInt32LE(84),
  };
}

/** Returns the row shape under which records pass through the row reader. */
export function hstShape(zone: string): RowShape {
  return {
    format: 'metatrader-hst',
    delimiter: ',',
    decimalComma: false,
    skipLines: 0,
    fields: 6,
    columns: { time: 0, clock: null, open: 1, high: 2, low: 3, close: 4, volume: 5 },
    dayMs: null,
    divisor: 1,
    endLabels: false,
    zone,
    lastForming: false,
    fillers: false,
  };
}

/** Reads every record, numbered from 1. */
export async function* readHstRows(
  source: ByteSource,
  reading: RowReading,
): AsyncGenerator<readonly Candidate[]> {
  const read = createRowReader(reading);
  let rest: Buffer = Buffer.alloc(0);
  let skip = HEADER_BYTES;
  let line = 0;
  for await (const chunk of source.chunks()) {
    let bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    const skipped = Math.min(skip, bytes.length);
    bytes = bytes.subarray(skipped);
    skip -= skipped;
    const count = Math.floor(bytes.length / RECORD_BYTES);
    const batch: Candidate[] = [];
    for (let i = 0; i < count; i++) {
      line += 1;
      const fields = recordFields(bytes, i * RECORD_BYTES);
      batch.push(read(line, fields.join(','), fields));
    }
    rest = bytes.subarray(count * RECORD_BYTES);
    if (batch.length > 0) yield batch;
  }
  if (rest.length > 0) yield [{ line: line + 1, text: rest.toString('hex'), refusal: 'truncated' }];
}

function recordFields(bytes: Buffer, at: number): readonly string[] {
  // Wall-clock time of the server, written like the local times of a text file.
  const wallMs = Number(bytes.readBigInt64LE(at)) * 1000;
  const date = new Date(wallMs);
  return [
    Number.isNaN(date.getTime()) ? String(wallMs) : date.toISOString().slice(0, 19),
    String(bytes.readDoubleLE(at + 8)),
    String(bytes.readDoubleLE(at + 16)),
    String(bytes.readDoubleLE(at + 24)),
    String(bytes.readDoubleLE(at + 32)),
    String(bytes.readBigInt64LE(at + 40)),
  ];
}
