import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db/pool.ts';
import { readMailContent } from '../../platform/mail/mail.ts';
import { startWireBank } from '../../testing/demo-bank.ts';
import type { DetailField } from '../../testing/iyzico-server.ts';
import { untilLocked } from '../../testing/locks.ts';
import type { PlantedPerson } from '../../testing/people.ts';
import { AGREED, SHOP_NOON_MS, type Shop, startShop } from '../../testing/shop.ts';
import { accountsData } from '../accounts/index.ts';
import { endGrant, grantRight, rightsData } from '../rights/index.ts';
import { buy } from './buy.ts';
import type { OrderTerms } from './order-machine.ts';
import { openPath } from './payments.ts';
import { paymentsData } from './personal-data.ts';
import { setPrice } from './prices.ts';

// The rules of an order hold when the right is given, not only when the order is made; and a payment gives a right only
// when it is the one that was asked for.

const DAY_MS = 86_400_000;
/** When six months that begin at noon of 18 November end, in Istanbul, which is three hours ahead all year. */
const IN_SIX_MONTHS_MS = Date.UTC(2027, 4, 18, 9);

let onStep: (name: string) => Promise<void> = async () => {};
const shop = await startShop({ after }, { step: (name) => onStep(name) });
const { context, iyzico, payments } = shop;
const { db, keys } = context;

/** What became of the order of a page. */
async function outcomeOf(token: string, of: Pick<Shop, 'context'> = shop) {
  const { rows } = await sql<{ id: number; number: string; state: string }>`
    select p.id, p.number, h.state from payment_page
    join purchase_attempt a on a.id = attempt_id join purchase p on p.id = a.purchase_id
    join purchase_head h on h.purchase_id = p.id where token = ${token}`.execute(of.context.db);
  const [order] = rows;
  assert.ok(order);
  const { rows: given } = await sql<{ kind: string; startMs: number; endMs: number | null }>`
    select kind, starts_at as "startMs", ends_at as "endMs" from entitlement
    where origin = ${`order:${order.id}`}
      and not exists (select from entitlement_end where entitlement_id = id)`.execute(
    of.context.db,
  );
  const { rows: documents } = await sql<{ kind: string }>`
    select kind from invoice where purchase_id = ${order.id} order by id`.execute(of.context.db);
  // The last order with an event.
  const { rows: newest } = await sql<{ template: string; content: Buffer }>`
    select template, content from mail order by id desc limit 4`.execute(of.context.db);
  const mails = newest
    .reverse()
    .map(({ template, content }) => ({ template, ...readMailContent(of.context.keys, content) }))
    .filter(({ text }) => text.includes(order.number));
  return {
    id: order.id,
    state: order.state,
    given,
    documents: documents.map(({ kind }) => kind),
    mails: mails.map(({ template }) => template),
    text: mails.at(-1)?.text ?? '',
  };
}

/** The three ways in which a payment comes to be looked up. */
const WAYS = ['webhook', 'return', 'reconciliation'] as const;
type Way = (typeof WAYS)[number];

async function look(way: Way, token: string): Promise<void> {
  if (way === 'return') await shop.comeBack(token);
  else if (way === 'reconciliation') await (await payments.reconcile({ anyway: true }))?.done;
  else {
    const notice = iyzico.notices.at(-1);
    assert.ok(notice);
    assert.ok(notice.body.includes(token));
    await iyzico.deliver(notice);
  }
}

const give = (person: PlantedPerson, right: 'lesson' | 'subscription', from = 0, endsAt?: number) =>
  grantRight(
    db,
    {
      personId: person.id,
      right,
      startsAt: SHOP_NOON_MS + from,
      origin: 'admin',
      ...(endsAt !== undefined && { endsAt: SHOP_NOON_MS + endsAt }),
    },
    SHOP_NOON_MS,
  );

