import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import { favoritesQuery } from '../../api/calls/favorites.ts';
import { type Quote, quotesQuery, type SymbolEntry, symbolsQuery } from '../../api/calls/market.ts';
import { offersQuery } from '../../api/calls/offers.ts';
import { type SessionInfo, sessionQuery } from '../../api/session/session.ts';
import { textOf } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { standIn, standInLocation } from '../../testing/stand-in.ts';
import { chooseKeys, choosePriceColours, chooseTheme, currentLook } from '../../ui/look.ts';
import { takeNotices } from '../../ui/notices.ts';
import { showOverlay, useOverlay } from '../../ui/overlay.ts';
import {
  erasureQuery,
  type SessionEntry,
  sessionsQuery,
  type TelegramReply,
  telegramQuery,
} from './calls.ts';
import { type InvoiceEntry, invoicesQuery } from './invoice-calls.ts';
import { OfferDialog } from './offer-dialog.tsx';
import { subscriptionQuery } from './payment/calls.ts';
import AccountRoute from './route.tsx';
import { facts, links } from './testing/screen-texts.ts';
import { settle } from './testing/settle.ts';
import { STUDENT } from './testing/student.ts';

const SUBSCRIBER = { ...STUDENT, subscribed: true };
/** 21 November 2026, 12:00 in Istanbul. */
const NOON = Date.UTC(2026, 10, 21, 9);
const DAY = 86_400_000;

const OFFERS = {
  products: [
    { product: '3-months', amount: 225_000, net: 187_500, vat: 37_500, end: NOON + 90 * DAY },
    { product: '6-months', amount: 390_000, net: 325_000, vat: 65_000, end: NOON + 180 * DAY },
    { product: 'lesson', amount: 900_000, net: 750_000, vat: 150_000, end: null },
  ],
  course: {
    onSale: true,
    lessons: Array.from({ length: 8 }, () => ({
      title: { tr: 'Ders', az: 'Dərs', en: 'Lesson' },
      hasVideo: true,
    })),
  },
  currency: 'TRY',
  vatRate: 20,
  agreement: '7',
  refund: '3',
  provider: 'iyzico',
};

/** Options of the shown account: its session, and whether the test mocks the timers. */
interface AccountOptions extends Showing {
  readonly info?: SessionInfo;
  readonly mockTimers?: boolean;
}

function account(t: TestContext, at: string, showing: AccountOptions = {}) {
  const { info = STUDENT, known = [], mockTimers = false, ...more } = showing;
  takeNotices();
  if (!mockTimers) {
    t.mock.timers.reset();
    t.mock.timers.enable({ apis: ['Date'], now: NOON });
  }
  return show(t, <AccountRoute />, {
    at: `/account${at}`,
    ...more,
    known: [[sessionQuery().queryKey, info], ...known],
    answers: { 'POST /api/auth/info': info, ...more.answers },
  });
}

const refusal = (code: string) => () => Response.json({ code }, { status: 403 });
const notices = () => takeNotices().map(({ title, text, tone }) => [title, text, tone]);
const bodies = (calls: readonly { call: string; body: unknown }[], call: string) =>
  calls.filter((one) => one.call === call).map(({ body }) => body);

test('the menu shows the person and all sections, and marks the current one', async (t) => {
  const sizes = { offsetLeft: 500, offsetWidth: 100, clientWidth: 300 } as const;
  for (const [name, value] of Object.entries(sizes)) {
    const of = name === 'clientWidth' ? Element.prototype : HTMLElement.prototype;
    standIn(t, of, { [name]: value });
  }
  const went = standInLocation(t);
  const { user, address } = await account(t, '?selected=favorites', {
    answers: { 'POST /api/auth/logout': {} },
  });
  assert.ok(screen.getByText('Deniz Işık'));
  assert.ok(screen.getByText('deniz@example.com'));
  const menu = within(screen.getByRole('navigation', { name: 'Hesap bölümleri' }));
  assert.deepEqual(
    menu.getAllByRole('link').map((link) => [textOf(link), link.getAttribute('href')].join(' ')),
    [
      'Abonelik /account?selected=subscription',
      'Güvenlik /account?selected=security',
      'Eğitim /account?selected=education',
      'Platform videoları /account?selected=videos',
      'Soru ve yanıt /account?selected=question',
      'Ödevler /account?selected=homework',
      'Favoriler /account?selected=favorites',
      'Faturalar /account?selected=invoices',
      'Telegram /account?selected=telegram',
      'Ayarlar /account?selected=settings',
    ],
  );
  assert.equal(menu.getByRole('link', { current: 'page' }).textContent, 'Favoriler');
  const filled = menu
    .getAllByRole('link')
    .filter((link) => link.querySelector('svg')?.getAttribute('fill') === 'currentColor');
  assert.deepEqual(filled.map(textOf), ['Favoriler'], 'only the star is filled');
  // The row scrolls the middle of the section, 550, to its own middle.
  assert.equal(menu.getByRole('list').scrollLeft, 500 - (300 - 100) / 2);
  const heading = screen.getByRole('heading', { level: 1 });
  assert.equal(textOf(heading), 'Favoriler');
  assert.equal(document.title, 'Favoriler · Rasat');
  assert.ok(document.activeElement !== heading, 'the first render moves no focus');

  await user.click(menu.getByRole('link', { name: 'Abonelik' }));
  assert.equal(address(), '/account?selected=subscription');
  assert.equal(textOf(screen.getByRole('heading', { level: 1 })), 'Platform aboneliği');
  assert.ok(document.activeElement === screen.getByRole('heading', { level: 1 }));
  await user.click(screen.getByRole('button', { name: 'Çıkış yap' }));
  await waitFor(() => assert.deepEqual(went, ['reload']));
});

