import { type Bar, checkBarValues, DAY_MS, MINUTE_MS, roundTo, WEEK_MS } from '@rasat/engine';
import type { BarRow, RowRefusal } from '../connector.ts';
import type { Moment } from './moment.ts';
import type { Candidate, Placed, RowOrder } from './row-order.ts';
import { isBlank, type RowShape, readNumber } from './row-shape.ts';
import { momentOf } from './sniff-table.ts';
import type { Zone } from './time-zone.ts';

const LONGEST_TEXT = 200;
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Rules for reading every row of a file as a bar. */
export interface RowReading {
  readonly shape: RowShape;
  readonly zone: Zone;
  readonly stepMs: number;
  readonly digits: number | undefined;
  /** Factor on prices, and divisor of volumes, by the bar's local date, for LEAN's splits; null without splits. */
  readonly factorAt: ((wallMs: number) => number) | null;
}

/** Returns the opening time of a bar: the true instant, or 00:00 UTC of the written date for days and weeks. */
export function openTimeOf(
  moment: Moment,
  stepMs: number,
  endLabels: boolean,
  zone: Zone,
  afterMs: number,
): number {
  if (stepMs >= WEEK_MS) {
    const week = Math.floor((moment.wallMs - FIRST_MONDAY_MS) / WEEK_MS);
    return week * WEEK_MS + FIRST_MONDAY_MS;
  }
  if (stepMs >= DAY_MS) return Math.floor(moment.wallMs / DAY_MS) * DAY_MS;
  const labelMs = Number.isNaN(moment.utcMs) ? zone.toUtcMs(moment.wallMs, afterMs) : moment.utcMs;
  return endLabels ? labelMs - stepMs : labelMs;
}

/**
 * Creates a reader of one row after another. It remembers the last instant, which resolves hours that the clocks show
 * twice.
 */
export function createRowReader(
  reading: RowReading,
): (line: number, text: string, fields: readonly string[]) => Candidate {
  const { shape, zone, stepMs, digits, factorAt } = reading;
  const { columns } = shape;
  const digitsOrNone = digits ?? -1;
  let afterMs = Number.NEGATIVE_INFINITY;

  const readPrice = (text: string, factor: number): number => {
    const value = (readNumber(text, shape.decimalComma) / shape.divisor) * factor;
    return digitsOrNone < 0 || !Number.isFinite(value) ? value : roundTo(value, digitsOrNone);
  };

  return (line, text, fields) => {
    const refuse = (refusal: RowRefusal): Candidate => ({ line, text, refusal });
    const extra = fields.length - shape.fields;
    if (extra !== 0 && (extra !== 1 || fields[fields.length - 1]?.trim() !== '')) {
      return refuse('columns');
    }
    const moment = momentOf(fields, shape);
    if (!moment) return refuse('time');
    const labelMs = openTimeOf(moment, stepMs, false, zone, afterMs);
    if (Number.isNaN(labelMs)) return refuse('no-such-time');
    afterMs = labelMs;
    const openTimeMs = openTimeOf(moment, stepMs, shape.endLabels, zone, labelMs - 1);

    const openText = fields[columns.open] ?? '';
    const closeText = fields[columns.close] ?? '';
    const factor = factorAt === null ? 1 : factorAt(moment.wallMs);
    const open = readPrice(openText, factor);
    const high = readPrice(fields[columns.high] ?? '', factor);
    const low = readPrice(fields[columns.low] ?? '', factor);
    const close = readPrice(closeText, factor);
    if (Number.isNaN(open + high + low + close)) {
      return refuse(isBlank(openText) && isBlank(closeText) ? 'no-values' : 'number');
    }
    const volumeText = columns.volume === null ? '0' : (fields[columns.volume] ?? '');
    const traded = isBlank(volumeText) ? 0 : readNumber(volumeText, shape.decimalComma);
    // A share that is split in four trades four times as often.
    const volume = factor === 1 ? traded : Math.round(traded / factor);
    if (Number.isNaN(volume)) return refuse('number');
    // Any minute is a valid opening time here; the import checks whether it begins a bucket.
    const bucketMs = Math.floor(openTimeMs / (15 * MINUTE_MS)) * 15 * MINUTE_MS;
    const refusal = checkBarValues(bucketMs, open, high, low, close, volume, '15', false);
    if (refusal !== null) return refuse(refusal);
    return { line, text, bar: { openTimeMs, open, high, low, close, volume } };
  };
}

/** Properties of a whole file that are known before its rows are finished. */
export interface FileTraits {
  readonly lastForming: boolean;
  readonly fillers: boolean;
  /** Whether the file has volumes at its beginning. */
  readonly volumeKnown: boolean;
  readonly order: RowOrder;
}

function refused(candidate: Candidate, refusal: RowRefusal): BarRow {
  return { line: candidate.line, refusal, text: candidate.text.slice(0, LONGEST_TEXT) };
}

/**
 * Checks rows against their neighbours: refuses rows out of time order, a vendor's fillers, and the last row where it
 * may still have been open.
 */
export async function* finishRows(
  batches: AsyncIterable<readonly Candidate[]>,
  { order, ...traits }: FileTraits,
): AsyncGenerator<BarRow> {
  const finish = new RowFinish(traits);
  for await (const batch of batches) {
    for (const candidate of batch) {
      for (const placed of order.take(candidate)) yield* finish.take(placed);
    }
  }
  for (const placed of order.end()) yield* finish.take(placed);
  yield* finish.end();
}

class RowFinish {
  readonly #traits: Omit<FileTraits, 'order'>;
  #volumeKnown: boolean;
  #last: Bar | null = null;
  #held: Placed | null = null;

  constructor(traits: Omit<FileTraits, 'order'>) {
    this.#traits = traits;
    this.#volumeKnown = traits.volumeKnown;
  }

  *take(placed: Placed): Generator<BarRow> {
    if (!('bar' in placed)) {
      yield refused(placed, placed.refusal);
      return;
    }
    const { bar } = placed;
    if (this.#traits.fillers && this.#volumeKnown && isFiller(bar, this.#last)) {
      yield refused(placed, 'filler');
      return;
    }
    if (this.#held) yield* rowOf(this.#held);
    this.#held = null;
    this.#last = bar;
    this.#volumeKnown = bar.volume > 0;
    if (this.#traits.lastForming) this.#held = placed;
    else yield* rowOf(placed);
  }

  *end(): Generator<BarRow> {
    if (this.#held) yield refused(this.#held, 'still-forming');
  }
}

function* rowOf(placed: Placed): Generator<BarRow> {
  if (!('bar' in placed)) return;
  const { line, bar, afterMs } = placed;
  yield afterMs === undefined ? { line, bar } : { line, bar, afterMs };
}

/**
 * Returns whether a bar is a flat row without volume that repeats the previous close or precedes the first real bar.
 */
function isFiller(bar: Bar, last: Bar | null): boolean {
  return bar.volume === 0 && bar.high === bar.low && (last === null || bar.close === last.close);
}
