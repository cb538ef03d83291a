// Istanbul's time and the lengths of time, for layers that import the contract and not the engine.
export {
  addMonthsIstanbul,
  DAY_MS,
  HOUR_MS,
  istanbulDay,
  istanbulDayStartMs,
  istanbulIso,
  istanbulTime,
  istanbulToUtcMs,
  istanbulWallMs,
  istanbulWeekStartMs,
  MINUTE_MS,
  WEEK_MS,
} from '@rasat/engine';
