import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BaseRateView } from '@rasat/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { standIn } from '../testing/stand-in.ts';
import { MethodLink, RateStrip, useRateLine, useRateSource, VerdictTag } from './base-rate.tsx';
import { CategoryNav } from './category-nav.tsx';
import { EndTag } from './condition-end.tsx';
import { ConditionLadder } from './condition-ladder.tsx';
import { ConnectionStrip } from './connection-strip.tsx';
import { DataTable } from './data-table.tsx';
import { Icon, LogoMark, Triangle } from './icons.tsx';
import { Ladder } from './ladder.tsx';
import { LiveChange, LivePrice, StalePrices } from './live-price.tsx';
import { Load } from './load.tsx';
import { Meter } from './meter.tsx';
import { NotFound } from './not-found.tsx';
import { Panel } from './panel.tsx';
import type { CellPrice } from './price-cell.ts';
import { type Sourced, SourceNote } from './price-source.tsx';
import { RecomputeLink } from './recompute-link.tsx';
import { Sparkline } from './sparkline.tsx';
import { StarButton } from './star-button.tsx';
import { Empty, ErrorPanel } from './states.tsx';
import { BoxTag, DirectionTag } from './tag.tsx';
import { UnknownSymbol } from './unknown-symbol.tsx';
import { learnServerTime, toServerMs, useNow, useServerNow } from './use-now.ts';

/** 21 November 2026, 14:00:08 UTC: 17:00:08 in Istanbul. */
const NOON_MS = Date.UTC(2026, 10, 21, 14, 0, 8);

/** Returns a price source that the test controls. */
function startPrice(first: CellPrice | null) {
  const listeners = new Set<() => void>();
  let price = first;
  return {
    source: {
      get: () => price,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    move: (next: number, timeMs: number) =>
      act(() => {
        price = { price: next, timeMs };
        for (const listener of listeners) listener();
      }),
  };
}

function clock(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: NOON_MS });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  return (ms: number): void => {
    nowMs += ms;
    act(() => t.mock.timers.tick(ms));
  };
}

const texts = (role: string): (string | null)[] =>
  screen.getAllByRole(role).map(({ textContent }) => textContent);
const heading = (name: string): string | undefined => screen.getByRole('heading', { name }).tagName;

test('a price without news for ten seconds becomes grey and shows its time; a new price restores it', async (t) => {
  const { source, move } = startPrice({ price: 1.1, timeMs: NOON_MS });
  const { again } = await show(t, <i />);
  const pass = clock(t);
  again(<LivePrice source={source} digits={4} />);
  const cell = () => screen.getByText(/^1,\d{4}$/);
  assert.equal(cell().textContent, '1,1000');
  pass(9999);
  assert.equal(cell().title, '');
  assert.doesNotMatch(cell().className, /text-ink-3/);
  pass(1);
  assert.equal(cell().title, 'Son fiyat 17:00:08');
  assert.match(cell().className, /text-ink-3/);
  move(1.2, NOON_MS + 10_000);
  assert.equal(cell().title, '');
  assert.equal(cell().textContent, '1,2000');
  again(<LivePrice source={source} digits={4} watch={false} />);
  pass(60_000);
  assert.equal(cell().title, '', 'a closed market has no stale prices');
  again(
    <StalePrices value={true}>
      <LivePrice source={source} digits={4} watch={false} />
    </StalePrices>,
  );
  assert.equal(cell().title, 'Son fiyat 17:00:18', 'without a connection every price is stale');
  const { source: none } = startPrice(null);
  again(<LivePrice source={none} digits={4} stale watch={false} />);
  assert.equal(screen.getByText('—').title, '', 'a missing price is not stale');
  const first = { price: 1.3, timeMs: NOON_MS };
  again(<LivePrice source={none} first={first} digits={4} stale watch={false} />);
  assert.equal(cell().title, 'Son fiyat 17:00:08');
  again(<LivePrice source={none} first={first} digits={4} watch={false} />);
  assert.equal(cell().title, '');
  again(<LivePrice source={source} first={first} digits={4} stale watch={false} />);
  assert.equal(cell().title, '', 'the source reports only the first price as stale');
});

