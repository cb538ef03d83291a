import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Purchase } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { sessionQuery, useSession } from '../../../api/session/session.ts';
import { textOf as text } from '../../../testing/read.ts';
import { type Showing, show } from '../../../testing/show.tsx';
import { invoicesQuery } from '../invoice-calls.ts';
import { facts as rows, links as ways } from '../testing/screen-texts.ts';
import { settle } from '../testing/settle.ts';
import { STUDENT } from '../testing/student.ts';
import { latestOrderQuery, type Order, siteQuery, subscriptionQuery } from './calls.ts';
import { OrderNotice } from './order-notice.tsx';
import type { Claim } from './outcome.ts';
import { PaymentOutcome } from './payment-outcome.tsx';

/** 21 November 2026, 12:00 in Istanbul. */
const NOON = Date.UTC(2026, 10, 21, 9);
const ORDER: Order = {
  number: 'RS-2026-000123',
  product: '6-months',
  amount: 390_000,
  currency: 'TRY',
  state: 'paid',
  code: null,
  created: NOON,
  paid: NOON,
  start: NOON,
  end: Date.UTC(2027, 4, 21, 9),
};
/** Order that is not paid yet. */
const UNPAID: Order = { ...ORDER, state: 'open', paid: null, start: null, end: null };
const COURSE: Order = { ...ORDER, product: 'lesson', amount: 900_050, start: null, end: null };

const LATEST = 'GET /api/account/orders/latest';

function outcome(
  t: TestContext,
  order: Order | null,
  purchase: Purchase = 'subscription',
  claim: Claim = 'pending',
  showing: Showing = {},
) {
  return show(t, <PaymentOutcome purchase={purchase} claim={claim} />, {
    at: '/account',
    known: [[siteQuery().queryKey, { contact: 'https://help.example/' }]],
    ...showing,
    answers: {
      [LATEST]: order,
      'POST /api/auth/info': STUDENT,
      ...showing.answers,
    },
  });
}

test('a received payment shows the product and links to it', async (t) => {
  await outcome(t, ORDER);
  await screen.findByRole('heading', { name: 'Ödemeniz alındı' });
  assert.equal(
    text(screen.getByRole('paragraph')),
    'Platform aboneliğiniz hemen başladı. Faturanız hesabınızdaki Faturalar bölümünde.',
  );
  assert.deepEqual(rows(), [
    'Ürün: 6 aylık abonelik',
    'Başlangıç: 21 Kas 2026',
    'Bitiş: 21 May 2027',
    'Tutar: 3.900,00\u00a0TL, KDV dahil',
    'Sipariş: RS-2026-000123',
  ]);
  assert.deepEqual(ways(), [
    'Panele git /dashboard',
    'Aboneliği gör /account?selected=subscription',
  ]);
});

test('a subscription that starts after the running one is shown as an extension', async (t) => {
  const later = /Bu süre, sürmekte olan aboneliğinizin sonuna eklendi/;
  await outcome(t, { ...ORDER, start: NOON + 60_001 });
  assert.ok(await screen.findByText(later));
  const { leave } = await outcome(t, { ...ORDER, start: NOON + 60_000 });
  assert.ok(await screen.findByText(/aboneliğiniz hemen başladı/));
  leave();
});

test('a paid course links to the lessons, also in English', async (t) => {
  await outcome(t, COURSE, 'education', 'success', { language: 'en' });
  await screen.findByRole('heading', { name: 'Your payment was received' });
  assert.match(text(screen.getByRole('paragraph')), /^You now have access to the course\./);
  assert.deepEqual(rows(), [
    'Product: Course',
    'Amount: TRY\u00a09,000.50, VAT included',
    'Order: RS-2026-000123',
  ]);
  assert.deepEqual(ways(), [
    'Go to the lessons /account?selected=education',
    'Buy a subscription /account?selected=subscription',
  ]);
});

