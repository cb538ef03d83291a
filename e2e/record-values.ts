import assert from 'node:assert/strict';
import type { Language, Reply, ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { type ExpectedMoney, expectedMoney } from './expected-money.ts';
import { NOTHING } from './expected-texts.ts';
import { eventually } from './fixtures.ts';
import type { Draw } from './random.ts';
import { plain, readFacts, readHeads, readRows, readText, SENSES, words } from './shown.ts';

// Randomly drawn answers of the record, and the texts that its page must show.

type State = Reply<typeof ROUTES.record>;
type Figures = Reply<typeof ROUTES.recordFigures>;
type History = Reply<typeof ROUTES.recordHistory>;
type Group = Figures['groups'][number];
type Verdict = Group['figures']['verdict'];
type Interval = NonNullable<Group['figures']['first']['difference']>;

const FEW = 15;
/** January 2026 as the API counts months. */
const JANUARY = 2026 * 12;

/** All answers that the page of the record reads. */
export interface MadeRecord {
  readonly state: State;
  readonly figures: Figures;
  readonly history: History;
}

/** Draws an interval around a value, on one side of zero or on both. */
function drawInterval(draw: Draw, apart: boolean): Interval {
  const value = (draw.whole(0, 1) === 0 ? -1 : 1) * draw.decimal(0.2, 0.3);
  const reach = () => (apart ? draw.decimal(0.05, 0.15, 1) : draw.decimal(0.4, 0.6, 1));
  return { value, low: value - reach(), high: value + reach() };
}

function drawFigures(draw: Draw, verdict: Verdict): Group['figures'] {
  const few = verdict === 'few';
  const n = few ? draw.whole(1, FEW - 1) : draw.whole(1500, 4000);
  const leg = () => ({
    mean: draw.decimal(-0.6, 0.6),
    net: drawInterval(draw, draw.whole(0, 1) === 0),
    baseline: draw.decimal(-0.3, 0.3),
    difference: drawInterval(draw, true),
    netBaseline: draw.decimal(-0.3, 0.3),
    netDifference: drawInterval(draw, verdict === 'interval-excludes-zero'),
  });
  return {
    n,
    tp1: draw.whole(100, 499),
    sl: draw.whole(500, 899),
    expired: draw.whole(10, 99),
    tp2: draw.whole(1, 9),
    voided: 0,
    matched: few ? n : n - draw.whole(1, 99),
    quarters: 8,
    days: 300,
    chance: null,
    baseline: { tp1: 0.41, sl: 0.52, tp2: 0.2 },
    cost: draw.decimal(0.02, 0.2, 1),
    hits: {
      n: n - draw.whole(0, 5),
      share: draw.decimal(0.3, 0.45),
      baseline: draw.decimal(0.5, 0.65),
      difference: drawInterval(draw, verdict === 'interval-excludes-zero'),
    },
    first: leg(),
    second: leg(),
    verdict,
  };
}

/** Makes answers in which all counts and figures differ. */
export function makeRecord(draw: Draw, nowMs: number): MadeRecord {
  const verdicts = [
    'interval-excludes-zero',
    'undecided',
    'few',
    'interval-excludes-zero',
    'undecided',
    'interval-excludes-zero',
  ] as const;
  const kinds: Pick<Group, 'kind' | 'setup'>[] = [
    { kind: 'condition', setup: null },
    ...['hayyam', '52', '144', '36', 'crystal'].map((box) => ({
      kind: 'box' as const,
      setup: `${box}.short`,
    })),
    { kind: 'levels', setup: null },
  ];
  const groups: Group[] = kinds.map((kind, at) => ({
    ...kind,
    category: null,
    figures: drawFigures(draw, verdicts[at] ?? 'undecided'),
  }));
  groups.push(
    {
      kind: 'box',
      setup: '36.long',
      category: null,
      figures: drawFigures(draw, 'interval-excludes-zero'),
    },
    {
      kind: null,
      setup: null,
      category: null,
      figures: drawFigures(draw, 'interval-excludes-zero'),
    },
    // The figures of a category differ from those of all categories.
    { kind: null, setup: null, category: 'forex', figures: drawFigures(draw, 'undecided') },
  );
  const touchesOf = (category: Figures['touches'][number]['category'], verdict: Verdict) => {
    const difference = drawInterval(draw, verdict === 'interval-excludes-zero');
    const twinsHeld = draw.decimal(0.35, 0.55);
    const n = verdict === 'few' ? draw.whole(1, 14) : draw.whole(1200, 1900);
    const twins = draw.whole(2000, 2900);
    const held = twinsHeld + difference.value;
    return {
      chance: null,
      category,
      n,
      twins,
      held,
      twinsHeld,
      difference,
      verdict,
    };
  };
  const monthOf = (month: number) => {
    const matched = month === JANUARY + 1 ? draw.whole(1, FEW - 1) : draw.whole(1000, 2000);
    const { value, low, high } = drawInterval(draw, draw.whole(0, 1) === 0);
    return { month, n: matched + 7, matched, netDifference: value, netRange: { low, high } };
  };
  const months = [JANUARY - 1, JANUARY, JANUARY + 1];
  const cumulative = months.map((month) => ({
    month,
    r: draw.decimal(20, 90),
    cost: draw.decimal(1, 9, 1),
    low: draw.decimal(-90, -40),
    middle: draw.decimal(-30, 10),
    high: draw.decimal(100, 140),
    baselineCost: draw.decimal(1, 9, 1),
  }));
  // Enough live days for the page to show a rate.
  const whole = { ...drawFigures(draw, 'undecided'), n: 1537, days: 250 };
  const from = Date.UTC(2025, 11, 3);
  const to = Date.UTC(2026, 1, 20);
  const periods = ['all', '12m', '2025', '2026'];
  return {
    state: {
      computing: null,
      run: {
        finished: draw.momentBefore(nowMs, 30),
        engineVersion: `${draw.whole(2, 9)}.${draw.whole(10, 99)}.${draw.whole(0, 9)}`,
        rows: draw.whole(9000, 9999),
        outcomes: draw.whole(8000, 8999),
        seed: draw.hash(),
        costs: [
          { of: 'forex', unit: 'pips', amount: 1.8 },
          { of: 'index', unit: 'pips', amount: 1 },
          { of: 'crypto', unit: 'basisPoints', amount: 7.25 },
          { of: 'XAUUSD', unit: 'price', amount: 0.4 },
        ],
      },
      head: {
        day: '2026-11-17',
        size: draw.whole(4000, 4999),
        hash: draw.hash(),
        root: draw.hash(),
        outcomes: draw.whole(3000, 3999),
        outcomesHash: draw.hash(),
        outcomesRoot: draw.hash(),
        created: draw.momentBefore(nowMs, 30),
      },
      certificate: {
        finished: draw.momentBefore(nowMs, 30),
        engineVersion: `${draw.whole(2, 9)}.${draw.whole(10, 99)}.${draw.whole(0, 9)}`,
        signals: draw.whole(1000, 1999),
        levelSets: draw.whole(2000, 2999),
        forecasts: draw.whole(6000, 6999),
        boxes: draw.whole(3000, 3999),
        outcomes: draw.whole(4000, 4999),
        again: draw.whole(5000, 5999),
        oldestWhole: draw.momentBefore(nowMs, 30),
        engineFailures: draw.whole(1, 9),
        vendorFailures: draw.whole(10, 19),
        otherVersions: draw.whole(20, 29),
        corrections: draw.whole(30, 39),
        voided: draw.whole(40, 49),
      },
      parts: [
        { source: 'file', origin: 'live', rows: 9, from, to, periods, whole, primary: null },
        {
          source: 'file',
          origin: 'backfill',
          rows: 8,
          from,
          to,
          periods,
          whole: null,
          primary: null,
        },
        {
          source: 'simulated',
          origin: 'backfill',
          rows: 7,
          from,
          to,
          periods,
          whole: null,
          primary: null,
        },
      ],
    },
    figures: {
      compared: 15,
      groups,
      touches: [
        touchesOf(null, 'interval-excludes-zero'),
        touchesOf('crypto', 'undecided'),
        touchesOf('index', 'few'),
      ],
    },
    history: { cumulative, months: [{ category: 'index', months: months.map(monthOf) }] },
  };
}

const VERDICTS = {
  'interval-excludes-zero': words(
    'Tabandan ayrışıyor | Bazadan fərqlənir | Differs from the baseline',
  ),
  undecided: words('Fark kanıtlanmamış | Fərq sübut olunmayıb | Difference not proven'),
  few: words('az | az | few'),
} as const;
const TABLE = words('Tablo olarak göster | Cədvəl kimi göstər | Show as a table');
const INTERVALS = words(
  'Sinyal türüne göre sonuç ve taban | Siqnal növünə görə nəticə və baza | Result and baseline by kind of signal',
);
const CUMULATIVE = words('Kümülatif sonuç, R | Kumulyativ nəticə, R | Cumulative result, R');
const MONTHS = words('Tabandan fark, R | Bazadan fərq, R | Difference from the baseline, R');
const TOUCHES = words(
  'Haftalık seviyeler: tutma oranı ve taban | Həftəlik səviyyələr: saxlama payı və baza | Weekly levels: share that held, and baseline',
);
const CATEGORIES = {
  crypto: words('Kripto | Kripto | Crypto'),
  forex: words('Forex'),
  index: words('Endeks | İndeks | Indices'),
} as const;
const ALL = words('Tümü | Hamısı | All');

/** Lists the groups in the order of the page, with their names. */
function listKinds({ groups }: Figures, language: Language): [string, Group['figures']][] {
  const of = (kind: Group['kind'], setup: string | null) =>
    groups.find((one) => one.kind === kind && one.setup === setup && one.category === null)
      ?.figures as Group['figures'];
  return [
    [words('İşlem koşulu | Əməliyyat şərti | Trade condition')[language], of('condition', null)],
    ['Hayyam', of('box', 'hayyam.short')],
    ['52', of('box', '52.short')],
    ['144', of('box', '144.short')],
    ['36', of('box', '36.short')],
    [words('36, uzun vade | 36, uzun müddət | 36, long term')[language], of('box', '36.long')],
    ['Crystal', of('box', 'crystal.short')],
    [words('Haftalık seviye | Həftəlik səviyyə | Weekly level')[language], of('levels', null)],
  ];
}

const rangeOf = (write: ExpectedMoney, { low, high }: Omit<Interval, 'value'>, digits: number) =>
  write.range(write.signed(low, digits), write.signed(high, digits));
const rangeOfShares = (write: ExpectedMoney, { low, high }: Interval) =>
  write.range(write.signed(low * 100, 1), write.signed(high * 100, 1));

/** Compares the sentence above the figures and the four figures below it. */
async function assertSummary(page: Page, { figures }: MadeRecord, language: Language) {
  const write = expectedMoney(language);
  const all = figures.groups.find(({ kind, category }) => kind === null && category === null)
    ?.figures as Group['figures'];
  const { n, hits, first } = all;
  const {
    netDifference: difference,
    net,
    netBaseline: baseline,
  } = first as {
    [Key in keyof typeof first]: NonNullable<(typeof first)[Key]>;
  };
  const label = words('Özet | Xülasə | Summary')[language];
  const summary = page.getByRole('region', { name: label, exact: true });
  const better = difference.value > 0;
  const judgement = better
    ? words(
        'Sinyaller eşlenmiş girişlerden iyi sonuç verdi: fark kanıtlandı. | Siqnallar uyğunlaşdırılmış girişlərdən yaxşı nəticə verib: fərq sübut olunub. | The signals did better than matched entries: the difference is proven.',
      )
    : words(
        'Sinyaller eşlenmiş girişlerden kötü sonuç verdi: fark kanıtlandı. | Siqnallar uyğunlaşdırılmış girişlərdən pis nəticə verib: fərq sübut olunub. | The signals did worse than matched entries: the difference is proven.',
      );
  const apart = {
    value: `${write.signed(difference.value, 3)} R`,
    range: rangeOf(write, difference, 3),
  };
  // In `makeRecord` four of the kinds differ, after a correction for the number of groups.
  const compared = figures.compared;
  const detail = words(
    `Tabandan (eşlenmiş girişlerden) fark ${apart.value}, %95 aralık ${apart.range}. Tek tek bakınca 4 tür ayrışıyor. Bu kararlar karşılaştırılan ${compared} grubun sayısına göre düzeltilmiştir (Holm). | Bazadan (uyğunlaşdırılmış girişlərdən) fərq ${apart.value}, 95 % interval ${apart.range}. Ayrı-ayrılıqda 4 növ fərqlənir. Bu qərarlar müqayisə olunan ${compared} qrupun sayına görə düzəldilib (Holm). | Difference from the baseline (matched entries) ${apart.value}, 95% interval ${apart.range}. Taken one by one, 4 kinds of signals differ. These verdicts are corrected for the number of groups compared, ${compared} (Holm).`,
  );
  const shares = {
    n: write.count(hits?.n ?? null),
    points: write.points(hits?.difference?.value ?? Number.NaN),
    range: hits?.difference ? rangeOfShares(write, hits.difference) : '',
  };
  const costs = {
    range: rangeOf(write, net, 2),
    baseline: `${write.signed(baseline)} R`,
  };
  const facts = [
    `${words('Sonuçlanan sinyal | Nəticələnmiş siqnal | Resolved signals')[language]}: ${write.count(n)} ${write.month(JANUARY - 1)} – ${write.month(JANUARY + 1)}`,
    `${words('TP1 isabeti | TP1-ə çatma payı | TP1 hit rate')[language]}: ${write.share(hits?.share ?? 0)} ${
      words(
        `n = ${shares.n} (TP1 ya da SL), tabandan fark ${shares.points}, %95 aralık ${shares.range} | n = ${shares.n} (TP1 və ya SL), bazadan fərq ${shares.points}, 95 % interval ${shares.range} | n = ${shares.n} (TP1 or SL), difference from the baseline ${shares.points}, 95% interval ${shares.range}`,
      )[language]
    }`,
    `${words('Eşlenmiş girişler | Uyğunlaşdırılmış girişlər | Matched entries')[language]}: ${write.share(hits?.baseline ?? 0)} ${words('Sinyal başına 20 ile 40 arası eşlenmiş giriş; aynı biçimde sayılır | Hər siqnal üçün 20 ilə 40 arası uyğunlaşdırılmış giriş; eyni qaydada sayılır | 20 to 40 matched entries for each signal, counted the same way')[language]}`,
    `${words('Maliyet sonrası ortalama | Xərcdən sonra orta | Mean after costs')[language]}: ${write.signed(net.value)} R ${
      words(
        `%95 aralık ${costs.range}, tabanda ${costs.baseline}; 1 R: girişten SL’ye kadar risk | 95 % interval ${costs.range}, bazada ${costs.baseline}; 1 R: girişlə SL arasındakı risk | 95% interval ${costs.range}, baseline ${costs.baseline}; 1 R: the risk from entry to SL`,
      )[language]
    }`,
  ];
  for (const sense of SENSES) {
    assert.deepEqual(await readFacts(summary.locator('dl'), sense), facts.map(plain));
    const text = await readText(summary.locator('p').first(), sense);
    assert.equal(text, judgement[language]);
    assert.equal(await readText(summary.locator('p').nth(1), sense), plain(detail[language]));
  }
}

const panelOf = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true });

