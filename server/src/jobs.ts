import { erasureJob, retentionJobs } from './modules/accounts/index.ts';
import { type FeedGaps, marketJobs, reviewJob } from './modules/market/index.ts';
import { type PaymentOptions, paymentJobs } from './modules/payments/index.ts';
import { PERSONAL_DATA, RETENTION } from './personal-data.ts';
import type { FileStore } from './platform/files/file-store.ts';
import { fileJob } from './platform/files/removals.ts';
import type { Job } from './platform/jobs/jobs.ts';

/** Returns every scheduled job of the server. */
export function listJobs(
  files: FileStore,
  payments: PaymentOptions,
  gaps: Pick<FeedGaps, 'review'>,
): readonly Job[] {
  return [
    erasureJob(PERSONAL_DATA),
    ...retentionJobs(RETENTION),
    ...marketJobs,
    reviewJob(() => gaps.review()),
    fileJob(files),
    ...paymentJobs(payments),
  ];
}
