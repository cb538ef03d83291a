import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { GUEST_SESSION } from '@rasat/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { UNSAFE_ErrorResponseImpl as Answered, useNavigate } from 'react-router';
import type { Health } from '../../api/calls/health.ts';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { noteAnswer, noteNoAnswer } from '../../api/client/connection.ts';
import { liveSocket } from '../../api/live/live.ts';
import { type SessionInfo, sessionQuery } from '../../api/session/session.ts';
import { textOf } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { standInLocation } from '../../testing/stand-in.ts';
import { chooseKeys, choosePriceColours, chooseTheme, currentLook } from '../../ui/look.ts';
import { showOverlay, useOverlay } from '../../ui/overlay.ts';
import { learnServerTime } from '../../ui/use-now.ts';
import { Crash } from './crash.tsx';
import { Help } from './help.tsx';
import { NoConnectionPage } from './no-connection.tsx';
import OfflineRoute from './offline-route.tsx';
import { Shell } from './shell.tsx';
import { showStartFailure } from './start-failure.ts';
import { useGlobalKeys } from './use-global-keys.ts';

const PERSON: SessionInfo = {
  ...GUEST_SESSION,
  logged: true,
  id: 'RS1',
  name: 'irem',
  surname: 'Işık',
  email: 'irem@example.com',
};
/** 21 November 2026, 12:00:05 in Istanbul. */
const NOW = Date.UTC(2026, 10, 21, 9, 0, 5);
const HEALTH: Health = { ready: true, behind: false, filled: 1, busy: false, serverTime: NOW };

const entry = (symbol: string, source: string): SymbolEntry => ({
  symbol,
  type: 'forex',
  digits: 5,
  name: { tr: symbol, az: symbol, en: symbol },
  source,
  delay: { class: 'simulated' as const, ms: 0 },
  calendar: 'forex',
  base: '60',
  resolutions: ['60'],
});

function Over() {
  useGlobalKeys();
  return <i id="over">{useOverlay() ?? 'nothing'}</i>;
}
const over = () => document.querySelector('#over')?.textContent;

/** Sets a page's title, with links to other pages. */
function Page() {
  const navigate = useNavigate();
  return (
    <button onClick={() => void navigate('/record')} type="button">
      elsewhere
    </button>
  );
}

interface Framed extends Showing {
  readonly health?: Health;
  readonly unread?: number;
}

function frame(
  t: TestContext,
  info: SessionInfo,
  { health = HEALTH, unread = 0, ...showing }: Framed = {},
) {
  noteAnswer();
  learnServerTime(0, 0);
  t.after(() => {
    showOverlay(null);
    learnServerTime(0, 0);
  });
  return show(
    t,
    <>
      <Shell>
        <Page />
      </Shell>
      <Over />
    </>,
    {
      at: '/dashboard',
      known: [[sessionQuery().queryKey, info]],
      ...showing,
      answers: {
        'POST /api/auth/info': info,
        'GET /api/health': health,
        'GET /api/symbols': [entry('EURUSD', 'simulated'), entry('USDTRY', 'file')],
        'GET /api/account/messages/unread': { platform: unread, class: 0 },
        ...showing.answers,
      },
    },
  );
}

const linksOf = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map(
      (link) => `${link.getAttribute('aria-label') ?? textOf(link)} ${link.getAttribute('href')}`,
    );

