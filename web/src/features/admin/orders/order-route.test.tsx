import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Showing, show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import { bonesOf, factsOf, headsOf, rowsOf, visibleText } from '../testing/read-page.ts';
import type { OrderRecord } from './calls.ts';
import OrderRoute from './order-route.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const MINUTE = 60_000;
const DAY = 86_400_000;

const ORDER: OrderRecord = {
  number: 'RS-2026-000041',
  person: { uid: 'K1', name: 'Kerem', surname: 'Şahin', email: 'kerem@example.com' },
  product: '6-months',
  amount: 390_000,
  currency: 'TRY',
  state: 'paid',
  provider: 'demo-bank',
  created: NOW - 10 * MINUTE,
  paid: NOW - 5 * MINUTE,
  net: 325_000,
  vat: 65_000,
  vatRate: 20,
  agreement: '2026-10-01',
  refundTerms: '2026-09-01',
  grant: { start: NOW, end: NOW + 30 * DAY, ended: null },
  attempts: [
    {
      id: 'a1',
      began: NOW - 9 * MINUTE,
      state: 'dead',
      code: 'card-cvc-400',
      seen: NOW - 8 * MINUTE,
    },
    { id: 'a2', began: NOW - 7 * MINUTE, state: 'captured', code: null, seen: NOW - 5 * MINUTE },
  ],
  payments: [
    {
      id: 'p0',
      at: NOW - 6 * MINUTE,
      amount: 10_050,
      currency: 'USD',
      role: 'surplus',
      unreadable: null,
    },
    {
      id: 'p1',
      at: NOW - 5 * MINUTE,
      amount: 390_100,
      currency: 'TRY',
      role: 'pays',
      unreadable: null,
    },
  ],
  events: [
    { id: 1, at: NOW - 10 * MINUTE, kind: 'returned', detail: {} },
    {
      id: 2,
      at: NOW - 5 * MINUTE,
      kind: 'captured',
      detail: {
        attempt: 'a2',
        capture: { attemptId: 'a2', amountKurus: 390_100, role: 'pays' },
        expires: NOW + DAY,
        endsAtMs: null,
        code: 7,
        odd: true,
      },
    },
    { id: 3, at: NOW - MINUTE, kind: 'something-new', detail: { role: 'misfit' } },
    { id: 4, at: NOW - MINUTE, kind: 'noticed', detail: { role: 'surplus' } },
  ],
  refunds: [
    {
      id: 'r1',
      begun: NOW - 4 * MINUTE,
      reason: 'Fazladan alındı',
      amount: 10_050,
      by: null,
      where: null,
      state: 'done',
      done: NOW - 3 * MINUTE,
    },
    {
      id: 'r2',
      begun: NOW - 2 * MINUTE,
      reason: 'Cayma',
      amount: 390_000,
      by: 'Y5',
      where: null,
      state: 'asked',
      done: null,
    },
  ],
  invoices: [
    { number: 'RSF2026000017', kind: 'invoice', date: NOW },
    { number: 'RSI2026000002', kind: 'credit-note', date: NOW + DAY },
  ],
  contested: [],
  refundable: true,
  returnable: false,
};
const BARE: OrderRecord = {
  ...ORDER,
  person: null,
  provider: 'iyzico',
  paid: null,
  state: 'open',
  grant: null,
  attempts: [],
  payments: [],
  events: [],
  refunds: [],
  invoices: [],
  refundable: false,
};
const ADDRESS = '/api/admin/orders/RS-2026-000041';

async function open(t: TestContext, order: OrderRecord, showing: Showing = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  takeNotices();
  const shown = await show(t, <OrderRoute />, {
    at: '/admin/orders/RS-2026-000041',
    path: '/admin/orders/:number',
    ...showing,
    answers: { [`GET ${ADDRESS}`]: order, 'GET /api/admin/summary': {}, ...showing.answers },
  });
  assert.equal(bonesOf(document.body), 3, 'three blocks keep the room of what comes');
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  return shown;
}
const panel = (title: string): HTMLElement => {
  const found = screen.getByText(title, { selector: 'h2' }).closest('section');
  assert.ok(found, title);
  return found;
};
const tableIn = (title: string): HTMLElement => {
  const table = panel(title).querySelector('table');
  assert.ok(table, title);
  return table;
};
const banner = (): string | null => {
  const found = document.querySelector('[data-banner]');
  return found === null ? null : visibleText(found);
};

