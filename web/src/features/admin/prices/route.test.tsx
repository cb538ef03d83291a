import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { offersQuery } from '../../../api/calls/offers.ts';
import { type Showing, show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import { bonesOf, headsOf, rowsOf, visibleText } from '../testing/read-page.ts';
import type { PriceChange, PricedProduct } from './calls.ts';
import PricesRoute from './route.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const DAY = 86_400_000;
const MINUTE = 60_000;

const PRODUCTS: readonly PricedProduct[] = [
  { product: '3-months', amount: 225_000, from: 1, next: null },
  { product: '6-months', amount: 390_050, from: 1, next: { amount: 420_000, from: NOW + DAY } },
  { product: 'lesson', amount: 1_250_000, from: 1, next: null },
];
const CHANGE: PriceChange = {
  id: 4,
  product: '6-months',
  amount: 420_000,
  previous: 390_050,
  from: NOW + DAY,
  set: NOW - DAY,
  by: { uid: 'Y5', name: 'Yavuz', surname: 'Ak' },
};
const CHANGES: readonly PriceChange[] = [
  CHANGE,
  { ...CHANGE, id: 3, from: NOW, by: { uid: 'Z6', name: null, surname: null } },
  { ...CHANGE, id: 2, from: NOW - DAY, by: { uid: 'X7', name: 'Ece', surname: null } },
  { ...CHANGE, id: 1, product: 'lesson', amount: 1_250_000, previous: null, from: 0, by: null },
];

const lessons = (videos: number) =>
  Array.from({ length: 8 }, (_, at) => ({
    title: { tr: 'Ders', az: 'Dərs', en: 'Lesson' },
    hasVideo: at < videos,
  }));

async function open(t: TestContext, showing: Showing = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  takeNotices();
  const shown = await show(t, <PricesRoute />, {
    ...showing,
    answers: {
      'GET /api/admin/prices': (_: unknown, { searchParams }: URL) => ({
        products: PRODUCTS,
        changes: searchParams.has('after') ? [{ ...CHANGE, id: 0 }] : CHANGES,
        next: searchParams.has('after') ? null : 'c2',
        serverTime: NOW,
      }),
      'POST /api/admin/prices': { done: true },
      'GET /api/payment/offers': { course: { onSale: true, lessons: lessons(3) } },
      ...showing.answers,
    },
  });
  assert.equal(bonesOf(document.body), 2);
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  const sent = () => shown.calls.filter(({ call }) => /^(POST|PUT)/.test(call));
  return { ...shown, sent };
}
const table = (caption: string): HTMLElement => {
  const found = screen.getByText(caption, { selector: 'caption' }).closest('table');
  assert.ok(found);
  return found;
};
const field = (product: string) =>
  screen.getByLabelText<HTMLInputElement>(`${product}, yeni ücret (TL, KDV dahil)`);
const THREE = '3 aylık abonelik';
const SIX = '6 aylık abonelik';
const type = (element: HTMLElement, value: string) =>
  fireEvent.change(element, { target: { value } });
const save = () => screen.getByText<HTMLButtonElement>('Kaydet');
const counted = () => save().previousElementSibling?.textContent;
const dialog = (): Promise<HTMLElement> =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role="dialog"]');
    assert.ok(found);
    return found;
  });
const windows = () => document.querySelectorAll('[role="dialog"]').length;
const warning = () => document.querySelector('[data-banner]')?.textContent;

