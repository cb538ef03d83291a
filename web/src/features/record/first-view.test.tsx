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
type Primary = NonNullable<Part['primary']>;
type Look = Primary['looks'][number];

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
  primary: Primary | null = null,
): Part => ({
  source,
  origin,
  rows,
  from: Date.UTC(2022, 0),
  to: Date.UTC(2026, 1),
  periods: ['all'],
  whole,
  primary,
});

/** Noon of the first day of a month of 2027. */
const inMonth = (month: number): number => Date.UTC(2027, month, 1, 9);
const ROWS = [250, 500, 1000, 2000] as const;

/** The primary question with some looks; the next one is expected in February, the others in later months. */
function asked(
  looks: readonly Look[],
  settled: number,
  expected = inMonth as (m: number) => number | null,
): Primary {
  return {
    engineVersion: '1.1.0',
    settled,
    pending: 1234,
    leftOut: 7,
    voided: 0,
    looks: [...looks],
    coming: ROWS.slice(looks.length).map((rows, at) => ({
      rows,
      missing: rows - settled,
      unpublished: 0,
      expected: expected(at + 1),
    })),
  };
}

function lookOf(
  rows: number,
  difference: readonly [number, number, number] | null,
  chance: number | null,
  claim: Look['claim'],
): Look {
  const interval = difference && { value: difference[0], low: difference[1], high: difference[2] };
  return {
    rows,
    lastSeq: rows,
    months: 4,
    difference: interval,
    chance,
    claim,
    taken: 1,
    costs: [],
  };
}

/** A part of a live week, and of a live year with some looks. */
const LIVE = (primary: Primary): Part[] => [
  ...FRESH,
  partOf('simulated', 'live', 420, wholeOf(390, 7, null), primary),
];

/** Years of back-filled bars, all of which look like a gain. */
const GAIN = [0.08, 0.04, 0.12] as const;
const FRESH = [partOf('simulated', 'backfill', 60_000, wholeOf(58_000, 1400, GAIN))];
const IMPORTED = [partOf('file', 'backfill', 900, wholeOf(850, 600, [0.01, -0.03, 0.05]))];
const WEEK = LIVE(asked([], 0, () => null));
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
      [['record', 'builds'], { waiting: null, builds: [] }],
      [['record', 'state'], { ...STATE, parts }],
    ],
    answers: {
      'GET /api/record/figures': figures,
      'GET /api/record/history': HISTORY,
      'GET /api/record/rows': { rows: [], next: null },
    },
  });
}
/** The headline of the primary question or of the backtest, and the text below it. */
function headline(): string[] {
  const head = document.querySelector('h2.text-18');
  assert.ok(head);
  const all = [...(head.parentElement?.children ?? [])];
  return texts(all.slice(all.indexOf(head), all.indexOf(head) + 3));
}
const QUESTION =
  'Canlı işlem koşulları, ilk hedefte ve maliyet sonrası, eşlenmiş girişlerden daha iyi sonuç veriyor mu?';
const YEAR =
  'Eşlenmiş girişler, koşuldan sonraki bir yıldan alınır; bir satır bu yüzden en az bir yıl sonra sayılır.';
const WAITING = 'Süresini bekleyen 1.234, hesap dışı kalan 7.';

/** The rows of the table of looks. */
const looks = (): string[] =>
  [...screen.getByRole('table', { name: 'Önceden belirlenmiş dört bakış' }).querySelectorAll('tr')]
    .slice(1)
    .map((row) => texts([...row.children]).join(' | '));

/** A live part that is too young: the verdict of all its groups is few. */
const FEW: RecordFigures = {
  ...FIGURES,
  groups: FIGURES.groups.map((group) => ({
    ...group,
    figures: { ...group.figures, verdict: 'few' },
  })),
  touches: FIGURES.touches.map((touch) => ({ ...touch, verdict: 'few' })),
};

