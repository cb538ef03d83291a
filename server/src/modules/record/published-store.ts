import type { Category } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import type { RecordCellTable, RecordTables } from './tables.ts';

const tables = (db: Db) => db.withTables<RecordTables>();

/** Name of the group of all kinds, setups or categories. */
export const ALL = '';

/** Returns the figures of every kind and setup of a source in the period `all`, of one category and of all. */
export function listRates(db: Db, source: RecordCellTable['source'], category: Category) {
  return tables(db)
    .selectFrom('record_figures')
    .select(['origin', 'kind', 'setup', 'category', 'figures'])
    .where('source', '=', source)
    .where('period', '=', 'all')
    .where('kind', '!=', ALL)
    .where('category', 'in', [category, ALL])
    .orderBy('kind')
    .orderBy('setup')
    .execute();
}

/** Returns the first head that covers a row; undefined before one is published. */
export function findCoveringHead(db: Db, seq: number) {
  return tables(db)
    .selectFrom('record_head')
    .selectAll()
    .where('size', '>=', seq)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the last certificates, the newest first. */
export function listCertificates(db: Db, most: number) {
  return tables(db)
    .selectFrom('record_certificate')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** Returns the failures of a certificate in the order in which they were found. */
export function listFailures(db: Db, certificateId: number) {
  return tables(db)
    .selectFrom('record_failure')
    .selectAll()
    .where('certificate_id', '=', certificateId)
    .orderBy('no')
    .execute();
}
