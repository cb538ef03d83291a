import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** A table of the product, from the catalogue of the database. */
export interface StoredTable {
  readonly name: string;
  /** Column names in order, without generated columns. */
  readonly columns: readonly string[];
  /** Size on the database's disk. It measures the progress of a copy, not the size of the backup. */
  readonly bytes: number;
}

/** Returns the product's tables by name, without the list of migrations. */
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

/** Returns whether the database is empty: no table, view or sequence in any schema but the server's own. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' limit 1`.execute(db);
  return rows.length === 0;
}

/** Returns whether the role may create tables in its current schema. */
export async function mayCreate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select coalesce(has_schema_privilege(current_schema(), 'create'), false) as may`.execute(db);
  return rows[0]?.may === true;
}

/** Position of a sequence. */
export interface SequenceState {
  readonly name: string;
  readonly value: number;
  /** Whether `value` has been given out. */
  readonly called: boolean;
}

/** Returns every sequence of the product. Sequences ignore snapshots: read them after the tables that use them. */
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

/** A foreign key between two tables, with its definition. */
export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Returns every foreign key between the product's tables. */
export async function listForeignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace
    order by c.relname, k.conname`.execute(db);
  return rows;
}