test('the page of a guest is empty; the return address of a payment shows its outcome', async (t) => {
  const { leave } = await account(t, '', { info: { ...STUDENT, logged: false } });
  assert.ok(screen.queryByRole('heading') === null);
  leave();
  await account(t, '?selected=education&state=success', {
    answers: { 'GET /api/account/orders/latest': () => Response.json(null) },
  });
  assert.ok(await screen.findByRole('heading', { name: 'Böyle bir ödeme yok' }));
  assert.equal(textOf(screen.getByRole('heading', { level: 1 })), 'Eğitim');
});

test('without the course, the page explains that a subscription needs it and shows both prices', async (t) => {
  const { leave } = await account(t, '', {
    info: { ...STUDENT, student: false },
    known: [[offersQuery().queryKey, OFFERS]],
  });
  const first = within(screen.getByRole('region', { name: 'Önce eğitim' }));
  assert.ok(first.getByText('Etkin bir aboneliğiniz yok.'));
  assert.ok(first.getByText(/^Abonelik eğitim öğrencilerine açıktır/));
  assert.ok(first.getByText(/^Panel, grafikteki fiyatlar ve tahminci abonelik gerektirmez/));
  assert.ok(first.getByText('Ücretlere KDV dahildir.'));
  assert.equal(
    first.getByRole('link', { name: 'Eğitime git' }).getAttribute('href'),
    '/account?selected=education',
  );
  assert.deepEqual(facts(), [
    'Eğitim ücreti: 9.000,00\u00a0TL',
    '6 aylık abonelik: 3.900,00\u00a0TL',
    '3 aylık abonelik: 2.250,00\u00a0TL',
  ]);
  const offered = within(screen.getByRole('region', { name: 'Aboneliğe dahil olanlar' }));
  assert.equal(offered.getAllByRole('listitem').length, 4);
  assert.ok(offered.queryByRole('link') === null, 'a closed feature is no link');
  assert.ok(screen.queryByRole('status') === null);
  leave();
  await account(t, '', {
    info: { ...STUDENT, student: false },
    answers: { 'GET /api/payment/offers': refusal('forbidden-403') },
  });
  assert.ok(await screen.findByText('Ücretler yüklenemedi'));
});

test('a student can buy a subscription; a subscriber and an administrator see the included features', async (t) => {
  const answers = {
    'GET /api/account/orders/latest': () => Response.json(null),
    'GET /api/account/subscription': { start: NOON, end: NOON + 90 * DAY },
  };
  const known: Showing['known'] = [
    [offersQuery().queryKey, OFFERS],
    [subscriptionQuery().queryKey, { start: NOON, end: NOON + 90 * DAY }],
  ];
  const student = await account(t, '', { known, answers });
  assert.equal(
    textOf(screen.getByRole('status')),
    'Eğitim kaydınız var, platform aboneliği satın alabilirsiniz.',
  );
  assert.equal(screen.getAllByRole('radio').length, 2);
  student.leave();
  const subscriber = await account(t, '', { info: SUBSCRIBER, known, answers });
  assert.ok(screen.getByRole('region', { name: 'Aboneliğiniz' }));
  const included = within(screen.getByRole('region', { name: 'Aboneliğinize dahil' }));
  assert.deepEqual(
    included.getAllByRole('link').map((link) => `${textOf(link)} ${link.getAttribute('href')}`),
    [
      'Sembol sayfaları /dashboard',
      'Portföy /dashboard/portfolio/forex',
      'Favoriler /account?selected=favorites',
      'Grafik çizimleri /dashboard/chart',
    ],
  );
  subscriber.leave();
  await account(t, '', { info: { ...STUDENT, admin: true }, known, answers });
  assert.equal(
    textOf(screen.getByRole('status')),
    'Yönetici hesabı bütün piyasa sayfalarını görür.',
  );
  const open = within(screen.getByRole('region', { name: 'Aboneliğe dahil olanlar' }));
  assert.equal(open.getAllByRole('link').length, 4);
});

test('after a redirect, the page names the closed page and links to its open part', async (t) => {
  const from = (closed: string) =>
    show(t, <AccountRoute />, {
      at: `/account?selected=subscription&closed=${encodeURIComponent(closed)}`,
      known: [
        [sessionQuery().queryKey, STUDENT],
        [offersQuery().queryKey, OFFERS],
      ],
      answers: { 'GET /api/account/orders/latest': () => Response.json(null) },
    });
  const symbol = await from('/dashboard/symbol/THYAO');
  const [status] = screen.getAllByRole('status');
  assert.equal(
    textOf(status ?? null),
    'THYAO sembol sayfası aboneliğe dahildir. Grafiği size açık: THYAO grafiğini aç',
  );
  assert.equal(
    screen.getByRole('link', { name: 'THYAO grafiğini aç' }).getAttribute('href'),
    '/dashboard/chart?symbol=THYAO',
  );
  symbol.leave();
  await from('/dashboard/portfolio/forex');
  assert.equal(textOf(screen.getAllByRole('status')[0] ?? null), 'Portföy aboneliğe dahildir.');
});

