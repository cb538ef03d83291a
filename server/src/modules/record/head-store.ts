import type { Subtree, SubtreeName } from '@rasat/ledger';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { ChainName } from '../signals/index.ts';
import type { RecordHeadTable, RecordTables } from './tables.ts';

const tables = (db: Db) => db.withTables<RecordTables>();

/** Locks the publishing of heads until the transaction ends. */
export async function lockHeads(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('rasat record_head'))`.execute(trx);
}

/** Returns the head of a UTC day, or undefined. */
export function findHead(db: Db, day: string) {
  return tables(db).selectFrom('record_head').selectAll().where('day', '=', day).executeTakeFirst();
}

/** Returns the head of the last day that has one, or undefined. */
export function findNewestHead(db: Db) {
  return tables(db)
    .selectFrom('record_head')
    .selectAll()
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns every head, the oldest first. */
export function listHeads(db: Db) {
  return tables(db).selectFrom('record_head').selectAll().orderBy('day').execute();
}

/** Stores the head of a day. */
export async function insertHead(trx: Db, head: Insertable<RecordHeadTable>): Promise<void> {
  await tables(trx).insertInto('record_head').values(head).execute();
}

/** Returns every stored node over the rows of a chain. */
export function listNodes(db: Db, chain: ChainName): Promise<Subtree<Buffer>[]> {
  return tables(db)
    .selectFrom('record_node')
    .select(['level', 'position', 'hash'])
    .where('chain', '=', chain)
    .orderBy('level')
    .orderBy('position')
    .execute();
}

/** Returns the number of stored nodes of a level over the rows of a chain. */
export async function countNodes(db: Db, chain: ChainName, level: number): Promise<number> {
  const row = await tables(db)
    .selectFrom('record_node')
    .select('position')
    .where('chain', '=', chain)
    .where('level', '=', level)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? row.position + 1 : 0;
}

/** Returns the stored nodes of a chain with these names, in their order. Throws when one is missing. */
export async function getNodes(
  db: Db,
  chain: ChainName,
  names: readonly SubtreeName[],
): Promise<Subtree<Buffer>[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<Subtree<Buffer>>`
    select n.level, n.position, n.hash
    from unnest(${names.map((name) => name.level)}::smallint[],
      ${names.map((name) => name.position)}::bigint[])
      with ordinality as w (level, position, no)
    join record_node n on n.chain = ${chain} and n.level = w.level and n.position = w.position
    order by w.no`.execute(db);
  if (rows.length !== names.length) throw new Error(`nodes over the ${chain} are missing`);
  return rows;
}

/** Stores full nodes over the rows of a chain. */
export async function insertNodes(
  trx: Db,
  chain: ChainName,
  nodes: readonly Subtree<Buffer>[],
): Promise<void> {
  if (nodes.length === 0) return;
  await sql`
    insert into record_node (chain, level, position, hash)
    select ${chain}, u.* from unnest(${nodes.map((node) => node.level)}::smallint[],
      ${nodes.map((node) => node.position)}::bigint[], ${nodes.map((node) => node.hash)}::bytea[]) u
  `.execute(trx);
}
