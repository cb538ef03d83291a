import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Showing, show } from '../../../testing/show.tsx';
import { takeNotices } from '../../../ui/notices.ts';
import { bonesOf, factsOf, headsOf, iconsOf, rowsOf, visibleText } from '../testing/read-page.ts';
import { standInDownloads } from '../testing/saved-files.ts';
import type { GrantEntry, PersonRecord } from './calls.ts';
import PersonRoute from './person-route.tsx';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 22, 9);
const DAY = 86_400_000;

const GRANT: GrantEntry = {
  id: 7,
  right: 'subscription',
  start: NOW - 30 * DAY,
  end: NOW + 30 * DAY,
  origin: 'admin',
  order: null,
  created: NOW - 30 * DAY,
  ended: null,
  endReason: null,
  running: true,
};
const PERSON: PersonRecord = {
  uid: 'K1',
  name: 'Kerem',
  surname: 'Şahin',
  email: 'kerem@example.com',
  gsm: '+905551112233',
  city: 'İzmir',
  district: 'Konak',
  country: 'TR',
  identity: '•••••••••42',
  language: 'az',
  state: 'subscriber',
  end: NOW + 30 * DAY,
  student: true,
  admin: true,
  registered: Date.UTC(2025, 0, 2, 21, 30),
  lastSignIn: null,
  authenticator: Date.UTC(2026, 4, 1),
  erasure: Date.UTC(2026, 11, 1, 7),
  extendsFrom: NOW + 30 * DAY,
  sessions: [
    { id: '11', opened: NOW - 2 * DAY, seen: NOW - 3_600_000, device: 'Chrome, macOS' },
    { id: '12', opened: NOW - 3 * DAY, seen: NOW - DAY, device: '' },
  ],
  grants: [
    GRANT,
    { ...GRANT, id: 6, right: 'lesson', end: null, origin: 'order', order: 'RS-2026-000041' },
    { ...GRANT, id: 5, right: 'admin', end: null, origin: 'operator' },
    { ...GRANT, id: 4, start: NOW + 1, running: false, origin: 'demo' },
    { ...GRANT, id: 3, start: NOW - 60 * DAY, end: NOW, running: false },
    { ...GRANT, id: 2, running: false, ended: NOW - DAY, endReason: 'Yanlış verildi' },
    { ...GRANT, id: 1, running: false, ended: NOW - DAY, endReason: 'refund' },
  ],
  orders: [
    {
      number: 'RS-2026-000041',
      product: 'lesson',
      amount: 1_250_000,
      currency: 'TRY',
      state: 'paid',
      created: NOW - 40 * DAY,
      paid: NOW - 40 * DAY,
    },
  ],
  invoices: [
    {
      number: 'RSF2026000017',
      kind: 'invoice',
      date: NOW - 40 * DAY,
      amount: 1_250_000,
      order: 'RS-2026-000041',
    },
    {
      number: 'RSI2026000002',
      kind: 'credit-note',
      date: NOW - 20 * DAY,
      amount: 390_050,
      order: 'RS-2026-000040',
    },
  ],
  serverTime: NOW,
};

async function open(t: TestContext, person: PersonRecord, showing: Showing = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  takeNotices();
  const shown = await show(t, <PersonRoute />, {
    at: '/admin/people/K1',
    path: '/admin/people/:uid',
    ...showing,
    answers: {
      'GET /api/admin/people/K1': person,
      'GET /api/admin/summary': {},
      ...showing.answers,
    },
  });
  // Before the answer three blocks keep the room.
  assert.equal(bonesOf(document.body), 3);
  await waitFor(() => assert.equal(bonesOf(document.body), 0));
  const sent = () => shown.calls.filter(({ call }) => call.startsWith('POST'));
  return { ...shown, sent };
}

/** The first element that fits, once it is there. */
const found = (selector: string): Promise<HTMLElement> =>
  waitFor(() => {
    const element = document.querySelector<HTMLElement>(selector);
    assert.ok(element, selector);
    return element;
  });
/** A panel by its title. */
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
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const dialog = () => found('[role="dialog"]');
const closed = () =>
  waitFor(() => assert.equal(document.querySelectorAll('[role="dialog"]').length, 0));
