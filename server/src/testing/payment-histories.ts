import assert from 'node:assert/strict';
import { addMonthsIstanbul } from '@rasat/contract';
import { sql } from 'kysely';
import { lockPerson } from '../modules/accounts/index.ts';
import { issueCreditNote, issueInvoice } from '../modules/invoices/index.ts';
import { findOrder, listEvents } from '../modules/payments/index.ts';
import { createPostgresLedger } from '../modules/payments/postgres-ledger.ts';
import {
  addFigures,
  type Books,
  type HistoryFigures,
  type HistoryStage,
  NO_FIGURES,
  type OrderMail,
  playCrash,
  playHistory,
} from '../modules/payments/testing/history.ts';
import { grantRight, readSubscribedUntil } from '../modules/rights/index.ts';
import { PERSONAL_DATA } from '../personal-data.ts';
import { createManualClock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/pool.ts';
import { readMailContent } from '../platform/mail/mail.ts';
import type { ServerContext } from '../platform/part.ts';
import { type Tidy, testContext } from '../platform/testing.ts';
import { plantPerson } from './people.ts';

const START_MS = Date.UTC(2026, 10, 21, 9);
const DAY_MS = 86_400_000;

/**
 * Plays histories over PostgreSQL, one for each seed from `firstSeed` on, each with people of its own, on one database
 * with advancing time. Afterwards the numbers of invoices and credit notes must have no gap.
 */
export async function playOnPostgres(
  t: Tidy,
  firstSeed: number,
  seeds: number,
  events: number,
): Promise<HistoryFigures> {
  const context = await testContext(t);
  let sum = NO_FIGURES;
  let startMs = START_MS;
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const stage = await setStage(context, startMs);
    try {
      sum = addFigures(sum, await playHistory(seed, stage, events));
      await assertHeads(context.db, stage.lastOrderId);
      await assertWrittenTogether(context.db, stage.people);
    } catch (error) {
      throw new Error(`seed ${seed} of ${events} events`, { cause: error });
    }
    startMs = stage.clock.now() + DAY_MS;
  }
  await assertNumbers(context.db);
  return sum;
}

/**
 * Buys and refunds the course over PostgreSQL with a server that dies before and after each of its awaits in turn;
 * returns the number of deaths.
 */
export async function dieEverywhere(t: Tidy): Promise<number> {
  const context = await testContext(t);
  for (let step = 1; ; step += 1) {
    const stage = await setStage(context, START_MS + step * DAY_MS);
    try {
      if (!(await playCrash(stage, step))) return step - 1;
      await assertWrittenTogether(context.db, stage.people);
    } catch (error) {
      throw new Error(`dead at step ${step}`, { cause: error });
    }
  }
}

/** Stage whose orders have ids above `lastOrderId`. */
type PostgresStage = HistoryStage & { readonly lastOrderId: number };

async function setStage(context: ServerContext, startMs: number): Promise<PostgresStage> {
  const clock = createManualClock(startMs);
  const own = { ...context, clock };
  const { db } = own;
  const people = [(await plantPerson(own)).id, (await plantPerson(own)).id];
  const { rows } = await sql<{ mail: number; order: number }>`
    select (select coalesce(max(id), 0) from mail) as mail,
      (select coalesce(max(id), 0) from purchase) as "order"`.execute(db);
  const last = rows[0] ?? { mail: 0, order: 0 };
  return {
    people,
    lastOrderId: last.order,
    clock,
    ledger: createPostgresLedger(own, {
      seller: null,
      onPaid: (trx, paid) => issueInvoice(trx, paid, own),
      onRefunded: (trx, refund) => issueCreditNote(trx, refund, own),
    }),
    give: (personId, right) =>
      inTransaction(db, async (trx) => {
        if (!(await lockPerson(trx, personId))) return;
        const nowMs = clock.now();
        const untilMs = await readSubscribedUntil(trx, personId, nowMs);
        const startsAt = right === 'lesson' ? nowMs : Math.max(nowMs, untilMs);
        const ends = right === 'lesson' ? {} : { endsAt: addMonthsIstanbul(startsAt, 1) };
        await grantRight(trx, { personId, right, startsAt, origin: 'test', ...ends }, nowMs);
      }),
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    erase: (personId) =>
      inTransaction(db, async (trx) => {
        if (!(await lockPerson(trx, personId))) return;
        for (const { erase } of PERSONAL_DATA.toReversed()) await erase(trx, personId, own.keys);
      }),
    read: () => readBooks(db, people, last.order),
    readMails: () => readOrderMails(own, people, last.mail),
  };
}

/**
 * Reads everything stored about the people's orders, and about every order after `afterOrderId`, which includes those
 * of erased people.
 */