test('a refused card shows its code, and a link to try the same plan again', async (t) => {
  await outcome(t, { ...UNPAID, product: '3-months', code: 'card-cvc-400' }, 'subscription');
  await screen.findByRole('link', { name: /Bize ulaşın/ });
  assert.equal(text(screen.getByRole('heading')), 'Ödeme tamamlanamadı');
  assert.deepEqual(rows(), [
    'Ürün: 3 aylık abonelik',
    'Sonuç: Kartın güvenlik kodu (CVC) yanlış.',
    'Kod: card-cvc-400',
    'Tutar: 3.900,00\u00a0TL, KDV dahil',
    'Sipariş: RS-2026-000123',
  ]);
  assert.deepEqual(ways(), [
    'Yeniden dene /account?selected=subscription&type=3',
    'Bize ulaşın (yeni sekmede açılır) https://help.example/',
  ]);
});

test('an unpaid order shows its state; without a contact address the page links to the seller', async (t) => {
  await outcome(t, { ...COURSE, state: 'expired', paid: null }, 'education', 'error', {
    known: [],
    answers: { 'GET /api/site': { contact: null } },
  });
  await screen.findByRole('link', { name: 'Satıcının bilgileri' });
  assert.equal(text(screen.getByRole('heading')), 'Ödeme tamamlanamadı');
  assert.ok(rows().includes('Durum: Süresi geçti'));
  assert.deepEqual(ways(), [
    'Yeniden dene /account?selected=education',
    'Satıcının bilgileri /info/agreement',
  ]);
});

test('every other outcome has its text and links', async (t) => {
  const seen = async (order: Order | null, claim: Claim) => {
    const { leave } = await outcome(t, order, 'subscription', claim);
    const title = text(await screen.findByRole('heading'));
    const found = [title, ...ways(), rows().length];
    leave();
    return found;
  };
  assert.deepEqual(await seen({ ...ORDER, state: 'review' }, 'success'), [
    'Ödemeniz inceleniyor',
    'Bize ulaşın (yeni sekmede açılır) https://help.example/',
    5,
  ]);
  assert.deepEqual(await seen({ ...ORDER, state: 'refunding' }, 'success'), [
    'Ödemeniz iade ediliyor',
    'Bölüme dön /account?selected=subscription',
    5,
  ]);
  assert.deepEqual(await seen({ ...ORDER, state: 'refunded' }, 'success'), [
    'Ödemeniz iade edildi',
    'Faturaları gör /account?selected=invoices',
    'Bölüme dön /account?selected=subscription',
    5,
  ]);
  assert.deepEqual(await seen(null, 'success'), [
    'Böyle bir ödeme yok',
    'Bölüme dön /account?selected=subscription',
    0,
  ]);
  assert.deepEqual(await seen({ ...UNPAID, state: 'unknown' }, 'success'), [
    'Ödemenin sonucu bekleniyor',
    'Bölüme dön /account?selected=subscription',
    3,
  ]);
  assert.deepEqual(await seen(null, 'error'), [
    'Ödeme tamamlanamadı',
    'Yeniden dene /account?selected=subscription',
    'Bize ulaşın (yeni sekmede açılır) https://help.example/',
    0,
  ]);
});

test('a failed read of the outcome shows an error and can be repeated', async (t) => {
  let answers = 0;
  const { user } = await outcome(t, null, 'subscription', 'success', {
    answers: {
      [LATEST]: () => {
        answers += 1;
        return answers === 1
          ? Response.json({ code: 'forbidden-403' }, { status: 403 })
          : { ...ORDER, state: 'review' };
      },
    },
  });
  assert.ok(await screen.findByText('Ödemenin durumu okunamadı'));
  await user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
  assert.ok(await screen.findByRole('heading', { name: 'Ödemeniz inceleniyor' }));
});

/** Observes the queries that a settled payment reads again. */
function QueryReaders() {
  useSession();
  useQuery(subscriptionQuery());
  useQuery(invoicesQuery());
  return null;
}