const said = (title: string, text?: string) =>
  waitFor(() => {
    const last = takeNotices().at(-1);
    assert.deepEqual([last?.title, last?.text], [title, text]);
  });

test('a person is shown with everything that is known of them', async (t) => {
  await open(t, PERSON);
  assert.equal(document.title, 'Kerem Şahin · Yönetim · Rasat');
  assert.equal(screen.getByText('Üyeler').getAttribute('href'), '/admin/people');
  assert.deepEqual(iconsOf(screen.getByText('Üyeler')), ['14 × 14, 1.6']);
  assert.equal(
    visibleText(document.querySelector('[role="status"]') ?? document.body),
    'Üye hesabının silinmesini istedi. Hesap 1 Ara 10:00 (TSİ) itibarıyla silinir.',
  );
  assert.deepEqual(factsOf(panel('Bilgiler')), [
    ['Durum', '30 gün kaldı Öğrenci Yönetici'],
    ['UID', 'K1'],
    ['E-posta', 'kerem@example.com'],
    ['Telefon', '+905551112233'],
    ['Kimlik numarası', '•••••••••42'],
    ['Yer', 'Konak, İzmir, Türkiye'],
    ['Dil', 'Azerbaycanca'],
    ['Kayıt (TSİ)', '3 Oca 2025 00:30'],
    ['Son giriş (TSİ)', 'Hiç'],
    ['Doğrulama uygulaması', '1 May 2026 tarihinden beri'],
  ]);
  const file = screen.getByTitle('Verilerini indir (JSON)');
  assert.equal(visibleText(file), 'Verilerini indir (JSON)');
  assert.deepEqual(iconsOf(file), ['16 × 16, 1.6']);

  const orders = tableIn('Siparişler');
  assert.deepEqual(headsOf(orders), ['Sipariş', 'Ürün', '→ Tutar', 'Durum', '→ Oluşturuldu (TSİ)']);
  assert.deepEqual(rowsOf(orders), [
    ['RS-2026-000041', 'Eğitim', '12.500,00 TL', 'Ödendi', '13 Eki 12:00'],
  ]);
  assert.equal(orders.querySelector('a')?.getAttribute('href'), '/admin/orders/RS-2026-000041');
  const invoices = tableIn('Faturalar ve iade belgeleri');
  assert.deepEqual(headsOf(invoices), ['Numara', 'Tür', '→ Tarih', '→ Tutar', 'Sipariş']);
  assert.deepEqual(rowsOf(invoices), [
    ['RSF2026000017', 'Fatura', '13 Eki 2026', '12.500,00 TL', 'RS-2026-000041'],
    ['RSI2026000002', 'İade belgesi', '2 Kas 2026', '3.900,50 TL', 'RS-2026-000040'],
  ]);
  assert.deepEqual(
    [...invoices.querySelectorAll('tbody td:nth-child(2) > span')].map((tag) =>
      tag.classList.contains('bg-info-bg'),
    ),
    [false, true],
    'a credit note stands out',
  );
  assert.equal(invoices.closest('section')?.tabIndex, 0, 'what scrolls is reached by keyboard');
});

test('a person without anything is told so, in the language of the page', async (t) => {
  const bare: PersonRecord = {
    ...PERSON,
    state: 'student',
    admin: false,
    district: '',
    lastSignIn: NOW - DAY,
    authenticator: null,
    erasure: null,
    sessions: [],
    grants: [],
    orders: [],
    invoices: [],
  };
  await open(t, bare, { language: 'en' });
  const facts = Object.fromEntries(factsOf(panel('Details')));
  assert.equal(facts.Status, 'Student');
  assert.equal(facts.Place, 'İzmir, Türkiye');
  assert.equal(facts['Last sign-in (Istanbul)'], '21 Nov 12:00');
  assert.equal(facts.Authenticator, 'No');
  assert.equal(document.querySelectorAll('[role="status"]').length, 0);
  assert.deepEqual(
    [...document.querySelectorAll('section > p')].map((none) => none.textContent),
    ['No access was given.', 'No open session.', 'No orders.', 'No documents.'],
  );
  assert.equal(document.querySelectorAll('table').length, 0);
});

