import {
  createHistory,
  drawMatchedEntries,
  followLevels,
  type LevelSet,
  type MarketHistory,
  shiftLevels,
  type TradeToMatch,
} from '@rasat/engine';
import type { BarColumns } from '../bars-codec.ts';
import { fromHex } from './bytes.ts';
import type { CanonicalValue } from './canonical-json.ts';
import { barsUntil } from './recompute-bars.ts';
import {
  compare,
  compareFields,
  type RecomputeStep,
  stepOf,
  unknownStep,
} from './recompute-step.ts';
import type { RecordFile } from './record-file.ts';

/** The row's forty random entries, drawn and followed again over the bars that there were when they were stored. */
export function baselineStep(file: RecordFile, bars: BarColumns): RecomputeStep {
  const { baseline } = file;
  const trade = tradeOf(file);
  if (baseline === null) {
    const history = historyOf(file, bars);
    const due = trade !== null && drawMatchedEntries(history, trade) !== null;
    return due ? unknownStep('baseline', 'not-stored') : stepOf('baseline', []);
  }
  const { barsTo, ...own } = baseline;
  const drawn =
    trade && drawMatchedEntries(historyOf(file, barsUntil(bars, file.series.base, barsTo)), trade);
  if (!drawn) return stepOf('baseline', [compare('entries1', own.entries1, null)]);
  const { at: _at, thousandths1, thousandths2, ...counts } = drawn;
  const computed = { entries1: [...thousandths1], entries2: [...thousandths2], ...counts };
  return stepOf('baseline', compareFields(own, computed));
}

/** Of a weekly set: whether its first level held, and what its shifted twin came to. */
export function twinStep(file: RecordFile, bars: BarColumns): RecomputeStep {
  const { row, twin, series } = file;
  const set = levelsOf(file);
  if (set === null) return stepOf('twin', [compare('levels', row.detail, null)], 'impossible');
  if (twin === null) return unknownStep('twin', 'not-stored');
  const { barsTo, complete: _complete, ...own } = twin;
  const history = historyOf(file, barsUntil(bars, series.base, barsTo));
  const shifted = followLevels(history, shiftLevels(set, fromHex(row.hash), series.digits));
  // A trade that runs on has no result yet.
  const trade = shifted.trade?.open ? null : shifted.trade;
  const computed = {
    touch: followLevels(history, set).touch,
    twinTouch: shifted.touch,
    twinStatus1: trade?.status1 ?? null,
    twinStatus2: trade?.status2 ?? null,
    twinR1: trade?.r1 ?? null,
    twinR2: trade?.r2 ?? null,
  };
  return stepOf('twin', compareFields(own, computed));
}

function historyOf({ series }: RecordFile, bars: BarColumns): MarketHistory {
  const { base, fx, digits } = series;
  return createHistory(bars, { base, fx, digits });
}

/** The entry to which the random ones are matched; null when the row has none. */
function tradeOf(file: RecordFile): TradeToMatch | null {
  const { row } = file;
  const hash = fromHex(row.hash);
  if (row.kind !== 'levels') {
    const expiryMs = row.detail.expiry;
    if (row.way === null || row.range === null || typeof expiryMs !== 'number') return null;
    const way = row.way ? 'up' : 'down';
    return { hash, way, risk: row.range, openedMs: row.barTime, expiryMs };
  }
  const entry = file.outcomes.find(({ leg }) => leg === 'entry');
  const set = levelsOf(file);
  if (!entry || set === null) return null;
  const expiryMs = entry.detail.expiry;
  const buys = entry.detail.way === true;
  const first = (buys ? set.buy : set.sell)[0];
  if (first === undefined || typeof expiryMs !== 'number') return null;
  const risk = Math.abs(first - set.anchor);
  return { hash, way: buys ? 'up' : 'down', risk, openedMs: entry.barTime, expiryMs };
}

/** The levels of a weekly set; null when the row's detail holds none. */
function levelsOf({ row }: RecordFile): LevelSet | null {
  const { d, buy, sell } = row.detail;
  if (typeof d !== 'number' || !isPrices(buy) || !isPrices(sell)) return null;
  return { d, anchor: row.price, buy, sell };
}

function isPrices(value: CanonicalValue | undefined): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'number' && one > 0);
}