test('while the payment is unsettled, the page polls every three seconds for a minute', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let order: Order = { ...UNPAID, state: 'unknown' };
  const { calls } = await show(
    t,
    <>
      <QueryReaders />
      <PaymentOutcome purchase="subscription" claim="success" />
    </>,
    {
      at: '/account',
      known: [[sessionQuery().queryKey, STUDENT]],
      answers: {
        [LATEST]: () => order,
        'POST /api/auth/info': STUDENT,
        'GET /api/account/subscription': { start: null, end: null },
        'GET /api/account/invoice': [],
      },
    },
  );
  const asked = (call: string) => calls.filter((one) => one.call.startsWith(call)).length;
  const title = () => text(screen.getByRole('heading'));
  await settle(t);
  assert.equal(asked(LATEST), 1);
  await settle(t, 2999);
  assert.equal(asked(LATEST), 1);
  await settle(t, 1);
  assert.equal(asked(LATEST), 2);
  for (let second = 6; second < 60; second += 3) await settle(t, 3000);
  assert.equal(title(), 'Ödemenin sonucu bekleniyor');
  assert.equal(screen.queryByRole('button', { name: 'Şimdi bak' }), null);
  await settle(t, 3000);
  assert.equal(title(), 'Ödeme kuruluşu henüz yanıt vermedi');
  assert.match(text(screen.getByRole('paragraph')), /^Beş dakikada bir sormayı sürdürüyoruz/);
  const polls = asked(LATEST);
  await settle(t, 30_000);
  assert.equal(asked(LATEST), polls, 'polling ends after a minute');
  assert.deepEqual(
    [asked('POST /api/auth/info'), asked('GET /api/account/subscription')],
    [0, 1],
    'no other data is read before the payment is settled',
  );

  order = ORDER;
  fireEvent.click(screen.getByRole('button', { name: 'Şimdi bak' }));
  await settle(t);
  assert.equal(asked(LATEST), polls + 1);
  assert.equal(title(), 'Ödemeniz alındı');
  assert.deepEqual(
    [
      asked('POST /api/auth/info'),
      asked('GET /api/account/subscription'),
      asked('GET /api/account/invoice'),
    ],
    [1, 2, 2],
    'session, subscription and invoices are read',
  );
  await settle(t, 30_000);
  assert.equal(asked(LATEST), polls + 1, 'a settled payment is not polled');
});

test('a refunded payment refreshes session, subscription and invoices; a refused one does not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const reads = async (state: Order['state']) => {
    const { calls, leave } = await show(
      t,
      <>
        <QueryReaders />
        <PaymentOutcome purchase="subscription" claim="success" />
      </>,
      {
        known: [[sessionQuery().queryKey, STUDENT]],
        answers: {
          [LATEST]: { ...ORDER, state },
          'POST /api/auth/info': STUDENT,
          'GET /api/account/subscription': { start: null, end: null },
          'GET /api/account/invoice': [],
          'GET /api/site': { contact: null },
        },
      },
    );
    await settle(t);
    leave();
    return calls.filter(({ call }) => call === 'POST /api/auth/info').length;
  };
  assert.equal(await reads('refunding'), 1);
  assert.equal(await reads('refunded'), 1);
  assert.equal(await reads('failed'), 0);
});

function OrderLoaded() {
  const { data } = useQuery(latestOrderQuery('subscription'));
  return data === undefined ? null : <i>answered</i>;
}

test('a purchase warns of an unsettled order, and of no other', async (t) => {
  const notice = async (order: Order | null) => {
    const { leave } = await show(
      t,
      <>
        <OrderNotice purchase="subscription" />
        <OrderLoaded />
      </>,
      { at: '/account', answers: { [LATEST]: order } },
    );
    await screen.findByText('answered');
    const status = screen.queryByRole('status');
    const found = status === null ? null : [text(status), ...ways()];
    leave();
    return found;
  };
  const look = 'Şimdi bak /account?selected=subscription&state=pending';
  assert.deepEqual(await notice(UNPAID), ['Ödeme tamamlanmadı RS-2026-000123Şimdi bak', look]);
  assert.deepEqual(await notice({ ...UNPAID, state: 'unknown' }), [
    'Ödemenin sonucu bekleniyor RS-2026-000123Şimdi bak',
    look,
  ]);
  assert.notEqual(await notice({ ...ORDER, state: 'review' }), null);
  assert.notEqual(await notice({ ...ORDER, state: 'refunding' }), null);
  assert.equal(await notice(ORDER), null);
  assert.equal(await notice({ ...UNPAID, state: 'failed' }), null);
  assert.equal(await notice(null), null);
});