function OpenOverlayName() {
  return <output>{useOverlay() ?? 'nothing'}</output>;
}

test('the offer dialog explains the pressed feature and lists only the others', async (t) => {
  t.after(() => showOverlay(null));
  showOverlay('favorites');
  const { user, leave, address } = await show(
    t,
    <>
      <OfferDialog about="favorites" />
      <OpenOverlayName />
    </>,
  );
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Favoriler aboneliğe dahildir' }),
  );
  assert.ok(dialog.getByText(/^Aboneler sembolleri yıldızla işaretler/));
  assert.deepEqual(
    dialog.getAllByRole('listitem').map((item) => textOf(item.querySelector('p'))),
    ['Sembol sayfaları', 'Portföy', 'Grafik çizimleri'],
  );
  const over = () => document.querySelector('output')?.textContent;
  const closers = dialog.getAllByRole('button', { name: 'Kapat' });
  assert.equal(closers.length, 2);
  for (const closer of closers) {
    act(() => showOverlay('favorites'));
    await user.click(closer);
    assert.equal(over(), 'nothing');
  }
  act(() => showOverlay('favorites'));
  await user.click(dialog.getByRole('link', { name: 'Abonelik sayfasını aç' }));
  assert.equal(address(), '/account?selected=subscription');
  assert.equal(over(), 'nothing');
  leave();
  await show(t, <OfferDialog about="drawings" />);
  const drawings = within(
    await screen.findByRole('dialog', { name: 'Çizimler aboneliğe dahildir' }),
  );
  assert.equal(drawings.getAllByRole('listitem').length, 4);
  assert.ok(drawings.queryByRole('link', { name: 'Portföy' }) === null);
});

const SESSIONS: readonly SessionEntry[] = [
  { id: '1', opened: NOON, seen: NOON + 3_600_000, device: 'Firefox, Linux', current: true },
  { id: '2', opened: NOON - DAY, seen: NOON - 3_600_000, device: '', current: false },
  { id: '3', opened: NOON, seen: NOON, device: 'Safari, iPhone', current: false },
];

test('sessions are listed by device; a person ends one session or all others', async (t) => {
  let list = SESSIONS;
  let refused = false;
  const end = 'POST /api/account/sessions/end';
  const { user, calls } = await account(t, '?selected=security', {
    known: [[sessionsQuery().queryKey, SESSIONS]],
    answers: {
      'GET /api/account/sessions': () => list,
      [end]: (sent: unknown) => {
        if (refused) return refusal('not-found-404')();
        const { id } = sent as { id: string | null };
        list = list.filter((one) => one.current || (id !== null && one.id !== id));
        return {};
      },
    },
  });
  const panel = screen.getByRole('region', { name: 'Açık oturumlar' });
  const rows = () => within(panel).getAllByRole('row').map(textOf);
  assert.deepEqual(rows(), [
    'CihazSon kullanımKapat',
    'Firefox, Linuxbu oturumaçılış 21 Kas 12:00şimdi',
    'Bilinmeyen cihazaçılış 20 Kas 12:0021 Kas 11:00Kapat',
    'Safari, iPhoneaçılış 21 Kas 12:0021 Kas 12:00Kapat',
  ]);
  assert.ok(within(panel).getByRole('table', { name: /^Açık oturumlar: cihaz, açılış/ }));
  const close = (name: string) => user.click(within(panel).getByRole('button', { name }));
  refused = true;
  const unknown = 'Oturumu kapat: Bilinmeyen cihaz, son kullanım 21 Kas 11:00';
  await close(unknown);
  await waitFor(() =>
    assert.deepEqual(notices(), [['Oturum kapatılamadı', 'Aradığınız kayıt bulunamadı', 'bad']]),
  );
  refused = false;
  const reads = calls.length;
  await waitFor(() => assert.ok(within(panel).getByRole('button', { name: unknown })));
  await close(unknown);
  await waitFor(() => assert.deepEqual(notices(), [['Oturum kapatıldı', undefined, 'up']]));
  assert.equal(rows().length, 3);
  assert.ok(document.activeElement?.contains(within(panel).getByRole('table')));
  assert.ok(calls.length > reads);

  await close('Diğerlerini kapat');
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Diğer oturumlar kapatılsın mı?' }),
  );
  assert.ok(dialog.getByText(/^Bu tarayıcı dışındaki cihazlarda yeniden giriş/));
  await waitFor(() =>
    assert.ok(document.activeElement === dialog.getByRole('button', { name: 'Vazgeç' })),
  );
  await user.click(dialog.getByRole('button', { name: '1 oturumu kapat' }));
  await waitFor(() =>
    assert.deepEqual(notices(), [['Diğer oturumlar kapatıldı', undefined, 'up']]),
  );
  assert.deepEqual(bodies(calls, end), [{ id: '2' }, { id: '2' }, { id: null }]);
  await waitFor(() =>
    assert.ok(screen.queryByRole('button', { name: 'Diğerlerini kapat' }) === null),
  );
});