test('on a new installation the first view asks the question, has no figure, and links to the backtest', async (t) => {
  const { user, address } = await view(t, FRESH);
  assert.deepEqual(headline(), [
    QUESTION,
    'Henüz yanıt yok: hesaba giren canlı işlem koşulu yok.',
    `${YEAR} Geriye dönük teste bak`,
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
  assert.doesNotMatch(plain(document.body), /ikincildir/, 'a backtest has no question');
});

test('imported prices are never called real, and are attributed to the operator', async (t) => {
  await view(t, IMPORTED);
  assert.ok(screen.getByText(/^Fiyatları işletmeci dosyadan yükledi; Rasat bu dosyaların nereden/));
  assert.ok(screen.getByText('İşletmecinin yüklediği'));
  assert.match(headline()[1] ?? '', /^Henüz yanıt yok/);
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
    QUESTION,
    'Yanıt için erken: ilk bakışa gereken 250 satırın 0 tanesi hazır.',
    `${YEAR} ${WAITING}`,
  ]);
  assert.deepEqual(looks(), [
    '250 | 250 eksik',
    '500 | 500 eksik',
    '1.000 | 1.000 eksik',
    '2.000 | 2.000 eksik',
  ]);
  assert.ok(
    screen.getByText(
      /^Buradan aşağıdaki bütün sayılar ikincildir .* \(Holm\)\. 7 gündür canlı, 390 sinyal sonuçlandı: bir şey söylemek için az\. Yaklaşık 250 canlı gün gerekir\. Gereken: 250 gün, yani bir yıla yakın işlem günü, ve 1\.537/,
    ),
  );
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

test('before the first look the headline says how many rows are there, and by when it may be', async (t) => {
  await view(t, LIVE(asked([], 12)));
  assert.deepEqual(headline(), [
    QUESTION,
    'Yanıt için erken: ilk bakışa gereken 250 satırın 12 tanesi hazır. İlk bakış yaklaşık 1 Şub 2027.',
    `${YEAR} ${WAITING}`,
  ]);
  assert.deepEqual(looks(), [
    '250 | 238 eksik, yaklaşık 1 Şub 2027',
    '500 | 488 eksik, yaklaşık 1 Mar 2027',
    '1.000 | 988 eksik, yaklaşık 1 Nis 2027',
    '2.000 | 1.988 eksik, yaklaşık 1 May 2027',
  ]);
  assert.ok(screen.getByText(/^Satırlar yalnız bu motor sürümünündür \(1\.1\.0\)\. .* 0,0125/));
});

test('after a look the headline has its answer, and the table its figures', async (t) => {
  const open = lookOf(250, [0.02, -0.014, 0.053], 0.18, null);
  const { leave } = await view(t, LIVE(asked([open], 310)));
  assert.equal(
    headline()[1],
    'Fark gösterilmedi. 250 satırlık son bakışta fark +0,020 R, %95 aralık −0,014 ile +0,053, şansla görülme olasılığı 0,1800. Sonraki bakış yaklaşık 1 Şub 2027.',
  );
  assert.deepEqual(looks(), [
    '250 | +0,020 R (−0,014 ile +0,053) | 0,1800 | Fark gösterilmedi',
    '500 | 190 eksik, yaklaşık 1 Şub 2027',
    '1.000 | 690 eksik, yaklaşık 1 Mar 2027',
    '2.000 | 1.690 eksik, yaklaşık 1 Nis 2027',
  ]);
  leave();
  const better = lookOf(500, [0.2, 0.1, 0.3], 0.0024, 'better');
  const { leave: leaveBetter } = await view(t, LIVE(asked([open, better], 510)));
  assert.match(headline()[1] ?? '', /^Evet, daha iyi\. 500 satırlık son bakışta fark \+0,200 R/);
  assert.match(looks()[1] ?? '', /^500 \| \+0,200 R .* \| 0,0024 \| Daha iyi$/);
  leaveBetter();
  const worse = lookOf(2000, [-0.2, -0.3, -0.1], 0.0024, 'worse');
  const last = asked([open, better, lookOf(1000, null, null, null), worse], 2100);
  await view(t, LIVE(last));
  assert.match(
    headline()[1] ?? '',
    /^Hayır, daha kötü\. 2\.000 satırlık .* 0,0024\.$/,
    'no next look',
  );
  assert.equal(headline()[2], WAITING);
  assert.equal(looks()[2], '1.000 | — | — | Fark gösterilmedi');
});

test('a look over too few months says why it shows nothing', async (t) => {
  await view(t, LIVE(asked([lookOf(250, null, null, null)], 310)));
  assert.match(
    headline()[1] ?? '',
    /^Fark gösterilmedi\. Son bakıştaki 250 satır üç takvim ayından azına sığıyor/,
  );
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