test('a change flashes in its direction, or shows a triangle for a second under reduced motion', async (t) => {
  const flashes: unknown[][] = [];
  standIn(t, HTMLElement.prototype, {
    animate: (...how: unknown[]) => void flashes.push(how),
  });
  const { again } = await show(t, <i />);
  const pass = clock(t);
  const { source, move } = startPrice({ price: 2, timeMs: NOON_MS });
  again(<LivePrice source={source} digits={0} watch={false} />);
  move(3, NOON_MS);
  assert.deepEqual(flashes, [
    [
      {
        backgroundColor: ['var(--up-bg)', 'var(--up-bg)', 'transparent'],
        color: ['var(--up)', 'var(--up)', 'var(--text)'],
        offset: [0, 0.35, 1],
      },
      { duration: 650, easing: 'linear' },
    ],
  ]);
  pass(249);
  move(4, NOON_MS);
  assert.equal(flashes.length, 1, 'four a second at most');
  pass(1);
  move(3, NOON_MS);
  assert.equal(flashes.length, 2);
  assert.match(JSON.stringify(flashes[1]), /--down-bg.*--down-text/);
  const asked: string[] = [];
  t.mock.method(globalThis, 'matchMedia', (query: string) => {
    asked.push(query);
    return { matches: true };
  });
  const shape = () => document.querySelector('.tri-up, .tri-down')?.className.split(' ')[0] ?? null;
  pass(250);
  move(5, NOON_MS);
  assert.deepEqual(asked, ['(prefers-reduced-motion: reduce)']);
  assert.equal(flashes.length, 2);
  assert.equal(shape(), 'tri-up');
  assert.match(document.querySelector('.tri-up')?.className ?? '', /text-up$/);
  pass(999);
  assert.equal(shape(), 'tri-up');
  pass(1);
  assert.equal(shape(), null);
  move(4, NOON_MS);
  assert.equal(shape(), 'tri-down');
  assert.match(document.querySelector('.tri-down')?.className ?? '', /text-down-text$/);
});

test('a change is measured from the previous close, and is coloured unless it is zero', async (t) => {
  const { source, move } = startPrice({ price: 102, timeMs: 5 });
  const { again } = await show(t, <LiveChange source={source} base={100} />);
  const tone = (text: string) => screen.getByText(text).className.split(' ')[1];
  assert.equal(tone('+%2,00'), 'text-up');
  move(99, 6);
  assert.equal(tone('−%1,00'), 'text-down-text');
  move(100.001, 7);
  assert.equal(tone('%0,00'), 'text-flat');
  for (const base of [null, 0]) {
    again(<LiveChange source={source} base={base} />);
    assert.equal(tone('—'), 'text-flat', String(base));
  }
  again(<LiveChange source={source} first={{ price: 110, timeMs: 8 }} base={100} />);
  assert.equal(tone('+%10,00'), 'text-up', 'the newer price counts');
  again(
    <StalePrices value={true}>
      <LiveChange source={source} base={50} />
    </StalePrices>,
  );
  assert.equal(tone('+%100,00'), 'text-ink-3');
});

const TRADE = { way: true, price: 100, sl: 90, tp1: 110, tp2: 120, ended: null } as const;

