import { DAY_MS } from '@rasat/engine';
import {
  isoTime,
  keptFor,
  type PersonalData,
  type Retention,
} from '../../platform/personal-data.ts';
import { findPerson } from '../accounts/index.ts';
import { hashMail } from './mail-hash.ts';
import { deleteFailures, findFailures } from './store.ts';

/** Milliseconds for which a code is kept: its mail is retried for a day, and the code is invalid a day later. */
const RESET_CODE_MS = 2 * DAY_MS;
/** Milliseconds for which wrong passwords are counted. */
const FAILURES_MS = 90 * DAY_MS;

/** Wrong passwords of a person. A reset code is stored without a name and deleted within two days. */
export const authData: PersonalData = {
  tables: [],

  async export(db, keys, personId) {
    const person = await findPerson(db, personId);
    const found = person && (await findFailures(db, hashMail(keys, person.mail)));
    if (!found) return {};
    return { failedSignIns: { inARow: found.failures, last: isoTime(found.triedAt) } };
  },

  async erase(db, personId, keys) {
    const person = await findPerson(db, personId);
    if (person) await deleteFailures(db, hashMail(keys, person.mail));
  },
};

/** Rows of sign-in with a limited lifetime. */
export const authRetention: readonly Retention[] = [
  keptFor('used_challenge', 'expires_at', 0),
  keptFor('reset_code', 'created_at', RESET_CODE_MS),
  keptFor('sign_in_failure', 'tried_at', FAILURES_MS),
];
