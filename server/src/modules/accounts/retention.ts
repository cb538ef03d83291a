import { DAY_MS, LIMITS } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { keptFor, type Retention } from '../../platform/personal-data.ts';
import { forgetConsentAddresses, insertRetentionRun } from './store.ts';

/** Milliseconds for which a consent keeps its IP address. */
const CONSENT_ADDRESS_MS = 2 * 365 * DAY_MS;

/** Rows of accounts with a limited lifetime. */
export const accountsRetention: readonly Retention[] = [
  keptFor('session', 'expires_at', 0),
  keptFor('known_device', 'seen_at', LIMITS.deviceSeconds * 1000),
  {
    what: 'consent.ip',
    daily: false,
    forget: (db, nowMs) => forgetConsentAddresses(db, nowMs - CONSENT_ADDRESS_MS),
  },
];

async function forgetAll(
  db: Db,
  kept: readonly Retention[],
  nowMs: number,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const { what, forget } of kept) removed[what] = await forget(db, nowMs);
  return removed;
}

/**
 * Returns the jobs that delete expired rows: all kinds on the first of January and of July, recorded in a log that is
 * never deleted, and every day the kinds that live for minutes or days.
 */
export function retentionJobs(kept: readonly Retention[]): readonly Job[] {
  return [
    {
      name: 'accounts.retention',
      cron: '37 4 1 1,7 *',
      run: ({ db, clock }) =>
        inTransaction(db, async (trx) => {
          const nowMs = clock.now();
          await insertRetentionRun(trx, nowMs, await forgetAll(trx, kept, nowMs));
        }),
    },
    {
      name: 'accounts.clean-up',
      cron: '47 4 * * *',
      async run({ db, clock, log }) {
        const daily = kept.filter((one) => one.daily);
        const removed = await forgetAll(db, daily, clock.now());
        log.info({ removed }, 'expired rows were deleted');
      },
    },
  ];
}
