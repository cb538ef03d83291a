import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { LANGUAGES, type Language } from '@rasat/contract';
import { screen, within } from '@testing-library/react';
import { plain, texts } from '../../testing/read.ts';
import { show } from '../../testing/show.tsx';
import type { RecordFigures, RecordState } from './calls.ts';
import { ALL, FIGURES, HISTORY, STATE } from './testing/made-record.ts';

const { default: RecordRoute } = await import('./route.tsx');

type Part = RecordState['parts'][number];
type Whole = NonNullable<Part['whole']>;

/** Any form of the word that is forbidden for backtests. */
const PROVEN = /\bpro(?:ve|of)|kanıt|sübut/i;

/** All rows of a part: their number, days, mean after costs and the ends of its interval. */
function wholeOf(n: number, days: number, net: readonly [number, number, number] | null): Whole {
  const interval = net && { value: net[0], low: net[1], high: net[2] };
  return { ...ALL.figures, n, days, first: { ...ALL.figures.first, net: interval } };
}
const partOf = (
  source: string,
  origin: Part['origin'],
  rows: number,
  whole: Whole | null,
): Part => ({
  source,
  origin,
  rows,
  from: Date.UTC(2022, 0),
  to: Date.UTC(2026, 1),
  periods: ['all'],
  whole,
  primary: null,
});

/** Years of back-filled bars, all of which look like a gain. */
const GAIN = [0.08, 0.04, 0.12] as const;
const FRESH = [partOf('simulated', 'backfill', 60_000, wholeOf(58_000, 1400, GAIN))];
const IMPORTED = [partOf('file', 'backfill', 900, wholeOf(850, 600, [0.01, -0.03, 0.05]))];
const WEEK = [...FRESH, partOf('simulated', 'live', 420, wholeOf(390, 7, null))];
const YEAR = (net: readonly [number, number, number] | null): Part[] => [
  ...FRESH,
  partOf('simulated', 'live', 9000, wholeOf(8000, 300, net)),
];

async function view(
  t: TestContext,
  parts: readonly Part[],
  { at = '/record', language = 'tr' as Language, figures = FIGURES as RecordFigures } = {},
) {
  return await show(t, <RecordRoute />, {
    at,
    language,
    known: [
      [['market', 'symbols'], []],
      [['record', 'state'], { ...STATE, parts }],
    ],
    answers: {
      'GET /api/record/figures': figures,
      'GET /api/record/history': HISTORY,
      'GET /api/record/rows': { rows: [], next: null },
    },
  });
}
/** The headline and the text below it. */
function headline(): string[] {
  const [head] = [...document.querySelectorAll('h2')].filter((one) =>
    one.className.includes('text-18'),
  );
  assert.ok(head);
  return texts([...(head.parentElement?.children ?? [])].slice(0, 2));
}

/** A live part that is too young: the verdict of all its groups is few. */
const FEW: RecordFigures = {
  ...FIGURES,
  groups: FIGURES.groups.map((group) => ({
    ...group,
    figures: { ...group.figures, verdict: 'few' },
  })),
  touches: FIGURES.touches.map((touch) => ({ ...touch, verdict: 'few' })),
};

test('on a new installation the first view has no figure, says what is needed, and links to the backtest', async (t) => {
  const { user, address } = await view(t, FRESH);
  assert.deepEqual(headline(), [
    'Henüz sonuçlanmış canlı sinyal yok.',
    'Yaklaşık 250 canlı gün gerekir. Geriye dönük teste bak',
  ]);
  assert.equal(screen.queryByRole('region', { name: 'Özet' }), null);
  assert.equal(document.querySelector('svg[role=img]'), null);
  await screen.findByText('Henüz canlı satır yok');
  await user.click(screen.getByRole('link', { name: 'Geriye dönük teste bak' }));
  assert.equal(address(), '/record?origin=backfill');
  await screen.findByRole('region', { name: 'Özet' });
  assert.deepEqual(headline(), [
    'Geriye dönük test: geçmiş mumlardan sonradan hesaplandı.',
    'Kurallar bu mumlara bakılarak seçilmiş olabilir; bu sayılardan gelecek için bir sonuç çıkmaz. 1.400 günde 58.000 sinyal sonuçlandı. Maliyet sonrası ortalama +0,08 R, %95 aralık +0,04 ile +0,12 R.',
  ]);
});

