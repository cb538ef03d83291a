import { isoTime, type PersonalData } from '../../platform/personal-data.ts';
import { deleteEntitlements, listAllEntitlements } from './store.ts';

/** Rights that a person was granted, ended ones included. */
export const rightsData: PersonalData = {
  tables: ['entitlement'],
  async export(db, _keys, personId) {
    const rows = await listAllEntitlements(db, personId);
    return {
      entitlement: rows.map((row) => ({
        right: row.kind,
        starts: isoTime(row.starts_at),
        ends: isoTime(row.ends_at),
        origin: row.origin,
        given: isoTime(row.created_at),
        takenBack: isoTime(row.ended_at),
        reason: row.reason,
      })),
    };
  },
  erase: deleteEntitlements,
};
