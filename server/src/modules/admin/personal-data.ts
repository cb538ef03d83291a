import { isoTime, type PersonalData } from '../../platform/personal-data.ts';
import { findPerson } from '../accounts/index.ts';
import { listAuditOf } from './audit-store.ts';

/**
 * What an administrator did. The log names people by their public id alone and is never changed: it stays when somebody
 * is erased, and says nothing more of them then.
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
