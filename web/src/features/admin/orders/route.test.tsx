import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type Showing, show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import { OnTheWay } from '../testing/on-the-way.tsx';
import { bonesOf, headsOf, rowsOf, visibleText, wideScreen } from '../testing/read-page.ts';
import type { ListedOrder, ReconciliationRun } from './calls.ts';
import OrdersRoute from './route.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const MINUTE = 60_000;

const ORDER: ListedOrder = {
  number: 'RS-2026-000041',
  person: { uid: 'K1', name: 'Kerem', surname: 'Şahin', email: 'kerem@example.com' },
  product: 'lesson',
  amount: 1_250_000,
  currency: 'TRY',
  state: 'paid',
  provider: 'iyzico',
  created: NOW - 10 * MINUTE,
  paid: NOW - 5 * MINUTE,
};
const ORDERS: readonly ListedOrder[] = [
  ORDER,
  {
    ...ORDER,
    number: 'RS-2026-000040',
    person: null,
    state: 'review',
    provider: 'demo-bank',
    paid: null,
  },
];
const RUN: ReconciliationRun = {
  id: 3,
  started: NOW - 20 * MINUTE,
  finished: NOW - 20 * MINUTE + 1500,
  checked: 1200,
  changed: 2,
  running: false,
  unanswered: 1,
  compared: null,
  listFailed: false,
};
const summary = (inReview: number, unknown = 0, reviews = 0) => ({
  people: {
    registered: 0,
    subscribers: 0,
    students: 0,
    ending: 0,
    week: { registered: 0, subscribers: 0, students: 0 },
  },
  waiting: {
    questions: 0,
    homework: 0,
    orders: inReview + unknown + reviews,
    inReview,
    unknown,
    reviews,
  },
  idleMinutes: 30,
});
const ordersOf = (_: unknown, { searchParams }: URL) =>
  searchParams.get('search') === 'nothing'
    ? { orders: [], next: null }
    : { orders: ORDERS, next: null };

async function open(t: TestContext, showing: Showing = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  takeNotices();
  const shown = await show(
    t,
    <OnTheWay>
      <OrdersRoute />
    </OnTheWay>,
    {
      at: '/admin/orders',
      ...showing,
      answers: {
        'GET /api/admin/orders': ordersOf,
        'GET /api/admin/summary': summary(2),
        'GET /api/admin/reconciliations': { runs: [RUN], next: null },
        ...showing.answers,
      },
    },
  );
  // Twelve rows of four, and one for the runs.
  assert.equal(bonesOf(document.body), 49);
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  return shown;
}
const table = (caption: string): HTMLElement => {
  const found = screen.getByText(caption, { selector: 'caption' }).closest('table');
  assert.ok(found);
  return found;
};
const lastRun = () => document.querySelector('h2 + span')?.textContent;
const noticed = (title: string, text?: string) =>
  waitFor(() => {
    const last = takeNotices().at(-1);
    assert.deepEqual([last?.title, last?.text], [title, text]);
  });

