import type { GeneratedAlways } from 'kysely';

/** Something that was done in the back office; never changed. */
export interface AuditTable {
  id: GeneratedAlways<number>;
  at: number;
  admin_uid: string;
  action: string;
  subject: string;
  detail: unknown;
  ip: string;
}

/** The tables of this module. */
export type AdminTables = {
  audit: AuditTable;
};