test('each right says what it is, how it stands, and whether it can be ended', async (t) => {
  await open(t, PERSON);
  const grants = tableIn('Erişim hakları');
  assert.deepEqual(headsOf(grants), [
    'Erişim',
    'Durum',
    '→ Başlangıç',
    '→ Bitiş',
    'Kaynak',
    '(İşlem)',
  ]);
  assert.deepEqual(rowsOf(grants), [
    ['Abonelik', 'Sürüyor', '23 Eki 2026', '22 Ara 2026', 'Yönetim', 'Bitir'],
    ['Eğitim', 'Sürüyor', '23 Eki 2026', 'Sonu yok', 'RS-2026-000041', 'Bitir'],
    ['Yönetici', 'Sürüyor', '23 Eki 2026', 'Sonu yok', 'Komut satırı', ''],
    ['Abonelik', 'Başlayacak', '22 Kas 2026', '22 Ara 2026', 'Deneme verisi', 'Bitir'],
    ['Abonelik', 'Süresi doldu', '23 Eyl 2026', '22 Kas 2026', 'Yönetim', ''],
    [
      'Abonelik',
      '21 Kas 2026 bitirildi Yanlış verildi',
      '23 Eki 2026',
      '22 Ara 2026',
      'Yönetim',
      '',
    ],
    ['Abonelik', 'İade edildi', '23 Eki 2026', '22 Ara 2026', 'Yönetim', ''],
  ]);
  assert.equal(grants.querySelector('a')?.getAttribute('href'), '/admin/orders/RS-2026-000041');
});

test('a right that begins now has not its begin ahead', async (t) => {
  const grant = { ...GRANT, start: NOW, running: false };
  await open(t, { ...PERSON, grants: [grant] });
  assert.equal(rowsOf(tableIn('Erişim hakları'))[0]?.[1], 'Süresi doldu');
});

test('a right is ended for a reason and a fresh code, and everything is read again', async (t) => {
  const { calls, sent } = await open(t, PERSON, {
    answers: { 'POST /api/admin/people/K1/grants/6/end': { done: true } },
  });
  const reads = () => calls.filter(({ call }) => call.startsWith('GET /api/admin/people')).length;
  const before = reads();
  fireEvent.click(screen.getByLabelText('Eğitim erişimini bitir'));
  const window = await dialog();
  assert.ok(within(window).getByText('Eğitim erişimi bitirilsin mi?'));
  assert.ok(
    within(window).getByText(
      'Erişim hemen biter ve para iade edilmez. İade, siparişin sayfasından yapılır.',
    ),
  );
  assert.deepEqual(
    [...window.querySelectorAll('button')].map((button) => button.ariaLabel ?? button.textContent),
    ['Kapat', 'Vazgeç', 'Erişimi bitir'],
  );
  const act = within(window).getByText('Erişimi bitir');
  assert.equal(act.classList.contains('text-bad'), true, 'it looks dangerous');
  fireEvent.click(act);
  assert.ok(await within(window).findByText('Bu alanı doldurun'));
  type('Gerekçe', ' İstek ');
  fireEvent.click(act);
  assert.ok(await within(window).findByText('6 haneli kodu girin'));
  type('Doğrulama kodu', '123456');
  fireEvent.click(act);
  await said('Erişim bitirildi');
  assert.deepEqual(sent(), [
    {
      call: 'POST /api/admin/people/K1/grants/6/end',
      body: { reason: 'İstek', code: '123456' },
    },
  ]);
  await closed();
  assert.ok(reads() > before);
});

test('a window that is closed asks for nothing', async (t) => {
  const { sent } = await open(t, PERSON);
  const [first] = screen.getAllByText('Bitir');
  assert.ok(first);
  fireEvent.click(first);
  fireEvent.click(within(await dialog()).getByText('Vazgeç'));
  await closed();
  fireEvent.click(screen.getByText('Erişim ver'));
  fireEvent.click(within(await dialog()).getByLabelText('Kapat'));
  await closed();
  assert.deepEqual(sent(), []);
});

