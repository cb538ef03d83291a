export { isRecorded } from './append-events.ts';
export { hashOf } from './ledger-row.ts';
export { signalsData, signalsRetention } from './personal-data.ts';
export { startPublisher } from './publisher.ts';
export { type LastPrices, registerSignalRoutes } from './routes.ts';
export {
  type ChainHead,
  findChainHeads,
  findLedgerHead,
  findPublisherCursor,
  listLedgerAfter,
  listLedgerOfMany,
  listLedgerOfSeries,
  listOutcomesAfter,
  listOutcomesOfRow,
  listOutcomesOfMany,
  listOutcomesOfSeries,
  readRowHashes,
} from './store.ts';
