import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { AccountsTables } from '../accounts/index.ts';
import type { AdminTables, AuditTable } from './tables.ts';

/** Filter of the log. */
export interface AuditFilter {
  readonly adminUid?: string | undefined;
  /** Whole action, or its first words. */
  readonly action?: string | undefined;
  /** Whole subject, or its kind. */
  readonly subject?: string | undefined;
  /** Only rows before this id. */
  readonly beforeId?: number | undefined;
}

const open = (db: Db) => db.withTables<AdminTables & Pick<AccountsTables, 'person'>>();

/** Adds a row to the log. */
export async function insertAudit(db: Db, row: Insertable<AuditTable>): Promise<void> {
  await open(db).insertInto('audit').values(row).execute();
}

/** Lists rows of the log with the names of their administrators, the newest first. */
export function listAudit(db: Db, filter: AuditFilter, most: number) {
  let query = open(db)
    .selectFrom('audit')
    .leftJoin('person', 'person.public_id', 'audit.admin_uid')
    .select([
      'audit.id',
      'audit.at',
      'audit.admin_uid as adminUid',
      'person.name',
      'person.surname',
      'audit.action',
      'audit.subject',
      'audit.detail',
      'audit.ip',
    ])
    .orderBy('audit.id', 'desc')
    .limit(most);
  const { adminUid, action, subject, beforeId } = filter;
  if (adminUid !== undefined) query = query.where('audit.admin_uid', '=', adminUid);
  if (action !== undefined) query = query.where(startsWith('audit.action', action, '.'));
  if (subject !== undefined) query = query.where(startsWith('audit.subject', subject, ':'));
  if (beforeId !== undefined) query = query.where('audit.id', '<', beforeId);
  return query.execute();
}

/** Returns the condition that a column equals a text, or begins with it and the separator. */
function startsWith(column: string, text: string, apart: string) {
  const words = sql.ref(column);
  return sql<SqlBool>`(${words} = ${text} or starts_with(${words}, ${text + apart}))`;
}

/** Lists every administrator in the log, with their name while they have an account. */
export function listAuditAdmins(db: Db) {
  return open(db)
    .selectFrom(open(db).selectFrom('audit').select('admin_uid as uid').distinct().as('doer'))
    .leftJoin('person', 'person.public_id', 'doer.uid')
    .select(['doer.uid', 'person.name', 'person.surname'])
    .orderBy('doer.uid')
    .execute();
}

/** Lists every kind of action in the log. */
export async function listActions(db: Db): Promise<string[]> {
  const rows = await open(db)
    .selectFrom('audit')
    .select('action')
    .distinct()
    .orderBy('action')
    .execute();
  return rows.map(({ action }) => action);
}

/** Lists the log rows of an administrator, the oldest first. */
export function listAuditOf(db: Db, adminUid: string) {
  return open(db)
    .selectFrom('audit')
    .selectAll()
    .where('admin_uid', '=', adminUid)
    .orderBy('id')
    .execute();
}
