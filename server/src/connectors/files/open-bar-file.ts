import { DAY_MS, HOUR_MS, type Resolution, resolutionMs } from '@rasat/engine';
import type { BarFile } from '../connector.ts';
import { createRowReader, finishRows, openTimeOf, type RowReading } from './bar-rows.ts';
import { type ByteSource, openByteSource } from './byte-source.ts';
import { BarFileError, type BarFileOptions, type FileFormat } from './formats.ts';
import { hstShape, isHst, readHstHeader, readHstRows } from './hst-file.ts';
import { arrayFields, type JsonArray, jsonShape, readJsonArrays } from './json-arrays.ts';
import { readSplitFactors } from './lean-factors.ts';
import { type Candidate, RowOrder } from './row-order.ts';
import { isBlank, type RowShape, readNumber, splitFields } from './row-shape.ts';
import { isInPoints, momentOf, sniffTable } from './sniff-table.ts';
import { isText, readLines, readSample, readText } from './text-lines.ts';
import { createZone, type Zone } from './time-zone.ts';

const SAMPLE_LENGTH = 262_144;
const SAMPLE_ROWS = 3000;
/** Smallest share of equal steps at which a file's rows are bars of one length. */
const LEAST_REGULAR = 0.3;

/** The rows of a sample, from which the step and the order of a file are found. */
interface Sample {
  readonly shape: RowShape;
  readonly rows: readonly (readonly string[])[];
}

/**
 * Opens a file of bars in any format of `FILE_FORMATS`, plain or packed with gzip or zip, and detects format, length of
 * the bars and order from its first rows. Prices are those of the file, rounded when `digits` is given. Every row is
 * returned once, as a bar or as a refusal with its line; nothing is repaired. Throws `BarFileError` for a file that is
 * refused as a whole; further reads may throw one with the code `damaged`.
 */
export async function openBarFile(path: string, options: BarFileOptions = {}): Promise<BarFile> {
  const source = await openByteSource(path);
  refuseBinary(source);
  return isHst(source.head) ? openHst(source, options) : openText(source, path, options);
}

const BINARY_FORMATS: readonly (readonly [string, string])[] = [
  ['PAR1', 'Parquet'],
  ['ARROW1', 'Feather'],
  ['FEA1', 'Feather'],
];

function refuseBinary(source: ByteSource): void {
  const start = Buffer.from(source.head.subarray(0, 6)).toString('latin1');
  const known = BINARY_FORMATS.find(([magic]) => start.startsWith(magic));
  if (known) {
    throw new BarFileError('not-supported', `${source.name}: format not supported (${known[1]}).`);
  }
  if (source.head.length === 0) throw new BarFileError('empty', `${source.name} is empty.`);
  if (!isText(source.head) && !isHst(source.head)) {
    throw new BarFileError('unknown', `${source.name} is neither text nor a known binary format.`);
  }
}

async function openHst(source: ByteSource, options: BarFileOptions): Promise<BarFile> {
  const header = await readHstHeader(source);
  const shape = hstShape('Europe/Athens');
  const zone = createZone(options.timeZone ?? shape.zone);
  const digits = options.digits ?? header.digits;
  const reading: RowReading = { shape, zone, stepMs: header.stepMs, digits, factorAt: null };
  // The terminal may open its bars at any minute.
  const order = new RowOrder(header.stepMs, () => true);
  const traits = { lastForming: false, fillers: false, volumeKnown: false, order };
  return barFile(source, reading, finishRows(readHstRows(source, reading), traits));
}