test('an order is shown with its money, its attempts and everything that happened', async (t) => {
  await open(t, ORDER);
  assert.equal(document.title, 'RS-2026-000041 · Yönetim · Rasat');
  assert.equal(screen.getByText('Siparişler').getAttribute('href'), '/admin/orders');
  assert.equal(banner(), null, 'nothing waits for a decision');
  assert.deepEqual(factsOf(panel('Sipariş')), [
    ['Durum', 'Ödendi'],
    ['Alıcı', 'Kerem Şahin kerem@example.com'],
    ['Ürün', '6 aylık abonelik'],
    ['Tutar', '3.900,00 TL'],
    ['KDV hariç', '3.250,00 TL'],
    ['KDV %20', '650,00 TL'],
    ['Ödeme kuruluşu', 'Deneme bankası'],
    ['Oluşturuldu (TSİ)', '22 Kas 11:50'],
    ['Ödendi (TSİ)', '22 Kas 11:55'],
    ['Erişim', '22 Kas 2026 – 22 Ara 2026'],
    ['Sözleşme', 'sürüm 2026-10-01'],
    ['İade koşulları', 'sürüm 2026-09-01'],
  ]);
  assert.deepEqual(
    [...panel('Sipariş').querySelectorAll('a')].map((link) => link.getAttribute('href')),
    ['/admin/people/K1', '/info/agreement', '/info/refund'],
  );
  assert.deepEqual(headsOf(tableIn('Ödeme denemeleri')), [
    'Başladı (TSİ)',
    'Durum',
    'Kart yanıtı',
    '→ Son bildirim (TSİ)',
  ]);
  assert.deepEqual(rowsOf(tableIn('Ödeme denemeleri')), [
    ['22 Kas 11:51', 'Kapandı', 'Kartın güvenlik kodu (CVC) yanlış. card-cvc-400', '22 Kas 11:52'],
    ['22 Kas 11:53', 'Ödendi', '—', '22 Kas 11:55'],
  ]);
  assert.deepEqual(headsOf(tableIn('Alınan para')), [
    'Ödeme numarası',
    '→ Tutar',
    'Anlamı',
    '→ Zaman (TSİ)',
  ]);
  assert.deepEqual(rowsOf(tableIn('Alınan para')), [
    ['p0', '100,50 USD', 'Fazladan alındı', '22 Kas 11:54'],
    ['p1', '3.901,00 TL', 'Siparişi öder', '22 Kas 11:55'],
  ]);
  assert.deepEqual(headsOf(tableIn('İadeler')), [
    'Başladı (TSİ)',
    'Gerekçe',
    'İsteyen',
    '→ Tutar',
    'Durum',
    '→ Bitti (TSİ)',
  ]);
  assert.deepEqual(rowsOf(tableIn('İadeler')), [
    [
      '22 Kas 11:56',
      'Fazladan alındı',
      'Kendiliğinden',
      '100,50 TL',
      'İade edildi',
      '22 Kas 11:57',
    ],
    ['22 Kas 11:58', 'Cayma', 'Y5', '3.900,00 TL', 'Yanıt bekleniyor', '—'],
  ]);
  assert.equal(tableIn('İadeler').querySelector('a')?.getAttribute('href'), '/admin/people/Y5');
  const documents = tableIn('Faturalar ve iade belgeleri');
  assert.deepEqual(headsOf(documents), ['Numara', 'Tür', '→ Tarih']);
  assert.deepEqual(rowsOf(documents), [
    ['RSF2026000017', 'Fatura', '22 Kas 2026'],
    ['RSI2026000002', 'İade belgesi', '23 Kas 2026'],
  ]);
  assert.deepEqual(
    [...documents.querySelectorAll('td > span')].map((tag) => tag.classList.contains('bg-info-bg')),
    [false, true],
    'a credit note stands out',
  );
  const events = panel('Olaylar');
  assert.ok(
    within(events).getByText(
      'Siparişle ilgili her olay, en eskisi üstte. Kart bilgisi hiçbir yerde tutulmaz.',
    ),
  );
  const [returned, captured, unknown, noticed] = events.querySelectorAll('li');
  assert.ok(returned && captured && unknown && noticed);
  assert.equal(visibleText(returned), '22 Kas 11:50 Alıcı ödeme sayfasından döndü returned');
  assert.equal(returned.querySelectorAll('details').length, 0, 'there is nothing to open');
  assert.equal(
    visibleText(captured.querySelector('summary') ?? captured),
    '22 Kas 11:55 Para alındı captured',
  );
  assert.deepEqual(factsOf(captured), [
    ['Deneme', 'a2'],
    ['Tutar', '3.901,00 TL'],
    ['Anlamı', 'Siparişi öder'],
    ['Sayfanın sonu', '23 Kas 12:00'],
    ['Bitiş', 'yok'],
    ['Kart yanıtı', '7'],
    ['odd', 'true'],
  ]);
  assert.equal(
    visibleText(unknown.querySelector('summary') ?? unknown).includes('something-new'),
    true,
  );
  assert.deepEqual(factsOf(unknown), [['Anlamı', 'Siparişe uymuyor']]);
  assert.deepEqual(factsOf(noticed), [['Anlamı', 'Fazladan alındı']]);
  assert.equal(captured.querySelector('svg')?.getAttribute('width'), '14');
});