test('a ladder states its prices in a sentence, and draws them from the stop to the second target', async (t) => {
  const { source } = startPrice({ price: 105, timeMs: 5 });
  const ladder = (trade: object, how: object = {}) => (
    <ConditionLadder
      trade={{ ...TRADE, ...trade }}
      source={source}
      first={null}
      digits={1}
      {...how}
    />
  );
  const { again } = await show(t, ladder({}));
  const said = () => screen.getByRole('img').getAttribute('aria-label');
  assert.equal(
    said(),
    'Alış koşulu. Zarar durdur 90,0, giriş 100,0, birinci hedef 110,0, ikinci hedef 120,0, güncel fiyat 105,0.',
  );
  // Words over figures, from left to right; then the stop, entry and target pins, and the ring.
  assert.equal(screen.getByRole('img').textContent, 'SL90,0Giriş100,0TP1110,0TP2120,0');
  const lefts = () =>
    [...screen.getByRole('img').querySelectorAll<HTMLElement>('[style]')].map(
      ({ style, className }) => [
        Math.round(Number.parseFloat(style.left)),
        /brass/.test(className),
      ],
    );
  assert.deepEqual(lefts(), [
    [33, false],
    [0, false],
    [33, false],
    [67, false],
    [100, false],
    [50, true],
    [0, false],
    [33, false],
    [67, false],
    [100, false],
  ]);
  const bar = () => screen.getByRole('img').querySelector<HTMLElement>('[style*="width"]');
  assert.equal(Math.round(Number.parseFloat(bar()?.style.width ?? '')), 17);
  assert.match(bar()?.className ?? '', /bg-up/);
  again(ladder({ price: 108 }));
  assert.match(bar()?.className ?? '', /bg-down/);
  assert.equal(Math.round(Number.parseFloat(bar()?.style.left ?? '')), 50);
  again(ladder({ way: false, sl: 120, tp1: 95, tp2: 80, ended: 2 }));
  assert.equal(
    said(),
    'Satış koşulu, sona erdi: TP2 görüldü. Zarar durdur 120,0, giriş 100,0, birinci hedef 95,0, ikinci hedef 80,0.',
  );
  assert.ok(bar() === null, 'an ended trade has no price');
  assert.ok(screen.getByRole('img').querySelector('.opacity-50'));
  again(
    <ConditionLadder
      trade={TRADE}
      source={startPrice(null).source}
      first={null}
      digits={1}
      size="compact"
    />,
  );
  assert.match(said() ?? '', /120,0\. Güncel fiyat yok\.$/);
  assert.equal(screen.getByRole('img').textContent, '', 'a row has no room for words');
  assert.ok(screen.getByRole('img').querySelector('svg, .opacity-50') === null);
  const flat = { stop: 1, entry: 1, target1: 1, target2: 1, last: null };
  again(<Ladder prices={flat} sentence="hiç" />);
  assert.ok(screen.queryByRole('img') === null);
});

test('the end of a condition is shown as a word', async (t) => {
  const { again } = await show(t, <EndTag ended={-1} />);
  assert.ok(screen.queryByText('Zarar durdur görüldü'));
  again(<EndTag ended={2} />);
  assert.ok(screen.queryByText('TP2 görüldü'));
  again(<EndTag ended={0} />);
  assert.ok(screen.queryByText('Süresi doldu'));
  again(<EndTag ended={null} />);
  assert.equal(document.body.textContent, '');
});

const RATE: BaseRateView = {
  rate: 0.526,
  n: 4812,
  low: 0.471,
  high: 0.581,
  baseline: 0.498,
  verdict: 'undecided',
  kind: 'condition',
  source: 'file',
  backfill: false,
  category: 'forex',
};

function Rates({ rate }: { readonly rate: BaseRateView }) {
  const line = useRateLine();
  const source = useRateSource();
  return (
    <>
      <p>{line(rate)}</p>
      <p>{source(rate)}</p>
      <p>{line(null)}</p>
      <VerdictTag verdict={rate.verdict} />
      <MethodLink />
      <RateStrip rate={rate} />
    </>
  );
}