test('every product stands with its price, and every change with who made it', async (t) => {
  const { calls } = await open(t);
  assert.equal(document.title, 'Ücretler · Yönetim · Rasat');
  const prices = table('Ücretler, KDV dahil TL');
  assert.deepEqual(headsOf(prices), ['Ürün', '→ Geçerli', '→ Yeni (TL, KDV dahil)']);
  assert.deepEqual(rowsOf(prices), [
    [THREE, '2.250,00', ''],
    [`${SIX} 23 Kas 12:00 (TSİ) itibarıyla 4.200,00 TL`, '3.900,50', ''],
    ['Eğitim', '12.500,00', ''],
  ]);
  assert.deepEqual(
    [field(THREE), field(SIX), field('Eğitim')].map(({ value, maxLength }) => [value, maxLength]),
    [
      ['2.250,00', 20],
      ['3.900,50', 20],
      ['12.500,00', 20],
    ],
  );
  const selected = t.mock.method(field(SIX), 'select');
  fireEvent.focus(field(SIX));
  assert.equal(selected.mock.callCount(), 1, 'what is typed takes its place');
  const history = table('Değişiklik geçmişi');
  assert.deepEqual(headsOf(history), [
    'Geçerlilik başlangıcı (TSİ)',
    'Ürün',
    '→ Değişiklik',
    'Kim, ne zaman (TSİ)',
  ]);
  assert.deepEqual(rowsOf(history), [
    ['23 Kas 12:00 Zamanlandı', SIX, '3.900,50 → 4.200,00', 'Yavuz Ak , 21 Kas 12:00'],
    ['22 Kas 12:00', SIX, '3.900,50 → 4.200,00', 'Z6 , 21 Kas 12:00'],
    ['21 Kas 12:00', SIX, '3.900,50 → 4.200,00', 'Ece , 21 Kas 12:00'],
    ['1 Oca 1970 02:00', 'Eğitim', 'ilk ücret 12.500,00', 'Kurulum ayarları'],
  ]);
  assert.equal(history.querySelector('a')?.getAttribute('href'), '/admin/people/Y5');
  assert.equal(
    warning(),
    'Değişiklik açılış sayfasını ve ödeme ekranını hemen etkiler. Başlamış ödemeler eski ücretle tamamlanır.',
  );
  assert.deepEqual([save().disabled, counted()], [true, '']);
  fireEvent.click(screen.getByText('Devamını yükle'));
  await waitFor(() => assert.equal(rowsOf(history).length, 5));
  assert.ok(calls.some(({ call }) => call === 'GET /api/admin/prices?after=c2'));
});

test('prices are read back before they are set with a code', async (t) => {
  const { sent, calls } = await open(t, {
    known: [[offersQuery().queryKey, { course: { onSale: true, lessons: lessons(8) } }]],
  });
  type(field(THREE), '2.400');
  assert.deepEqual([save().disabled, counted()], [false, '1 değişiklik']);
  type(field(SIX), '39,00,5');
  assert.equal(counted(), '2 değişiklik', 'what is no price is one, too');
  assert.equal(
    field(SIX).getAttribute('aria-invalid'),
    'false',
    'nothing is said before it is sent',
  );
  fireEvent.click(save());
  const fault = screen.getByText('Örneğin 3.900,50 yazın; 1,00 ile 1.000.000,00 arasında');
  assert.deepEqual(
    [field(SIX).getAttribute('aria-invalid'), field(SIX).getAttribute('aria-describedby')],
    ['true', fault.id],
  );
  assert.equal(field(THREE).getAttribute('aria-invalid'), 'false');
  assert.ok(document.activeElement === field(SIX));
  assert.equal(windows(), 0);
  assert.deepEqual(
    [THREE, SIX, 'Eğitim'].map((name) => field(name).className.includes('border-brass!')),
    [true, false, false],
    'what would change is marked',
  );
  type(field(SIX), '4.000,00');
  fireEvent.click(save());
  const window = await dialog();
  assert.ok(within(window).getByText('2 ücret değiştirilsin mi?'));
  assert.ok(within(window).getByText('Yeni ücretler hemen geçerli olur.'));
  assert.deepEqual([...window.querySelectorAll('li')].map(visibleText), [
    `${THREE} 2.250,00 TL → 2.400,00 TL`,
    `${SIX} 3.900,50 TL → 4.000,00 TL`,
  ]);
  assert.equal(within(window).queryAllByLabelText('Gerekçe').length, 0);
  const act = within(window).getByText('Değiştir');
  assert.equal(act.classList.contains('bg-primary'), true, 'it is no danger');
  type(within(window).getByLabelText('Doğrulama kodu'), '123456');
  fireEvent.click(act);
  await waitFor(() => assert.equal(takeNotices().at(-1)?.title, 'Ücretler kaydedildi'));
  assert.deepEqual(sent(), [
    {
      call: 'POST /api/admin/prices',
      body: {
        changes: [
          { product: '3-months', amount: 240_000 },
          { product: '6-months', amount: 400_000 },
        ],
        from: null,
        code: '123456',
      },
    },
  ]);
  await waitFor(() => assert.equal(windows(), 0));
  assert.deepEqual([field(THREE).value, counted()], ['2.250,00', ''], 'the fields begin anew');
  const reads = () => calls.filter(({ call }) => call === 'GET /api/admin/prices').length;
  await waitFor(() => assert.equal(reads(), 2));
  type(field(THREE), 'x');
  assert.equal(field(THREE).getAttribute('aria-invalid'), 'false');
});