async function openText(
  source: ByteSource,
  path: string,
  options: BarFileOptions,
): Promise<BarFile> {
  const { text, whole } = await readSample(source, SAMPLE_LENGTH);
  const isJson = /^\s*[[{]/.test(text);
  const sample = isJson
    ? await sampleJson(text, whole, source.name, options.format)
    : sampleTable(text, whole, source.name, path, options.format);
  const shape = inPoints(sample, options);
  const zone = createZone(options.timeZone ?? shape.zone);
  const times = sampleTimes(sample.rows, shape, zone);
  if (times.length === 0) {
    throw new BarFileError('no-rows', `${source.name} has no row that begins with a time.`);
  }
  const stepMs = findStep(times, source.name);
  const factorAt = options.factorFile ? await readSplitFactors(options.factorFile) : null;
  const reading: RowReading = { shape, zone, stepMs, digits: options.digits, factorAt };
  const descending = isDescending(times);
  const candidates = isJson
    ? readJsonRows(source, reading, descending)
    : readTableRows(source, reading, descending);
  const rows = finishRows(candidates, {
    lastForming: shape.lastForming && options.keepLast !== true,
    fillers: shape.fillers && stepMs >= DAY_MS,
    volumeKnown: hasVolume(sample.rows, shape),
    order: new RowOrder(stepMs, findGrid(times, stepMs)),
  });
  return barFile(source, reading, rows);
}

function barFile(source: ByteSource, reading: RowReading, rows: BarFile['rows']): BarFile {
  return {
    format: reading.shape.format,
    resolution: resolutionOf(reading.stepMs),
    stepMs: reading.stepMs,
    timeZone: reading.zone.name,
    sizeBytes: source.sizeBytes,
    readBytes: () => source.readBytes(),
    rows,
  };
}

function sampleTable(
  text: string,
  whole: boolean,
  name: string,
  path: string,
  asked: FileFormat | undefined,
): Sample {
  const lines = text.split(/\r?\n/);
  if (!whole) lines.pop();
  const shape = sniffTable(lines, name, path, asked);
  const rows = lines
    .slice(shape.skipLines, shape.skipLines + SAMPLE_ROWS)
    .map((line) => splitFields(line, shape.delimiter));
  return { shape, rows };
}

async function sampleJson(
  text: string,
  whole: boolean,
  name: string,
  asked: FileFormat | undefined,
): Promise<Sample> {
  const arrays: JsonArray[] = [];
  for await (const batch of readJsonArrays(onePiece(text))) arrays.push(...batch);
  if (!whole) arrays.pop();
  const shape = jsonShape(arrays);
  if (!shape) throw new BarFileError('unknown', `${name} is JSON without lists of bars.`);
  const isAsked = asked === 'freqtrade' || asked === 'klines-json';
  const rows = arrays.slice(0, SAMPLE_ROWS).map((array) => arrayFields(array.text));
  if (!isAsked) return { shape, rows };
  return { shape: { ...shape, format: asked, lastForming: asked === 'klines-json' }, rows };
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text;
}

/** Returns the shape for prices in points, which needs the digits; the given shape for other prices. */
function inPoints({ shape, rows }: Sample, options: BarFileOptions): RowShape {
  const asked = options.format === 'metatrader-points';
  if (!asked && (options.format !== undefined || !isInPoints(rows, shape))) return shape;
  if (options.digits === undefined) {
    throw new BarFileError(
      'digits',
      'The prices are whole numbers of points; say how many digits the price has.',
    );
  }
  return { ...shape, format: 'metatrader-points', divisor: 10 ** options.digits };
}

/** Returns the instants of the sample's rows in their order. */
function sampleTimes(
  rows: readonly (readonly string[])[],
  shape: RowShape,
  zone: Zone,
): readonly number[] {
  const times: number[] = [];
  for (const row of rows) {
    const moment = momentOf(row, shape);
    if (!moment) continue;
    const timeMs = openTimeOf(moment, 0, false, zone, times.at(-1) ?? Number.NEGATIVE_INFINITY);
    if (!Number.isNaN(timeMs)) times.push(timeMs);
  }
  return times;
}

function isDescending(times: readonly number[]): boolean {
  let falling = 0;
  for (let i = 1; i < times.length; i++) if ((times[i] ?? 0) < (times[i - 1] ?? 0)) falling += 1;
  return falling * 2 > times.length - 1;
}

/**
 * Returns the most common step between rows; the shorter one of two equally common steps, and a day for a single row.
 * Throws `BarFileError` (`irregular`).
 */
function findStep(times: readonly number[], name: string): number {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const counts = new Map<number, number>();
  for (let i = 1; i < sorted.length; i++) {
    // Clock changes make a day an hour longer or shorter.
    const gapMs = (sorted[i] ?? 0) - (sorted[i - 1] ?? 0);
    const stepMs = gapMs > 20 * HOUR_MS ? Math.round(gapMs / DAY_MS) * DAY_MS : gapMs;
    counts.set(stepMs, (counts.get(stepMs) ?? 0) + 1);
  }
  if (counts.size === 0) return DAY_MS;
  const [stepMs, count] = [...counts]
    .sort(([a], [b]) => a - b)
    .reduce((best, entry) => (entry[1] > best[1] ? entry : best));
  const isRegular = stepMs >= 60_000 && count >= LEAST_REGULAR * (sorted.length - 1);
  // Days begin at one hour, or at two where their zone has a summer time.
  const hours = new Set(sorted.map((timeMs) => timeMs - Math.floor(timeMs / DAY_MS) * DAY_MS));
  if (!isRegular || (stepMs >= DAY_MS && hours.size > 2)) {
    throw new BarFileError(
      'irregular',
      `The rows of ${name} keep no common step, so they are not bars of one length.`,
    );
  }
  return stepMs;
}

/** Smallest share of rows that makes a minute part of the file's grid. */
const LEAST_ON_GRID = 0.03;

/**
 * Returns a test for times at which the file's bars open, derived from its sample. Without a grid in the sample it
 * accepts every time.
 */
function findGrid(times: readonly number[], stepMs: number): (timeMs: number) => boolean {
  // Days and weeks are read as dates.
  if (stepMs >= DAY_MS) return () => true;
  const offsetOf = (timeMs: number): number => timeMs - Math.floor(timeMs / stepMs) * stepMs;
  const counts = new Map<number, number>();
  for (const timeMs of times) counts.set(offsetOf(timeMs), (counts.get(offsetOf(timeMs)) ?? 0) + 1);
  const least = Math.max(2, LEAST_ON_GRID * times.length);
  const grid = new Set([...counts].filter(([, count]) => count >= least).map(([offset]) => offset));
  return (timeMs) => grid.size === 0 || grid.has(offsetOf(timeMs));
}

function resolutionOf(stepMs: number): Resolution | null {
  const names = Object.keys(resolutionMs) as Resolution[];
  return names.find((name) => resolutionMs[name] === stepMs) ?? null;
}

function hasVolume(rows: readonly (readonly string[])[], shape: RowShape): boolean {
  const at = shape.columns.volume;
  if (at === null) return false;
  return rows.slice(0, 20).some((row) => {
    const text = row[at] ?? '';
    return !isBlank(text) && readNumber(text, shape.decimalComma) > 0;
  });
}

/** Reverses a file that is written newest first. The whole file is held in memory. */
async function* turnRound<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<readonly T[]> {
  const all: T[] = [];
  for await (const batch of batches) for (const item of batch) all.push(item);
  yield all.reverse();
}

async function* readTableRows(
  source: ByteSource,
  reading: RowReading,
  descending: boolean,
): AsyncGenerator<readonly Candidate[]> {
  const read = createRowReader(reading);
  const { skipLines, delimiter } = reading.shape;
  const batches = readLines(readText(source));
  for await (const lines of descending ? turnRound(batches) : batches) {
    const rows: Candidate[] = [];
    for (const { line, text, last } of lines) {
      if (line <= skipLines || text.trim() === '') continue;
      const row = read(line, text, splitFields(text, delimiter));
      const cut = last && 'refusal' in row && row.refusal === 'columns';
      rows.push(cut ? { ...row, refusal: 'truncated' } : row);
    }
    yield rows;
  }
}

async function* readJsonRows(
  source: ByteSource,
  reading: RowReading,
  descending: boolean,
): AsyncGenerator<readonly Candidate[]> {
  const read = createRowReader(reading);
  const batches = readJsonArrays(readText(source));
  for await (const arrays of descending ? turnRound(batches) : batches) {
    yield arrays.map(({ line, text, open }) =>
      open ? { line, text, refusal: 'truncated' } : read(line, text, arrayFields(text)),
    );
  }
}
