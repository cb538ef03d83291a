export type { Finding } from './findings.ts';
export { type RecordOptions, registerRecordRoutes } from './routes.ts';
export { type VerifyProgress, type VerifyReport, verifyRecord } from './verify.ts';