/** Switches a panel between plot and table. */
async function turn(page: Page, title: string, language: Language): Promise<void> {
  await page.getByRole('button', { name: `${TABLE[language]}: ${title}`, exact: true }).click();
}

/** Reads the texts of a slider at its first `some` places, by default at all of them. */
async function readSlider(
  page: Page,
  title: string,
  count: number,
  some = count,
): Promise<string[]> {
  const slider = panelOf(page, title).getByRole('slider');
  const said: string[] = [];
  for (let at = 0; at < some; at += 1) {
    await slider.fill(String(count - 1 - at));
    said.push(plain((await slider.getAttribute('aria-valuetext')) ?? ''));
  }
  return said;
}

async function assertIntervals(page: Page, { figures }: MadeRecord, language: Language) {
  const write = expectedMoney(language);
  const title = INTERVALS[language];
  const kinds = listKinds(figures, language);
  const long = words('Uzun vade | Uzun müddət | Long term')[language];
  const showLong = async (pressed: boolean): Promise<void> => {
    const toggle = { name: long, exact: true } as const;
    await panelOf(page, title).getByRole('button', toggle).click();
    await panelOf(page, title)
      .getByRole('button', { ...toggle, pressed })
      .waitFor();
  };
  await showLong(true);
  // The plot places a group at the sum of its baseline and its difference.
  const placeOf = ({ first }: Group['figures']) =>
    (first.netBaseline ?? 0) + (first.netDifference?.value ?? 0);
  const said = kinds.map(([name, group]) => {
    const { verdict, matched, first } = group;
    const n = write.count(matched);
    if (verdict === 'few') {
      return words(
        `${name}: n = ${n}, karar için az. | ${name}: n = ${n}, qərar üçün azdır. | ${name}: n = ${n}, too few for a verdict.`,
      )[language];
    }
    const value = `${write.signed(placeOf(group))} R`;
    const baseline = `${write.signed(first.netBaseline)} R`;
    const difference = `${write.signed(first.netDifference?.value ?? null, 3)} R`;
    const range = first.netDifference ? rangeOf(write, first.netDifference, 3) : '';
    const word = VERDICTS[verdict][language];
    return words(
      `${name}: ortalama ${value}, taban ${baseline}, fark ${difference}, %95 aralık ${range}, n = ${n}. ${word}. | ${name}: orta ${value}, baza ${baseline}, fərq ${difference}, 95 % interval ${range}, n = ${n}. ${word}. | ${name}: mean ${value}, baseline ${baseline}, difference ${difference}, 95% interval ${range}, n = ${n}. ${word}.`,
    )[language];
  });
  // Each place costs a call of the browser, and the other languages have the same figures.
  const some = language === 'tr' ? said.length : 1;
  const heard = await readSlider(page, title, said.length, some);
  assert.deepEqual(heard, said.slice(0, some).map(plain));
  const plot = panelOf(page, title).getByRole('img').first();
  const apart = kinds
    .filter(([, { verdict }]) => verdict === 'interval-excludes-zero')
    .map(([name]) => name);
  assert.equal(
    await plot.getAttribute('aria-label'),
    words(
      `Sinyal türüne göre ilk hedefte ortalama sonuç ve taban. Tabandan ayrışanlar: ${apart.join(', ')}. | Siqnal növünə görə ilk hədəfdə orta nəticə və baza. Bazadan fərqlənənlər: ${apart.join(', ')}. | Mean result at the first target and baseline by kind of signal. These differ from their baseline: ${apart.join(', ')}.`,
    )[language],
  );
  const drawn = await readText(plot, 'seen');
  for (const [name, group] of kinds) {
    const few = group.verdict === 'few';
    const beside = few ? VERDICTS.few[language] : `${write.signed(placeOf(group))} R`;
    const row = plain(`${name} n = ${write.count(group.matched)} ${beside}`);
    assert.ok(drawn.includes(row), `${row} in ${drawn}`);
  }
  await turn(page, title, language);
  const table = panelOf(page, title).getByRole('table');
  const heads = words(
    'Tür;n;Tabanı olan;Maliyet sonrası R;Maliyet sonrası taban;Maliyet sonrası fark;%95 aralık;Karar;Maliyet öncesi R;TP1;Taban TP1;SL;Süresi dolan;TP2;Sonuçsuz | Növ;n;Bazası olan;Xərcdən sonra R;Xərcdən sonra baza;Xərcdən sonra fərq;95 % interval;Qərar;Xərcdən əvvəl R;TP1;Baza TP1;SL;Müddəti bitən;TP2;Nəticəsiz | Kind;n;With baseline;R after costs;Baseline after costs;Difference after costs;95% interval;Verdict;R before costs;TP1;Baseline TP1;SL;Expired;TP2;Void',
  )[language].split(';');
  const rows = kinds.map(([name, { n, matched, first, hits, verdict, ...ends }]) => {
    const known = (text: string) => (verdict === 'few' ? VERDICTS.few[language] : text);
    return [
      name,
      write.count(n),
      write.count(matched),
      known(write.signed(first.net?.value ?? null, 3)),
      known(write.signed(first.netBaseline, 3)),
      known(write.signed(first.netDifference?.value ?? null, 3)),
      known(first.netDifference ? rangeOf(write, first.netDifference, 3) : NOTHING),
      VERDICTS[verdict][language],
      known(write.signed(first.mean, 3)),
      write.count(ends.tp1),
      known(write.share(hits?.baseline ?? 0)),
      write.count(ends.sl),
      write.count(ends.expired),
      write.count(ends.tp2),
      write.count(ends.voided),
    ].map(plain);
  });
  for (const sense of SENSES) {
    assert.deepEqual(await readHeads(table, sense), heads);
    assert.deepEqual(await readRows(table, sense), rows);
  }
  await turn(page, title, language);
  await showLong(false);
}