test('a code that is wrong is said at its field', async (t) => {
  await open(t, PERSON, {
    answers: {
      'POST /api/admin/people/K1/grants/7/end': () =>
        Response.json({ code: 'token-not-match-400', field: 'code' }, { status: 400 }),
    },
  });
  const [first] = screen.getAllByLabelText('Abonelik erişimini bitir');
  assert.ok(first);
  fireEvent.click(first);
  const window = await dialog();
  type('Gerekçe', 'İstek');
  type('Doğrulama kodu', '000000');
  fireEvent.click(within(window).getByText('Erişimi bitir'));
  assert.ok(
    await within(window).findByText(
      'Kod doğru değil veya daha önce kullanıldı. Sıradaki kodu bekleyin.',
    ),
  );
  const code = within(window).getByLabelText<HTMLInputElement>('Doğrulama kodu');
  assert.equal(code.maxLength, 6);
  assert.ok(document.activeElement === code);
});

const give = async () => {
  fireEvent.click(screen.getByText('Erişim ver'));
  const window = await dialog();
  const act = within(window).getByText('Erişim ver', { selector: 'button' });
  assert.equal(act.classList.contains('bg-primary'), true, 'it is no danger');
  const press = (label: string) => fireEvent.click(within(window).getByLabelText(label));
  const confirm = () => {
    type('Gerekçe', 'Hediye');
    type('Doğrulama kodu', '123456');
    fireEvent.click(act);
  };
  const checked = () =>
    [...window.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);
  return { window, press, confirm, checked };
};
const GIVEN = { id: 9, start: NOW + 30 * DAY, end: NOW + 60 * DAY };

test('a student is given months of a subscription, 1 to 24', async (t) => {
  const { sent } = await open(t, PERSON, {
    answers: { 'POST /api/admin/people/K1/grants': GIVEN },
  });
  const { window, confirm, checked } = await give();
  assert.deepEqual(checked(), ['subscription', 'months']);
  assert.ok(
    within(window).getByText(
      'Ödeme alınmaz, fatura kesilmez. Süren bir abonelik varsa yenisi onun sonuna eklenir.',
    ),
  );
  assert.deepEqual(
    [...window.querySelectorAll('[role="radiogroup"]')].map((group) => [
      group.getAttribute('aria-label'),
      visibleText(group),
    ]),
    [
      ['Erişim', 'Eğitim Abonelik'],
      ['Süre', 'Ay sayısıyla Bitiş tarihiyle'],
    ],
  );
  const months = within(window).getByLabelText<HTMLInputElement>('Ay');
  assert.deepEqual([months.value, months.min, months.max], ['3', '1', '24']);
  const hint = '1 – 24. 22 Ara 2026 gününden sayılır.';
  assert.ok(within(window).getByText(hint));
  for (const wrong of ['0', '25', '1.5', '']) {
    type('Ay', wrong);
    confirm();
    await waitFor(() => assert.equal(months.getAttribute('aria-invalid'), 'true', wrong));
    assert.ok(within(window).getByText(hint).className.includes('text-bad'), 'as a fault');
  }
  type('Ay', '1');
  confirm();
  await said('Erişim verildi', '22 Ara 2026 – 21 Oca 2027');
  await closed();
  const again = await give();
  type('Ay', '24');
  again.confirm();
  await said('Erişim verildi', '22 Ara 2026 – 21 Oca 2027');
  assert.deepEqual(
    sent().map(({ body }) => body),
    [
      { right: 'subscription', months: 1, reason: 'Hediye', code: '123456' },
      { right: 'subscription', months: 24, reason: 'Hediye', code: '123456' },
    ],
  );
});

test('a subscription until a moment ends after the one that runs', async (t) => {
  const { sent } = await open(t, PERSON, {
    answers: { 'POST /api/admin/people/K1/grants': GIVEN },
  });
  const { window, press, confirm } = await give();
  press('Bitiş tarihiyle');
  const until = within(window).getByLabelText<HTMLInputElement>('Bitiş (TSİ)');
  assert.equal(until.min, '2026-12-22T12:00', 'the end of what runs, in Istanbul');
  assert.ok(within(window).getByText('22 Ara 2026 gününden sonra olmalı.'));
  for (const wrong of ['', '2026-12-22T12:00']) {
    type('Bitiş (TSİ)', wrong);
    confirm();
    await waitFor(() => assert.equal(until.getAttribute('aria-invalid'), 'true', wrong));
  }
  assert.ok(within(window).getByText('22 Ara 2026 gününden sonra olmalı.'));
  press('Ay sayısıyla');
  const months = within(window).getByLabelText('Ay');
  assert.notEqual(months.getAttribute('aria-invalid'), 'true', 'a choice begins anew');
  press('Bitiş tarihiyle');
  type('Bitiş (TSİ)', '2026-12-22T12:01');
  confirm();
  await said('Erişim verildi', '22 Ara 2026 – 21 Oca 2027');
  assert.deepEqual(sent()[0]?.body, {
    right: 'subscription',
    end: Date.UTC(2026, 11, 22, 9, 1),
    reason: 'Hediye',
    code: '123456',
  });
});

