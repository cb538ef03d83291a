import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { GUEST_SESSION } from '@rasat/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { favoritesQuery } from '../../api/calls/favorites.ts';
import { quotesQuery, type SymbolEntry, symbolsQuery } from '../../api/calls/market.ts';
import { type SessionInfo, sessionQuery } from '../../api/session/session.ts';
import { useRegisterPress } from '../../drawings/press.ts';
import { shell } from '../../i18n/tr/shell.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { chooseTheme, currentLook } from '../../ui/look.ts';
import { showOverlay, useOverlay } from '../../ui/overlay.ts';
import { Palette } from './palette.tsx';

const PERSON: SessionInfo = { ...GUEST_SESSION, logged: true, subscribed: true, id: 'RS1' };

const entry = (symbol: string, type: SymbolEntry['type'], name: string): SymbolEntry => ({
  symbol,
  type,
  digits: 2,
  name: { tr: name, az: name, en: name },
  source: 'simulated',
  delay: { class: 'simulated' as const, ms: 0 },
  calendar: 'always',
  base: '60',
  resolutions: ['60'],
});
const SYMBOLS = [
  entry('EURUSD', 'forex', 'Euro'),
  entry('THYAO', 'bist', 'Türk Hava Yolları'),
  ...Array.from({ length: 9 }, (_, at) => entry(`SYM${at}`, 'nasdaq', `Şirket ${at}`)),
];
const NOON = Date.UTC(2026, 10, 21, 9);
const QUOTE = {
  s: 'EURUSD',
  p: 1.09,
  d: NOON,
  previousClose: 1.08,
  dayOpen: 1,
  dayHigh: 2,
  dayLow: 1,
  weekOpen: 1,
  closes: [],
  open: true,
  stale: false,
};

function Over() {
  return <output>{useOverlay() ?? 'nothing'}</output>;
}
const over = () => document.querySelector('output')?.textContent;

function palette(t: TestContext, info: SessionInfo, at = '/dashboard', showing: Showing = {}) {
  const none = { serverTime: NOON, quotes: [] };
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['Date'], now: NOON });
  showOverlay('palette');
  t.after(() => showOverlay(null));
  return show(
    t,
    <>
      <Palette />
      <Over />
    </>,
    {
      at,
      known: [
        [sessionQuery().queryKey, info],
        [symbolsQuery().queryKey, SYMBOLS],
        [favoritesQuery().queryKey, ['THYAO']],
        ...(['crypto', 'bist', 'nasdaq', 'index'] as const).map(
          (type) => [quotesQuery(type).queryKey, none] as const,
        ),
        [quotesQuery('forex').queryKey, { serverTime: NOON, quotes: [QUOTE] }],
      ],
      ...showing,
    },
  );
}

const groups = () =>
  screen.getAllByRole('group').map((group) => {
    const label = document.getElementById(group.getAttribute('aria-labelledby') ?? '');
    return [
      label?.textContent,
      ...within(group)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ];
  });
const field = () => screen.getByRole('combobox', { name: 'Sembol, komut veya sayfa' });

test('each page of the menu is found by its name', async (t) => {
  const { user } = await palette(t, PERSON, '/account');
  for (const name of Object.values(shell.nav)) {
    await user.clear(field());
    await user.type(field(), name);
    const found = await screen.findAllByRole('option', { name: new RegExp(`^${name}`) });
    assert.ok(found.length > 0, name);
  }
});

test('a guest finds symbols without prices, commands of the first symbol, and pages', async (t) => {
  const { user } = await palette(t, GUEST_SESSION);
  assert.ok(screen.getByRole('dialog', { name: 'Sembol ve komut arama' }));
  const [symbols, commands, pages] = groups();
  assert.deepEqual(symbols?.slice(0, 3), [
    'Semboller',
    'EURUSDEuroEnter',
    'THYAOTürk Hava YollarıEnter',
  ]);
  assert.equal(symbols?.length, 1 + 8, 'eight of them');
  assert.deepEqual(commands, ['Komutlar', 'EURUSD sayfasını aç', 'EURUSD grafiğini aç']);
  assert.deepEqual(pages, [
    'Sayfalar ve ayarlar',
    'Grafikgc',
    'Tahminci: Forexgt',
    'Portföy: Forexgo',
    'Açık temaya geçt',
    'Yardım ve kısayollar?',
  ]);
  assert.ok(screen.queryByText(/simülasyon/) === null);
  assert.ok(screen.getByText('8 sembol bulundu'));
  await user.type(field(), 'sicil');
  await waitFor(() => assert.deepEqual(groups(), [['Sayfalar ve ayarlar', 'Sicil']]));
  assert.ok(screen.getByText('0 sembol bulundu'));
  await user.clear(field());
  await user.type(field(), 'zzzz');
  assert.ok(await screen.findByText('“zzzz” için sonuç yok'));
});