async function takeBack(person: PlantedPerson, right: 'lesson' | 'subscription'): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from entitlement where person_id = ${person.id} and kind = ${right}`.execute(db);
  for (const { id } of rows) {
    await endGrant(db, { id, personId: person.id }, SHOP_NOON_MS, 'taken back');
  }
}

/** Refunds the course that a person bought, as the back office does. */
async function refundCourse({ id: personId }: PlantedPerson): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from purchase where person_id = ${personId} and product = 'lesson'`.execute(db);
  const intent = { orderId: Number(rows[0]?.id), reason: 'asked for', by: 'ADMIN' };
  await payments.beginRefund(db, intent);
  await payments.finishRefund(intent.orderId);
}

const erase = ({ id }: PlantedPerson) =>
  inTransaction(db, async (trx) => {
    for (const data of [paymentsData, rightsData, accountsData]) await data.erase(trx, id, keys);
  });

async function buyCourse(person: PlantedPerson): Promise<void> {
  const token = await shop.order(person);
  iyzico.pay(token);
  await shop.comeBack(token);
}

const subscription = (startMs: number, endMs: number) => ({
  state: 'paid',
  given: [{ kind: 'subscription', startMs, endMs }],
  documents: ['invoice'],
  mails: ['receipt'],
});
const SIX_MONTHS = subscription(SHOP_NOON_MS, IN_SIX_MONTHS_MS);
const COURSE = {
  state: 'paid',
  given: [{ kind: 'lesson', startMs: SHOP_NOON_MS, endMs: null }],
  documents: ['invoice'],
  mails: ['receipt'],
};
/** The money goes back: it is billed, credited, and the mail says why. */
const BACK = {
  state: 'refunded',
  given: [],
  documents: ['invoice', 'credit-note'],
  mails: ['refund'],
};

interface Case {
  readonly type?: 6;
  readonly before?: (person: PlantedPerson) => Promise<unknown>;
  /** What happens between the order and the right. */
  readonly between: (person: PlantedPerson) => Promise<unknown>;
  readonly becomes: object;
  readonly says?: RegExp;
}

const NO_LESSON = /eğitim öğrencilerine açık olduğu için/;
const HAS_RIGHT = /zaten sahip olduğunuz/;
const CASES: Readonly<Record<string, Case>> = {
  'the course was paid back': {
    type: 6,
    before: buyCourse,
    between: refundCourse,
    becomes: BACK,
    says: NO_LESSON,
  },
  'the course was taken back': {
    type: 6,
    before: (person) => give(person, 'lesson'),
    between: (person) => takeBack(person, 'lesson'),
    becomes: BACK,
    says: NO_LESSON,
  },
  'the course was taken back and given again': {
    type: 6,
    before: (person) => give(person, 'lesson'),
    async between(person) {
      await takeBack(person, 'lesson');
      await give(person, 'lesson');
    },
    becomes: SIX_MONTHS,
  },
  'a subscription was given that runs': {
    type: 6,
    before: (person) => give(person, 'lesson'),
    between: (person) => give(person, 'subscription', -DAY_MS, 10 * DAY_MS),
    // 28 November and six months.
    becomes: subscription(SHOP_NOON_MS + 10 * DAY_MS, Date.UTC(2027, 4, 28, 9)),
  },
  'a subscription was given that has yet to begin': {
    type: 6,
    before: (person) => give(person, 'lesson'),
    between: (person) => give(person, 'subscription', 5 * DAY_MS, 10 * DAY_MS),
    becomes: subscription(SHOP_NOON_MS + 10 * DAY_MS, Date.UTC(2027, 4, 28, 9)),
  },
  'a subscription was given and taken back': {
    type: 6,
    before: (person) => give(person, 'lesson'),
    async between(person) {
      await give(person, 'subscription', -DAY_MS, 10 * DAY_MS);
      await takeBack(person, 'subscription');
    },
    becomes: SIX_MONTHS,
  },
  'a subscription without an end was given': {
    type: 6,
    before: (person) => give(person, 'lesson'),
    between: (person) => give(person, 'subscription'),
    becomes: BACK,
    says: HAS_RIGHT,
  },
  'the course was given': {
    between: (person) => give(person, 'lesson'),
    becomes: BACK,
    says: HAS_RIGHT,
  },
  'the course was given and taken back': {
    async between(person) {
      await give(person, 'lesson');
      await takeBack(person, 'lesson');
    },
    becomes: COURSE,
  },
  'the person was erased': {
    between: erase,
    becomes: { state: 'refunded', given: [], documents: [], mails: [] },
  },
  'the course costs something else': {
    between: () =>
      setPrice(db, { product: 'lesson', amountKurus: 999, validFromMs: 0, by: 'A' }, SHOP_NOON_MS),
    becomes: COURSE,
  },
};