test('a rate is shown with its interval, its baseline, its count and its source', async (t) => {
  const { again } = await show(t, <Rates rate={RATE} />);
  assert.deepEqual(texts('paragraph'), [
    'Benzer 4.812 koşulda önce TP1 görülme oranı %52,6 (aralık %47,1–\u2060%58,1); eşlenmiş girişlerde %49,8. Canlı: işletmecinin yüklediği fiyatlar.',
    'Forex · İşletmecinin yüklediği · Canlı',
    'Sicilde yeterli sonuçlanmış sinyal yok',
  ]);
  assert.match(screen.getByText('Fark kanıtlanmamış').className, /bg-s3/);
  assert.equal(screen.getByRole('link', { name: 'Yöntem' }).getAttribute('href'), '/record');
  // The scale covers 40 to 60 per cent: 47,1 is at 35,5 % of it.
  const strip = () => document.querySelector('[aria-hidden="true"]');
  const [line, dot, mark] = [
    ...(strip()?.querySelectorAll<HTMLElement>('.relative > [style]') ?? []),
  ]
    .slice(-3)
    .map(({ style, className }) => ({ left: style.left, right: style.right, className }));
  assert.equal(Number.parseFloat(line?.left ?? ''), 35.5);
  // 58,1 is at 90,5 %.
  assert.match(line?.right ?? '', /\b9\.5|\b90\.5/);
  assert.equal(Number.parseFloat(dot?.left ?? ''), 63);
  assert.match(dot?.className ?? '', /bg-s1/, 'hollow: the baseline lies within the interval');
  assert.equal(Number.parseFloat(mark?.left ?? ''), 49);
  assert.equal(strip()?.textContent, '%40%60');
  const ticks = [...(strip()?.querySelectorAll<HTMLElement>('.w-px') ?? [])];
  assert.equal(ticks.length, 21);
  assert.deepEqual(
    ticks.filter(({ className }) => className.includes('h-1.5')).map(({ style }) => style.left),
    ['0%', '25%', '50%', '75%', '100%'],
  );
  for (const [baseline, filled] of [
    [0.47, true],
    [0.471, false],
    [0.581, false],
    [0.582, true],
  ] as const) {
    again(<Rates rate={{ ...RATE, baseline }} />);
    assert.equal(document.querySelector('.border-ink')?.classList.contains('bg-ink'), filled);
  }
  again(
    <Rates
      rate={{ ...RATE, verdict: 'few', n: 12, category: null, source: 'simulated', backfill: true }}
    />,
  );
  assert.deepEqual(texts('paragraph').slice(0, 2), [
    'az: n\u00a0=\u00a012',
    'Bütün kategoriler · Simülasyon · Geriye dönük test',
  ]);
  again(<Rates rate={{ ...RATE, baseline: 0.47, verdict: null, backfill: true, kind: 'box' }} />);
  assert.equal(
    texts('paragraph')[0],
    'Benzer 4.812 kutu işleminde önce TP1 görülme oranı %52,6 (aralık %47,1–\u2060%58,1); eşlenmiş girişlerde %47,0. Geriye dönük test: işletmecinin yüklediği fiyatlar.',
  );
  assert.equal(document.querySelector('.border-ink')?.classList.contains('bg-ink'), false);
  assert.equal(screen.queryByText(/ayrışıyor|kanıt/), null, 'a backtest has no verdict');
  again(<Rates rate={{ ...RATE, verdict: 'interval-excludes-zero' }} />);
  assert.match(screen.getByText('Tabandan ayrışıyor').className, /bg-info-bg/);
});

test('a link to a row names its signal and opens the row of the record', async (t) => {
  const link = (signal: { kind: 'condition' | 'box' | 'levels'; setup: string }, look = 'icon') => (
    <RecomputeLink
      symbol="EURUSD"
      signal={{ ...signal, timeMs: NOON_MS }}
      look={look as 'icon' | 'text' | 'around'}
    >
      <b>içerik</b>
    </RecomputeLink>
  );
  const { again } = await show(t, link({ kind: 'condition', setup: 'pivot' }));
  const named = () => screen.getByRole('link').getAttribute('aria-label');
  assert.match(named() ?? '', /^Yeniden hesapla: EURUSD işlem koşulu, 21 Kas( 2026)? 17:00$/);
  assert.equal(screen.getByRole('link').title, named());
  assert.equal(
    screen.getByRole('link').getAttribute('href'),
    `/record/find?symbol=EURUSD&kind=condition&setup=pivot&time=${NOON_MS}`,
  );
  assert.equal(screen.getByRole('link').textContent, '');
  assert.match(screen.getByRole('link').className, /size-8/);
  again(link({ kind: 'box', setup: '36.long' }, 'text'));
  assert.match(named() ?? '', /: EURUSD 36 kutusu, uzun vade, 21 Kas( 2026)? 17:00$/);
  assert.equal(screen.getByRole('link').textContent, 'Yeniden hesapla');
  assert.match(screen.getByRole('link').className, /underline/);
  again(link({ kind: 'box', setup: 'hayyam.short' }, 'around'));
  assert.match(named() ?? '', /: EURUSD Hayyam kutusu, kısa vade, /);
  assert.equal(screen.getByRole('link').textContent, 'içerik');
  assert.ok(screen.getByRole('link').querySelector('svg') === null);
  again(link({ kind: 'levels', setup: 'weekly' }));
  assert.match(named() ?? '', /: EURUSD haftalık seviyeleri, 21 Kas( 2026)?$/);
  again(link({ kind: 'box', setup: 'none.long' }));
  assert.match(named() ?? '', /: EURUSD işlem koşulu, /);
});