test('while one session is being ended, the other buttons are disabled', async (t) => {
  const { user } = await account(t, '?selected=security', {
    known: [[sessionsQuery().queryKey, SESSIONS]],
    answers: {
      'GET /api/account/sessions': SESSIONS,
      'POST /api/account/sessions/end': () => new Promise(() => undefined),
    },
  });
  const buttons = () =>
    screen
      .getAllByRole<HTMLButtonElement>('button', { name: /^(Oturumu kapat|Diğerlerini)/ })
      .map((button) => [button.disabled, button.querySelector('.spin') !== null]);
  assert.deepEqual(buttons(), Array(3).fill([false, false]));
  const [all, second] = screen.getAllByRole('button', { name: /^(Oturumu kapat|Diğerlerini)/ });
  assert.ok(all && second);
  await user.click(second);
  assert.deepEqual(buttons(), [
    [false, false],
    [true, true],
    [true, false],
  ]);
});

test('the password changes after a human check; a wrong current password is shown at its field', async (t) => {
  let code: string | null = 'password-not-match';
  const change = 'POST /api/account/password';
  const { user, calls } = await account(t, '?selected=security', {
    answers: {
      'GET /api/account/sessions': SESSIONS,
      [change]: () => (code === null ? {} : refusal(code)()),
    },
  });
  await screen.findByText('Firefox, Linux');
  const panel = within(screen.getByRole('region', { name: 'Şifre değiştir' }));
  assert.ok(panel.getByText('Şifre değişince bu tarayıcı dışındaki oturumlar kapanır.'));
  assert.ok(panel.getByText('6 ile 32 karakter arası'));
  const account_ = document.querySelector<HTMLInputElement>('input[autocomplete="username"]');
  assert.deepEqual(
    [account_?.value, account_?.hidden, account_?.readOnly],
    ['deniz@example.com', true, true],
  );
  const send = () => user.click(panel.getByRole('button', { name: 'Şifreyi değiştir' }));
  const widget = await waitFor(() => {
    const found = document.querySelector('altcha-widget');
    assert.ok(found);
    return found;
  });
  const solve = (state: string, payload: string | null) =>
    act(
      () =>
        void widget.dispatchEvent(new CustomEvent('statechange', { detail: { state, payload } })),
    );
  await send();
  assert.ok(panel.getByText('6 ile 32 karakter arasında olmalı'));
  assert.ok(document.activeElement === panel.getByLabelText('Eski şifre'));
  await user.type(panel.getByLabelText('Eski şifre'), 'old-secret');
  await user.type(panel.getByLabelText('Yeni şifre'), 'new-secret');
  await send();
  assert.ok(panel.getByText('Önce insan olduğunuzu doğrulayın'));
  solve('verified', 'solution');
  await waitFor(() => assert.ok(panel.queryByText('Önce insan olduğunuzu doğrulayın') === null));
  await send();
  assert.ok(await panel.findByText('Şifre yanlış'));
  assert.ok(document.activeElement === panel.getByLabelText('Eski şifre'));
  assert.deepEqual(bodies(calls, change), [
    { oldPassword: 'old-secret', newPassword: 'new-secret', challenge: 'solution' },
  ]);
  code = null;
  solve('verified', 'another');
  const reads = () => calls.filter(({ call }) => call === 'GET /api/account/sessions').length;
  const before = reads();
  await send();
  assert.ok(await panel.findByText('Güncellendi'));
  assert.ok(panel.getByRole('button', { name: /Şifreyi değ/ }).matches(':disabled'));
  await waitFor(() => assert.equal(reads(), before + 1, 'the other sessions are gone'));
});

const telegram: TelegramReply = {
  UID: 'RS-42',
  active: false,
  link: 'https://t.me/rasat_bot?start=abc',
  signals: false,
  messages: false,
};
const LINKED = { ...telegram, active: true, messages: true };

function bot(t: TestContext, section: TelegramReply, showing: AccountOptions = {}) {
  return account(t, '?selected=telegram', {
    ...showing,
    known: [[telegramQuery().queryKey, section]],
    answers: { 'GET /api/account/telegram': section, ...showing.answers },
  });
}

test('the page shows three steps to link a chat, and the link within seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = telegram;
  const { calls } = await bot(t, telegram, {
    mockTimers: true,
    answers: { 'GET /api/account/telegram': () => now },
  });
  await settle(t);
  const panel = within(screen.getByRole('region', { name: 'Rasat botu' }));
  assert.deepEqual(panel.getAllByRole('listitem').map(textOf), [
    '1Aşağıdaki düğmeyle botu açın.',
    '2Telegram’da Başlat’a dokunun. Kimliğiniz bağlantıda hazırdır.',
    '3Bu sayfa, botun bağlandığını birkaç saniye içinde gösterir.',
  ]);
  assert.ok(panel.getByText('Bağlı değil'));
  assert.equal(
    panel
      .getByRole('link', { name: /^Telegram’da aç ?\(yeni sekmede açılır\)$/ })
      .getAttribute('href'),
    telegram.link,
  );
  assert.deepEqual(facts(), ['Kimliğiniz (UID): RS-42', 'Durum: Bağlantı bekleniyor']);
  const asked = () => calls.filter(({ call }) => call.endsWith('?for=state')).length;
  assert.equal(asked(), 1);
  await settle(t, 3000);
  assert.equal(asked(), 2);
  now = LINKED;
  await settle(t, 3000);
  assert.deepEqual(notices(), [['Telegram hesabınıza bağlandı', undefined, 'up']]);
  assert.ok(panel.getByText('Bağlı'));
  assert.deepEqual(facts(), ['Kimliğiniz (UID): RS-42', 'Durum: Hesabınıza bağlı']);
  const looks = asked();
  await settle(t, 30_000);
  assert.equal(asked(), looks);
});