async function assertTouches(page: Page, { figures }: MadeRecord, language: Language) {
  const write = expectedMoney(language);
  const title = TOUCHES[language];
  const nameOf = (category: Figures['touches'][number]['category']) =>
    (category === null ? ALL : CATEGORIES[category as keyof typeof CATEGORIES])[language];
  const said = figures.touches.map(
    ({ category, n, twins, held, twinsHeld, difference, verdict }) => {
      const name = nameOf(category);
      const count = write.count(n);
      if (verdict === 'few') {
        return words(
          `${name}: n = ${count}, karar için az. | ${name}: n = ${count}, qərar üçün azdır. | ${name}: n = ${count}, too few for a verdict.`,
        )[language];
      }
      const [own, other] = [write.share(held ?? 0), write.share(twinsHeld ?? 0)];
      const points = write.points(difference?.value ?? 0);
      const range = difference ? rangeOfShares(write, difference) : '';
      const [others, word] = [write.count(twins), VERDICTS[verdict][language]];
      return words(
        `${name}: tutan ${own}, kaydırılmışlarda ${other}, fark ${points}, %95 aralık ${range}, n = ${count} ve ${others}. ${word}. | ${name}: saxlayan ${own}, sürüşdürülmüşlərdə ${other}, fərq ${points}, 95 % interval ${range}, n = ${count} və ${others}. ${word}. | ${name}: held ${own}, shifted ones ${other}, difference ${points}, 95% interval ${range}, n = ${count} and ${others}. ${word}.`,
      )[language];
    },
  );
  const some = language === 'tr' ? said.length : 1;
  const heard = await readSlider(page, title, said.length, some);
  assert.deepEqual(heard, said.slice(0, some).map(plain));
  await turn(page, title, language);
  const table = panelOf(page, title).getByRole('table');
  const heads = words(
    'Kategori;n;Tutan;Kaydırılmış n;Kaydırılmış tutan;Fark, puan;%95 aralık;Karar | Kateqoriya;n;Saxlayan;Sürüşdürülmüş n;Sürüşdürülmüş saxlayan;Fərq, bənd;95 % interval;Qərar | Category;n;Held;Shifted n;Shifted held;Difference, points;95% interval;Verdict',
  )[language].split(';');
  const rows = figures.touches.map(
    ({ category, n, twins, held, twinsHeld, difference, verdict }) => {
      const known = (text: string) => (verdict === 'few' ? VERDICTS.few[language] : text);
      return [
        nameOf(category),
        write.count(n),
        known(write.share(held ?? 0)),
        write.count(twins),
        known(write.share(twinsHeld ?? 0)),
        known(write.signed((difference?.value ?? 0) * 100, 1)),
        known(difference ? rangeOfShares(write, difference) : NOTHING),
        VERDICTS[verdict][language],
      ].map(plain);
    },
  );
  assert.deepEqual(await readHeads(table, 'heard'), heads);
  for (const sense of SENSES) assert.deepEqual(await readRows(table, sense), rows);
  await turn(page, title, language);
}