test('imported prices are never called real, and are attributed to the operator', async (t) => {
  await view(t, IMPORTED);
  assert.ok(screen.getByText(/^Fiyatları işletmeci dosyadan yükledi; Rasat bu dosyaların nereden/));
  assert.ok(screen.getByText('İşletmecinin yüklediği'));
  assert.deepEqual(headline()[0], 'Henüz sonuçlanmış canlı sinyal yok.');
  assert.doesNotMatch(plain(document.body), /gerçek/i);
});

test('the backtest of imported files says that its interval contains zero', async (t) => {
  await view(t, IMPORTED, { at: '/record?origin=backfill' });
  assert.match(
    headline()[1] ?? '',
    /\+0,01 R: %95 aralığı, −0,03 ile \+0,05 R, sıfırı içeriyor\.$/,
  );
});

test('after a live week the first view says that it is early, and shows every kind as few', async (t) => {
  await view(t, WEEK, { figures: FEW });
  await screen.findByRole('region', { name: 'Özet' });
  assert.deepEqual(headline(), [
    '7 gündür canlı, 390 sinyal sonuçlandı: bir şey söylemek için az.',
    'Yaklaşık 250 canlı gün gerekir.',
  ]);
  assert.ok(screen.getByText(/^Gereken: 250 gün, yani bir yıla yakın işlem günü, ve 1\.537/));
  const summary = within(screen.getByRole('region', { name: 'Özet' }));
  // No rate either: it would stand without an interval.
  const said = [...document.querySelectorAll('[aria-label="Özet"] dl > div')].map((pair) =>
    plain(pair),
  );
  assert.deepEqual(
    said.map((text) => /%\d|[+−]\d/.test(text)),
    [false, false, false, false],
    said.join(),
  );
  assert.ok(summary.getByText('1.234'));
  await screen.findByText('Tabandan fark, R');
  assert.doesNotMatch(plain(document.body), PROVEN);
  assert.doesNotMatch(document.body.innerHTML, /ayrışıyor|ayrışanlar|ayrışmıyor/);
  for (const paint of ['up', 'down', 'candle-up', 'candle-down']) {
    assert.ok(!document.body.innerHTML.includes(`--hue: var(--${paint})`), paint);
  }
});

test('the headline of a live year says whether its interval contains zero', async (t) => {
  const { leave } = await view(t, YEAR([0.02, -0.01, 0.05]));
  assert.deepEqual(headline(), [
    'Kâr da zarar da söylenemez: maliyet sonrası ortalamanın %95 aralığı, −0,01 ile +0,05 R, sıfırı içeriyor.',
    '300 canlı günde 8.000 sinyal sonuçlandı; 250 gün gerekiyordu.',
  ]);
  leave();
  const second = await view(t, YEAR([0.03, 0.01, 0.05]));
  assert.match(headline()[0] ?? '', /kâr etti: \+0,03 R; .* sıfırı dışarıda bırakıyor\.$/);
  second.leave();
  const third = await view(t, YEAR([-0.03, -0.05, -0.01]));
  assert.match(headline()[0] ?? '', /zarar etti: −0,03 R; .* sıfırı dışarıda bırakıyor\.$/);
  third.leave();
  await view(t, YEAR(null));
  assert.match(headline()[0] ?? '', /^Kâr da zarar da söylenemez: aralık için en az iki çeyrek/);
});

for (const language of LANGUAGES) {
  test(`${language}: the backtest tab has no form of the forbidden word and nothing in its colour`, async (t) => {
    const { user } = await view(t, WEEK, { at: '/record?origin=backfill', language });
    await screen.findByText('1,100', { exact: false }).catch(() => undefined);
    await screen.findAllByRole('button', { pressed: false });
    // Tables too, since they may have words that the plots lack.
    for (const toggle of screen.getAllByRole('button', { pressed: false }))
      await user.click(toggle);
    const said = [document.title, document.body.innerHTML.replace(/ class="[^"]*"/g, '')].join(' ');
    assert.ok(said.length > 5000, 'the whole tab was read');
    assert.doesNotMatch(said, PROVEN);
    for (const paint of ['--up)', '--down)', '--candle-up)', '--candle-down)']) {
      const main = document.body.innerHTML.replace(/<nav.*?<\/nav>/gs, '');
      assert.ok(
        !main.includes(`fill="var(${paint}`) && !main.includes(`--hue: var(${paint}`),
        paint,
      );
    }
  });
}