test('without a bot the page says so; the id can be copied', async (t) => {
  const copied: string[] = [];
  let failing = false;
  const { user } = await bot(t, { ...telegram, link: null });
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: async (text: string) => {
        if (failing) throw new Error('not allowed');
        copied.push(text);
      },
    },
  });
  const panel = within(screen.getByRole('region', { name: 'Rasat botu' }));
  assert.ok(panel.getByText('Bot yok'));
  assert.ok(panel.getByRole('heading', { name: 'Site işletmecisi bir Telegram botu bağlamamış' }));
  assert.ok(panel.getByText('Bu yüzden hesabınız şu anda Telegram’a bağlanamaz.'));
  assert.deepEqual(facts()[1], 'Durum: Bot bağlı değil');
  assert.ok(panel.queryByRole('link') === null);
  await user.click(panel.getByRole('button', { name: 'Kimliği kopyala' }));
  await waitFor(() => assert.deepEqual(notices(), [['Kopyalandı', 'RS-42', undefined]]));
  assert.deepEqual(copied, ['RS-42']);
  failing = true;
  await user.click(panel.getByRole('button', { name: 'Kimliği kopyala' }));
  await waitFor(() => assert.deepEqual(notices(), [['Kopyalanamadı', 'RS-42', 'bad']]));
});

test('a person chooses the notifications of a linked chat and unlinks it', async (t) => {
  let now: TelegramReply = LINKED;
  let refused = false;
  let hold: Promise<unknown> | null = null;
  const save = 'POST /api/account/telegram';
  const { user, calls } = await bot(t, LINKED, {
    info: SUBSCRIBER,
    answers: {
      'GET /api/account/telegram': () => now,
      [save]: async (sent: unknown) => {
        await hold;
        if (refused) return refusal('conflict-409')();
        const { linked, ...change } = sent as { linked?: false };
        now = linked === false ? telegram : { ...now, ...change };
        return {};
      },
    },
  });
  assert.ok(screen.getByText(/^Sorularınızın yanıtları ve ödevlerinizin değerlendirmeleri/));
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  const messages = () => box(/^Platform ve sınıf mesajlarını/);
  const signals = () => box(/^Favorilerimin yeni tahminci/);
  assert.deepEqual([messages().checked, signals().checked], [true, false]);
  assert.equal(signals().disabled, false);
  assert.equal(signals().getAttribute('aria-describedby'), null);
  assert.ok(screen.queryByText('Bu gönderim aboneliğe dahildir.') === null);
  const held = Promise.withResolvers<unknown>();
  hold = held.promise;
  await user.click(signals());
  assert.equal(signals().checked, true, 'the checkbox shows the pressed state at once');
  await user.click(messages());
  assert.equal(messages().checked, false);
  held.resolve(null);
  hold = null;
  await waitFor(() => assert.deepEqual([now.messages, now.signals], [false, true]));
  refused = true;
  await user.click(messages());
  await waitFor(() =>
    assert.deepEqual(notices(), [
      ['Değişiklik kaydedilemedi', 'Bu işlem şu anda yapılamıyor', 'bad'],
    ]),
  );
  await waitFor(() => assert.equal(messages().checked, false));
  refused = false;
  await user.click(screen.getByRole('button', { name: 'Bağlantıyı kes' }));
  await waitFor(() =>
    assert.deepEqual(notices(), [['Telegram bağlantısı kesildi', undefined, undefined]]),
  );
  assert.deepEqual(bodies(calls, save).at(-1), { linked: false });
  assert.ok(await screen.findByText('Bağlı değil'));
});

test('without a subscription, signals cannot be switched on but can be switched off', async (t) => {
  const off = await bot(t, LINKED);
  const signals = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Favorilerimin/ });
  assert.equal(signals().disabled, true);
  assert.equal(
    textOf(document.getElementById(signals().getAttribute('aria-describedby') ?? '')),
    'Bu gönderim aboneliğe dahildir.',
  );
  off.leave();
  const on = await bot(t, { ...LINKED, signals: true, link: null });
  assert.deepEqual([signals().disabled, signals().checked], [false, true]);
  assert.ok(screen.queryByRole('link', { name: /Telegram’da aç/ }) === null);
  on.leave();
  await account(t, '?selected=telegram', {
    answers: { 'GET /api/account/telegram': refusal('unauthorized-401') },
  });
  assert.ok(await screen.findByText('Telegram bilgileri yüklenemedi'));
});

const INVOICES: readonly InvoiceEntry[] = [
  {
    index: 1,
    date: NOON,
    number: 'RST2026000000001',
    kind: 'invoice',
    refersTo: null,
    product: 'lesson',
    amount: 900_000,
    order: 'RS-2026-000001',
  },
  {
    index: 2,
    date: NOON + DAY,
    number: 'RST2026000000002',
    kind: 'credit-note',
    refersTo: 'RST2026000000001',
    product: 'lesson',
    amount: 900_000,
    order: 'RS-2026-000001',
  },
];

