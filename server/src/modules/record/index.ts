export type { Finding } from './findings.ts';
export { type VerifyProgress, type VerifyReport, verifyRecord } from './verify.ts';
