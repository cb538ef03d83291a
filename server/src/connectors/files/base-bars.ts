import {
  type Aggregator,
  type Bar,
  barEnd,
  bucketStart,
  createAggregator,
  isSundayUtc,
  MINUTE_MS,
  resolutionMs,
  type SourceResolution,
} from '@rasat/engine';
import type { BarFile, BarRow } from '../connector.ts';
import { BarFileError, type BarFileOptions } from './formats.ts';
import { openBarFile } from './open-bar-file.ts';

/** Number of rows that show at which minutes a file's sessions open. */
const SAMPLE_ROWS = 3000;
/**
 * Sessions open on a quarter-hour. A minute needs this share of the rows, unless it is the only one; with fewer its
 * rows are errors of the file.
 */
const LEAST_SHARE = 0.03;
const LEAST_ROWS = 3;
const SESSION_GRID_MS = 15 * MINUTE_MS;

/**
 * Converts the rows of a file to bars of one resolution that open on the engine's buckets: shorter bars are aggregated,
 * bars of sessions that open at another minute are floored, a forex Sunday joins Monday. An aggregated bar has the line
 * of its first row. Refused in addition to the file reader's refusals: `misaligned`, a row at a minute at which the
 * file's sessions do not open, and `still-forming`, a last bar that the file does not cover to its end. Throws
 * `BarFileError` (`irregular`) when the file's bars are longer than the resolution or do not divide it.
 */
export function readBaseBars(
  file: BarFile,
  resolution: SourceResolution,
  fx: boolean,
): AsyncIterable<BarRow> {
  const lengthMs = resolutionMs[resolution];
  if (lengthMs % file.stepMs !== 0) {
    const minutes = file.stepMs / MINUTE_MS;
    throw new BarFileError(
      'irregular',
      `The file's bars are ${minutes} minutes long; bars of ${lengthMs / MINUTE_MS} minutes cannot be made of them.`,
    );
  }
  return putTogether(file, resolution, fx);
}

/** Opens a file and reads it as `readBaseBars` does. Throws `BarFileError`. */
export async function openBaseBars(
  path: string,
  options: BarFileOptions & { readonly resolution: SourceResolution; readonly fx: boolean },
): Promise<{ readonly file: BarFile; readonly rows: AsyncIterable<BarRow> }> {
  const file = await openBarFile(path, options);
  return { file, rows: readBaseBars(file, options.resolution, options.fx) };
}

async function* putTogether(
  file: BarFile,
  resolution: SourceResolution,
  fx: boolean,
): AsyncGenerator<BarRow> {
  const join = new Joiner(file.stepMs, resolution, fx);
  let sample: BarRow[] | null = [];
  for await (const row of file.rows) {
    if (sample) {
      sample.push(row);
      if (sample.length < SAMPLE_ROWS) continue;
      join.learn(sample);
      for (const one of sample) yield* join.take(one);
      sample = null;
    } else {
      yield* join.take(row);
    }
  }
  if (sample) {
    join.learn(sample);
    for (const one of sample) yield* join.take(one);
  }
  yield* join.end();
}

class Joiner {
  readonly #stepMs: number;
  readonly #resolution: SourceResolution;
  readonly #fx: boolean;
  readonly #aggregator: Aggregator;
  /** Minutes past the bucket at which the file's rows open, in milliseconds. */
  #offsets = new Set<number>([0]);
  #firstLine = 0;
  #afterMs: number | undefined;
  #last: Bar | null = null;

  constructor(stepMs: number, resolution: SourceResolution, fx: boolean) {
    this.#stepMs = stepMs;
    this.#resolution = resolution;
    this.#fx = fx;
    this.#aggregator = createAggregator(resolution, resolution, fx);
  }

  #offset(openTimeMs: number): number {
    return openTimeMs - Math.floor(openTimeMs / this.#stepMs) * this.#stepMs;
  }

  learn(sample: readonly BarRow[]): void {
    const counts = new Map<number, number>();
    for (const row of sample) {
      if (!('bar' in row)) continue;
      const offset = this.#offset(row.bar.openTimeMs);
      counts.set(offset, (counts.get(offset) ?? 0) + 1);
    }
    const enough = Math.max(LEAST_ROWS, LEAST_SHARE * sample.length);
    for (const [offset, count] of counts) {
      if (offset % SESSION_GRID_MS !== 0) continue;
      if (count >= enough || counts.size === 1) this.#offsets.add(offset);
    }
  }

  *take(row: BarRow): Generator<BarRow> {
    if (!('bar' in row)) {
      yield row;
      return;
    }
    const { bar, line } = row;
    if (!this.#offsets.has(this.#offset(bar.openTimeMs))) {
      yield { line, refusal: 'misaligned', text: textOf(bar) };
      return;
    }
    const current = this.#aggregator.current();
    const bucketMs = bucketStart(this.#resolution, bar.openTimeMs, this.#fx);
    if (current && bucketMs < current.openTimeMs) {
      // Only a forex Saturday after a Sunday that was read as Monday reaches this branch.
      yield { line, refusal: 'out-of-order', text: textOf(bar) };
      return;
    }
    const finished = this.#aggregator.push(bar);
    if (finished) yield this.#row(finished);
    if (current?.openTimeMs !== bucketMs) {
      this.#firstLine = line;
      this.#afterMs = row.afterMs;
    }
    this.#last = bar;
  }

  #row(bar: Bar): BarRow {
    const line = this.#firstLine;
    return this.#afterMs === undefined ? { line, bar } : { line, bar, afterMs: this.#afterMs };
  }

  *end(): Generator<BarRow> {
    const bar = this.#aggregator.current();
    if (!bar || !this.#last) return;
    const line = this.#firstLine;
    const isWhole =
      this.#stepMs === resolutionMs[this.#resolution]
        ? !(this.#fx && this.#resolution === '1D' && isSundayUtc(this.#last.openTimeMs))
        : this.#last.openTimeMs + this.#stepMs >=
          barEnd(this.#resolution, bar.openTimeMs, this.#fx);
    yield isWhole ? this.#row(bar) : { line, refusal: 'still-forming', text: textOf(bar) };
  }
}

function textOf({ openTimeMs, open, high, low, close, volume }: Bar): string {
  return [openTimeMs, open, high, low, close, volume].join(',');
}