test('prices may begin later, within a year', async (t) => {
  const { sent } = await open(t);
  type(field(SIX), '4.500');
  fireEvent.click(screen.getByLabelText('İleri bir tarihte'));
  assert.equal(
    warning(),
    'Değişiklik seçtiğiniz andan sonra açılış sayfasını ve ödeme ekranını etkiler. Başlamış ödemeler eski ücretle tamamlanır.',
  );
  const from = screen.getByLabelText<HTMLInputElement>('Başlangıç (TSİ)');
  assert.deepEqual([from.min, from.max], ['2026-11-22T12:01', '2027-11-23T12:00']);
  const wrong = 'Bugünden sonraki bir yıl içinde bir an seçin';
  assert.equal(screen.queryAllByText(wrong).length, 0);
  for (const text of ['', '2026-11-22T12:00', '2027-11-23T12:01']) {
    type(from, text);
    fireEvent.click(save());
    assert.ok(screen.getByText(wrong), text);
    assert.ok(document.activeElement === from);
    assert.equal(windows(), 0);
  }
  for (const text of ['2026-11-22T12:01', '2027-11-23T12:00']) {
    type(from, text);
    assert.equal(screen.queryAllByText(wrong).length, 0, text);
  }
  fireEvent.click(save());
  const window = await dialog();
  assert.ok(
    within(window).getByText('Yeni ücretler 23 Kas 2027 12:00 (TSİ) itibarıyla geçerli olur.'),
  );
  assert.equal(
    visibleText(window.querySelector('li') ?? window),
    `${SIX} 4.200,00 TL → 4.500,00 TL`,
  );
  type(within(window).getByLabelText('Doğrulama kodu'), '123456');
  fireEvent.click(within(window).getByText('Değiştir'));
  await waitFor(() => assert.equal(takeNotices().at(-1)?.title, 'Ücretler zamanlandı'));
  assert.deepEqual(sent()[0]?.body, {
    changes: [{ product: '6-months', amount: 450_000 }],
    from: NOW + 366 * DAY,
    code: '123456',
  });
  assert.equal(screen.queryAllByLabelText('Başlangıç (TSİ)').length, 0);
  assert.equal(screen.getByLabelText<HTMLInputElement>('Hemen').checked, true);
  assert.equal(from.min, new Date(NOW + MINUTE + 3 * 3_600_000).toISOString().slice(0, 16));
});

test('the owner takes the course off sale with a code, and sees how many lessons have a video', async (t) => {
  let onSale = true;
  const { sent } = await open(t, {
    answers: {
      'GET /api/payment/offers': () => ({ course: { onSale, lessons: lessons(3) } }),
      'POST /api/admin/course-sale': () => {
        onSale = false;
        return { done: true };
      },
    },
  });
  const panel = await screen.findByRole('region', { name: 'Eğitimin satışı' });
  await within(panel).findByText('Satışta');
  assert.match(visibleText(panel), /Bugün 8 dersten 3 tanesinin videosu var\./);
  fireEvent.click(within(panel).getByText('Satışı durdur'));
  const window = await dialog();
  assert.match(visibleText(window), /Başlamış ödemeler tamamlanabilir ve hakkı verilir\./);
  type(within(window).getByLabelText('Doğrulama kodu'), '123456');
  fireEvent.click(within(window).getByText('Satışı durdur'));
  await within(panel).findByText('Satışta değil');
  assert.ok(within(panel).getByText('Satışa aç'));
  assert.deepEqual(sent(), [
    { call: 'POST /api/admin/course-sale', body: { onSale: false, code: '123456' } },
  ]);
});

test('a form without a change sends nothing', async (t) => {
  const { sent } = await open(t);
  const form = document.querySelector('form');
  assert.ok(form);
  assert.equal(form.noValidate, true);
  fireEvent.submit(form);
  assert.equal(windows(), 0);
  assert.deepEqual(sent(), []);
});

test('prices that could not be read show an error', async (t) => {
  await open(t, {
    answers: {
      'GET /api/admin/prices': () => Response.json({ code: 'forbidden-403' }, { status: 403 }),
    },
  });
  assert.ok(screen.getByText('Ücretler yüklenemedi'));
});