test('a guest sees sign-in and registration, five pages in the tab bar, and the source of the page’s prices', async (t) => {
  await frame(t, GUEST_SESSION, { at: '/dashboard?a=1' });
  const header = screen.getByRole('banner');
  assert.deepEqual(linksOf(header), [
    'Rasat, ana sayfa /',
    'Panel /dashboard',
    'Grafik /dashboard/chart',
    'Tahminci /dashboard/predictor/forex',
    'Portföy /dashboard/portfolio/forex',
    'Sicil /record',
    'Giriş /auth/login?redirect=%2Fdashboard%3Fa%3D1',
    'Üye ol /auth/register?redirect=%2Fdashboard%3Fa%3D1',
  ]);
  const menu = screen.getByRole('navigation', { name: 'Ana menü' });
  assert.equal(textOf(within(menu).getByRole('link', { current: 'page' })), 'Panel');
  const tabs = screen.getByRole('navigation', { name: 'Alt menü' });
  assert.equal(within(tabs).getAllByRole('link').length, 5);
  assert.equal(textOf(within(tabs).getByRole('link', { current: 'page' })), 'Panel');
  const footer = within(screen.getByRole('contentinfo'));
  assert.ok(footer.getByText('Buradaki hiçbir veri yatırım tavsiyesi değildir.'));
  assert.equal(footer.getByRole('link', { name: 'Sicil' }).getAttribute('href'), '/record');
  assert.ok(await footer.findByText('Gösterilen sembollerin bir kısmının fiyatı simülasyondur.'));
  const skip = screen.getByRole('link', { name: 'İçeriğe geç' });
  assert.equal(skip.getAttribute('href'), '#main');
  assert.equal(screen.getByRole('main').id, 'main');
  assert.ok(screen.queryByRole('status') === null);
});

test('a signed-in person sees messages and account, in the header and in the menu', async (t) => {
  const went = standInLocation(t);
  const { user, address } = await frame(
    t,
    { ...PERSON, admin: true },
    {
      at: '/account',
      unread: 10,
      answers: { 'POST /api/auth/logout': {} },
    },
  );
  const header = screen.getByRole('banner');
  assert.equal(linksOf(header)[0], 'Rasat, panele dön /dashboard');
  const bell = await within(header).findByRole('link', { name: 'Mesajlar, 10 okunmamış' });
  assert.equal(textOf(bell), '9+');
  assert.equal(bell.title, 'Mesajlar, 10 okunmamış');
  const tabs = screen.getByRole('navigation', { name: 'Alt menü' });
  assert.deepEqual(linksOf(tabs), [
    'Panel /dashboard',
    'Grafik /dashboard/chart',
    'Tahminci /dashboard/predictor/forex',
    'Portföy /dashboard/portfolio/forex',
    'Sicil /record',
    'Hesap /account',
  ]);
  assert.equal(textOf(within(tabs).getByRole('link', { current: 'page' })), 'Hesap');

  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'İI, Hesap menüsü' }));
    return within(await screen.findByRole('menu', { name: 'Hesap menüsü' }));
  };
  const menu = await open();
  assert.ok(menu.getByText('irem Işık'));
  assert.ok(menu.getByText('irem@example.com'));
  assert.deepEqual(menu.getAllByRole('menuitem').map(textOf), [
    'Hesabım',
    'Mesajlar10Mesajlar, 10 okunmamış',
    'Sicil',
    'Yönetim',
    'Çıkış yap',
  ]);
  for (const [name, to] of [
    [/^Mesajlar/, '/dashboard/messages'],
    [/^Sicil/, '/record'],
    [/^Yönetim/, '/admin'],
    [/^Hesabım/, '/account'],
  ] as const) {
    const shown =
      screen.queryByRole('menu') === null ? await open() : within(screen.getByRole('menu'));
    await user.click(shown.getByRole('menuitem', { name }));
    await waitFor(() => assert.equal(address(), to));
    await waitFor(() => assert.ok(screen.queryByRole('menu') === null));
  }
  await user.click((await open()).getByRole('menuitem', { name: 'Çıkış yap' }));
  await waitFor(() => assert.deepEqual(went, ['reload']));
});

test('nine unread messages show a number, no unread message shows none; a plain person has no back office', async (t) => {
  const nine = await frame(t, PERSON, { unread: 9 });
  assert.equal(textOf(await screen.findByRole('link', { name: 'Mesajlar, 9 okunmamış' })), '9');
  nine.leave();
  const { user } = await frame(t, PERSON);
  await user.click(await screen.findByRole('button', { name: 'İI, Hesap menüsü' }));
  const items = within(await screen.findByRole('menu'))
    .getAllByRole('menuitem')
    .map(textOf);
  assert.deepEqual(items, ['Hesabım', 'Mesajlar', 'Sicil', 'Çıkış yap']);
  const bell = screen
    .getByRole('banner')
    .querySelector('a[href="/dashboard/messages"][aria-label]');
  assert.deepEqual([bell?.getAttribute('aria-label'), textOf(bell)], ['Mesajlar', '']);
});