async function assertCumulative(page: Page, { history }: MadeRecord, language: Language) {
  const write = expectedMoney(language);
  const title = CUMULATIVE[language];
  const panel = panelOf(page, title);
  const r = (value: number) => `${write.signed(value)} R`;
  const lines = history.cumulative.map(({ month, r: own, cost, low, middle, high, ...costs }) => ({
    month: write.month(month),
    // Matched entries pay costs of their own.
    net: [
      own - cost,
      ...[middle, low, high].map((value) => value - costs.baselineCost),
    ] as unknown as readonly [number, number, number, number],
    gross: [own, middle, low, high] as const,
  }));
  const last = lines.at(-1) as (typeof lines)[number];
  for (const result of ['net', 'gross'] as const) {
    const name = { net: words('Net | Xalis | Net'), gross: words('Brüt | Ümumi | Gross') }[result];
    await panel.getByRole('radio', { name: name[language], exact: true }).click();
    const [own, middle, low, high] = last[result].map(r) as [string, string, string, string];
    const range = write.range(low, high);
    const summary = {
      net: words(
        `Kümülatif net sonuç, R. ${last.month} sonunda Rasat ${own}, taban ${middle}, eşlenmiş girişlerin yüzde 95 bandı ${range}. | Kumulyativ xalis nəticə, R. ${last.month} sonunda Rasat ${own}, baza ${middle}, uyğunlaşdırılmış girişlərin 95 faiz zolağı ${range}. | Cumulative net result, R. At the end of ${last.month} Rasat ${own}, baseline ${middle}, 95 per cent band of matched entries ${range}.`,
      ),
      gross: words(
        `Kümülatif brüt sonuç, R. ${last.month} sonunda Rasat ${own}, taban ${middle}, eşlenmiş girişlerin yüzde 95 bandı ${range}. | Kumulyativ ümumi nəticə, R. ${last.month} sonunda Rasat ${own}, baza ${middle}, uyğunlaşdırılmış girişlərin 95 faiz zolağı ${range}. | Cumulative gross result, R. At the end of ${last.month} Rasat ${own}, baseline ${middle}, 95 per cent band of matched entries ${range}.`,
      ),
    }[result][language];
    const plot = panel.getByRole('img').first();
    await eventually(async () => assert.equal(await plot.getAttribute('aria-label'), summary));
    await turn(page, title, language);
    const table = panel.getByRole('table');
    assert.deepEqual(
      await readHeads(table, 'heard'),
      words(
        'Ay;Rasat, R;Taban, R;Bant altı, R;Bant üstü, R | Ay;Rasat, R;Baza, R;Zolağın altı, R;Zolağın üstü, R | Month;Rasat, R;Baseline, R;Band from, R;Band to, R',
      )[language].split(';'),
    );
    const rows = lines
      .toReversed()
      .map((one) => [one.month, ...one[result].map((value) => write.signed(value))]);
    for (const sense of SENSES) assert.deepEqual(await readRows(table, sense), rows);
    await turn(page, title, language);
  }
  await panel
    .getByRole('radio', { name: words('Net | Xalis | Net')[language], exact: true })
    .click();
}