test('a panel shows its data, or what failed and why, with a retry', async (t) => {
  let asked = 0;
  const query = {
    data: undefined as string | undefined,
    error: null as unknown,
    isPending: false,
    refetch: () => {
      asked += 1;
    },
  };
  const load = (more: Partial<typeof query>, how: object = {}) => (
    <Load query={{ ...query, ...more }} skeleton={<i>iskelet</i>} {...how}>
      {(data) => <p>{data}</p>}
    </Load>
  );
  const { again } = await show(t, load({ isPending: true }));
  assert.ok(screen.queryByText('iskelet'));
  assert.ok(screen.queryByText('Yükleniyor'));
  again(load({ data: '' }));
  assert.deepEqual(texts('paragraph'), ['']);
  again(load({ data: 'eski', error: new Error('x') }));
  assert.deepEqual(texts('paragraph'), ['eski'], 'old data stay when reading fails');
  again(load({}));
  assert.equal(document.body.textContent, '');
  again(load({ error: { code: 'rate-429', requestId: 'r9' } }));
  assert.deepEqual(texts('paragraph'), [
    'Yüklenemedi',
    'Çok sık denediniz, biraz bekleyin. Sayfanın geri kalanı çalışıyor.',
  ]);
  assert.ok(screen.queryByText('rate-429 · istek r9'));
  assert.match(screen.getByRole('status').className, /min-h-49/);
  fireEvent.click(screen.getByRole('button', { name: 'Yeniden dene' }));
  assert.equal(asked, 1);
  again(load({ error: new Error('x') }, { failed: 'Fiyatlar gelmedi', compact: true }));
  assert.equal(texts('paragraph')[0], 'Fiyatlar gelmedi');
  assert.ok(screen.queryByText('500'));
  assert.match(screen.getByRole('status').className, /p-3/);
  assert.match(screen.getByText('Fiyatlar gelmedi').className, /text-13/);
  assert.match(screen.getByRole('button').className, /ctl-sm/);
  again(<ErrorPanel title="A" text="B" retryLabel="C" onRetry={() => undefined} details="D" />);
  assert.match(screen.getByRole('button').className, /min-h-\(--ctl\)/);
  assert.match(screen.getByText('A').className, /text-15/);
});

test('a panel has a heading of its level, and a progress line while it is read again', async (t) => {
  const { again } = await show(t, <i />);
  const pass = clock(t);
  again(
    <Panel title="Kutular" meta={<i>meta</i>} actions={<b>eylem</b>} busy>
      içerik
    </Panel>,
  );
  assert.equal(heading('Kutular'), 'H2');
  const line = () => document.querySelectorAll('.skel').length;
  assert.equal(line(), 0);
  pass(150);
  assert.equal(line(), 1);
  assert.ok(screen.queryByText('eylem'));
  assert.ok(screen.queryByRole('region', { name: 'Kutular' }));
  again(
    <Panel title="Kutular" level={3} stacked>
      içerik
    </Panel>,
  );
  assert.equal(heading('Kutular'), 'H3');
  assert.match(screen.getByRole('heading').parentElement?.className ?? '', /max-desk:flex-col/);
  assert.ok(document.querySelector('.ml-auto') === null);
  again(<Panel>içerik</Panel>);
  assert.ok(screen.queryByRole('heading') === null);
  assert.ok(screen.queryByRole('region') === null);
  assert.equal(line(), 0);
  again(<Panel title="Kutular">içerik</Panel>);
  assert.doesNotMatch(screen.getByRole('heading').parentElement?.className ?? '', /flex-col/);
  pass(1000);
  assert.equal(line(), 0);
});

