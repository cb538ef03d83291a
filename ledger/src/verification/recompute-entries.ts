import type { BarColumns } from '../bars/bars-codec.ts';
import { createHistory, type MarketHistory } from '../baselines/history.ts';
import { drawMatchedEntries, type TradeToMatch } from '../baselines/matched-entries.ts';
import { followLevels, LEVEL_SET_LIFE_MS, shiftLevels } from '../baselines/placebo-levels.ts';
import { fromHex } from '../rows/bytes.ts';
import { recordedEntry, recordedLevels } from '../rows/entry.ts';
import { barsUntil } from './recompute-bars.ts';
import {
  compare,
  compareFields,
  type RecomputeStep,
  stepOf,
  unknownStep,
} from './recompute-step.ts';
import type { RecordFile } from './record-file.ts';

/**
 * Draws and follows the row's forty matched entries again, over the bars that existed when they were stored, and
 * compares.
 */
export function baselineStep(file: RecordFile, bars: BarColumns): RecomputeStep {
  const { baseline } = file;
  const trade = tradeOf(file);
  if (baseline === null) {
    // No entry can be drawn in the first days of a series, or within a day after the row.
    const drawable = trade && drawMatchedEntries(historyOf(file, bars), trade);
    return drawable ? unknownStep('baseline', 'not-stored') : stepOf('baseline', []);
  }
  const { barsTo, ...own } = baseline;
  const drawn =
    trade && drawMatchedEntries(historyOf(file, barsUntil(bars, file.series.base, barsTo)), trade);
  if (!drawn) return stepOf('baseline', [compare('entries1', own.entries1, null)]);
  const { at: _at, thousandths1, thousandths2, ...counts } = drawn;
  const computed = { entries1: [...thousandths1], entries2: [...thousandths2], ...counts };
  return stepOf('baseline', compareFields(own, computed));
}

/** Compares a weekly set's touch, and the touch and trade of its shifted twin. */
export function twinStep(file: RecordFile, bars: BarColumns): RecomputeStep {
  const { row, twin, series } = file;
  const set = recordedLevels(row);
  if (set === null) return stepOf('twin', [compare('levels', row.detail, null)], 'impossible');
  if (twin === null) return unknownStep('twin', 'not-stored');
  const { barsTo, ...own } = twin;
  const history = historyOf(file, barsUntil(bars, series.base, barsTo));
  const shifted = followLevels(history, shiftLevels(set, fromHex(row.hash), series.digits));
  const { trade } = shifted;
  const computed = {
    touch: followLevels(history, set).touch,
    twinTouch: shifted.touch,
    twinStatus1: trade?.status1 ?? null,
    twinStatus2: trade?.status2 ?? null,
    twinR1: trade?.r1 ?? null,
    twinR2: trade?.r2 ?? null,
    complete: barsTo >= set.d + LEVEL_SET_LIFE_MS,
  };
  return stepOf('twin', compareFields(own, computed));
}

function historyOf({ series }: RecordFile, bars: BarColumns): MarketHistory {
  const { base, fx, digits } = series;
  return createHistory(bars, { base, fx, digits });
}

/** Returns the row's entry, for which matched entries are drawn; null without an entry. */
function tradeOf({ row, outcomes }: RecordFile): TradeToMatch | null {
  const entry = recordedEntry(row, outcomes.find(({ leg }) => leg === 'entry') ?? null);
  return entry && { ...entry, hash: fromHex(row.hash) };
}