describe('between order and right, before the look-up and while the provider answers:', () => {
  let turn = 0;
  for (const [what, { type, before, between, becomes, says }] of Object.entries(CASES)) {
    test(what, async () => {
      const order = async () => {
        const person = await shop.person();
        await before?.(person);
        const token = await shop.order(person, type);
        iyzico.pay(token);
        return { person, token };
      };
      const see = async (token: string, expected: object, way: Way) => {
        const { id: _, text, ...became } = await outcomeOf(token);
        assert.deepEqual(became, expected, way);
        return text;
      };
      const good = await order();
      await look('return', good.token);
      await see(good.token, type ? SIX_MONTHS : COURSE, 'return');

      for (const isDuring of [false, true]) {
        const way = WAYS[turn++ % WAYS.length] ?? 'return';
        const { person, token } = await order();
        if (isDuring) {
          onStep = async (name) => {
            if (name !== 'provider.lookUp after') return;
            onStep = async () => {};
            await between(person);
          };
        } else await between(person);
        await look(way, token);
        const text = await see(token, becomes, way);
        if (says) assert.match(text, says);
      }
    });
  }

  test('a course that is paid back at the same moment waits until the subscription is given', async () => {
    const person = await shop.person();
    await buyCourse(person);
    const token = await shop.order(person, 6);
    iyzico.pay(token);
    let refund: Promise<void> | undefined;
    let isDone = false;
    onStep = async (name) => {
      if (name !== 'tx.findStanding after' || refund) return;
      refund = refundCourse(person).then(() => {
        isDone = true;
      });
      await untilLocked(db, () => isDone);
      assert.equal(
        isDone,
        false,
        'the refund waits for the transaction that gives the subscription',
      );
    };
    await look('return', token);
    onStep = async () => {};
    await refund;
    // Bought while the course stood: it runs to its end.
    const { state, given } = await outcomeOf(token);
    assert.deepEqual({ state, given }, { state: 'paid', given: SIX_MONTHS.given });
    const again = await shop.call('PUT', '/payment/subscribe', {
      cookie: person.cookie,
      body: { type: 6, ...AGREED },
    });
    assert.equal(again.code, 'subscribed-403');
  });

  test('an order keeps the texts and the VAT rate that it was made with', async () => {
    const person = await shop.person(['lesson']);
    const terms: OrderTerms = {
      product: '6-months',
      amountKurus: 390_000,
      vatRate: 10,
      currency: 'TRY',
      provider: 'iyzico',
      agreement: { version: 'old-1', sha256: 'a'.repeat(64) },
      refund: { version: 'old-2', sha256: 'b'.repeat(64) },
    };
    const { url } = await buy(openPath(context, shop.options), {
      personId: person.id,
      terms,
      title: 'Rasat',
      returnUrl: 'https://rasat.example/api/payment/return/iyzico',
      buyer: {
        id: 'ADA',
        name: 'Ada',
        surname: 'Deneme',
        mail: 'ada@rasat.example',
        gsm: '+905321234567',
        identity: '10000000146',
        address: 'Deneme Sokak 1',
        city: 'İstanbul',
        country: 'TR',
        ip: '203.0.113.1',
        language: 'tr',
      },
    });
    const token = new URL(url).searchParams.get('token') ?? '';
    iyzico.pay(token);
    await look('webhook', token);
    const { id, text, ...became } = await outcomeOf(token);
    assert.deepEqual(became, SIX_MONTHS);
    assert.match(text, new RegExp(`sürüm old-1, SHA-256 ${'a'.repeat(64)}`));
    assert.match(text, new RegExp(`sürüm old-2, SHA-256 ${'b'.repeat(64)}`));
    const { rows } = await sql<{ vat: number; vat_rate: number }>`
      select vat, vat_rate from invoice where purchase_id = ${id}`.execute(db);
    // A tenth of 3,545.45 lira, which with it are 3,900.
    assert.deepEqual(rows, [{ vat: 35_455, vat_rate: 10 }]);
  });
});

