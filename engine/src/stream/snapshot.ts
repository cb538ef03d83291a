import { createStateReader, createStateWriter } from '../state/visitor.ts';
import { MARKET_CATEGORIES } from '../touch/categories.ts';
import { copyOptions } from './options.ts';
import { createState, type EngineState, visitState } from './state.ts';
import { completeLevels } from './timeframe.ts';
import { ENGINE_VERSIONS, type EngineVersion } from './version.ts';

/** Version of the format; it rises when the order or the meaning of the stored numbers changes. */
const FORMAT = 3;
// On a machine of the other byte order this is another number, and the snapshot is refused.
const MAGIC = 5.264_173_110_922_74e-300;
const HEADER = 9;

/** Returns the number by which a snapshot names the engine's version. */
function versionCell(version: EngineVersion): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major * 1e6 + minor * 1e3 + patch;
}

/** Returns FNV-1a over the 32-bit words of the numbers. */
function checksum(cells: Float64Array): number {
  const words = new Uint32Array(cells.buffer, cells.byteOffset, cells.length * 2);
  let hash = 0x811c9dc5;
  for (let at = 0; at < words.length; at++) {
    hash = Math.imul(hash ^ (words[at] as number), 0x01000193);
  }
  return hash >>> 0;
}

/** Returns the exact state as bytes: a header (magic, format, engine version, options, checksum), then numbers. */
export function writeSnapshot(state: EngineState): Uint8Array {
  const writer = createStateWriter();
  visitState(writer, state);
  const body = writer.finish();
  const { base, fx, digits, category } = state.options;
  const cells = new Float64Array(HEADER + body.length);
  const version = versionCell(state.version);
  cells.set([MAGIC, FORMAT, version, base === '60' ? 60 : 1440, fx ? 1 : 0, digits]);
  cells[6] = category === undefined ? -1 : MARKET_CATEGORIES.indexOf(category);
  cells[7] = body.length;
  cells[8] = checksum(body);
  cells.set(body, HEADER);
  return new Uint8Array(cells.buffer);
}

/**
 * Returns the state of a snapshot, of the engine version that made it. Throws RangeError when the bytes are damaged,
 * cut, or of a format or version that this program does not contain; the caller then replays the bars.
 */
export function readSnapshot(bytes: Uint8Array): EngineState {
  if (bytes.length % 8 !== 0 || bytes.length < HEADER * 8) throw new RangeError('not a snapshot');
  const cells = new Float64Array(bytes.slice().buffer);
  const [magic, format, cell, base, fx, digits = 0, category = -1, length, sum] = cells;
  if (magic !== MAGIC) throw new RangeError('not a snapshot');
  const version = ENGINE_VERSIONS.find((one) => versionCell(one) === cell);
  if (format !== FORMAT || version === undefined) {
    throw new RangeError('snapshot of another engine version');
  }
  const body = cells.subarray(HEADER);
  if (body.length !== length || checksum(body) !== sum) throw new RangeError('snapshot is damaged');
  const options = copyOptions({
    base: base === 60 ? '60' : '1D',
    fx: fx === 1,
    digits,
    category: MARKET_CATEGORIES[category],
  });
  const state = createState(options, version);
  const reader = createStateReader(body);
  visitState(reader, state);
  if (reader.remaining !== 0) throw new RangeError('snapshot is too long');
  completeLevels(state);
  return state;
}