async function assertMonths(page: Page, { history }: MadeRecord, language: Language) {
  const write = expectedMoney(language);
  const title = MONTHS[language];
  const [{ months }] = history.months as [History['months'][number]];
  const name = CATEGORIES.index[language];
  const heat = panelOf(page, title).getByRole('table');
  assert.deepEqual(await readHeads(heat, 'heard'), [
    '2025',
    '2026',
    ...months.map(({ month }) => write.monthName(month)),
  ]);
  const interval = (range: NonNullable<(typeof months)[number]['netRange']>) =>
    words(
      `, %95 aralık ${rangeOf(write, range, 2)} | , 95 % interval ${rangeOf(write, range, 2)} | , 95% interval ${rangeOf(write, range, 2)}`,
    )[language];
  for (const sense of SENSES) {
    const cells = months.map(({ matched, netDifference: difference, netRange: range }) => {
      const count = `n ${write.count(matched)}`;
      if (matched < FEW) return `${VERDICTS.few[language]} ${count}`;
      const heard = sense === 'heard' && range ? ` ${interval(range)}` : '';
      return `${write.signed(difference)} ${count}${heard}`;
    });
    assert.deepEqual(await readRows(heat, sense), [[name, ...cells.map(plain)]]);
  }
  await turn(page, title, language);
  const table = panelOf(page, title).getByRole('table');
  assert.deepEqual(
    await readHeads(table, 'heard'),
    words(
      'Ay;Kategori;n;Maliyet sonrası fark;%95 aralık | Ay;Kateqoriya;n;Xərcdən sonra fərq;95 % interval | Month;Category;n;Difference after costs;95% interval',
    )[language].split(';'),
  );
  const rows = months.toReversed().map(({ month, matched, netDifference, netRange: range }) => {
    const few = matched < FEW || range === null;
    return [
      write.month(month),
      name,
      write.count(matched),
      few ? VERDICTS.few[language] : write.signed(netDifference),
      few ? NOTHING : rangeOf(write, range, 2),
    ].map(plain);
  });
  for (const sense of SENSES) assert.deepEqual(await readRows(table, sense), rows);
  await turn(page, title, language);
}

