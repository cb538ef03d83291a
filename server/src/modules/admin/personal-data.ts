import { isoTime, type PersonalData } from '../../platform/personal-data.ts';
import { findPerson } from '../accounts/index.ts';
import { listAuditOf } from './audit-store.ts';

/**
 * Actions of an administrator. The log names people only by public id and is never changed. It stays after an erasure,
 * when the public id no longer identifies a person.
 */
export const adminData: PersonalData = {
  tables: [],

  async export(db, _keys, personId) {
    const person = await findPerson(db, personId);
    const rows = person ? await listAuditOf(db, person.public_id) : [];
    if (rows.length === 0) return {};
    return {
      audit: rows.map(({ at, action, subject, detail, ip }) => ({
        at: isoTime(at),
        action,
        subject,
        detail,
        ip,
      })),
    };
  },

  async erase() {},
};
