export { type Analyses, type Analysis, openAnalyses, type SymbolList } from './analyses.ts';
export {
  countEventsOfOthers,
  countMislabelledEvents,
  findEventTimeAfter,
  listEventsAfter,
  readEvents,
  type StoredEvent,
} from './event-store.ts';
export { registerAnalysisRoutes } from './routes.ts';
export {
  type EventRecord,
  NO_BARS_HASH,
  type RunSnapshot,
  type SeriesRun,
  startRun,
} from './series-run.ts';
export { type ShownView, shownOf } from './shown-view.ts';
export { registerSnapshotRoute } from './snapshot.ts';
export { listStates, listViews, type SeriesState } from './store.ts';
export { type AnalysisUpdated, updatedTopic } from './topics.ts';
export { startAnalyst } from './worker.ts';