export async function readBooks(
  db: Db,
  people: readonly number[],
  afterOrderId = Number.MAX_SAFE_INTEGER,
): Promise<Books> {
  const { rows: purchases } = await sql<{ id: number }>`
    select id from purchase
    where person_id = any(${[...people]}) or id > ${afterOrderId} order by id`.execute(db);
  const orders = [];
  const events = [];
  for (const { id } of purchases) {
    const order = await findOrder(db, id);
    assert.ok(order);
    orders.push(order);
    for (const event of await listEvents(db, id)) events.push({ orderId: id, event });
  }
  const { rows: grants } = await sql<Books['grants'][number]>`
    select substring(origin from '^order:([0-9]+)$')::int as "orderId", person_id as "personId",
      kind as right, starts_at as "startsAtMs", ends_at as "endsAtMs", ended_at as "endedAtMs"
    from entitlement left join entitlement_end on entitlement_id = id
    where person_id = any(${[...people]}) order by id`.execute(db);
  const { rows: documents } = await sql<Books['documents'][number]>`
    select purchase_id as "orderId", kind, amount as "amountKurus"
    from invoice where purchase_id = any(${purchases.map(({ id }) => id)})
    order by id`.execute(db);
  return { orders, events, grants, documents };
}

/**
 * Returns every mail to some people with the order that it names; the mails stay in the outbox, since no sender runs.
 * An erased person has none.
 */
export async function readOrderMails(
  { db, keys }: Pick<ServerContext, 'db' | 'keys'>,
  people: readonly number[],
  afterId = 0,
): Promise<OrderMail[]> {
  const { rows } = await sql<{ template: string; content: Buffer }>`
    select template, content from mail
    where id > ${afterId} and content is not null order by id`.execute(db);
  const { rows: addresses } = await sql<{ id: number; mail: string }>`
    select id, mail from person where id = any(${[...people]})`.execute(db);
  const owners = new Map(addresses.map(({ id, mail }) => [mail, id]));
  return rows.flatMap(({ template, content }) => {
    const { to, text } = readMailContent(keys, content);
    const personId = owners.get(to);
    const [orderNumber = ''] = /RS-\d{4}-\d{6}/.exec(text) ?? [];
    return personId === undefined ? [] : [{ template, orderNumber, personId }];
  });
}

/**
 * Asserts that one transaction wrote a right with its invoice and receipt, and one a credit note with its notice. Each
 * row has the id of the transaction that wrote it. The order in a mail is encrypted, so the mails of each transaction
 * are counted: one receipt for a grant, one notice for a refund.
 */
export async function assertWrittenTogether(db: Db, people: readonly number[]): Promise<void> {
  const { rows } = await sql<Record<string, unknown> & { number: string; kind: string }>`
    select p.number, e.kind,
      (select count(*)::int from mail m where m.xmin = e.xmin and m.template =
        case e.kind when 'granted' then 'receipt' else 'refund' end) as mails,
      (select count(*)::int from entitlement r
        where r.xmin = e.xmin and r.origin = 'order:' || p.id) as rights,
      (select count(*)::int from captured_payment c
        where c.xmin = e.xmin and c.purchase_id = p.id and c.role = 'pays') as payments,
      (select count(*)::int from invoice i where i.xmin = e.xmin and i.purchase_id = p.id
        and i.kind = case e.kind when 'granted' then 'invoice' else 'credit-note' end) as documents,
      (select count(*)::int from invoice i where i.purchase_id = p.id) as billed
    from purchase p join provider_event e on e.purchase_id = p.id
    where p.person_id = any(${[...people]}) and e.kind in ('granted', 'refund-done')`.execute(db);
  for (const { number, kind, mails, rights, payments, documents, billed } of rows) {
    const isGrant = kind === 'granted';
    assert.deepEqual(
      [mails, rights, payments],
      isGrant ? [1, 1, 1] : [1, 0, 0],
      `${number} ${kind}`,
    );
    // A surplus or misfit payment has no invoice.
    if (isGrant) assert.equal(documents, 1, `${number}: the invoice`);
    else assert.ok(Number(documents) <= 1 && Number(documents) <= Number(billed), number);
  }
}

/** Asserts that each order's stored state equals the state of its events, and that each payment has a row. */
async function assertHeads(db: Db, afterOrderId: number): Promise<void> {
  const { rows } = await sql<{ id: number; state: string; version: number; payments: number }>`
    select p.id, state, version,
      (select count(*)::int from captured_payment c where c.purchase_id = p.id) as payments
    from purchase p join purchase_head on purchase_id = p.id
    where p.id > ${afterOrderId}`.execute(db);
  for (const { id, state, version, payments } of rows) {
    const order = await findOrder(db, id);
    assert.equal(order?.view.payments.length, payments);
    assert.equal(order?.view.state, state);
    assert.equal(order?.view.version, version);
  }
}

/** Asserts that the numbers of invoices and of credit notes have no gap within a year. */
export async function assertNumbers(db: Db): Promise<void> {
  const { rows } = await sql<{ kind: string; year: number; n: number; last: number }>`
    select kind, year, count(*)::int as n, max(sequence) as last from invoice
    group by kind, year`.execute(db);
  for (const { kind, year, n, last } of rows) assert.equal(n, last, `${kind} ${year} has a gap`);
}
