import zlib from 'node:zlib';
import { ENGINE_VERSION } from '@rasat/engine';
import { startSeriesRun } from '@rasat/ledger';
import type { Selectable } from 'kysely';
import { sha256 } from '../../platform/sha256.ts';
import { NO_BARS_HASH } from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import type { WalkPlace } from './step-through.ts';
import type { RecordCheckpointTable } from './tables.ts';

/** Where a history stood when it was certified, without a failure. */
export type Checkpoint = Selectable<RecordCheckpointTable>;

/** What was met of a history: rows but weekly sets, weekly sets, boxes, outcomes. */
export interface MetCounts {
  readonly signal: number;
  readonly levels: number;
  readonly box: number;
  readonly outcome: number;
}

/** What a checkpoint is made of besides the place of the walk. */
export interface CheckpointFacts {
  /** Opening time of the last bar. */
  readonly cursorMs: number;
  readonly wholeAtMs: number;
  readonly throughMs: number;
  /** The last rows of both chains that there were. */
  readonly seq: number;
  readonly no: number;
  readonly met: MetCounts;
}

/** The checkpoint of a history at a place. */
export function makeCheckpoint(
  series: Series,
  { run, bars, barsHash }: WalkPlace,
  { cursorMs, wholeAtMs, throughMs, seq, no, met }: CheckpointFacts,
): Checkpoint {
  const content = {
    series_id: series.id,
    engine_version: ENGINE_VERSION,
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
    outcomes: met.outcome,
    snapshot: zlib.zstdCompressSync(run.snapshot().engine),
  };
  return { ...content, hash: hashOfCheckpoint(content) };
}

/** SHA-256 over every field in the order of its table, a line each, and the snapshot. */
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
    numbers.outcomes,
  ].join('\n');
  return sha256(Buffer.concat([Buffer.from(`${head}\n`), snapshot]));
}

/** What stands in a certificate for all its checkpoints: SHA-256 over their hashes in the order of their series. */
export function hashOfAll(checkpoints: readonly Pick<Checkpoint, 'series_id' | 'hash'>[]): Buffer {
  const sorted = checkpoints.toSorted((a, b) => a.series_id - b.series_id);
  return sha256(Buffer.concat(sorted.map((one) => one.hash)));
}

/** The place to go on from; null when the checkpoint is not what its hash says. */
export function resumeAt(series: Series, checkpoint: Checkpoint): WalkPlace | null {
  if (!hashOfCheckpoint(checkpoint).equals(checkpoint.hash)) return null;
  const { bars, cursor_ms: cursorMs, bars_hash: barsHash } = checkpoint;
  const engine = zlib.zstdDecompressSync(checkpoint.snapshot);
  const run = startSeriesRun(series, () => NO_BARS_HASH, {
    engine,
    bars,
    cursorMs,
    inputHash: NO_BARS_HASH,
  });
  return { run, bars, cursorMs, barsHash };
}
