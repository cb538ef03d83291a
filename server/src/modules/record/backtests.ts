import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTrialForecast, resolutionMs } from '@rasat/engine';
import {
  addForecast,
  type BarColumns,
  createCalibrationBook,
  type PublishedEvent,
} from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import { listSeries, readBaseHistory, type Series } from '../market/index.ts';
import { isRecorded } from '../signals/index.ts';
import type { LongRun } from './baselines.ts';
import {
  type Backtest,
  deleteBacktests,
  listBacktested,
  saveBacktest,
} from './calibration-store.ts';
import { lastSeries } from './last-series.ts';
import { findForecastsAfter } from './published.ts';
import { startEngine } from './step-through.ts';

/** Bars between two pauses: some hundredths of a second. */
const PAUSE_BARS = 10_000;

/** Returns the histories of a backtest: the last one of each symbol whose signals are recorded. */
export function listBacktestSeries(all: readonly Series[]): Series[] {
  return lastSeries(all).filter(isRecorded);
}

/**
 * Computes the backtests of histories that have none of this engine and model, and deletes those of other histories.
 * Each is stored by itself, so the next run continues after an interruption. There are none before it is decided when
 * publishing begins.
 */
export async function updateBacktests(db: Db, { signal, progress }: LongRun): Promise<void> {
  const afterMs = await findForecastsAfter(db);
  if (afterMs === null) return;
  const wanted = listBacktestSeries(await listSeries(db));
  await deleteBacktests(
    db,
    wanted.map(({ id }) => id),
  );
  const known = await listBacktested(db);
  const missing = wanted.filter(({ id }) => !known.has(id));
  for (const [at, series] of missing.entries()) {
    const bars = await readBaseHistory(db, series);
    await saveBacktest(db, series.id, await computeBacktest(series, bars, afterMs, signal));
    progress((at + 1) / missing.length);
  }
}

/** Makes the forecasts of a history from its first bar on, and counts those that had ended by `afterMs`. */
export async function computeBacktest(
  series: Series,
  bars: BarColumns,
  afterMs: number,
  signal: AbortSignal,
): Promise<Backtest> {
  const run = startEngine(series, { forecastsAfterMs: Number.NEGATIVE_INFINITY });
  const book = createCalibrationBook();
  const running = new Map<string, Extract<PublishedEvent, { type: 'forecast' }>>();
  let trial = false;
  const count = (): void => {
    for (const { event } of run.takeEvents()) {
      if (event.type === 'forecast') running.set(event.id, event);
      if (event.type !== 'touched') continue;
      const forecast = running.get(event.id);
      if (!forecast) continue;
      running.delete(event.id);
      trial ||= isTrialForecast(forecast.touchClass, 'weekly');
      addForecast(book, { ...forecast, first: event.bars === 0 ? null : event.first });
    }
  };
  const lengthMs = resolutionMs[series.base];
  for (let row = 0; row < bars.length; row++) {
    if ((bars.openTimeMs[row] as number) + lengthMs > afterMs) break;
    run.read(bars, row);
    if (row % PAUSE_BARS !== 0) continue;
    count();
    await nextTurn();
    signal.throwIfAborted();
  }
  run.advance(afterMs);
  count();
  return { trial, book };
}
