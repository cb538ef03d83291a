export { type CanonicalValue, canonicalJson } from './canonical-json.ts';
export {
  CHAIN_START,
  chainedText,
  chainedTextOf,
  type LedgerRow,
  type OutcomeRow,
  originOf,
  type UnchainedRow,
} from './chain.ts';
export {
  type Draft,
  type DraftSeries,
  draftOf,
  type LedgerDraft,
  type OutcomeDraft,
  toHex,
} from './drafts.ts';
export {
  type EntryOutcome,
  type EntryRow,
  type RecordedEntry,
  recordedEntry,
  recordedLevels,
} from './entry.ts';
export { type InputHash, rollInputHash, type Sha256 } from './input-hash.ts';
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
} from './merkle.ts';
export { recompute } from './recompute.ts';
export {
  type Comparison,
  type OnRecomputeStep,
  RECOMPUTE_STEPS,
  type RecomputeReason,
  type RecomputeReport,
  type RecomputeStep,
  type RecomputeStepName,
} from './recompute-step.ts';
export {
  checksumOf,
  RECORD_FILE_FORMAT,
  RECORD_FILE_VERSION,
  type RecordFile,
  RecordFileError,
  type RecordFileRefusal,
  readRecordFile,
  writeRecordFile,
} from './record-file.ts';
export {
  type EventRecord,
  type PublishedEvent,
  type RunSnapshot,
  type SeriesRules,
  type SeriesRun,
  startSeriesRun,
} from './series-run.ts';
