import type { Job } from '../jobs/jobs.ts';
import { deleteMails, dropContents } from './store.ts';

const DAY_MS = 24 * 60 * 60_000;
const KEPT_DAYS = 7;
const KNOWN_DAYS = 30;

/** Jobs of the mails: kept ones are dropped after seven days, and that a mail was sent is forgotten after thirty. */
export const mailJobs: readonly Job[] = [
  {
    name: 'mail.forget',
    cron: '23 4 * * *',
    async run({ db, clock }) {
      const nowMs = clock.now();
      await dropContents(db, nowMs - KEPT_DAYS * DAY_MS);
      await deleteMails(db, nowMs - KNOWN_DAYS * DAY_MS);
    },
  },
];