test('appearance and language are chosen in their menus', async (t) => {
  const before = currentLook();
  t.after(() => {
    chooseTheme(before.choice);
    choosePriceColours(before.prices);
    chooseKeys(before.keys);
  });
  chooseTheme('dark');
  const { user } = await frame(t, GUEST_SESSION);
  const button = screen.getByRole('button', { name: 'Görünüm' });
  assert.deepEqual(
    [button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')],
    ['menu', 'false'],
  );
  assert.ok(button.querySelector('.lucide-moon'));
  await user.click(button);
  const menu = within(await screen.findByRole('menu', { name: 'Görünüm' }));
  const choices = menu
    .getAllByRole('group')
    .map((group) => [
      textOf(document.getElementById(group.getAttribute('aria-labelledby') ?? '')),
      ...within(group).getAllByRole('menuitemradio').map(textOf),
    ])
    .filter(([label]) => label !== '');
  assert.deepEqual(choices, [
    ['Tema', 'Sistem', 'Koyu', 'Açık'],
    ['Fiyat renkleri', 'Turkuaz ve kırmızı', 'Mavi ve turuncu'],
  ]);
  await user.click(menu.getByRole('menuitemradio', { name: 'Açık' }));
  assert.equal(currentLook().theme, 'light');
  assert.ok(document.querySelector('header .lucide-sun'));
  await user.click(menu.getByRole('menuitemradio', { name: 'Mavi ve turuncu' }));
  assert.equal(currentLook().prices, 'blue-orange');
  await user.click(menu.getByRole('menuitemcheckbox', { name: 'Tek tuşlu kısayollar' }));
  assert.equal(currentLook().keys, false);
  await user.click(menu.getByRole('menuitem', { name: 'Yardım ve kısayollar' }));
  assert.equal(over(), 'help');

  await user.click(screen.getByRole('button', { name: 'TR, Dil: Türkçe' }));
  const languages = within(await screen.findByRole('menu', { name: 'Dil' }));
  assert.deepEqual(
    languages.getAllByRole('menuitemradio').map((one) => [textOf(one), one.lang]),
    [
      ['Türkçe', 'tr'],
      ['Azərbaycanca', 'az'],
      ['English', 'en'],
    ],
  );
  await user.click(languages.getByRole('menuitemradio', { name: 'English' }));
  assert.ok(await screen.findByRole('button', { name: 'EN, Language: English' }));
});

test('the search opens the palette, also on a phone', async (t) => {
  const { user } = await frame(t, GUEST_SESSION);
  for (const name of [/^Sembol veya komut ara/, 'Ara']) {
    act(() => showOverlay(null));
    await user.click(screen.getByRole('button', { name }));
    assert.equal(over(), 'palette');
  }
});

test("the clock shows the server's time in Istanbul", async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  await frame(t, GUEST_SESSION, { health: { ...HEALTH, serverTime: NOW + 60_000 } });
  const clock = await screen.findByTitle('Türkiye saati');
  await waitFor(() => assert.equal(textOf(clock), '12:01:05 TSİ'));
});

test('while a fresh server computes its first bars the page shows the progress', async (t) => {
  await frame(t, GUEST_SESSION, { health: { ...HEALTH, behind: true, filled: 0.428 } });
  const status = await screen.findByRole('status');
  assert.equal(textOf(status), 'Piyasalar hazırlanıyor: %42');
  assert.equal(status.querySelector<HTMLElement>('[style]')?.style.width, '42.8%');
});

test('a page opened without a document load is announced, the first one is not', async (t) => {
  const { user } = await frame(t, GUEST_SESSION);
  const said = () => textOf(document.querySelector('p[aria-live="polite"]'));
  document.title = 'Sicil · Rasat';
  assert.equal(said(), '');
  const waited = t.mock.method(globalThis, 'setTimeout');
  await user.click(screen.getByRole('button', { name: 'elsewhere' }));
  await waitFor(() => assert.equal(said(), 'Sicil · Rasat'));
  assert.ok(
    waited.mock.calls.some(({ arguments: [, ms] }) => ms === 250),
    'the page has time to set its title',
  );
});

