import { erasureJob, retentionJobs } from './modules/accounts/index.ts';
import { actionsJob, type FeedPart, marketJobs, reviewJob } from './modules/market/index.ts';
import { type PaymentOptions, paymentJobs } from './modules/payments/index.ts';
import { PERSONAL_DATA, RETENTION } from './personal-data.ts';
import type { FileStore } from './platform/files/file-store.ts';
import { fileJob } from './platform/files/removals.ts';
import type { Job } from './platform/jobs/jobs.ts';

/** Returns every scheduled job of the server. */
export function listJobs(
  files: FileStore,
  payments: PaymentOptions,
  feed: Pick<FeedPart, 'findActions'> & { readonly gaps: Pick<FeedPart['gaps'], 'review'> },
): readonly Job[] {
  return [
    erasureJob(PERSONAL_DATA),
    ...retentionJobs(RETENTION),
    ...marketJobs,
    reviewJob(() => feed.gaps.review()),
    actionsJob(() => feed.findActions()),
    fileJob(files),
    ...paymentJobs(payments),
  ];
}
