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
  BOX_TERMS,
  type BoxKind,
  type BoxTerm,
  boxTypeNumber,
  findBoxKind,
} from './boxes/kinds.ts';
export { type ImaginedEntry, type Outcome, simulateOutcome } from './boxes/outcome.ts';
export {
  openPosition,
  type Position,
  riskMultiple,
  touchPosition,
} from './boxes/position.ts';
export { BOX_SLOTS, type BoxSlot, DETECTORS, type DetectorName } from './boxes/slots.ts';
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
  TouchBasis,
  TradeBasis,
} from './explain/basis.ts';
export { CONDITION_SETUPS } from './explain/basis.ts';
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
export { explainChance, explainConeEdge } from './explain/explain-touch.ts';
export { LEVELS_TRADE_MS } from './explain/rules.ts';
export { squareLadder } from './gann/square-of-nine.ts';
export { createAverageRange, updateAverageRange } from './indicators/average-range.ts';
export { levelsMadeMs, type WeeklyLevels } from './levels/levels.ts';
export { powerOfTen, roundTo, tickSize } from './price/rounding.ts';
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
export { createEngine, type Engine, restoreEngine } from './stream/engine.ts';
export type {
  BoxEvent,
  ConditionEndedEvent,
  ConditionEvent,
  ConditionLegEvent,
  CycleEvent,
  EngineEvent,
  ForecastEvent,
  Leg,
  LegResult,
  LevelsClosedEvent,
  LevelsEvent,
  LevelsTradeEvent,
  PivotEvent,
  TouchedEvent,
  TradeClosedEvent,
  TradeEvent,
} from './stream/event.ts';
export { LEGS } from './stream/event.ts';
export type { EngineOptions } from './stream/options.ts';
export {
  ENGINE_VERSION,
  ENGINE_VERSIONS,
  type EngineVersion,
  isEngineVersion,
  listOlderVersions,
} from './stream/version.ts';
export type { EngineView, TouchView } from './stream/view.ts';
export {
  CALENDARS,
  type CalendarBar,
  type CalendarDescription,
  type CalendarMarket,
  type CalendarName,
  CURRENT_CALENDARS,
  calendarBars,
  calendarEndsMs,
  describeCalendars,
  futureBarOpens,
  isOpen,
  marketOfCalendar,
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
  BASE_RESOLUTIONS,
  type BaseResolution,
  BOX_RESOLUTIONS,
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
  SOURCE_RESOLUTIONS,
  type SourceResolution,
  WEEK_MS,
} from './time/resolution.ts';
export { MARKET_CATEGORIES, type MarketCategory } from './touch/categories.ts';
export { CONE_SHARES, type TouchInputs, touchChance, touchCone } from './touch/chance.ts';
export {
  MOST_WEEKS,
  TOUCH_CLASSES,
  type TouchClass,
} from './touch/classes.ts';
export {
  CONE_SETUPS,
  type ConeSetup,
  isTrialForecast,
  type LevelChance,
  type SetChances,
  type ShownCone,
  TOUCH_MODEL,
  type TouchNow,
} from './touch/forecast.ts';
export { marketWeeks, WEEK_SLOTS, weekSlot } from './touch/market-time.ts';
