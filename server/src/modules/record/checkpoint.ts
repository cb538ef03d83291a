import zlib from 'node:zlib';
import { type RunOptions, startSeriesRun } from '@rasat/ledger';
import type { Selectable } from 'kysely';
import { sha256 } from '../../platform/sha256.ts';
import { NO_BARS_HASH } from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import type { SeriesVersion } from './series-version.ts';
import type { WalkPlace } from './step-through.ts';
import type { RecordCheckpointTable } from './tables.ts';

/** State of a history that was certified without a failure. */
export type Checkpoint = Selectable<RecordCheckpointTable>;

/** Number of items compared in a history: rows of conditions and box trades, weekly sets, boxes, forecasts, outcomes. */
export interface MetCounts {
  readonly signal: number;
  readonly levels: number;
  readonly box: number;
  readonly forecast: number;
  readonly outcome: number;
}

/** Counts before the first item. */
export const NOTHING_MET: MetCounts = { signal: 0, levels: 0, box: 0, forecast: 0, outcome: 0 };

/** Returns the counts of a checkpoint. */
export function metOf(of: Checkpoint): MetCounts {
  return {
    signal: of.signals,
    levels: of.level_sets,
    box: of.boxes,
    forecast: of.forecasts,
    outcome: of.outcomes,
  };
}

/** Fields of a checkpoint besides the place of the walk. */
export interface CheckpointFacts {
  /** Opening time of the last bar. */
  readonly cursorMs: number;
  readonly wholeAtMs: number;
  readonly throughMs: number;
  /** Numbers of the last rows of both chains at that time. */
  readonly seq: number;
  readonly no: number;
  readonly met: MetCounts;
}

/** Builds the checkpoint of a history under a version at a place of the walk. */
export function makeCheckpoint(
  { series, version }: SeriesVersion,
  { run, bars, barsHash }: WalkPlace,
  { cursorMs, wholeAtMs, throughMs, seq, no, met }: CheckpointFacts,
): Checkpoint {
  const content = {
    series_id: series.id,
    engine_version: version,
    whole_at: wholeAtMs,
    bars,
    cursor_ms: cursorMs,
    bars_hash: barsHash,
    through_ms: throughMs,
    seq,
    no,
    signals: met.signal,
    level_sets: met.levels,
    boxes: met.box,
    forecasts: met.forecast,
    outcomes: met.outcome,
    snapshot: zlib.zstdCompressSync(run.snapshot().engine),
  };
  return { ...content, hash: hashOfCheckpoint(content) };
}

/** Returns the SHA-256 over every field in the order of its table, one per line, and the snapshot. */
export function hashOfCheckpoint(content: Omit<Checkpoint, 'hash'>): Buffer {
  const { snapshot, bars_hash, ...numbers } = content;
  const head = [
    numbers.series_id,
    numbers.engine_version,
    numbers.whole_at,
    numbers.bars,
    numbers.cursor_ms,
    bars_hash.toString('hex'),
    numbers.through_ms,
    numbers.seq,
    numbers.no,
    numbers.signals,
    numbers.level_sets,
    numbers.boxes,
    numbers.forecasts,
    numbers.outcomes,
  ].join('\n');
  return sha256(Buffer.concat([Buffer.from(`${head}\n`), snapshot]));
}

/**
 * Returns the SHA-256 over the hashes of checkpoints in the order of their series and versions, which the certificate
 * stores.
 */
export function hashOfAll(
  checkpoints: readonly Pick<Checkpoint, 'series_id' | 'engine_version' | 'hash'>[],
): Buffer {
  const sorted = checkpoints.toSorted(
    (a, b) => a.series_id - b.series_id || (a.engine_version < b.engine_version ? -1 : 1),
  );
  return sha256(Buffer.concat(sorted.map((one) => one.hash)));
}

/** Returns the place from which a walk continues; null when the checkpoint does not match its own hash. */
export function resumeAt(
  series: Series,
  checkpoint: Checkpoint,
  options: RunOptions,
): WalkPlace | null {
  if (!hashOfCheckpoint(checkpoint).equals(checkpoint.hash)) return null;
  const { bars, cursor_ms: cursorMs, bars_hash: barsHash } = checkpoint;
  const engine = zlib.zstdDecompressSync(checkpoint.snapshot);
  const snapshot = { engine, bars, cursorMs, inputHash: NO_BARS_HASH };
  const run = startSeriesRun(series, () => NO_BARS_HASH, snapshot, options);
  return { run, bars, cursorMs, barsHash };
}