function invoices(t: TestContext, desk: boolean, list = INVOICES, answers = {}) {
  t.mock.method(globalThis, 'matchMedia', (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: desk && media.includes('901'),
      onchange: null,
    }),
  );
  return account(t, '?selected=invoices', {
    known: [[invoicesQuery().queryKey, list]],
    answers: { 'GET /api/account/invoice': list, ...answers },
  });
}

test('invoices are listed newest first, as a table or as cards', async (t) => {
  const wide = await invoices(t, true);
  assert.ok(screen.getByRole('table', { name: 'Faturalar ve iade belgeleri, en yenisi üstte' }));
  assert.deepEqual(screen.getAllByRole('row').map(textOf), [
    'NumaraTarihAçıklamaTürTutarPDF',
    'RST202600000000222 Kas 2026EğitimRST2026000000001 numaralı faturanın iadesiİade belgesi−9.000,00\u00a0TLPDF',
    'RST202600000000121 Kas 2026EğitimSipariş RS-2026-000001Fatura9.000,00\u00a0TLPDF',
  ]);
  wide.leave();
  const narrow = await invoices(t, false);
  assert.deepEqual(
    within(screen.getByRole('list', { name: 'Faturalar ve iade belgeleri, en yenisi üstte' }))
      .getAllByRole('listitem')
      .map(textOf),
    [
      'EğitimRST2026000000001 numaralı faturanın iadesi22 Kas 2026 · RST2026000000002−9.000,00\u00a0TLİade belgesiPDF',
      'EğitimSipariş RS-2026-00000121 Kas 2026 · RST20260000000019.000,00\u00a0TLFaturaPDF',
    ],
  );
  narrow.leave();
  const none = await invoices(t, true, []);
  assert.ok(screen.getByRole('heading', { name: 'Henüz faturanız yok', level: 2 }));
  assert.ok(screen.getByText('Bir ödemeniz alındığında faturanız burada görünür.'));
  none.leave();
  await account(t, '?selected=invoices', {
    answers: { 'GET /api/account/invoice': refusal('unauthorized-401') },
  });
  assert.ok(await screen.findByText('Faturalar yüklenemedi'));
});

test('an invoice opens in a new tab that the click itself opened', async (t) => {
  const went = standInLocation(t);
  const tabs: { opener: unknown; closed: boolean; at: string }[] = [];
  let blocked = false;
  t.mock.method(globalThis, 'open', (address: string, target: string) => {
    assert.deepEqual([address, target], ['', '_blank']);
    if (blocked) return null;
    const tab = {
      opener: {},
      closed: false,
      at: '',
      location: { replace: (to: string) => Object.assign(tab, { at: to }) },
      close: () => Object.assign(tab, { closed: true }),
    };
    tabs.push(tab);
    return tab;
  });
  let refused = false;
  const { user } = await invoices(t, true, INVOICES, {
    'GET /api/account/invoice/2': () =>
      refused ? refusal('not-found-404')() : { url: '/api/pdf' },
  });
  const press = () =>
    user.click(
      screen.getByRole('button', {
        name: 'RST2026000000002 numaralı belge, PDF (yeni sekmede açılır)',
      }),
    );
  await press();
  await waitFor(() => assert.equal(tabs[0]?.at, '/api/pdf'));
  assert.equal(tabs[0]?.opener, null, 'the tab cannot reach this page');
  assert.deepEqual(went, []);
  blocked = true;
  await press();
  await waitFor(() => assert.deepEqual(went, ['assign /api/pdf']));
  blocked = false;
  refused = true;
  await press();
  await waitFor(() =>
    assert.deepEqual(notices(), [['Belge açılamadı', 'Aradığınız kayıt bulunamadı', 'bad']]),
  );
  assert.equal(tabs.at(-1)?.closed, true, 'the empty tab is closed');
});

const entry = (symbol: string, type: SymbolEntry['type'], digits: number): SymbolEntry => ({
  symbol,
  type,
  digits,
  name: { tr: `${symbol} adı`, az: `${symbol} ad`, en: `${symbol} name` },
  source: 'simulated',
  delay: { class: 'simulated' as const, ms: 0 },
  calendar: 'always',
  base: '60',
  resolutions: ['60'],
});
const quote = (s: string, p: number, previousClose: number | null): Quote => ({
  s,
  p,
  d: NOON,
  previousClose,
  dayOpen: p,
  dayHigh: p,
  dayLow: p,
  weekOpen: p,
  closes: [p, p + 1, p],
  open: false,
  stale: false,
});