test('an empty place gives the reason, with a heading of its level', async (t) => {
  const { again } = await show(t, <Empty title="Boş" text="Neden" action={<b>eylem</b>} />);
  assert.equal(heading('Boş'), 'H3');
  assert.equal(texts('paragraph').join(), 'Neden');
  // A half dial of 21 marks, of which 0, 10 and 20 are longer; the middle one points straight up.
  const [, ticks] = [...document.querySelectorAll('svg path')].map((path) =>
    path.getAttribute('d'),
  );
  assert.equal(ticks?.match(/M/g)?.length, 21);
  assert.ok(ticks?.startsWith('M10.0 70.0L20.0 70.0'), ticks);
  assert.ok(ticks?.includes('M60.0 20.0L60.0 30.0'));
  assert.ok(ticks?.endsWith('M110.0 70.0L100.0 70.0'));
  assert.equal(ticks?.match(/M10\.6 62\.2L15\.6 63\.0/)?.length, 1);
  assert.match(document.querySelector('svg')?.parentElement?.className ?? '', /min-h-49/);
  again(<Empty title="Boş" drawing={false} compact level={1} />);
  assert.equal(heading('Boş'), 'H1');
  assert.ok(document.querySelector('svg') === null);
  assert.ok(screen.queryByRole('paragraph') === null);
  assert.match(screen.getByRole('heading').className, /text-13/);
});

test('an unknown symbol is named, with symbols of similar names', async (t) => {
  const pageOf = (symbol: string) => `/dashboard/symbol/${symbol}`;
  const links = () =>
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  const { again } = await show(
    t,
    <UnknownSymbol symbol="EURUDS" symbols={['EURUSD', 'AAPL']} pageOf={pageOf} />,
  );
  assert.equal(heading('EURUDS adında bir sembol yok'), 'H1');
  assert.equal(document.title, 'EURUDS adında bir sembol yok · Rasat');
  assert.ok(screen.queryByText('Adres yanlış yazılmış veya sembol listeden kaldırılmış olabilir.'));
  assert.ok(screen.queryByText('Şunu mu demek istediniz?'));
  assert.deepEqual(links(), [
    ['EURUSD', '/dashboard/symbol/EURUSD'],
    ['Bütün sembollere dön', '/dashboard'],
  ]);
  again(<UnknownSymbol symbol="ZZZZZZ" symbols={['EURUSD']} pageOf={pageOf} level={2} />);
  assert.equal(heading('ZZZZZZ adında bir sembol yok'), 'H2');
  assert.equal(document.querySelector('title')?.textContent ?? '', '');
  assert.equal(links().length, 1);
  assert.ok(screen.queryByText('Şunu mu demek istediniz?') === null);
});

test('an unknown address links to other pages: those of a guest, or of the person who was signed in', async (t) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the product reads from this cookie who was signed in
  document.cookie = 'id=; path=/; max-age=0';
  const links = () =>
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  const { again } = await show(t, <NotFound />);
  assert.equal(heading('Bu adreste sayfa yok'), 'H1');
  assert.equal(document.title, 'Bu adreste sayfa yok · Rasat');
  assert.ok(screen.queryByText('Adres yanlış yazılmış veya sayfa kaldırılmış olabilir.'));
  assert.ok(screen.queryByRole('navigation', { name: 'Gidebileceğiniz sayfalar' }));
  assert.deepEqual(links(), [
    ['Ana sayfa', '/'],
    ['Sicil', '/record'],
    ['Tahminci', '/dashboard/predictor/forex'],
  ]);
  // biome-ignore lint/suspicious/noDocumentCookie: the product reads from this cookie who was signed in
  document.cookie = 'id=u1; path=/';
  again(<i />);
  again(<NotFound />);
  assert.deepEqual(links(), [
    ['Panele dön', '/dashboard'],
    ['Hesabım', '/account'],
  ]);
  // biome-ignore lint/suspicious/noDocumentCookie: the product reads from this cookie who was signed in
  document.cookie = 'id=; path=/; max-age=0';
});