test('a lost connection is shown after two seconds, and at once without a network', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  t.after(() => {
    window.dispatchEvent(new Event('online'));
    noteAnswer();
  });
  const lost = async (ms: number) => {
    noteAnswer();
    t.mock.timers.setTime(NOW);
    const { leave } = await frame(t, GUEST_SESSION);
    await waitFor(() => assert.ok(screen.queryByText(/simülasyondur/)));
    t.mock.timers.setTime(NOW);
    noteNoAnswer();
    leave();
    t.mock.timers.setTime(NOW + ms);
    const again = await show(t, <Shell>page</Shell>, {
      known: [[sessionQuery().queryKey, GUEST_SESSION]],
      answers: {
        'GET /api/health': () => new Promise(() => undefined),
        'GET /api/symbols': () => new Promise(() => undefined),
      },
    });
    const found = screen.queryAllByRole('status').map(textOf);
    again.leave();
    return found;
  };
  assert.deepEqual(await lost(0), []);
  assert.deepEqual(await lost(1000), []);
  assert.deepEqual(await lost(2000), ['Yeniden bağlanıyorYeniden bağlanıyor']);
  act(() => void window.dispatchEvent(new Event('offline')));
  await frame(t, GUEST_SESSION, {
    answers: {
      'GET /api/health': () => new Promise(() => undefined),
      'GET /api/symbols': () => new Promise(() => undefined),
    },
  });
  act(() => void window.dispatchEvent(new Event('offline')));
  assert.equal(textOf(screen.getAllByRole('status')[0]), 'Bağlantı yok');
});

test('a lost live connection shows since when and at which attempt, and can be retried at once', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  const retry = t.mock.method(liveSocket, 'retryNow', () => undefined);
  const state = { phase: 'reconnecting', attempt: 3, lostMs: NOW - 5000 } as const;
  t.mock.getter(liveSocket, 'state', () => state);
  const { user } = await frame(t, GUEST_SESSION);
  const status = await screen.findByRole('status');
  assert.ok(
    within(status).getByText(
      'Canlı fiyat kesildi. Son fiyat 12:00:00. Yeniden bağlanıyor, 3. deneme.',
    ),
  );
  await user.click(within(status).getByRole('button', { name: 'Şimdi dene' }));
  assert.equal(retry.mock.callCount(), 1);
});

test('shortcuts work on every page; `g` and a second key open a page', async (t) => {
  const before = currentLook().choice;
  t.after(() => chooseTheme(before));
  chooseTheme('dark');
  const { user, address } = await frame(t, GUEST_SESSION);
  const heard: string[] = [];
  const listen = (event: KeyboardEvent): void => void heard.push(event.key);
  window.addEventListener('keydown', listen as EventListener);
  t.after(() => window.removeEventListener('keydown', listen as EventListener));
  await user.keyboard('t');
  assert.equal(currentLook().theme, 'light');
  await user.keyboard('?');
  assert.equal(over(), 'help');
  act(() => showOverlay(null));
  await user.keyboard('/');
  assert.equal(over(), 'palette');
  act(() => showOverlay(null));
  await user.keyboard('gc');
  assert.equal(address(), '/dashboard/chart');
  await user.keyboard('gt');
  assert.equal(address(), '/dashboard/predictor/forex');
  assert.deepEqual(heard, [], 'the page receives no key of a sequence');
  await user.keyboard('gx');
  assert.equal(address(), '/dashboard/predictor/forex');
  assert.deepEqual(heard, [], 'a second key belongs to the sequence');
  await user.keyboard('x');
  assert.deepEqual(heard, ['x']);
  await user.keyboard('c');
  assert.equal(address(), '/dashboard/predictor/forex');
  const press = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, init);
  assert.equal(press({ key: 't', repeat: true }), true, 'a repeated key event is ignored');
  assert.equal(press({ key: 'k', ctrlKey: true }), false);
  assert.equal(over(), 'palette');
  act(() => showOverlay(null));
  chooseKeys(false);
  t.after(() => chooseKeys(true));
  await act(async () => undefined);
  await user.keyboard('?');
  assert.equal(over(), 'nothing');
});

