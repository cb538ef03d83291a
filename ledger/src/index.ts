export {
  type BarColumns,
  CHUNK_BARS,
  chunkLength,
  createColumns,
  decodeBars,
  decodeBarsInto,
  decodeBarTimes,
  encodeBars,
  isStorablePrice,
  sliceColumns,
} from './bars/bars-codec.ts';
export {
  type BarSeries,
  createHistory,
  type MarketHistory,
  R_FLOOR,
  type ResolvedEntry,
} from './baselines/history.ts';
export {
  BASELINE_YEAR_MS,
  MATCHED_ENTRIES,
  type MatchedEntries,
  matchEntries,
  UNMATCHED_REASONS,
  type UnmatchedReason,
} from './baselines/matched-entries.ts';
export {
  followLevels,
  LEVEL_SET_LIFE_MS,
  type LevelSet,
  type LevelsOutcome,
  shiftLevels,
} from './baselines/placebo-levels.ts';
export type { Interval } from './figures/bootstrap.ts';
export {
  CHANCE_BINS,
  type ConeFigures,
  INTERVAL_WEEKS,
  type LevelFigures,
  type Measured,
} from './figures/calibration.ts';
export {
  addBook,
  addForecast,
  bookFigures,
  CALIBRATION_Z,
  type CalibrationBook,
  type CalibrationFigures,
  createCalibrationBook,
  type EndedForecast,
  LEVEL_GROUPS,
  type LeftOut,
  type LevelGroup,
} from './figures/calibration-book.ts';
export {
  CALIBRATION_LOOKS,
  type CalibrationLook,
  LOOK_BINS,
  LOOK_CONES,
  lookAt,
  lookDueMs,
} from './figures/calibration-looks.ts';
export {
  COST_UNITS,
  type CostSettings,
  costInR,
  costMultiple,
  DEFAULT_COSTS,
  type RoundTripCost,
  roundTripCost,
} from './figures/costs.ts';
export {
  type CumulativePoint,
  compareTwins,
  computeFigures,
  correctVerdicts,
  FIGURES_SEED,
  type Figures,
  type LegFigures,
  listCumulative,
  listMonths,
  type MonthFigures,
  type MonthSpan,
  type TwinFigures,
  type Verdict,
} from './figures/figures.ts';
export {
  type ComingLook,
  excessOf,
  LOOK_CHANCE,
  LOOK_ROWS,
  type Look,
  type LookRow,
  type Looks,
  type LookTime,
  takeLooks,
} from './figures/looks.ts';
export {
  addRow,
  addVoids,
  createResolvedRows,
  createTally,
  type MonthSums,
  mergeTallies,
  type RecordTally,
  type ResolvedRows,
  tallyRows,
  wholeMean,
} from './figures/tally.ts';
export {
  aggregateBars,
  type BarDifference,
  findBarDifference,
  type Timeframe,
} from './independent/aggregation.ts';
export { type DueForecast, listDueForecasts } from './independent/check-forecast.ts';
export {
  checkOrder,
  checkRow,
  type EndToCheck,
  type OutcomeToCheck,
  type RowScope,
  type RowToCheck,
  VIOLATION_CAUSES,
  type Violation,
  type ViolationCause,
} from './independent/check-row.ts';
export {
  type MatchedResults,
  matchedEntriesOf,
  type NoMatchedEntries,
} from './independent/matched-entries.ts';
export {
  type PreparedBars,
  prepareBars,
  type SeriesProperties,
} from './independent/prepared-bars.ts';
export {
  type ResolvedOutcome,
  type RowToResolve,
  resolveRow,
} from './independent/resolve-row.ts';
export { type WeeklySet, weeklySetOf } from './independent/weekly-set.ts';
export { followSet, type SetResults, twinOf } from './independent/weekly-twin.ts';
export { fromHex } from './rows/bytes.ts';
export { type CanonicalValue, canonicalJson } from './rows/canonical-json.ts';
export {
  CHAIN_START,
  chainedText,
  chainedTextOf,
  type LedgerRow,
  ORIGINS,
  type Origin,
  type OutcomeRow,
  originOf,
  type UnchainedRow,
} from './rows/chain.ts';
export {
  type Draft,
  type DraftSeries,
  draftOf,
  type LedgerDraft,
  OUTCOME_LEGS,
  type OutcomeDraft,
  type OutcomeLeg,
  type OutcomeStatus,
  ROW_KINDS,
  type RowKind,
  SIGNAL_KINDS,
  type SignalKind,
  toHex,
} from './rows/drafts.ts';
export {
  END_REASONS,
  type EndDetail,
  type EndReason,
  openLegs,
  type SeriesEnd,
  VOID,
  voidDraft,
} from './rows/ended.ts';
export {
  type EntryOutcome,
  type EntryRow,
  type RecordedEntry,
  recordedEntry,
  recordedLevels,
} from './rows/entry.ts';
export { firstTouches, type RecordedForecast, recordedForecast } from './rows/forecast.ts';
export { type InputHash, rollInputHash, type Sha256 } from './rows/input-hash.ts';
export {
  type BuildDetail,
  type ModelDetail,
  REGISTER_KINDS,
  type RegisterDraft,
  type RegisterKind,
  type RegisterRow,
  type Reproduced,
  registerText,
} from './rows/register.ts';
export {
  type EventRecord,
  type PublishedEvent,
  type RunOptions,
  type RunSnapshot,
  rowTimeOf,
  type SeriesRules,
  type SeriesRun,
  startSeriesRun,
} from './rows/series-run.ts';
export { consistencyNodesOf, isConsistent, type TreeHead } from './tree/consistency.ts';
export {
  type GrowingTree,
  growTree,
  leafOf,
  nodeOf,
  rootOf,
  rootOfPath,
  type Subtree,
  type SubtreeName,
  siblingsOf,
  subtreesOf,
} from './tree/merkle.ts';
export { recompute } from './verification/recompute.ts';
export {
  type Comparison,
  type OnRecomputeStep,
  RECOMPUTE_STEPS,
  type RecomputeReason,
  type RecomputeReport,
  type RecomputeStep,
  type RecomputeStepName,
} from './verification/recompute-step.ts';
export {
  CORRECTION_REASONS,
  type CorrectionReason,
  checksumOf,
  ENDED_FILE_VERSION,
  type EndedRow,
  RECORD_FILE_FORMAT,
  RECORD_FILE_VERSION,
  type RecordFile,
  writeRecordFile,
} from './verification/record-file.ts';
