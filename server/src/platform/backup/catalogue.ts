import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** A table of the product as the database describes it. */
export interface StoredTable {
  readonly name: string;
  /** In their order, without those that the database computes. */
  readonly columns: readonly string[];
  /** What it takes on the database's disk; says how far a copy is, not how large it will be. */
  readonly bytes: number;
}

/** The product's tables by name, without the list of migrations. */
export async function listTables(db: Db): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select c.relname as name, pg_table_size(c.oid)::int8 as bytes,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname !~ '^kysely_' and a.attnum > 0 and not a.attisdropped
    group by c.oid, c.relname order by c.relname collate "C"`.execute(db);
  return rows;
}

/** Whether nothing was ever made in the database: no table, view or sequence in any schema but the server's own. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' limit 1`.execute(db);
  return rows.length === 0;
}

/** Whether the role may make tables where it would. */
export async function mayCreate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select coalesce(has_schema_privilege(current_schema(), 'create'), false) as may`.execute(db);
  return rows[0]?.may === true;
}

/** How far a sequence has counted. */
export interface SequenceState {
  readonly name: string;
  readonly value: number;
  /** Whether `value` was given out already. */
  readonly called: boolean;
}

/** Every sequence of the product. Sequences know no snapshot: read them after the tables that use them. */
export async function listSequences(db: Db): Promise<SequenceState[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S'
    order by relname collate "C"`.execute(db);
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const state = await sql<Omit<SequenceState, 'name'>>`
      select last_value as value, is_called as called from ${sql.id(name)}`.execute(db);
    for (const { value, called } of state.rows) states.push({ name, value, called });
  }
  return states;
}

/** A reference from one table to another, and how it is made again. */
export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Every reference between the product's tables. */
export async function listForeignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace
    order by c.relname, k.conname`.execute(db);
  return rows;
}
