import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createManualClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { type PlantedOrder, plantOrder } from '../../testing/orders.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { createGuard } from '../rights/index.ts';
import { issueCreditNote, issueInvoice, registerInvoiceRoutes } from './index.ts';

const NOW = Date.UTC(2026, 10, 21, 11);
const MINUTE_MS = 60_000;
const clock = createManualClock(NOW);
const context = await testContext({ after }, { clock });
const { db } = context;
const server = await startTestServer(
  { after },
  { context, guard: createGuard(context), routes: registerInvoiceRoutes },
);

const get = (path: string, person: PlantedPerson | null): Promise<Response> =>
  server.fetch(path, { headers: person ? { cookie: person.cookie } : {} });

async function codeOf(path: string, person: PlantedPerson | null): Promise<string> {
  const reply = await get(path, person);
  const { code = '' } = reply.ok ? {} : ((await reply.json()) as { code?: string });
  return `${reply.status} ${code}`.trim();
}

async function addressOf(index: number, person: PlantedPerson): Promise<string> {
  const reply = await get(`/api/account/invoice/${index}`, person);
  assert.equal(reply.status, 200);
  return ((await reply.json()) as { url: string }).url;
}

async function buy(person: PlantedPerson): Promise<PlantedOrder> {
  const planted = await plantOrder(db, person.id);
  const order = {
    ...planted,
    personId: person.id,
    product: 'lesson',
    amountKurus: 1_250_000,
    vatRate: 20,
    paidAtMs: clock.now(),
    period: null,
  } as const;
  await inTransaction(db, (trx) => issueInvoice(trx, order, context));
  return planted;
}

test('a person sees their documents, the oldest first, and reads them as PDF', async () => {
  const person = await plantPerson(context);
  assert.deepEqual(await (await get('/api/account/invoice', person)).json(), []);
  const { orderId, orderNumber } = await buy(person);
  await clock.advance(MINUTE_MS);
  const refund = { orderId, refundedAtMs: clock.now() };
  await inTransaction(db, (trx) => issueCreditNote(trx, refund, context));
  const list = (await (await get('/api/account/invoice', person)).json()) as {
    index: number;
    date: number;
    number: string;
    kind: string;
    refersTo: string | null;
    product: string;
    amount: number;
    order: string;
  }[];
  const [invoice, note] = list;
  assert.ok(invoice && note);
  assert.deepEqual(invoice, {
    index: 1,
    date: NOW,
    number: invoice.number,
    kind: 'invoice',
    refersTo: null,
    product: 'lesson',
    amount: 1_250_000,
    order: orderNumber,
  });
  assert.deepEqual(
    [note.index, note.kind, note.refersTo, note.date],
    [2, 'credit-note', invoice.number, NOW + MINUTE_MS],
  );

  const file = await get(await addressOf(1, person), person);
  assert.equal(file.status, 200);
  assert.equal(file.headers.get('content-type'), 'application/pdf');
  assert.equal(
    file.headers.get('content-disposition'),
    `inline; filename="fatura-${invoice.number}.pdf"`,
  );
  assert.equal(file.headers.get('cache-control'), 'no-store');
  assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
  const text = readPdfText(Buffer.from(await file.arrayBuffer())).join('\n');
  for (const words of ['Fatura', invoice.number, 'Ada Deneme', '12.500,00 TL', 'Deneme belgesi']) {
    assert.ok(text.includes(words), words);
  }
  const other = await get(await addressOf(2, person), person);
  const back = readPdfText(Buffer.from(await other.arrayBuffer())).join('\n');
  assert.ok(back.includes('İade belgesi') && back.includes(invoice.number), back);
});

test('A1, A4: what is no index is refused', async () => {
  const person = await plantPerson(context);
  await buy(person);
  for (const id of [
    '-1',
    '1.5',
    '1e0',
    '0x1',
    '%201',
    '1%20',
    '0',
    '01',
    '+1',
    'NaN',
    '..%2f..%2fetc',
  ]) {
    assert.equal(await codeOf(`/api/account/invoice/${id}`, person), '400 bad-fields-400', id);
  }
  for (const id of ['%00', '%E0%A4%A', '1'.repeat(16)]) {
    assert.equal(await codeOf(`/api/account/invoice/${id}`, person), '400 bad-fields-400', id);
  }
  assert.equal(await codeOf('/api/account/invoice/1?person=2', person), '400 bad-fields-400');
});

test('A2: an index without a document is missing', async () => {
  const person = await plantPerson(context);
  assert.equal(await codeOf('/api/account/invoice/999999', person), '404 not-found-404');
  assert.equal(await codeOf('/api/account/invoice/1', person), '404 not-found-404');
});

test('A3: the index is the own one, and the address of another person opens nothing', async () => {
  const person = await plantPerson(context);
  const other = await plantPerson(context);
  await buy(other);
  await buy(person);
  await buy(person);
  const url = await addressOf(2, person);
  assert.equal(await codeOf('/api/account/invoice/2', other), '404 not-found-404');
  assert.equal(await codeOf(url, other), '404 not-found-404');
  assert.equal(await codeOf(url, null), '401 unauthorized-401');
  assert.equal(await codeOf('/api/account/invoice', null), '401 unauthorized-401');
  // An administrator cannot read an account as its person.
  const admin = await plantPerson(context, { rights: ['admin'] });
  assert.equal(await codeOf(url, admin), '404 not-found-404');
  assert.equal((await get(url, person)).status, 200);
});

test('an address holds for ten minutes, for one document, as it was written', async () => {
  const person = await plantPerson(context);
  await buy(person);
  await buy(person);
  const url = await addressOf(1, person);
  const second = await addressOf(2, person);
  const swapped = url.replace(/invoices\/\d+/, /invoices\/\d+/.exec(second)?.[0] ?? '');
  assert.equal(await codeOf(swapped, person), '403 forbidden-403');
  const { expires } = Object.fromEntries(new URL(url, server.origin).searchParams) as {
    expires: string;
  };
  const longer = url.replace(expires, String(Number(expires) + 1));
  assert.equal(await codeOf(longer, person), '403 forbidden-403');
  const signature = url.slice(-43);
  const other = signature[5] === 'A' ? 'B' : 'A';
  const changed = url.replace(signature, signature.slice(0, 5) + other + signature.slice(6));
  assert.equal(await codeOf(changed, person), '403 forbidden-403');
  assert.equal(await codeOf(url.replace(signature, 'short'), person), '400 bad-fields-400');

  await clock.advance(10 * MINUTE_MS - 1);
  assert.equal((await get(url, person)).status, 200);
  await clock.advance(1);
  assert.equal(await codeOf(url, person), '403 forbidden-403');
});