test('an order of an erased account with nothing paid says so', async (t) => {
  await open(t, BARE);
  assert.equal(screen.queryAllByText('İade et').length, 0);
  const facts = Object.fromEntries(factsOf(panel('Sipariş')));
  assert.equal(facts.Alıcı, 'Silinmiş hesap');
  assert.equal(facts['Ödeme kuruluşu'], 'iyzico');
  assert.equal(facts['Ödendi (TSİ)'], '—');
  assert.equal(facts.Erişim, 'Verilmedi');
  assert.deepEqual(
    [...document.querySelectorAll('section > p')].map((none) => none.textContent).slice(0, 4),
    ['Ödeme denemesi yok.', 'Para alınmadı.', 'İade yok.', 'Belge yok.'],
  );
});

test('what waits for a decision stands above everything', async (t) => {
  const paid = {
    id: 'p1',
    at: NOW,
    amount: 100_000,
    currency: 'TRY',
    role: 'misfit',
    unreadable: null,
  } as const;
  const refund = {
    id: 'r',
    begun: NOW,
    reason: '',
    amount: 1,
    by: null,
    where: null,
    done: null,
  } as const;
  const review: OrderRecord = {
    ...BARE,
    state: 'review',
    grant: { start: NOW, end: null, ended: NOW + DAY },
    payments: [paid],
  };
  const shownFor = async (order: OrderRecord): Promise<string | null> => {
    const { leave } = await show(t, <OrderRoute />, {
      at: '/admin/orders/RS-2026-000041',
      path: '/admin/orders/:number',
      answers: { [`GET ${ADDRESS}`]: order },
    });
    await waitFor(() => assert.equal(bonesOf(document.body), 0));
    const text = banner();
    const grant = factsOf(panel('Sipariş')).find(([name]) => name === 'Erişim');
    if (order === review) assert.equal(grant?.[1], '22 Kas 2026 – sonu yok 23 Kas 2026 bitirildi');
    leave();
    return text;
  };
  const BEGIN = 'Bu sipariş bir karar bekliyor. ';
  assert.equal(
    await shownFor(review),
    `${BEGIN}Ödeme kuruluşu 1.000,00 TL aldı, siparişin tutarı 3.900,00 TL. Erişim verilmedi.`,
  );
  assert.equal(
    await shownFor({ ...review, payments: [{ ...paid, currency: 'USD' }] }),
    `${BEGIN}Para başka bir para biriminde alındı (USD). Buradan iade edilemez: ödeme kuruluşunun panelinden veya havaleyle geri ödeyin, sonra elle iade edildi olarak işleyin.`,
  );
  assert.equal(
    await shownFor({ ...review, payments: [{ ...paid, amount: 390_000 }] }),
    `${BEGIN}Alınan ödeme başka bir sipariş numarası taşıyor. Erişim verilmedi.`,
  );
  const named = (orderNumber: string) => [
    { id: 1, at: NOW, kind: 'captured', detail: { capture: { orderNumber } } },
  ];
  const asked = { ...review, payments: [{ ...paid, amount: 390_000 }] };
  assert.equal(
    await shownFor({ ...asked, events: named('RS-2026-000041') }),
    `${BEGIN}Bir bildirim bu sipariş için ödeme bildirdi, ama ödeme sayfası ödeme almadığını söylüyor. Kuruluşun paneline bakın. Erişim verilmedi.`,
  );
  assert.equal(
    await shownFor({ ...review, payments: [{ ...paid, amount: 0, unreadable: '39oo' }] }),
    `${BEGIN}Ödeme kuruluşunun yazdığı tutar okunamadı (39oo). Tutara kuruluşun panelinden bakın, geri ödeyin ve elle iade edildi olarak işleyin.`,
  );
  assert.equal(
    await shownFor({ ...review, contested: [{ payment: '4711', other: 'RS-2026-000042' }] }),
    `${BEGIN}4711 numaralı ödeme RS-2026-000042 siparişi için de bildirildi. Kuruluşun panelinden hangisine ait olduğuna bakın; sonra incelemeyi kapatın veya iade edin.`,
  );
  assert.equal(
    await shownFor({ ...review, refunds: [{ ...refund, state: 'refused' }] }),
    `${BEGIN}Ödeme kuruluşu iadeyi reddetti (yok). Yeniden deneyin veya kuruluşla çözün.`,
  );
  assert.equal(
    await shownFor({ ...BARE, state: 'unknown' }),
    'Ödeme kuruluşu yanıt vermedi. Beş dakikada bir yeniden sorulur.',
  );
  assert.match(
    (await shownFor({ ...BARE, state: 'refunding', provider: 'demo-bank' })) ?? '',
    /^İade ediliyor\. Ödeme kuruluşu onayladığında/,
  );
});

