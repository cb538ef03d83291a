import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { InvoicesTables, InvoiceTable } from './tables.ts';

const open = (db: Db) => db.withTables<InvoicesTables>();

/** Kind of a document; each kind has its own sequence of numbers. */
export type InvoiceKind = InvoiceTable['kind'];

/** Lets one transaction at a time issue documents; the others wait until it ends. */
export async function lockInvoices(trx: Db): Promise<void> {
  await sql`lock table invoice_counter in share row exclusive mode`.execute(trx);
}

/** Finds when the last document of a kind was issued; undefined before the first. */
export async function findLastIssue(
  db: Db,
  kind: InvoiceKind,
): Promise<{ readonly year: number; readonly atMs: number } | undefined> {
  return open(db)
    .selectFrom('invoice_counter')
    .select(['year', 'last_at as atMs'])
    .where('kind', '=', kind)
    .orderBy('year', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Takes the next number of a kind and year, beginning at 1; a rollback releases the number. */
export async function takeSequence(
  trx: Db,
  kind: InvoiceKind,
  year: number,
  atMs: number,
): Promise<number> {
  const { last } = await open(trx)
    .insertInto('invoice_counter')
    .values({ kind, year, last: 1, last_at: atMs })
    .onConflict((clash) =>
      clash
        .columns(['kind', 'year'])
        .doUpdateSet({ last: sql<number>`invoice_counter.last + 1`, last_at: atMs }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** Returns the next index among a person's documents. */
export async function countIndex(db: Db, personId: number): Promise<number> {
  const row = await open(db)
    .selectFrom('invoice')
    .select((of) => of.fn.max('person_index').as('last'))
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** Stores a document. */
export async function insertInvoice(db: Db, invoice: Insertable<InvoiceTable>): Promise<number> {
  const { id } = await open(db)
    .insertInto('invoice')
    .values(invoice)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Finds the document of an order. */
export function findInvoiceOfOrder(db: Db, orderId: number, kind: InvoiceKind) {
  return open(db)
    .selectFrom('invoice')
    .selectAll()
    .where('purchase_id', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

const withReference = (db: Db) =>
  open(db)
    .selectFrom('invoice')
    .leftJoin('invoice as taken_back', 'taken_back.id', 'invoice.refers_to')
    .selectAll('invoice')
    .select(['taken_back.number as refers_to_number', 'taken_back.issued_at as refers_to_at']);

/** Lists the documents of a person, the oldest first. */
export function listInvoices(db: Db, personId: number) {
  return withReference(db)
    .where('invoice.person_id', '=', personId)
    .orderBy('invoice.person_index')
    .execute();
}

/** Finds a document of a person by its index or its id. */
export function findInvoice(
  db: Db,
  personId: number,
  which: { readonly index: number } | { readonly id: number },
) {
  const query = withReference(db).where('invoice.person_id', '=', personId);
  return 'index' in which
    ? query.where('invoice.person_index', '=', which.index).executeTakeFirst()
    : query.where('invoice.id', '=', which.id).executeTakeFirst();
}

/** Document with the number and the time of the invoice that it cancels. */
export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

/** Removes the link between a person and their documents. */
export async function forgetPerson(db: Db, personId: number): Promise<void> {
  await open(db)
    .updateTable('invoice')
    .set({ person_id: null })
    .where('person_id', '=', personId)
    .execute();
}

/** Deletes the buyers of documents whose period, or else whose issue, ended before `beforeMs`; returns how many. */
export async function forgetBuyers(db: Db, beforeMs: number): Promise<number> {
  const { numUpdatedRows } = await open(db)
    .updateTable('invoice')
    .set({ person_id: null, buyer: null })
    .where((where) => where.fn.coalesce('period_end', 'issued_at'), '<', beforeMs)
    .where('buyer', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
