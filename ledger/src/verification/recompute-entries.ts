import type { BarColumns } from '../bars/bars-codec.ts';
import { createHistory, type MarketHistory } from '../baselines/history.ts';
import { type MatchedEntries, matchEntries } from '../baselines/matched-entries.ts';
import { followLevels, LEVEL_SET_LIFE_MS, shiftLevels } from '../baselines/placebo-levels.ts';
import { costMultiple } from '../figures/costs.ts';
import { type RecordedEntry, recordedEntry, recordedLevels } from '../rows/entry.ts';
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
 * Chooses and follows the row's matched entries again, over the bars that existed when they were stored, and compares.
 */
export function baselineStep(file: RecordFile, bars: BarColumns): RecomputeStep {
  const { baseline, series } = file;
  const entry = entryOf(file);
  // A set without an entry has no matched entries.
  if (baseline === null) {
    return entry ? unknownStep('baseline', 'not-stored') : stepOf('baseline', []);
  }
  if (!entry) return stepOf('baseline', [compare('entries1', baseline.entries1, null)]);
  const { barsTo, cost, ...own } = baseline;
  const history = historyOf(file, barsUntil(bars, series.base, barsTo));
  const matched: MatchedEntries = matchEntries(history, entry, (price, risk) =>
    costMultiple(cost, series.symbol, price, risk),
  );
  const { at: _at, thousandths1, thousandths2, ...counts } = matched;
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
  const shifted = followLevels(history, shiftLevels(set, series.digits));
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

/** Returns the row's entry, to which entries are matched; null without an entry. */
function entryOf({ row, outcomes }: RecordFile): RecordedEntry | null {
  return recordedEntry(row, outcomes.find(({ leg }) => leg === 'entry') ?? null);
}
