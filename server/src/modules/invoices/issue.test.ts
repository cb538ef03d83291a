import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { splitVat } from '@rasat/contract';
import { createManualClock, type ManualClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { testContext } from '../../platform/testing.ts';
import { plantOrder } from '../../testing/orders.ts';
import { plantPerson } from '../../testing/people.ts';
import { updatePerson } from '../accounts/index.ts';
import type { PaidOrder } from '../payments/index.ts';
import { openBuyer } from './buyer.ts';
import { invoicesData, invoicesRetention } from './index.ts';
import { type IssuedInvoice, issueCreditNote, issueInvoice } from './issue.ts';
import type { InvoicesTables } from './tables.ts';

const NOW = Date.UTC(2026, 10, 21, 11);
const clock = createManualClock(NOW);
const context = await testContext({ after }, { clock });
const { db, keys } = context;

async function orderOf(personId: number, change: Partial<PaidOrder> = {}): Promise<PaidOrder> {
  return {
    ...(await plantOrder(db, personId)),
    personId,
    product: 'lesson',
    amountKurus: 1_250_000,
    vatRate: 20,
    paidAtMs: NOW,
    period: null,
    ...change,
  };
}

const issue = (order: PaidOrder, at: ManualClock = clock): Promise<IssuedInvoice> =>
  inTransaction(db, (trx) => issueInvoice(trx, order, { ...context, clock: at }));

const rowOf = (id: number) =>
  db
    .withTables<InvoicesTables>()
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();

/** The numbers that stand in the database, by kind and year. */
async function numbersOf(kind: 'invoice' | 'credit-note', year: number): Promise<number[]> {
  const rows = await db
    .withTables<InvoicesTables>()
    .selectFrom('invoice')
    .select('sequence')
    .where('kind', '=', kind)
    .where('year', '=', year)
    .orderBy('sequence')
    .execute();
  return rows.map(({ sequence }) => sequence);
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

test('fifty at once, some of them rolled back: 1 to n without a gap, later numbers not earlier', async () => {
  const person = await plantPerson(context);
  const orders = await Promise.all(upTo(50).map(() => orderOf(person.id)));
  const outcomes = await Promise.allSettled(
    orders.map((order, at) =>
      inTransaction(db, async (trx) => {
        const invoice = await issueInvoice(trx, order, context);
        await clock.advance(1);
        if (at % 7 === 3) throw new Error('rolled back');
        return invoice;
      }),
    ),
  );
  const issued = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.equal(issued.length, 43);
  assert.deepEqual(await numbersOf('invoice', 2026), upTo(43));
  assert.deepEqual(
    issued.map(({ number }) => number).toSorted(),
    upTo(43).map((n) => `RST2026${String(n).padStart(9, '0')}`),
  );
  const rows = await Promise.all(issued.map(({ id }) => rowOf(id)));
  const inOrder = rows.toSorted((a, b) => (a?.sequence ?? 0) - (b?.sequence ?? 0));
  assert.deepEqual(
    inOrder.map((row) => row?.person_index),
    upTo(43),
  );
  const times = inOrder.map((row) => row?.issued_at ?? 0);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
});

test('the new year begins in Istanbul, at 1; a clock that goes back does not bring the old one back', async () => {
  const person = await plantPerson(context);
  const before = (await numbersOf('invoice', 2026)).length;
  const eve = createManualClock(Date.UTC(2026, 11, 31, 20, 59, 59));
  assert.match((await issue(await orderOf(person.id), eve)).number, /^RST2026/);
  const midnight = createManualClock(Date.UTC(2026, 11, 31, 21));
  assert.equal((await issue(await orderOf(person.id), midnight)).number, 'RST2027000000001');
  const late = await issue(await orderOf(person.id), eve);
  assert.equal(late.number, 'RST2027000000002');
  assert.equal((await rowOf(late.id))?.issued_at, midnight.now());
  assert.deepEqual(await numbersOf('invoice', 2026), upTo(before + 1));
});

test('one order has one invoice and one credit note, however often they are asked for', async () => {
  const person = await plantPerson(context);
  const order = await orderOf(person.id, {
    product: '6-months',
    amountKurus: 390_001,
    period: { startMs: NOW, endMs: Date.UTC(2027, 4, 21, 11) },
  });
  const twice = await Promise.all([issue(order), issue(order)]);
  assert.deepEqual(twice[0], twice[1]);
  const refund = { orderId: order.orderId, refundedAtMs: NOW + 5000 };
  const note = () => inTransaction(db, (trx) => issueCreditNote(trx, refund, context));
  const notes = await Promise.all([note(), note()]);
  assert.deepEqual(notes[0], notes[1]);
  assert.ok(notes[0]);
  assert.match(notes[0].number, /^RSI2026000000001$/);
  const [invoice, credit] = [await rowOf(twice[0].id), await rowOf(notes[0].id)];
  assert.ok(invoice && credit);
  assert.equal(credit.refers_to, invoice.id);
  assert.equal(credit.paid_at, NOW + 5000);
  for (const same of ['amount', 'net', 'vat', 'vat_rate', 'product', 'order_number'] as const) {
    assert.equal(credit[same], invoice[same], same);
  }
  assert.equal(invoice.net + invoice.vat, 390_001);
  assert.deepEqual({ net: invoice.net, vat: invoice.vat }, splitVat(390_001, 20));
  assert.deepEqual([invoice.person_index, credit.person_index], [1, 2]);
});

test('what was paid back without having been granted has no credit note, and takes no number', async () => {
  const before = await numbersOf('credit-note', 2026);
  const refund = { orderId: 999_999, refundedAtMs: NOW };
  assert.equal(await inTransaction(db, (trx) => issueCreditNote(trx, refund, context)), null);
  assert.deepEqual(await numbersOf('credit-note', 2026), before);
});

test('buyer and seller stay as they were when the account changes later', async () => {
  const person = await plantPerson(context);
  const { id } = await issue(await orderOf(person.id));
  await updatePerson(db, person.id, { name: 'Başka', city: 'Bakü' });
  const row = await rowOf(id);
  assert.deepEqual(row && openBuyer(keys, row.buyer), {
    name: 'Ada Deneme',
    mail: person.mail,
    identity: '10000000146',
    address: 'Deneme Sokak 1, Kadıköy, İstanbul, Türkiye',
  });
});

test('an issued document cannot be changed or deleted', async () => {
  const person = await plantPerson(context);
  const { id } = await issue(await orderOf(person.id));
  const tables = db.withTables<InvoicesTables>();
  const refused = /an invoice is not changed/;
  const change = (set: Record<string, unknown>) =>
    tables.updateTable('invoice').set(set).where('id', '=', id).execute();
  await assert.rejects(change({ amount: 1, net: 1, vat: 0 }), refused);
  await assert.rejects(change({ person_id: null, number: 'RST1' }), refused);
  const other = await plantPerson(context);
  await assert.rejects(change({ person_id: other.id }), refused);
  await assert.rejects(tables.deleteFrom('invoice').where('id', '=', id).execute(), refused);
  assert.equal((await rowOf(id))?.amount, 1_250_000);
});

test('an erasure leaves the document and its buyer, without a way to the account', async () => {
  const person = await plantPerson(context);
  const order = await orderOf(person.id);
  const { id } = await issue(order);
  const exported = (await invoicesData.export(db, keys, person.id)) as {
    invoice: { order: string; buyer: { name: string } }[];
  };
  assert.deepEqual(
    exported.invoice.map((one) => [one.order, one.buyer.name]),
    [[order.orderNumber, 'Ada Deneme']],
  );
  await invoicesData.erase(db, person.id, keys);
  assert.deepEqual(await invoicesData.export(db, keys, person.id), { invoice: [] });
  const row = await rowOf(id);
  assert.equal(row?.person_id, null);
  assert.equal(openBuyer(keys, row.buyer)?.name, 'Ada Deneme');
  // Money that goes back after the erasure is still documented.
  const refund = { orderId: order.orderId, refundedAtMs: NOW };
  const note = await inTransaction(db, (trx) => issueCreditNote(trx, refund, context));
  assert.equal((await rowOf(note?.id ?? 0))?.person_id, null);
});

test('ten years after the end of what it is about, a document forgets its buyer', async () => {
  const person = await plantPerson(context);
  const period = { startMs: NOW, endMs: Date.UTC(2027, 4, 21, 11) };
  const subscription = await issue(await orderOf(person.id, { product: '6-months', period }));
  const lesson = await issue(await orderOf(person.id));
  const [buyers] = invoicesRetention;
  assert.ok(buyers);
  const hasBuyer = async ({ id }: IssuedInvoice) => (await rowOf(id))?.buyer !== null;
  const tenYearsLater = new Date((await rowOf(lesson.id))?.issued_at ?? 0);
  tenYearsLater.setUTCFullYear(tenYearsLater.getUTCFullYear() + 10);

  await buyers.forget(db, tenYearsLater.getTime());
  assert.ok(await hasBuyer(lesson));
  await buyers.forget(db, tenYearsLater.getTime() + 1);
  assert.ok(!(await hasBuyer(lesson)));
  assert.ok(await hasBuyer(subscription));
  assert.ok((await buyers.forget(db, Date.UTC(2037, 4, 22))) > 0);
  assert.ok(!(await hasBuyer(subscription)));
});
