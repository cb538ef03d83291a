import { MINUTE_MS } from '@rasat/engine';
import type { Feeds } from './calls.ts';

/** State of a source as the back office shows it. */
export type Source = Feeds['sources'][number];

/**
 * How a source is doing. `stopped`, `starting`, `filling` and `waiting` are phases of its feed.
 *
 * - `live`: its prices flow
 * - `idle`: no listed symbol has it
 * - `disconnected`: it is not connected, although its history is filled
 * - `silent`: it is connected and sends nothing, although its markets are open
 * - `stale`: its prices come later than their limit, or none of its open symbols has a current one
 */
export type SourceState =
  | 'live'
  | 'idle'
  | 'starting'
  | 'filling'
  | 'waiting'
  | 'stopped'
  | 'disconnected'
  | 'silent'
  | 'stale';

/** States whose prices grow old while the reader sees them. */
const HALTED: readonly SourceState[] = ['silent', 'disconnected', 'waiting', 'stale'];

/** Returns the number of listed symbols of a source. */
export function symbolsOf({ flow }: Pick<Source, 'flow'>): number {
  return flow.flowing + flow.stale + flow.closed;
}

/** Returns the state of a source. */
export function stateOf(source: Source): SourceState {
  const { phase, connected, silentSince, flow, minute, limit } = source;
  if (phase === 'stopped' || phase === 'waiting') return phase;
  if (silentSince !== null && connected) return 'silent';
  if (phase !== 'live') return phase;
  if (symbolsOf(source) === 0) return 'idle';
  if (!connected) return 'disconnected';
  if (flow.flowing === 0 && flow.stale > 0) return 'stale';
  return limit !== null && minute.median !== null && minute.median > limit ? 'stale' : 'live';
}

/** Age of the prices of a source. */
export interface PriceAge {
  /** Median age of the last minute, or the age of the newest price while none come; milliseconds. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  /** Whether the age is above the limit of the source. */
  readonly isOver: boolean;
}

/** Returns the age of a source's prices at `nowMs`; null values for closed markets. */
export function ageOf(source: Source, nowMs: number): PriceAge {
  const { minute, newest, limit } = source;
  const state = stateOf(source);
  const isHalted = HALTED.includes(state) && newest !== null;
  const comes = minute.median !== null && (state === 'stale' || !HALTED.includes(state));
  const medianMs = comes ? minute.median : isHalted ? Math.max(0, nowMs - newest) : null;
  const isOver = limit !== null && medianMs !== null && medianMs > limit;
  return { medianMs, p95Ms: comes ? minute.p95 : null, isOver };
}

/**
 * Returns the age of a source's prices in each of the last sixty minutes, null without one. While none come although
 * they should, the minutes after the last price have the age that the newest price reached at their end.
 */
export function hourOf(source: Source, nowMs: number): readonly (number | null)[] {
  const { hour, newest } = source;
  if (newest === null || !HALTED.includes(stateOf(source))) return hour;
  const last = hour.findLastIndex((age) => age !== null);
  return hour.map((age, minute) => {
    const endMs = nowMs - (hour.length - 1 - minute) * MINUTE_MS;
    return minute > last && endMs > newest ? endMs - newest : age;
  });
}
