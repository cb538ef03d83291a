export { type BuildCheckOptions, checkBuild } from './build-check.ts';
export { startBuildCheck, watchBuilds } from './build-check-part.ts';
export type { Finding } from './findings.ts';
export { findRecordReading } from './record-readings.ts';
export {
  costsOf,
  type RecordReport,
  runRecord,
} from './record-run.ts';
export { hasRow, type RecordOptions, registerRecordRoutes } from './routes.ts';
export { buildRowFile } from './row-file.ts';
export { type VerifyProgress, type VerifyReport, verifyRecord } from './verify.ts';
export { type KeptHeadsReport, verifyKeptHeads } from './verify-kept-heads.ts';
export {
  type RecordPartOptions,
  startRecord,
  startRecorder,
  watchRecord,
} from './worker.ts';