test('a person without the course is offered the education first, which has no end', async (t) => {
  const { sent } = await open(
    t,
    { ...PERSON, student: false },
    { answers: { 'POST /api/admin/people/K1/grants': { ...GIVEN, end: null } } },
  );
  const { window, confirm, checked } = await give();
  assert.deepEqual(checked(), ['lesson']);
  assert.equal(within(window).queryByText('Eğitim erişimi zaten var; sonu yoktur.'), null);
  confirm();
  await said('Erişim verildi', '22 Ara 2026 – Sonu yok');
  assert.deepEqual(sent()[0]?.body, { right: 'lesson', reason: 'Hediye', code: '123456' });
});

test('what cannot be given any more is said', async (t) => {
  await open(t, { ...PERSON, end: null });
  const { window, press } = await give();
  assert.ok(within(window).getByText('Aboneliğin sonu yok; yenisi eklenemez.'));
  assert.ok(within(window).queryByLabelText('Ay') === null);
  press('Eğitim');
  assert.ok(within(window).getByText('Eğitim erişimi zaten var; sonu yoktur.'));
});

test('a subscription that ended leaves room for one without an end before it', async (t) => {
  await open(t, { ...PERSON, state: 'ended', end: null });
  const { window } = await give();
  assert.ok(within(window).getByLabelText('Ay'));
});

test('one session is ended after a question, or all of them', async (t) => {
  const { sent } = await open(t, PERSON, {
    answers: { 'POST /api/admin/people/K1/sessions/end': { done: true } },
  });
  const sessions = tableIn('Oturumlar');
  assert.deepEqual(headsOf(sessions), ['Cihaz', '→ Son kullanım (TSİ)', '(İşlem)']);
  assert.deepEqual(rowsOf(sessions), [
    ['Chrome, macOS Açıldı: 20 Kas 12:00', '22 Kas 11:00', 'Bitir'],
    ['Bilinmeyen cihaz Açıldı: 19 Kas 12:00', '21 Kas 12:00', 'Bitir'],
  ]);
  assert.ok(screen.getByText('Kullandığınız oturum buradan bitmez; çıkış yaptığınızda biter.'));
  fireEvent.click(screen.getByLabelText('Chrome, macOS oturumunu bitir'));
  const one = await dialog();
  assert.ok(within(one).getByText('Oturum bitirilsin mi?'));
  assert.ok(within(one).getByText('Chrome, macOS cihazında yeniden giriş yapılması gerekir.'));
  assert.ok(within(one).getByLabelText('Kapat'));
  await waitFor(() => assert.equal(document.activeElement?.textContent, 'Vazgeç'));
  fireEvent.click(within(one).getByText('Oturumu bitir'));
  await said('Oturum bitirildi');
  await closed();
  const all = screen.getByText<HTMLButtonElement>('Tümünü bitir');
  await waitFor(() => assert.equal(all.disabled, false));
  fireEvent.click(all);
  const many = await dialog();
  assert.ok(within(many).getByText('Bütün oturumlar bitirilsin mi?'));
  assert.ok(within(many).getByText('Kerem Şahin bütün cihazlarında yeniden giriş yapar.'));
  fireEvent.click(within(many).getByText('Bütün oturumları bitir'));
  await said('Oturumlar bitirildi');
  assert.deepEqual(
    sent().map(({ body }) => body),
    [{ id: '11' }, { id: null }],
  );
});

