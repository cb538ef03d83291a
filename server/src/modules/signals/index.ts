export { isRecorded } from './append-events.ts';
export {
  type ChainHead,
  type ChainName,
  findChainHeads,
  findChainHeadsOfAnyForm,
  findHashes,
  findLedgerHead,
  type HashRange,
  readHashes,
  readRowHashes,
} from './chain-store.ts';
export { chainHash, hashOf, hashOfRegister } from './ledger-row.ts';
export { countOpenSignals } from './open-signals.ts';
export type { LedgerEntry, OpenPart, OutcomeEntry, Signal, SignalSeries } from './part.ts';
export { startPublisher } from './publisher.ts';
export {
  type BuildCheck,
  type BuildRow,
  type EndedRow,
  findArchive,
  findBuildCheck,
  findModel,
  findPublisherWait,
  listBuilds,
  listEndedSeries,
  listRegister,
  saveBuildCheck,
} from './register-store.ts';
export { registerSignalRoutes } from './routes.ts';
export {
  chainRows,
  countSignalsAfter,
  findChainedSignal,
  findFirstPublishedMs,
  findSignals,
  listRowsAfter,
  listSignals,
  listSignalsSince,
  readPartsOver,
} from './signal-store.ts';
export {
  findPublishedMs,
  findPublisherCursor,
  listRecentLedger,
  listRecentOutcomes,
} from './store.ts';
export { buildWaitsTopic } from './topics.ts';
export { hasUnread } from './unpublished-events.ts';
