import { DAY_MS } from '@rasat/contract';
import type { Retention } from '../personal-data.ts';
import { deleteMails, dropContents } from './store.ts';

const KEPT_DAYS = 7;
const KNOWN_DAYS = 30;

/** Retention of mails: seven days for the content of kept mails, thirty days for the record that a mail was sent. */
export const mailRetention: readonly Retention[] = [
  {
    what: 'mail.content',
    daily: true,
    forget: (db, nowMs) => dropContents(db, nowMs - KEPT_DAYS * DAY_MS),
  },
  {
    what: 'mail',
    daily: true,
    forget: (db, nowMs) => deleteMails(db, nowMs - KNOWN_DAYS * DAY_MS),
  },
];
