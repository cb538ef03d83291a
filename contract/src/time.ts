// Istanbul's time and the lengths of time, for layers that import the contract and not the engine.
export {
  addMonthsIstanbul,
  istanbulDay,
  istanbulDayStartMs,
  istanbulIso,
  istanbulTime,
  istanbulToUtcMs,
  istanbulWallMs,
  istanbulWeekStartMs,
} from '@rasat/engine';