test('favourites show price and change; removing one focuses the next star', async (t) => {
  let list = ['THYAO', 'GONE', 'EURUSD'];
  const quotes = {
    'GET /api/quotes/bist': { serverTime: NOON, quotes: [quote('THYAO', 303, 300)] },
    'GET /api/quotes/forex': {
      serverTime: NOON,
      quotes: [{ ...quote('EURUSD', 1.08452, 1.1), stale: true }],
    },
  };
  const { user, calls } = await account(t, '?selected=favorites', {
    info: SUBSCRIBER,
    known: [
      [favoritesQuery().queryKey, list],
      [
        symbolsQuery().queryKey,
        [entry('EURUSD', 'forex', 5), entry('THYAO', 'bist', 2), entry('BTCUSD', 'crypto', 2)],
      ],
      [quotesQuery('bist').queryKey, quotes['GET /api/quotes/bist']],
      [quotesQuery('forex').queryKey, quotes['GET /api/quotes/forex']],
    ],
    answers: {
      ...quotes,
      'GET /api/account/favorites': () => list,
      'POST /api/account/favorites': (sent: unknown) => {
        list = list.filter((one) => one !== (sent as { symbol: string }).symbol);
        return {};
      },
    },
  });
  assert.ok(screen.getByRole('table', { name: 'Favori semboller ve fiyatları' }));
  assert.deepEqual(screen.getAllByRole('row').map(textOf), [
    'SembolKategoriFiyatGün30 günFavori',
    'THYAOBIST303,00+%1,00',
    'GONE———',
    'EURUSDForex1,08452−%1,41',
  ]);
  assert.equal(screen.getByRole('link', { name: 'THYAO' }).title, 'THYAO adı');
  assert.equal(
    screen.getByRole('link', { name: 'THYAO' }).getAttribute('href'),
    '/dashboard/symbol/THYAO',
  );
  assert.equal(
    screen.getByText('1,08452').title,
    'Son fiyat 12:00:00',
    'a stale price shows its time',
  );
  assert.equal(screen.getByText('303,00').title, '');
  const [spark] = document.querySelectorAll('tbody svg');
  assert.deepEqual([spark?.getAttribute('width'), spark?.getAttribute('height')], ['80', '20']);
  assert.equal(calls.filter(({ call }) => call.startsWith('GET /api/quotes')).length, 0);
  const star = (symbol: string) =>
    screen.getByRole('button', { name: `${symbol} sembolünü favorilerden çıkar` });
  await user.click(star('GONE'));
  await waitFor(() => assert.equal(screen.getAllByRole('row').length, 3));
  assert.ok(document.activeElement === star('EURUSD'), 'the next row gets the focus');
  await user.click(star('EURUSD'));
  await waitFor(() => assert.equal(screen.getAllByRole('row').length, 2));
  assert.ok(document.activeElement === star('THYAO'), 'the last remaining row gets the focus');
  await user.click(star('THYAO'));
  assert.ok(await screen.findByRole('heading', { name: 'Henüz favoriniz yok', level: 2 }));
  assert.ok(document.activeElement === screen.getByRole('heading', { level: 1 }));
  assert.deepEqual(
    bodies(calls, 'POST /api/account/favorites'),
    ['GONE', 'EURUSD', 'THYAO'].map((symbol) => ({ symbol })),
  );
  assert.ok(links().includes('Panele git /dashboard'));
  assert.ok(screen.getByText(/^Bir sembolün sayfasındaki yıldıza basın/));
});

test('favourites need a subscription; a failed read shows an error', async (t) => {
  const { leave } = await account(t, '?selected=favorites');
  assert.ok(screen.getByRole('heading', { name: 'Favoriler aboneliğe dahildir', level: 2 }));
  assert.ok(screen.getByText(/^Aboneler izledikleri sembolleri yıldızla/));
  assert.ok(links().includes('Aboneliğe dahil olanlar /account?selected=subscription'));
  leave();
  await account(t, '?selected=favorites', {
    info: SUBSCRIBER,
    answers: { 'GET /api/account/favorites': refusal('unauthorized-401') },
  });
  assert.ok(await screen.findByText('Favoriler yüklenemedi'));
});

const ERASURE = { requested: null, due: null };

function settings(t: TestContext, showing: Showing = {}, erasure: object = ERASURE) {
  return account(t, '?selected=settings', {
    ...showing,
    known: [[erasureQuery().queryKey, erasure]],
    answers: { 'GET /api/account/erasure': erasure, ...showing.answers },
  });
}

test('a chosen language or appearance applies at once', async (t) => {
  const before = currentLook();
  t.after(() => {
    chooseTheme(before.choice);
    choosePriceColours(before.prices);
    chooseKeys(before.keys);
  });
  const { user } = await settings(t);
  assert.ok(screen.getByText(/^Seçimleriniz hemen uygulanır ve giriş yaptığınız her cihazda/));
  const group = (name: string) => within(screen.getByRole('radiogroup', { name }));
  const chosen = (name: string) =>
    textOf(group(name).getByRole('radio', { checked: true }).closest('label'));
  assert.deepEqual(
    group('Dil')
      .getAllByRole('radio')
      .map((one) => textOf(one.closest('label'))),
    ['Türkçe', 'Azərbaycanca', 'English'],
  );
  assert.equal(group('Dil').getByText('English').lang, 'en');
  await user.click(group('Tema').getByRole('radio', { name: 'Açık' }));
  assert.equal(chosen('Tema'), 'Açık');
  assert.equal(currentLook().choice, 'light');
  await user.click(group('Fiyat renkleri').getByRole('radio', { name: 'Mavi ve turuncu' }));
  assert.equal(chosen('Fiyat renkleri'), 'Mavi ve turuncu');
  assert.equal(currentLook().prices, 'blue-orange');
  const keys = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Tek tuşlu kısayollar' });
  assert.equal(
    textOf(document.getElementById(keys.getAttribute('aria-describedby') ?? '')),
    'Yazarken kapalıdır. Listeyi ? tuşu açar.',
  );
  await user.click(keys);
  assert.deepEqual([keys.checked, currentLook().keys], [false, false]);
  await user.click(group('Dil').getByRole('radio', { name: 'English' }));
  assert.ok(await screen.findByRole('heading', { name: 'Language and appearance' }));
});

