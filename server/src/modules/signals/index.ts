export { type CanonicalValue, canonicalJson } from './canonical-json.ts';
export { CHAIN_START } from './chain.ts';
export { type Draft, draftOf, type LedgerDraft, type OutcomeDraft } from './drafts.ts';
export { hashOf, type LedgerRow, type OutcomeRow } from './ledger-row.ts';
export { signalsData, signalsRetention } from './personal-data.ts';
export { isRecorded, startPublisher } from './publisher.ts';
export { type LastPrices, registerSignalRoutes } from './routes.ts';
export {
  findLedgerHead,
  findPublisherCursor,
  listLedgerAfter,
  listLedgerOfSeries,
  listOutcomesAfter,
  listOutcomesOfSeries,
} from './store.ts';