test('below the header it is shown that prices do not update, with the hour, or the date after half a day', async (t) => {
  const { again } = await show(t, <i />);
  clock(t);
  again(<ConnectionStrip lost={null} />);
  assert.ok(screen.queryByRole('status') === null);
  const said = (kind: 'offline' | 'away', lastMs: number | null) => {
    again(<ConnectionStrip lost={{ kind, lastMs }} />);
    return screen.getByRole('status').textContent;
  };
  assert.equal(said('offline', null), 'Bağlantı yok');
  assert.equal(said('away', null), 'Yeniden bağlanıyor');
  assert.equal(
    said('away', NOON_MS),
    'Canlı fiyat kesildi. Son fiyat 17:00:08. Yeniden bağlanıyor.',
  );
  // The page's time advances by whole minutes: 14:00:00.
  const halfDayAgo = NOON_MS - 8000 - 12 * 3_600_000;
  assert.match(said('offline', halfDayAgo + 1) ?? '', /en son 05:00:00 itibarıyla/);
  assert.match(said('offline', halfDayAgo) ?? '', /en son 21 Kas( 2026)? 05:00 itibarıyla/);
});

function Clocks({ stepMs }: { readonly stepMs?: number }) {
  const now = useNow(stepMs);
  const server = useServerNow(stepMs);
  return <p>{`${now - NOON_MS} ${server - NOON_MS}`}</p>;
}

test("the time advances in whole steps, by this machine's clock and by the server's", async (t) => {
  const { again } = await show(t, <i />);
  const pass = clock(t);
  t.after(() => learnServerTime(0, 0));
  again(<Clocks />);
  const read = () => screen.getByRole('paragraph').textContent;
  assert.equal(read(), '0 0');
  pass(999);
  assert.equal(read(), '0 0');
  pass(1);
  assert.equal(read(), '1000 1000');
  act(() => learnServerTime(NOON_MS + 1999, NOON_MS));
  assert.equal(read(), '1000 1000', 'less than two seconds may be latency');
  assert.equal(toServerMs(5), 5);
  act(() => learnServerTime(NOON_MS + 2000, NOON_MS));
  assert.equal(read(), '1000 3000');
  assert.equal(toServerMs(5), 2005);
  act(() => learnServerTime(NOON_MS - 5500, NOON_MS));
  assert.equal(read(), '1000 -5000');
  pass(500);
  again(<Clocks stepMs={60_000} />);
  // The minute began eight seconds earlier.
  assert.equal(read(), '-8000 -8000');
  pass(50_500);
  assert.equal(read(), '52000 -8000');
  again(<i />);
  pass(5000);
  again(<Clocks />);
  assert.equal(read(), '57000 51000');
});

const SIMULATED: Sourced = { source: 'simulated', delay: { class: 'simulated', ms: 0 } };
const BINANCE: Sourced = { source: 'binance', delay: { class: 'real-time', ms: 0 } };