test('the stored data of a person is downloaded as one file', async (t) => {
  const files: Blob[] = [];
  const freed: string[] = [];
  Object.assign(URL, {
    createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
    revokeObjectURL: (address: string) => void freed.push(address),
  });
  const later = t.mock.method(globalThis, 'setTimeout');
  const saved: string[] = [];
  t.mock.method(HTMLAnchorElement.prototype, 'click', function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`);
  });
  let refused = true;
  const { user } = await settings(t, {
    answers: {
      'GET /api/account/data': () => (refused ? refusal('forbidden-403')() : { name: 'Deniz' }),
    },
  });
  const panel = within(screen.getByRole('region', { name: 'Verilerim' }));
  assert.ok(panel.getByText(/^Hakkınızda tuttuğumuz her şeyi tek bir JSON dosyası/));
  const press = () => user.click(panel.getByRole('button', { name: 'Verilerimi indir' }));
  await press();
  assert.equal(
    textOf(await panel.findByRole('alert')),
    'Dosya hazırlanamadı. Bu sayfa size açık değilforbidden-403',
  );
  refused = false;
  await press();
  await waitFor(() => assert.deepEqual(saved, ['rasat-RS1-2026-11-21.json blob:1']));
  assert.deepEqual(notices(), [['Dosya indirildi', undefined, undefined]]);
  assert.ok(panel.queryByRole('alert') === null);
  assert.equal(await files[0]?.text(), '{\n  "name": "Deniz"\n}\n');
  const freeing = later.mock.calls.find(({ arguments: [, ms] }) => ms === 60_000);
  assert.ok(freeing, 'the object URL is revoked after a minute');
  assert.deepEqual(freed, []);
  freeing.arguments[0]();
  assert.deepEqual(freed, ['blob:1']);
  clearTimeout(freeing.result);
});

test('an erasure is requested with the password, and withdrawn with it', async (t) => {
  let erasure: object = ERASURE;
  let refused = true;
  const ask = 'POST /api/account/erasure';
  const { user, calls } = await settings(t, {
    answers: {
      'GET /api/account/erasure': () => erasure,
      [ask]: (sent: unknown) => {
        if (refused) return refusal('password-not-match')();
        const { erase } = sent as { erase: boolean };
        erasure = erase ? { requested: NOON, due: NOON + 14 * DAY } : ERASURE;
        return {};
      },
    },
  });
  const panel = within(screen.getByRole('region', { name: 'Hesabı sil' }));
  assert.ok(panel.getByText(/^Hesabınız ve size ait veriler isteğinizden 14 gün sonra silinir/));
  assert.ok(links().includes('Saklama ve imha politikası /info/retention'));
  await user.click(panel.getByRole('button', { name: 'Hesabımı sil' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Hesabınız silinsin mi?' }));
  assert.ok(asking.getByText(/her şey 14 gün sonra geri dönüşsüz silinir/));
  await waitFor(() =>
    assert.ok(document.activeElement === asking.getByRole('button', { name: 'Vazgeç' })),
  );
  await user.click(asking.getByRole('button', { name: 'Vazgeç' }));
  await waitFor(() => assert.ok(screen.queryByRole('dialog') === null));
  await user.click(panel.getByRole('button', { name: 'Hesabımı sil' }));
  const again = within(await screen.findByRole('dialog'));
  await user.type(again.getByLabelText('Şifre'), 'secret-1{Enter}');
  assert.ok(await again.findByText('Şifre yanlış'));
  refused = false;
  await user.click(again.getByRole('button', { name: 'Silme isteğini gönder' }));
  await waitFor(() =>
    assert.deepEqual(notices(), [['Silme isteğiniz alındı', undefined, undefined]]),
  );
  await waitFor(() => assert.ok(screen.queryByRole('dialog') === null));
  // Fourteen days after 21 November.
  assert.equal(
    textOf(await panel.findByRole('status')),
    'Hesabınız 5 Ara 12:00 (TSİ) tarihinde silinecek.İsteğiniz 21 Kas 12:00 tarihinde alındı. O zamana kadar vazgeçebilirsiniz.',
  );
  assert.equal(panel.getByText(/silinecek/).getAttribute('datetime'), '2026-12-05T09:00:00Z');
  await user.click(panel.getByRole('button', { name: 'İsteği geri al' }));
  const back = within(await screen.findByRole('dialog', { name: 'Silme isteği geri alınsın mı?' }));
  assert.ok(back.getByText('Hesabınız olduğu gibi kalır. Şifrenizle onaylayın.'));
  await user.type(back.getByLabelText('Şifre'), 'secret-2');
  await user.click(back.getByRole('button', { name: 'İsteği geri al' }));
  await waitFor(() =>
    assert.deepEqual(notices(), [['Silme isteğiniz geri alındı', undefined, undefined]]),
  );
  assert.deepEqual(bodies(calls, ask), [
    { erase: true, password: 'secret-1' },
    { erase: true, password: 'secret-1' },
    { erase: false, password: 'secret-2' },
  ]);
  assert.ok(await panel.findByRole('button', { name: 'Hesabımı sil' }));
});

test('a failed read of the erasure shows an error', async (t) => {
  await account(t, '?selected=settings', {
    answers: { 'GET /api/account/erasure': refusal('unauthorized-401') },
  });
  assert.ok(await screen.findByText('Silme isteğinizin durumu yüklenemedi'));
});