/** What becomes of a payment of which the provider says something else; the order is of 3,900 lira. */
const REVIEW = { state: 'review', given: [], documents: [], mails: [] };
/** Not believed: it is asked again. */
const UNKNOWN = { state: 'unknown', given: [], documents: [], mails: [] };

describe('a payment of which the provider says another', () => {
  const cases: readonly (readonly [DetailField, string, object])[] = [
    ['paidPrice', '3899.99', REVIEW],
    ['paidPrice', '3900.01', REVIEW],
    ['paidPrice', '', REVIEW],
    ['paidPrice', '3900,5', REVIEW],
    // The list price is no money: what the card paid counts.
    ['price', '3899.99', SIX_MONTHS],
    ['currency', 'USD', REVIEW],
    ['basketId', 'RS-2026-999999', REVIEW],
    ['conversationId', 'another', UNKNOWN],
    ['token', 'another', UNKNOWN],
    ['paymentId', '', UNKNOWN],
  ];
  for (const [field, value, becomes] of cases) {
    test(`${field} '${value}'`, async () => {
      for (const way of WAYS) {
        const token = await shop.order(await shop.person(['lesson']), 6);
        iyzico.pay(token);
        iyzico.faults.detail = { [field]: value };
        await look(way, token);
        iyzico.faults.detail = {};
        const { id: _, text: __, ...became } = await outcomeOf(token);
        assert.deepEqual(became, becomes, way);
        // The same payment, reported as it was, grants what was bought, unless a person decides already.
        await look('reconciliation', token);
        const { state } = await outcomeOf(token);
        assert.equal(state, becomes === REVIEW ? 'review' : 'paid', way);
      }
    });
  }

  test('at the demo bank: amount, currency and number wait for a person, another attempt is not believed', async (t) => {
    const bank = await startWireBank(t, SHOP_NOON_MS + DAY_MS);
    const other = await startShop(t, { provider: bank.provider });
    const ways: Readonly<Record<Way, (token: string) => Promise<unknown>>> = {
      webhook(token) {
        const body = JSON.stringify({ event: 'captured', token });
        const headers = bank.signNotice(body);
        return other.call('POST', '/payment/webhook/demo-bank', { body, headers });
      },
      return: (token) => other.call('GET', `/payment/return/demo-bank?token=${token}`),
      reconciliation: async () => (await other.payments.reconcile({ anyway: true }))?.done,
    };
    for (const [said, becomes] of [
      [{}, SIX_MONTHS],
      [{ amountKurus: 389_999 }, REVIEW],
      [{ amountKurus: 390_001 }, REVIEW],
      [{ currency: 'USD' }, REVIEW],
      [{ orderNumber: 'RS-2026-999999' }, REVIEW],
      [{ attemptId: 'another' }, UNKNOWN],
    ] as const) {
      for (const way of WAYS) {
        const { cookie } = await other.person(['lesson']);
        const body = { type: 6, ...AGREED };
        await other.call('PUT', '/payment/subscribe', { cookie, body });
        const token = bank.newestToken();
        bank.change = said;
        await ways[way](token);
        bank.change = {};
        const { id: _, text: __, ...became } = await outcomeOf(token, other);
        assert.deepEqual(became, becomes, `${way} ${JSON.stringify(said)}`);
        await ways.reconciliation(token);
        const { state } = await outcomeOf(token, other);
        assert.equal(state, becomes === REVIEW ? 'review' : 'paid');
      }
    }
  });
});