test('small elements have names', async (t) => {
  const { again } = await show(
    t,
    <>
      <Meter label="Dolduruluyor" share={0.556} />
      <SourceNote symbols={[SIMULATED, SIMULATED]} />
      <DirectionTag way>Alış</DirectionTag>
      <DirectionTag way={false}>Satış</DirectionTag>
      <BoxTag kind="36">36</BoxTag>
      <Triangle up label="yukarı" />
      <Triangle up={false} />
      <LogoMark />
      <Icon name="check" size={12} />
      <Icon name="close" />
      <CategoryNav label="Kategoriler" page="portfolio" current="index" />
    </>,
  );
  const meter = screen.getByRole('progressbar', { name: 'Dolduruluyor' });
  assert.deepEqual(
    ['aria-valuemin', 'aria-valuemax', 'aria-valuenow'].map((name) => meter.getAttribute(name)),
    ['0', '100', '55'],
  );
  assert.equal((meter.firstElementChild as HTMLElement).style.width, '55.6%');
  assert.ok(
    screen.queryByText('Fiyatlar simülasyondur: gerçek sembol adları, üretilmiş fiyatlar.'),
  );
  assert.equal(screen.getByText('Alış').firstElementChild?.className, 'tri-up ');
  assert.match(screen.getByText('Alış').className, /bg-up-bg/);
  assert.equal(screen.getByText('Satış').firstElementChild?.className, 'tri-down ');
  assert.match(screen.getByText('Satış').className, /bg-down-bg/);
  assert.equal(screen.getByRole('img', { name: 'yukarı' }).className, 'tri-up ');
  assert.equal(screen.getAllByRole('img').length, 1);
  assert.match(screen.getByText('36').querySelector('i')?.className ?? '', /size-1\.75/);
  const [check, close] = ['.lucide-check', '.lucide-x'].map((icon) => document.querySelector(icon));
  assert.deepEqual(
    [check, close].map((icon) => [icon?.getAttribute('width'), icon?.getAttribute('stroke-width')]),
    [
      ['12', '2.4'],
      ['16', '1.6'],
    ],
  );
  assert.deepEqual(
    screen
      .getAllByRole('link')
      .map((link) => [
        link.textContent,
        link.getAttribute('href'),
        link.getAttribute('aria-current'),
      ]),
    [
      ['Kripto', '/dashboard/portfolio/crypto', null],
      ['Forex', '/dashboard/portfolio/forex', null],
      ['BIST', '/dashboard/portfolio/bist', null],
      ['NASDAQ', '/dashboard/portfolio/nasdaq', null],
      ['Endeks', '/dashboard/portfolio/index', 'page'],
    ],
  );
  assert.ok(screen.queryByRole('navigation', { name: 'Kategoriler' }));
  let pressed = 0;
  const press = () => {
    pressed += 1;
  };
  const path = () => document.querySelector('path[stroke-linejoin]')?.getAttribute('d');
  again(
    <>
      <SourceNote symbols={[SIMULATED, BINANCE]} />
      <StarButton starred label="Çıkar" onPress={press} />
      <StarButton starred={false} label="Ekle" onPress={press} framed />
      <Sparkline values={[1, 2]} />
    </>,
  );
  assert.ok(screen.queryByText('Gösterilen sembollerin bir kısmının fiyatı simülasyondur.'));
  assert.ok(screen.queryByText('Fiyatlar: Binance · gerçek zamanlı.'));
  const star = (name: string) => screen.getByRole('button', { name }).querySelector('svg');
  assert.equal(star('Çıkar')?.getAttribute('fill'), 'currentColor');
  assert.equal(star('Ekle')?.getAttribute('fill'), 'none');
  assert.equal(star('Ekle')?.getAttribute('width'), '16');
  assert.match(screen.getByRole('button', { name: 'Ekle' }).className, /border-line-ctl/);
  assert.doesNotMatch(screen.getByRole('button', { name: 'Çıkar' }).className, /border-line-ctl/);
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  assert.equal(pressed, 2);
  // 40 by 18, with a margin of one and two above and below: from the lower left to the upper right.
  assert.equal(path(), 'M1.0 16.0L39.0 2.0');
  again(
    <>
      <SourceNote symbols={[]} />
      <Sparkline values={undefined} />
    </>,
  );
  assert.equal(path(), undefined);
  assert.equal(document.body.textContent, '');
});

test('a table has a caption, heads of columns, and a head in each row', async (t) => {
  const table = (hiddenCaption: boolean) => (
    <DataTable
      caption="Semboller"
      hiddenCaption={hiddenCaption}
      rows={[{ name: 'EURUSD', price: '1,1' }]}
      rowKey={({ name }) => name}
      columns={[
        ['Ad', ({ name }) => name],
        ['Fiyat', ({ price }) => price, 'figures'],
        ['Eylem', () => 'Sil', 'hidden head'],
      ]}
    />
  );
  const { again } = await show(t, table(false));
  assert.ok(screen.queryByRole('table', { name: 'Semboller' }));
  assert.equal(screen.getByRole('region', { name: 'Semboller' }).tabIndex, 0);
  assert.deepEqual(texts('columnheader'), ['Ad', 'Fiyat', 'Eylem']);
  assert.deepEqual(texts('rowheader'), ['EURUSD']);
  assert.deepEqual(texts('cell'), ['1,1', 'Sil']);
  assert.equal(screen.getByText('Eylem').className, 'sr-only');
  assert.equal(screen.getByText('Fiyat').tagName, 'TH');
  const side = (text: string) => /text-(left|right)/.exec(screen.getByText(text).className)?.[1];
  assert.deepEqual(['Ad', 'Fiyat', 'EURUSD', '1,1', 'Sil'].map(side), [
    'left',
    'right',
    'left',
    'right',
    'left',
  ]);
  const caption = () => document.querySelector('caption')?.className;
  assert.notEqual(caption(), 'sr-only');
  again(table(true));
  assert.equal(caption(), 'sr-only');
});