test('the orders stand in a table, one that waits for a decision marked', async (t) => {
  t.mock.method(globalThis, 'matchMedia', wideScreen);
  await open(t);
  assert.equal(document.title, 'Siparişler · Yönetim · Rasat');
  const orders = table('Siparişler, en yenisi üstte');
  assert.deepEqual(headsOf(orders), [
    'Sipariş',
    'Alıcı',
    'Ürün',
    '→ Tutar',
    'Durum',
    'Ödeme kuruluşu',
    '→ Oluşturuldu (TSİ)',
    '→ Ödendi (TSİ)',
  ]);
  assert.deepEqual(rowsOf(orders), [
    [
      'RS-2026-000041',
      'Kerem Şahin',
      'Eğitim',
      '12.500,00 TL',
      'Ödendi',
      'iyzico',
      '22 Kas 11:50',
      '22 Kas 11:55',
    ],
    [
      'RS-2026-000040',
      'Silinmiş hesap',
      'Eğitim',
      '12.500,00 TL',
      'İnceleniyor Ödemesi veya iadesi bir karar bekliyor',
      'Deneme bankası',
      '22 Kas 11:50',
      '—',
    ],
  ]);
  assert.deepEqual(
    [...orders.querySelectorAll('tbody th')].map(({ className }) =>
      className.includes('inset_3px'),
    ),
    [false, true],
    'a line at its side',
  );
  assert.deepEqual(
    [...orders.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    ['/admin/orders/RS-2026-000041', '/admin/people/K1', '/admin/orders/RS-2026-000040'],
  );
  const notice = screen.getByText('İncelenmesi gereken 2 sipariş var.', { exact: false });
  assert.equal(notice.querySelector('a')?.textContent, 'Göster');
  assert.equal(notice.querySelector('a')?.getAttribute('href'), '/admin/orders?state=review');
  fireEvent.keyDown(document.body, { key: 'j' });
  assert.equal(document.activeElement?.textContent, 'RS-2026-000041');
});

test('on a phone the orders are a list', async (t) => {
  await open(t, { answers: { 'GET /api/admin/summary': summary(0) } });
  const list = screen.getByLabelText('Siparişler, en yenisi üstte');
  assert.deepEqual([...list.children].map(visibleText), [
    'Kerem Şahin 12.500,00 TL Eğitim · RS-2026-000041 · 22 Kas 11:50 Ödendi',
    'Silinmiş hesap 12.500,00 TL Eğitim · RS-2026-000040 · 22 Kas 11:50 İnceleniyor Ödemesi veya iadesi bir karar bekliyor',
  ]);
  assert.deepEqual(
    [...list.children].map(({ className }) => className.includes('inset_3px')),
    [false, true],
  );
  assert.equal(document.querySelectorAll('[data-banner]').length, 0, 'nothing waits');
  assert.equal(list.closest('[aria-busy]')?.getAttribute('aria-busy'), 'false');
});

test('orders are filtered by state and words, and the filters can be removed', async (t) => {
  const { address, calls } = await open(t, { at: '/admin/orders?state=review' });
  assert.equal(document.querySelectorAll('[data-banner]').length, 0, 'they are shown already');
  const state = screen.getByLabelText<HTMLSelectElement>('Durum');
  assert.equal(state.value, 'review');
  assert.deepEqual(
    [...state.options].map(({ text }) => text),
    [
      'Bütün durumlar',
      'Ödeme bekliyor',
      'Sonuç bekleniyor',
      'Ödendi',
      'Ödenemedi',
      'Süresi geçti',
      'İnceleniyor',
      'İade ediliyor',
      'İade edildi',
    ],
  );
  fireEvent.change(state, { target: { value: 'paid' } });
  assert.equal(address(), '/admin/orders?state=paid');
  await waitFor(() =>
    assert.ok(calls.some(({ call }) => call === 'GET /api/admin/orders?state=paid')),
  );
  fireEvent.change(screen.getByLabelText('Sipariş, ad, e-posta, telefon'), {
    target: { value: 'nothing' },
  });
  assert.ok(await screen.findByText('Bu aramaya uyan sipariş yok'));
  fireEvent.click(screen.getByText('Süzgeci temizle'));
  assert.equal(address(), '/admin/orders');
  await screen.findByLabelText('Siparişler, en yenisi üstte');
});

test('before the first order there is a way to the prices', async (t) => {
  await open(t, {
    at: '/admin/orders?state=odd',
    answers: { 'GET /api/admin/orders': { orders: [], next: null } },
  });
  assert.ok(screen.getByText('Henüz sipariş yok'));
  assert.ok(
    screen.getByText('Bir üye eğitim veya abonelik satın aldığında siparişi burada durur.'),
  );
  assert.equal(screen.getByText('Ücretlere bak').getAttribute('href'), '/admin/prices');
});

test('a state without orders is no reason to look at the prices', async (t) => {
  await open(t, {
    at: '/admin/orders?state=failed',
    answers: { 'GET /api/admin/orders': { orders: [], next: null } },
  });
  assert.ok(screen.getByText('Bu aramaya uyan sipariş yok'));
  assert.equal(screen.queryAllByText(/satın aldığında/).length, 0);
});

test('runs of the reconciliation are shown when they are asked for', async (t) => {
  t.mock.method(globalThis, 'matchMedia', wideScreen);
  const { calls } = await open(t, {
    answers: {
      'GET /api/admin/reconciliations': {
        runs: [
          RUN,
          {
            ...RUN,
            id: 2,
            started: NOW - 15 * MINUTE,
            finished: null,
            compared: { lines: 40, found: 3 },
          },
          {
            ...RUN,
            id: 1,
            started: NOW - 15 * MINUTE,
            finished: null,
            running: true,
            checked: 0,
            changed: 3,
            listFailed: true,
          },
        ],
        next: null,
      },
    },
  });
  assert.equal(lastRun(), 'Son çalışma 22 Kas 11:40: 1.200 sipariş, 2 değişiklik');
  const more = screen.getByText('Son çalışmalar');
  assert.equal(more.getAttribute('aria-expanded'), 'false');
  const runs = table('Mutabakat çalışmaları, en yenisi üstte');
  assert.ok(runs.closest('[hidden]'));
  fireEvent.click(more);
  assert.equal(more.getAttribute('aria-expanded'), 'true');
  assert.ok(runs.closest('[hidden]') === null);
  assert.equal(runs.closest('section')?.tabIndex, 0, 'what scrolls is reached by keyboard');
  assert.equal(
    screen.getByText(/^Ödeme bekleyen siparişler/).textContent,
    'Ödeme bekleyen siparişler beş dakikada bir ödeme kuruluşuna sorulur. Her gece ve buradan başlatıldığında kuruluşun kendi listesiyle de karşılaştırılır.',
  );
  assert.deepEqual(headsOf(runs), [
    'Başladı (TSİ)',
    'Sürdü',
    '→ Sorulan',
    '→ Değişen',
    '→ Yanıtsız',
    '→ Fark',
  ]);
  assert.deepEqual(rowsOf(runs), [
    ['22 Kas 11:40', '1,5 sn', '1.200', '2', '1', 'bakılmadı'],
    ['22 Kas 11:45', 'Yarıda kaldı', '1.200', '2', '1', '3'],
    ['22 Kas 11:45', 'Çalışıyor', '0', '3', '1', 'liste yarım'],
  ]);
  // The list is read once, and again after the last run changed orders.
  await waitFor(() =>
    assert.equal(calls.filter(({ call }) => call === 'GET /api/admin/orders').length, 2),
  );
  assert.equal(more.querySelector('svg')?.getAttribute('width'), '14');
});

const runsOf = (...runs: readonly ReconciliationRun[]): Showing => ({
  answers: { 'GET /api/admin/reconciliations': { runs, next: null } },
});

test('a run that changed nothing, or has not ended, is no reason to read the orders again', async (t) => {
  const { calls } = await open(t, runsOf({ ...RUN, changed: 0 }));
  assert.equal(calls.filter(({ call }) => call.startsWith('GET /api/admin/orders')).length, 1);
});

test('a run that goes on is said to, and none can be begun beside it', async (t) => {
  const { calls } = await open(
    t,
    runsOf({ ...RUN, started: NOW - MINUTE, finished: null, running: true }),
  );
  assert.equal(lastRun(), 'Şimdi çalışıyor');
  assert.equal(screen.getByText<HTMLButtonElement>('Şimdi çalıştır').disabled, true);
  assert.equal(calls.filter(({ call }) => call.startsWith('GET /api/admin/orders')).length, 1);
});

test('a run that was cut off is said to, and another can be begun', async (t) => {
  const { calls } = await open(t, {
    answers: {
      // The run ended with its process a second ago.
      ...runsOf({ ...RUN, started: NOW - 1000, finished: null }).answers,
      'POST /api/admin/reconciliations': { done: true },
    },
  });
  assert.equal(lastRun(), 'Son çalışma 22 Kas 11:59: yarıda kaldı');
  const runs = () => calls.filter(({ call }) => call === 'GET /api/admin/reconciliations').length;
  const before = runs();
  fireEvent.click(screen.getByText('Şimdi çalıştır'));
  await noticed('Mutabakat başladı');
  await waitFor(() => assert.ok(runs() > before));
});

for (const [code, text] of [
  ['conflict-409', 'Şu anda bir mutabakat çalışıyor.'],
  ['forbidden-403', 'Bu sayfa size açık değil'],
] as const) {
  test(`a run that could not be begun is told with its reason (${code})`, async (t) => {
    await open(t, {
      answers: {
        'GET /api/admin/reconciliations': { runs: [], next: null },
        'POST /api/admin/reconciliations': () =>
          Response.json({ code }, { status: Number(code.slice(-3)) }),
      },
    });
    assert.equal(lastRun(), 'Henüz çalışmadı.');
    assert.equal(screen.queryAllByText('Mutabakat çalışmaları, en yenisi üstte').length, 0);
    fireEvent.click(screen.getByText('Şimdi çalıştır'));
    await noticed('Mutabakat başlatılamadı', text);
  });
}

test('orders and runs that cannot be read show an error each in their place', async (t) => {
  const refused = () => Response.json({ code: 'forbidden-403' }, { status: 403 });
  await open(t, {
    answers: { 'GET /api/admin/orders': refused, 'GET /api/admin/reconciliations': refused },
  });
  assert.ok(screen.getByText('Siparişler yüklenemedi'));
  assert.ok(screen.getByText('Mutabakat çalışmaları yüklenemedi'));
});