const sayNotice = (title: string) =>
  waitFor(() => assert.equal(takeNotices().at(-1)?.title, title));

test('an order is paid back for a reason and a code, by what was taken for it', async (t) => {
  const { calls } = await open(t, ORDER, {
    answers: { [`POST ${ADDRESS}/refund`]: { state: 'refunded' } },
  });
  fireEvent.click(screen.getByText('İade et'));
  const act = await screen.findByText('3.901,00 TL iade et');
  assert.ok(screen.getByText('3.901,00 TL iade edilsin mi?'));
  assert.ok(screen.getByText(/^Erişim hemen biter, tutarın tamamı ödenen karta geri gönderilir/));
  fireEvent.change(screen.getByLabelText('Gerekçe'), { target: { value: 'Cayma' } });
  fireEvent.change(screen.getByLabelText('Doğrulama kodu'), { target: { value: '123456' } });
  const reads = () => calls.filter(({ call }) => call === `GET ${ADDRESS}`).length;
  const before = reads();
  fireEvent.click(act);
  await sayNotice('İade edildi');
  assert.deepEqual(calls.find(({ call }) => call === `POST ${ADDRESS}/refund`)?.body, {
    reason: 'Cayma',
    code: '123456',
  });
  await waitFor(() => assert.ok(reads() > before));
});

