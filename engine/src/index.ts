export { type Aggregator, aggregate, createAggregator } from './bars/aggregate.ts';
export { applyTick } from './bars/apply-tick.ts';
export {
  type Bar,
  type BarRefusal,
  checkBar,
  checkBarValues,
  checkTick,
  type Tick,
  type TickRefusal,
} from './bars/bar.ts';
export type { Box, BoxPrices, BoxTimes, Trade, TradeStatus } from './boxes/box.ts';
export {
  BOX_KINDS,
  BOX_SLOTS,
  type BoxKind,
  type BoxSlot,
  type BoxTerm,
  boxTypeNumber,
  DETECTORS,
  type DetectorName,
  findBoxKind,
} from './boxes/kinds.ts';
export { type ImaginedEntry, type Outcome, simulateOutcome } from './boxes/outcome.ts';
export { CYCLE_WARM_UP_DAYS, type Cycle } from './cycle/cycle.ts';
export {
  type BoxWord,
  boxWord,
  type CloseSeerWord,
  type CycleWord,
  closeSeerWord,
  cycleWord,
  MAIN_SEER_MS,
  REVERSE_SEER_MONTHS,
  type ReverseSeerWord,
  reverseSeerWord,
  type SeerWord,
  seerWord,
} from './display/words.ts';
export type {
  Basis,
  BoxBasis,
  ConditionBasis,
  ConditionSetup,
  CrystalBoxBasis,
  CycleBasis,
  Direction,
  GannBasis,
  LevelsBasis,
  LevelsTradeBasis,
  PivotInput,
  SeerBasis,
  SquareBoxBasis,
  TradeBasis,
} from './explain/basis.ts';
export {
  type Derivation,
  type DerivationInput,
  type DerivationStep,
  type Operation,
  type Quantity,
  verifyDerivation,
} from './explain/derivation.ts';
export {
  type ClusterSide,
  explainBoxPrice,
  explainBoxTime,
  explainCluster,
  explainCrystalSeer,
} from './explain/explain-box.ts';
export { explainCycle, explainGannLevel, explainWeeklyLevel } from './explain/explain-levels.ts';
export {
  explainCondition,
  explainConditionExpiry,
  explainConditionRange,
  explainLevelsTrade,
  explainLevelsTradeExpiry,
  explainSeer,
  explainTrade,
  explainTradeExpiry,
  type PositionPrice,
} from './explain/explain-position.ts';
export type { WeeklyLevels } from './levels/levels.ts';
export { powerOfTen, roundTo, tickSize } from './price/rounding.ts';
export type { Interval } from './record/bootstrap.ts';
export { type CostSettings, costInR, DEFAULT_COSTS, type RoundTripCost } from './record/costs.ts';
export {
  type CumulativePoint,
  compareTwins,
  computeFigures,
  correctVerdicts,
  type Figures,
  type LegFigures,
  listCumulative,
  listMonths,
  type MonthFigures,
  type MonthSpan,
  type TwinFigures,
  type Verdict,
} from './record/figures.ts';
export {
  type BarSeries,
  createHistory,
  type MarketHistory,
  R_FLOOR,
  type ResolvedEntry,
} from './record/history.ts';
export {
  BASELINE_YEAR_MS,
  drawMatchedEntries,
  MATCHED_ENTRIES,
  type MatchedEntries,
  type TradeToMatch,
} from './record/matched-entries.ts';
export {
  followLevels,
  LEVEL_SET_LIFE_MS,
  type LevelSet,
  type LevelsOutcome,
  shiftLevels,
} from './record/placebo-levels.ts';
export { createSeededRandom, type SeededRandom } from './record/seeded-random.ts';
export {
  addRow,
  createResolvedRows,
  createTally,
  type MonthSums,
  mergeTallies,
  type RecordTally,
  type ResolvedRows,
  tallyRows,
} from './record/tally.ts';
export type { CrystalSeer, Seer } from './seer/seer.ts';
export type { ConditionEnd, TradeCondition } from './signals/condition.ts';
export {
  countNewest,
  isOpenTrade,
  listPortfolio,
  type PortfolioItem,
} from './signals/portfolio.ts';
export {
  listPredictor,
  type PredictorRow,
  type SignalPrices,
  signalPrices,
} from './signals/predictor.ts';
export { createEngine, ENGINE_VERSION, type Engine, restoreEngine } from './stream/engine.ts';
export type {
  BoxEvent,
  ConditionEndedEvent,
  ConditionEvent,
  ConditionLegEvent,
  CycleEvent,
  EngineEvent,
  Leg,
  LegResult,
  LevelsClosedEvent,
  LevelsEvent,
  LevelsTradeEvent,
  PivotEvent,
  TradeClosedEvent,
  TradeEvent,
} from './stream/event.ts';
export type { EngineOptions } from './stream/options.ts';
export type { EngineView } from './stream/view.ts';
export {
  CALENDARS,
  type CalendarName,
  futureBarOpens,
  isOpen,
  nextOpenMs,
  type Session,
  sessionFrom,
  sessionOf,
} from './time/calendar.ts';
export { isSameHourUtc } from './time/hour.ts';
export {
  addMonthsIstanbul,
  type IstanbulTime,
  istanbulDay,
  istanbulDayStartMs,
  istanbulIso,
  istanbulTime,
  istanbulToUtcMs,
  istanbulWallMs,
  istanbulWeekStartMs,
} from './time/istanbul.ts';
export { addMonthsUtc, monthNumberUtc } from './time/month.ts';
export {
  barEnd,
  bucketEnd,
  bucketStart,
  DAY_MS,
  HOUR_MS,
  isSundayUtc,
  MINUTE_MS,
  RESOLUTIONS,
  type Resolution,
  resolutionMs,
  WEEK_MS,
} from './time/resolution.ts';