test('a session that could not be ended is told with its reason', async (t) => {
  const [session] = PERSON.sessions;
  assert.ok(session);
  const { calls } = await open(
    t,
    { ...PERSON, admin: false, sessions: [session] },
    {
      answers: {
        'POST /api/admin/people/K1/sessions/end': () =>
          Response.json({ code: 'not-found-404' }, { status: 404 }),
      },
    },
  );
  assert.ok(screen.queryByText('Tümünü bitir') === null, 'there is one alone');
  assert.ok(screen.queryByText(/Kullandığınız oturum/) === null);
  const reads = () => calls.filter(({ call }) => call === 'GET /api/admin/people/K1').length;
  const before = reads();
  fireEvent.click(screen.getByLabelText('Chrome, macOS oturumunu bitir'));
  fireEvent.click(within(await dialog()).getByText('Vazgeç'));
  await closed();
  assert.equal(
    calls.some(({ call }) => call.startsWith('POST')),
    false,
  );
  fireEvent.click(screen.getByLabelText('Chrome, macOS oturumunu bitir'));
  fireEvent.click(within(await dialog()).getByText('Oturumu bitir'));
  await said('Oturum bitirilemedi', 'Aradığınız kayıt bulunamadı');
  await waitFor(() => assert.ok(reads() > before, 'the list may have changed'));
});

test('their data are downloaded with a fresh code; too many files say so and save nothing', async (t) => {
  const saved = standInDownloads(t);
  let refused = true;
  const { sent } = await open(t, PERSON, {
    answers: {
      'POST /api/admin/people/K1/data': () =>
        refused
          ? Response.json({ code: 'rate-429' }, { status: 429, headers: { 'retry-after': '60' } })
          : new Response('{"person":{}}', {
              headers: { 'content-disposition': 'attachment; filename="rasat-K1-2026-11-22.json"' },
            }),
    },
  });
  fireEvent.click(screen.getByTitle('Verilerini indir (JSON)'));
  const window = await dialog();
  assert.ok(within(window).getByText('Bu üyenin verileri indirilsin mi?'));
  assert.ok(
    within(window).getByText(/^Kimlik numarası ve açık adres dosyada gizlenmeden yazar\. Her/),
  );
  const press = () => fireEvent.click(within(window).getByText('İndir', { selector: 'button' }));
  type('Doğrulama kodu', '12345');
  press();
  assert.ok(await within(window).findByText('6 haneli kodu girin'));
  assert.deepEqual(sent(), [], 'five digits are no code');
  type('Doğrulama kodu', '123456');
  press();
  assert.ok(await within(window).findByText('rate-429'));
  assert.equal(saved.length, 0);
  refused = false;
  press();
  await said('Dosya indirildi');
  await closed();
  assert.deepEqual(
    saved.map(({ name }) => name),
    ['rasat-K1-2026-11-22.json'],
  );
  assert.equal(await saved[0]?.file.text(), '{"person":{}}');
  assert.deepEqual(sent().at(-1), {
    call: 'POST /api/admin/people/K1/data',
    body: { code: '123456' },
  });
});

for (const code of ['user-not-found-404', 'bad-fields-400'] as const) {
  test(`a person who is not there is told so, and the way back (${code})`, async (t) => {
    await open(t, PERSON, {
      answers: {
        'GET /api/admin/people/K1': () =>
          Response.json({ code }, { status: Number(code.slice(-3)) }),
      },
    });
    assert.ok(await screen.findByText('Böyle bir üye yok', { selector: 'h2' }));
    assert.ok(screen.getByText('Adres yanlış veya hesap silinmiş olabilir.'));
    assert.deepEqual(
      screen.getAllByText('Üyeler').map((link) => link.getAttribute('href')),
      ['/admin/people', '/admin/people'],
    );
    assert.equal(document.title, 'K1 · Yönetim · Rasat');
    assert.ok(screen.queryByTitle('Verilerini indir (JSON)') === null);
  });
}

test('a person who could not be read can be asked for again', async (t) => {
  await open(t, PERSON, {
    answers: {
      'GET /api/admin/people/K1': () => Response.json({ code: 'forbidden-403' }, { status: 403 }),
    },
  });
  assert.ok(await screen.findByText('Üye yüklenemedi'));
});