for (const [what, order, path, act, title, confirm, done] of [
  [
    'was paid back by hand',
    { ...ORDER, refundable: false, returnable: true },
    'returned',
    'Elle iade edildi',
    'Elle iade edildi olarak işlensin mi?',
    'İade edildi olarak işle',
    'Elle iade işlendi',
  ],
  [
    'has a payment that another order has too',
    { ...BARE, state: 'review', contested: [{ payment: '4711', other: 'RS-2026-000042' }] },
    'close',
    'İncelemeyi kapat',
    'İnceleme kapatılsın mı?',
    'Kapat',
    'İnceleme kapatıldı',
  ],
] as const) {
  test(`an order that ${what} is decided with a reason and a code`, async (t) => {
    const { calls } = await open(t, order as OrderRecord, {
      answers: { [`POST ${ADDRESS}/${path}`]: { state: 'refunded' } },
    });
    fireEvent.click(screen.getByRole('button', { name: act }));
    const dialog = await screen.findByRole('dialog');
    assert.ok(within(dialog).getByText(title));
    fireEvent.change(screen.getByLabelText('Gerekçe'), { target: { value: 'Havale' } });
    fireEvent.change(screen.getByLabelText('Doğrulama kodu'), { target: { value: '123456' } });
    const [send] = within(dialog)
      .getAllByRole('button', { name: confirm })
      .filter((button) => (button as HTMLButtonElement).type === 'submit');
    assert.ok(send);
    fireEvent.click(send);
    await sayNotice(done);
    const sent = calls.find(({ call }) => call === `POST ${ADDRESS}/${path}`);
    assert.deepEqual(sent?.body, { reason: 'Havale', code: '123456' });
  });
}

test('a refund of the course says what becomes of a running subscription', async (t) => {
  await open(t, { ...ORDER, product: 'lesson' });
  fireEvent.click(screen.getByText('İade et'));
  assert.ok(await screen.findByText(/Süren bir abonelik süresinin sonuna kadar açık kalır/));
});

test('a refund that waits for the provider is said to have begun', async (t) => {
  const [surplus] = ORDER.payments;
  assert.ok(surplus);
  await open(
    t,
    { ...ORDER, grant: null, payments: [surplus] },
    { answers: { [`POST ${ADDRESS}/refund`]: { state: 'refunding' } } },
  );
  fireEvent.click(screen.getByText('İade et'));
  const act = await screen.findByText('100,50 TL iade et');
  assert.ok(
    screen.getByText('Tutarın tamamı ödenen karta geri gönderilir. Geri alınamaz.'),
    'no right ends',
  );
  fireEvent.change(screen.getByLabelText('Gerekçe'), { target: { value: 'Cayma' } });
  fireEvent.change(screen.getByLabelText('Doğrulama kodu'), { target: { value: '123456' } });
  fireEvent.click(act);
  await sayNotice('İade başladı; ödeme kuruluşunun onayı bekleniyor');
});

for (const code of ['not-found-404', 'bad-fields-400'] as const) {
  test(`an order that is not there is told so, and the way back (${code})`, async (t) => {
    await open(t, ORDER, {
      answers: {
        [`GET ${ADDRESS}`]: () => Response.json({ code }, { status: Number(code.slice(-3)) }),
      },
    });
    assert.ok(screen.getByText('Böyle bir sipariş yok', { selector: 'h2' }));
    assert.ok(screen.getByText('Sipariş numarasını kontrol edin.'));
    assert.deepEqual(
      screen.getAllByText('Siparişler').map((link) => link.getAttribute('href')),
      ['/admin/orders', '/admin/orders'],
    );
  });
}

test('an order that could not be read shows an error', async (t) => {
  await open(t, ORDER, {
    answers: {
      [`GET ${ADDRESS}`]: () => Response.json({ code: 'forbidden-403' }, { status: 403 }),
    },
  });
  assert.ok(screen.getByText('Sipariş yüklenemedi'));
});
