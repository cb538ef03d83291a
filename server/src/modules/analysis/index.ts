export { type Analyses, type ListedSignals, openAnalyses, type SymbolList } from './analyses.ts';
export { boxOfProof, compareProofs, numberOfBox, proofOf } from './box-proof.ts';
export {
  countMislabelledEvents,
  findEventTimeAfter,
  listEvents,
  listEventsAfter,
  readEvents,
  type StoredEvent,
} from './event-store.ts';
export { findForecastStart } from './forecast-start.ts';
export { keepShown, type PastEvent, type PastLine, pastLine, readPastLine } from './past.ts';
export {
  countBoxesOfOthers,
  foldEvents,
  listBoxProofs,
  listFoldable,
  listShownPast,
} from './past-store.ts';
export { registerAnalysisRoutes } from './routes.ts';
export {
  type EventRecord,
  NO_BARS_HASH,
  type RunSnapshot,
  type SeriesRun,
  startRun,
} from './series-run.ts';
export { findAnalysedSince, setBackAnalysis } from './set-back.ts';
export { type ShownView, shownOf } from './shown-view.ts';
export { registerSnapshotRoute } from './snapshot.ts';
export {
  listAnalysedVersions,
  listStates,
  listViews,
  type SeriesState,
  type VersionState,
} from './store.ts';
export { type AnalysisUpdated, updatedTopic } from './topics.ts';
export { startAnalyst } from './worker.ts';