test('a signed-in person sees prices, messages, the account and the star of a symbol', async (t) => {
  const { user } = await palette(t, PERSON, '/dashboard/portfolio/bist');
  const [symbols, commands, pages] = groups();
  assert.equal(symbols?.[1], 'EURUSDEuro1,09Enter');
  assert.equal(symbols?.[2], 'THYAOTürk Hava Yolları—Enter');
  assert.equal(commands?.[3], 'EURUSD sembolünü favorilere ekle');
  assert.deepEqual(pages?.slice(1, 6), [
    'Panelgp',
    'Grafikgc',
    'Mesajlargm',
    'Tahminci: BISTgt',
    'Portföy: BISTgo',
  ]);
  assert.ok(screen.getByText(/^Fiyatlar simülasyondur/));
  await user.type(field(), 'hesab');
  await waitFor(() => assert.deepEqual(groups(), [['Sayfalar ve ayarlar', 'Hesabım']]));
  await user.clear(field());
  await user.type(field(), 'tahminci');
  await waitFor(() => assert.equal(groups()[0]?.length, 6, 'every category'));
});

function OverChart({ press }: { readonly press: (id: string) => void }) {
  useRegisterPress(press);
  return <Palette />;
}

test('on a chart its drawings are found by name and can be started', async (t) => {
  const pressed: string[] = [];
  const chart = <OverChart press={(id) => pressed.push(id)} />;
  showOverlay('palette');
  t.after(() => showOverlay(null));
  const { user, again } = await show(t, chart, { known: [[symbolsQuery().queryKey, SYMBOLS]] });
  assert.ok(!groups().some(([name]) => name === 'Çizimler'), 'only after something is typed');
  await user.type(field(), 'seviyeleri 36');
  await waitFor(() => assert.deepEqual(groups(), [['Çizimler', '36 seviyeleriShift4']]));
  await user.keyboard('{Enter}');
  assert.deepEqual(pressed, ['levels.36']);
  again(<Palette />);
  await user.type(field(), 'seviyeleri');
  assert.ok(await screen.findByText(/için sonuç yok/), 'none without a chart');
});

test('the symbol of the page comes first, without the command to open it', async (t) => {
  const page = await palette(t, PERSON, '/dashboard/symbol/THYAO');
  const [symbols, commands] = groups();
  assert.match(symbols?.[1] ?? '', /^THYAO/);
  assert.deepEqual(commands, [
    'Komutlar',
    'THYAO grafiğini aç',
    'THYAO sembolünü favorilerden çıkarf',
  ]);
  page.leave();
  await palette(t, GUEST_SESSION, '/dashboard/chart?symbol=SYM8');
  assert.match(groups()[0]?.[1] ?? '', /^SYM8/);
  assert.equal(groups()[1]?.[1], 'SYM8 sayfasını aç');
});

test('the commands follow the selected symbol; choosing one closes the palette and opens its page', async (t) => {
  const { user, address } = await palette(t, PERSON);
  await user.keyboard('{ArrowDown}');
  await waitFor(() => assert.equal(groups()[1]?.[1], 'THYAO sayfasını aç'));
  await user.keyboard('{Enter}');
  await waitFor(() => assert.equal(address(), '/dashboard/symbol/THYAO'));
  assert.equal(over(), 'nothing');
});

test('every command does what its name says', async (t) => {
  const before = currentLook().choice;
  t.after(() => chooseTheme(before));
  chooseTheme('dark');
  const { user, address, calls } = await palette(t, PERSON, '/dashboard/messages', {
    answers: { 'POST /api/account/favorites': {}, 'GET /api/account/favorites': ['THYAO'] },
  });
  const press = async (name: string, query = '') => {
    act(() => showOverlay('palette'));
    await user.clear(field());
    if (query !== '') await user.type(field(), query);
    await user.click(await screen.findByRole('option', { name }));
  };
  await press('EURUSD sayfasını aç');
  assert.equal(address(), '/dashboard/symbol/EURUSD');
  assert.equal(over(), 'nothing');
  await press('EURUSD grafiğini aç');
  assert.equal(address(), '/dashboard/chart?symbol=EURUSD');
  await press('Panelgp');
  assert.equal(address(), '/dashboard');
  await press('Grafikgc');
  assert.equal(address(), '/dashboard/chart');
  await press('Mesajlargm');
  assert.equal(address(), '/dashboard/messages');
  await press('Sicil', 'sicil');
  assert.equal(address(), '/record');
  await press('Hesabım', 'hesab');
  assert.equal(address(), '/account');
  await press('Tahminci: Kripto', 'tahminci');
  assert.equal(address(), '/dashboard/predictor/crypto');
  await press('Portföy: Endeks', 'portföy');
  assert.equal(address(), '/dashboard/portfolio/index');
  await press('Açık temaya geçt');
  assert.equal(currentLook().theme, 'light');
  await press('Koyu temaya geçt');
  assert.equal(currentLook().theme, 'dark');
  await press('EURUSD sembolünü favorilere ekle');
  await waitFor(() =>
    assert.deepEqual(calls.find(({ call }) => call.startsWith('POST'))?.body, { symbol: 'EURUSD' }),
  );
  await press('Yardım ve kısayollar?');
  assert.equal(over(), 'help');
  act(() => showOverlay('palette'));
  await user.click(screen.getByRole('button', { name: 'Esc, aramayı kapat' }));
  assert.equal(over(), 'nothing');
});