/** Compares the head of the day, the certificate, the costs, and the time of the computation. */
async function assertBelow(page: Page, { state }: MadeRecord, language: Language) {
  const write = expectedMoney(language);
  const { run, head, certificate } = state;
  assert.ok(run && head && certificate);
  const nowMs = Date.now();
  const finished = write.moment(run.finished, nowMs);
  const computed = words(
    `Hesaplandı: ${finished} TSİ, motor ${run.engineVersion} | Hesablanıb: ${finished} (İstanbul vaxtı), mühərrik ${run.engineVersion} | Computed ${finished} Istanbul time, engine ${run.engineVersion}`,
  )[language];
  await page.getByText(computed, { exact: true }).waitFor();

  const day = panelOf(page, words('Günün özeti | Günün heşi | Head of the day')[language]);
  const short = (hash: string) => `${hash.slice(0, 10)}…${hash.slice(-6)}`;
  const [d, rows, hash, root, outcomes, outcomesHash, outcomesRoot] = words(
    'Gün (UTC);Satır;Son satırın özeti;Bütün satırların kökü;Sonuç satırı;Son sonucun özeti;Bütün sonuçların kökü | Gün (UTC);Sətir;Son sətrin heşi;Bütün sətirlərin kökü;Nəticə sətri;Son nəticənin heşi;Bütün nəticələrin kökü | Day (UTC);Rows;Hash of the last row;Root over all rows;Outcome rows;Hash of the last outcome;Root over all outcomes',
  )[language].split(';');
  assert.deepEqual(await readFacts(day.locator('dl'), 'seen'), [
    `${d}: ${head.day}`,
    `${rows}: ${write.count(head.size)}`,
    `${hash}: ${short(head.hash)}`,
    `${root}: ${short(head.root)}`,
    `${outcomes}: ${write.count(head.outcomes)}`,
    `${outcomesHash}: ${short(head.outcomesHash)}`,
    `${outcomesRoot}: ${short(head.outcomesRoot ?? '')}`,
  ]);

  const proof = panelOf(
    page,
    words('Değişmezlik belgesi | Dəyişməzlik sənədi | No-repaint certificate')[language],
  );
  const failures = certificate.engineFailures + certificate.vendorFailures;
  await proof
    .getByText(words(`${failures} fark | ${failures} fərq | ${failures} differences`)[language], {
      exact: true,
    })
    .waitFor();
  const at = write.moment(certificate.finished, nowMs);
  const version = certificate.engineVersion;
  await proof
    .getByText(
      words(
        `${at} TSİ, motor ${version} | ${at} (İstanbul vaxtı), mühərrik ${version} | ${at} Istanbul time, engine ${version}`,
      )[language],
      { exact: true },
    )
    .waitFor();
  const names = words(
    'Sinyal;Haftalık set;Olasılık;Kutu;Sonuç;Bu denetimde yeniden hesaplanan;İlk mumdan başlayan en eski hesaplama;Motor kaynaklı fark;Fiyat kaynağının sonradan değiştirdiği mum kaynaklı fark;Kaynağın farklı değerle yeniden gönderdiği mum;Serisi bittiği için sonuçsuz kalan;Eski motor sürümünden, yalnız zinciri denetlenen satır | Siqnal;Həftəlik dəst;Ehtimal;Qutu;Nəticə;Bu yoxlamada yenidən hesablanan;İlk şamdan başlayan ən köhnə hesablama;Mühərrikdən gələn fərq;Qiymət mənbəyinin sonradan dəyişdiyi şamdan gələn fərq;Mənbənin fərqli dəyərlə yenidən göndərdiyi şam;Seriyası bitdiyi üçün nəticəsiz qalan;Köhnə mühərrik versiyasından, yalnız zənciri yoxlanan sətir | Signals;Weekly sets;Chances;Boxes;Outcomes;Recomputed in this check;Oldest computation from the first candle;Differences caused by the engine;Differences caused by candles that the vendor changed later;Candles that the vendor sent again with different values;Results that are void because their series ended;Rows of former engine versions, of which only the chain was checked',
  )[language].split(';');
  const counts = [
    certificate.signals,
    certificate.levelSets,
    certificate.forecasts,
    certificate.boxes,
    certificate.outcomes,
    certificate.again,
    null,
    certificate.engineFailures,
    certificate.vendorFailures,
    certificate.corrections,
    certificate.voided,
    certificate.otherVersions,
  ];
  assert.deepEqual(
    await readFacts(proof.locator('dl'), 'seen'),
    names.map((name, i) => {
      const isMoment = i === 6;
      const value = isMoment
        ? write.moment(certificate.oldestWhole, nowMs)
        : write.count(counts[i] ?? null);
      return `${name}: ${value}`;
    }),
  );

  const costs = page.getByRole('group').filter({
    hasText: words('Kullanılan maliyetler | İstifadə olunan xərclər | Costs used')[language],
  });
  assert.deepEqual(await readRows(costs.locator('table'), 'heard'), [
    [CATEGORIES.forex[language], `${write.number(1.8, 1)} ${words('pip | pip | pips')[language]}`],
    [CATEGORIES.index[language], '1 pip'],
    [
      CATEGORIES.crypto[language],
      `${write.number(7.25, 2)} ${words('baz puan | baza bəndi | basis points')[language]}`,
    ],
    [
      'XAUUSD',
      `${write.number(0.4, 1)} ${words('(fiyat biriminde) | (qiymət vahidində) | (in price units)')[language]}`,
    ],
  ]);
}

/** Compares the whole page of the record with the drawn answers, in a language. */
export async function assertRecordShown(
  page: Page,
  made: MadeRecord,
  language: Language,
): Promise<void> {
  await assertSummary(page, made, language);
  await assertIntervals(page, made, language);
  await assertCumulative(page, made, language);
  await assertMonths(page, made, language);
  await assertTouches(page, made, language);
  await assertBelow(page, made, language);
}
