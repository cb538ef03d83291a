import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Showing, show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import { factsOf, visibleText } from '../testing/read-page.ts';
import type { Review } from './calls.ts';
import { ReviewsPanel } from './reviews-panel.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const STRAY: Review = {
  id: 7,
  kind: 'stray',
  provider: 'iyzico',
  found: NOW,
  order: null,
  payment: '4711',
  amount: null,
  currency: null,
  ours: null,
  word: 'CHECKOUT_FORM_AUTH SUCCESS',
  token: 'a1b2c3d4',
  day: null,
  closed: null,
};
const AMOUNT: Review = {
  ...STRAY,
  id: 6,
  kind: 'amount',
  order: 'RS-2026-000041',
  amount: 389_999,
  currency: 'TRY',
  ours: 390_000,
  word: 'PAYMENT 3899.99',
  token: null,
  day: '2026-11-21',
};
const summary = (reviews: number) => ({
  people: {
    registered: 0,
    subscribers: 0,
    students: 0,
    ending: 0,
    week: { registered: 0, subscribers: 0, students: 0 },
  },
  waiting: { questions: 0, homework: 0, orders: reviews, inReview: 0, unknown: 0, reviews },
  idleMinutes: 30,
});

function open(t: TestContext, reviews: number, showing: Showing = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  takeNotices();
  return show(t, <ReviewsPanel />, {
    ...showing,
    answers: {
      'GET /api/admin/summary': summary(reviews),
      'GET /api/admin/reviews': (_: unknown, { searchParams }: URL) =>
        searchParams.get('which') === 'closed'
          ? {
              reviews: [{ ...AMOUNT, closed: { at: NOW, by: 'Y5', note: 'Kuruluş düzeltti' } }],
              next: null,
            }
          : { reviews: reviews === 0 ? [] : [STRAY, AMOUNT], next: null },
      ...showing.answers,
    },
  });
}

test('each difference says what it is, what can be done, and what is known of it', async (t) => {
  await open(t, 2);
  const list = await screen.findByRole('list', { name: /^Farklar ve bildirimler/ });
  const [stray, amount] = within(list).getAllByRole('listitem');
  assert.ok(stray && amount);
  assert.match(
    visibleText(stray),
    /^Tanınmayan sayfa Bizim açmadığımız bir sayfa için imzalı bildirim/,
  );
  assert.match(visibleText(stray), /para alındıysa oradan iade edin, sonra kapatın\./);
  assert.deepEqual(factsOf(stray), [
    ['Görüldü', '22 Kas 12:00'],
    ['Ödeme', '4711'],
    ['Kuruluşun sözü', 'CHECKOUT_FORM_AUTH SUCCESS'],
    ['Sayfanın sonu', '…a1b2c3d4'],
  ]);
  assert.match(visibleText(amount), /^Tutar farkı /);
  assert.deepEqual(factsOf(amount), [
    ['Görüldü', '22 Kas 12:00'],
    ['Sipariş', 'RS-2026-000041'],
    ['Ödeme', '4711'],
    ['Kuruluşta', '3.899,99 TL'],
    ['Bizde', '3.900,00 TL'],
    ['Kuruluşun sözü', 'PAYMENT 3899.99'],
    ['Listenin günü', '2026-11-21'],
  ]);
  const order = within(amount).getByRole('link', { name: 'RS-2026-000041' });
  assert.equal(order.getAttribute('href'), '/admin/orders/RS-2026-000041');
});

test('one is closed with a note and a code, and the list and the badge are read again', async (t) => {
  const { calls } = await open(t, 2, { answers: { 'POST /api/admin/reviews/7/close': {} } });
  const [close] = await screen.findAllByRole('button', { name: 'Kapat' });
  assert.ok(close);
  fireEvent.click(close);
  const dialog = await screen.findByRole('dialog');
  assert.ok(within(dialog).getByText('Bu kayıt kapatılsın mı?'));
  fireEvent.change(screen.getByLabelText('Gerekçe'), { target: { value: 'Bizim değil' } });
  fireEvent.change(screen.getByLabelText('Doğrulama kodu'), { target: { value: '123456' } });
  const reads = (call: string) => calls.filter((one) => one.call.startsWith(call)).length;
  const before = [reads('GET /api/admin/reviews'), reads('GET /api/admin/summary')];
  const [act] = within(dialog).getAllByText('Kapat', {
    selector: 'button[type="submit"], button[type="submit"] *',
  });
  assert.ok(act);
  fireEvent.click(act);
  await waitFor(() => assert.equal(takeNotices().at(-1)?.title, 'Kayıt kapatıldı'));
  const sent = calls.find(({ call }) => call === 'POST /api/admin/reviews/7/close');
  assert.deepEqual(sent?.body, { reason: 'Bizim değil', code: '123456' });
  await waitFor(() => {
    assert.ok(reads('GET /api/admin/reviews') > (before[0] ?? 0));
    assert.ok(reads('GET /api/admin/summary') > (before[1] ?? 0));
  });
});

test('without any the panel is a line, and those that were closed are there when they are asked for', async (t) => {
  const { calls } = await open(t, 0);
  await screen.findByText('Bekleyen yok');
  assert.equal(
    calls.some(({ call }) => call.startsWith('GET /api/admin/reviews')),
    false,
  );
  fireEvent.click(screen.getByText('Kapatılanlar'));
  const entry = await screen.findByRole('listitem');
  assert.match(visibleText(entry), /22 Kas 12:00 kapatıldı: Kuruluş düzeltti/);
  assert.equal(within(entry).queryByRole('button'), null);
  fireEvent.click(screen.getByText('Bekleyenler'));
  await waitFor(() => assert.equal(screen.queryByRole('listitem'), null));
});