test("the code of other pages is loaded at the visitor's first input, never without a server", async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const prefetched = () => document.querySelectorAll('link[rel="modulepreload"]').length;
  await frame(t, GUEST_SESSION);
  const waits = t.mock.method(globalThis, 'setTimeout');
  const again = () => waits.mock.calls.filter(({ arguments: [, ms] }) => ms === 10_000).length;
  act(() => noteNoAnswer());
  act(() => void window.dispatchEvent(new Event('pointermove')));
  assert.equal(again(), 1, 'it waits for the server');
  act(() => noteAnswer());
  act(() => void window.dispatchEvent(new Event('keydown')));
  assert.equal(again(), 1);
  assert.equal(prefetched(), 0, 'the router of this test has nothing to fetch');
});

test('the help restarts the tour for a signed-in person', async (t) => {
  t.after(() => showOverlay(null));
  showOverlay('help');
  const { user, address } = await show(
    t,
    <>
      <Help />
      <Over />
    </>,
    {
      at: '/record',
      known: [[sessionQuery().queryKey, PERSON]],
      answers: { 'POST /api/auth/info': PERSON },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Paneli tanıtan tur' }));
  assert.equal(over(), 'tour');
  assert.equal(address(), '/dashboard');
});

test('the help lists every shortcut; in the back office its own', async (t) => {
  t.after(() => showOverlay(null));
  showOverlay('help');
  const { user, leave } = await show(
    t,
    <>
      <Help />
      <Over />
    </>,
    { at: '/dashboard' },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Yardım ve kısayollar' }));
  assert.ok(dialog.getByText(/^Kısayollar yazarken kapalıdır\. Tek tuşlu olanlar/));
  assert.equal(dialog.getByRole('link', { name: 'Sözlük' }).getAttribute('href'), '/info/glossary');
  const rows = () =>
    screen
      .getAllByRole('term')
      .map((term) => `${textOf(term)}: ${textOf(term.nextElementSibling)}`);
  assert.deepEqual(rows(), [
    'Sembol veya komut ara: Ctrl K veya /',
    'Temayı değiştir: t',
    'Sembol sayfasında favoriyi değiştir: f',
    'Bu listeyi aç: ?',
    'Panel: g sonra p',
    'Grafik: g sonra c',
    'Tahminci: g sonra t',
    'Portföy: g sonra o',
    'Mesajlar: g sonra m',
    'Kutular: 1–5',
    'Kutu seviyeleri: Shift1–4',
    'Gann tayfı: n',
    'Crystal seviyeleri: r',
    'TP seviyeleri: h',
    'Koni: ne kadar uzağa, hangi yöne değil: k',
    'Daha kısa veya uzun zaman aralığı: ,.',
    'İmleci bir mum kaydır: ←→',
    'Çizili seviyeler arasında gez: ↑↓',
    'Neden bu seviye: Enter',
    'Kapat veya seçimi bırak: Esc',
    'Tam ekran: ShiftF',
  ]);
  assert.deepEqual(dialog.getAllByRole('heading', { level: 3 }).map(textOf), [
    'Genel',
    'Sayfalar',
    'Grafik',
  ]);
  const dash = [...document.querySelectorAll('dd *')].filter((one) => textOf(one) === '–');
  assert.deepEqual(
    [...new Set(dash.map(({ tagName }) => tagName))],
    ['SPAN'],
    'a dash is not a key',
  );
  await user.click(dialog.getByRole('button', { name: 'Kapat' }));
  assert.equal(over(), 'nothing');
  leave();
  await show(t, <Help />, { at: '/admin/homework' });
  await screen.findByRole('dialog');
  assert.deepEqual(rows().slice(9), [
    'Sonraki veya önceki satır, ödev ya da soru: jk',
    'Listede ara: /',
    'Ödevi onayla: a',
    'Ödev için düzeltme iste: d',
    'Kararı geri al: z',
    'Yanıtı gönder: CtrlEnter',
  ]);
  assert.ok(screen.getByRole('heading', { name: 'Yönetim' }));
});

test('a page that failed can be loaded again; an unknown address says so', async (t) => {
  const went = standInLocation(t);
  const { user, leave } = await show(t, <Crash error={new Error('broken')} />);
  assert.ok(screen.getByRole('heading', { name: 'Sayfa açılamadı', level: 1 }));
  assert.ok(screen.getByText(/^Beklenmeyen bir hata oluştu/));
  assert.equal(document.title, 'Sayfa açılamadı · Rasat');
  await user.click(screen.getByRole('button', { name: 'Sayfayı yenile' }));
  assert.deepEqual(went, ['reload']);
  leave();
  const missing = await show(t, <Crash error={new Answered(404, 'Not Found', null)} />);
  assert.ok(screen.getByRole('heading', { name: 'Bu adreste sayfa yok', level: 1 }));
  missing.leave();
  await show(t, <Crash error={new Answered(500, 'Broken', null)} />);
  assert.ok(screen.getByRole('heading', { name: 'Sayfa açılamadı' }));
});

test('a page that needs the server says so, and opens when the server answers', async (t) => {
  const went = standInLocation(t);
  const page = await show(t, <NoConnectionPage to="/account" />);
  assert.ok(screen.getByRole('heading', { name: 'Bağlantı yok', level: 1 }));
  assert.ok(screen.getByText(/^Bu sayfa için bağlantı gerekiyor/));
  assert.ok(screen.getByText(/^Panel ve grafik, bu tarayıcının en son gördüğü/));
  assert.deepEqual(linksOf(screen.getByRole('main')), [
    'Panel /dashboard',
    'Grafik /dashboard/chart',
  ]);
  assert.equal(document.title, 'Bağlantı yok · Rasat');
  await page.user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
  assert.deepEqual(went.splice(0), ['assign /account']);
  page.leave();

  t.mock.timers.enable({ apis: ['setTimeout'] });
  const waiting = await show(t, <OfflineRoute />, {
    at: '/offline?to=%2Frecord',
    answers: { 'POST /api/auth/info': () => new Promise(() => undefined) },
  });
  act(() => t.mock.timers.tick(10_000));
  assert.deepEqual(went, [], 'the server has not answered');
  fireEvent.click(screen.getByRole('button', { name: 'Yeniden dene' }));
  assert.deepEqual(went.splice(0), ['replace /record']);
  waiting.leave();
  await show(t, <OfflineRoute />, {
    at: '/offline?to=%2Frecord',
    known: [[sessionQuery().queryKey, GUEST_SESSION]],
  });
  act(() => t.mock.timers.tick(1499));
  assert.deepEqual(went, []);
  act(() => t.mock.timers.tick(1));
  assert.deepEqual(went, ['replace /record']);
});

test('a start without texts shows an error in the language of the document', (t) => {
  const went = standInLocation(t);
  const { lang } = document.documentElement;
  const said = (language: string) => {
    document.documentElement.lang = language;
    showStartFailure();
    const note = screen.getByRole('alert');
    const found = [...note.children].map(textOf);
    fireEvent.click(within(note).getByRole('button'));
    note.remove();
    return found;
  };
  t.after(() => {
    document.documentElement.lang = lang;
  });
  assert.deepEqual(said('en'), [
    'The page could not be loaded. Check your connection.',
    'Reload the page',
  ]);
  assert.deepEqual(said('az'), ['Səhifə yüklənmədi. Əlaqənizi yoxlayın.', 'Səhifəni yenilə']);
  const turkish = ['Sayfa yüklenemedi. Bağlantınızı denetleyin.', 'Sayfayı yenile'];
  assert.deepEqual(said('tr'), turkish);
  assert.deepEqual(said('fr'), turkish);
  assert.equal(went.length, 4);
});
