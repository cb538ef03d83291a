import assert from 'node:assert/strict';
import type { Language, Reply, ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { type ExpectedMoney, expectedMoney } from './expected-money.ts';
import { isoText, NOTHING } from './expected-texts.ts';
import type { Draw } from './random.ts';
import { plain, readFacts, readHeads, readRows, readText, SENSES, words } from './shown.ts';

// Randomly drawn rows of the record, and the texts that the list and the page of a row must show.

type Row = Reply<typeof ROUTES.recordRows>['rows'][number];
type Detail = Reply<typeof ROUTES.recordRow>;
type Leg = Row['legs']['tp1'];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ENTRIES = 40;

/** Rows of every state and kind, and the details of the first two. */
export interface MadeRows {
  readonly rows: readonly Row[];
  readonly details: readonly [trade: Detail, week: Detail];
}

const exact = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Draws a trade with four different prices in the order of its direction. */
function drawTrade(draw: Draw, digits: number, way: boolean) {
  const price = draw.decimal(1000, 2000);
  const range = draw.decimal(10, 90);
  const side = way ? 1 : -1;
  const at = (steps: number) => exact(price + side * steps * range, digits);
  return { way, price: exact(price, digits), sl: at(-1), tp1: at(1.5), tp2: at(3) };
}

function drawLeg(draw: Draw, barTime: number, status: -1 | 0 | 1): NonNullable<Leg> {
  return {
    status,
    price: exact(draw.decimal(900, 2100), 2),
    r: status < 0 ? -draw.decimal(1, 1.4) : draw.decimal(0.4, 2.9),
    time: barTime + draw.whole(30, 300) * 60_000,
  };
}

/** Makes one row of each state, and a sealed one. */
export function makeRows(draw: Draw, nowMs: number): MadeRows {
  let seq = draw.whole(7000, 8000);
  const make = (row: Partial<Row>): Row => {
    seq -= draw.whole(1, 9);
    const barTime = Math.floor(draw.momentBefore(nowMs, 300) / HOUR_MS) * HOUR_MS;
    const digits = draw.whole(2, 5);
    const kind = row.kind ?? 'condition';
    const trade = kind === 'levels' ? null : drawTrade(draw, digits, draw.whole(0, 1) === 1);
    return {
      seq,
      symbol: 'EURUSD',
      category: 'forex',
      digits,
      source: 'simulated',
      origin: 'backfill',
      kind,
      setup: 'pivot',
      engineVersion: `${draw.whole(2, 9)}.${draw.whole(10, 99)}.0`,
      barTime,
      createdAt: barTime + draw.whole(3, 40) * HOUR_MS + 1000,
      hash: draw.hash(),
      sealed: false,
      way: trade?.way ?? null,
      price: trade?.price ?? null,
      range: trade && exact(draw.decimal(10, 90), digits),
      sl: trade?.sl ?? null,
      tp1: trade?.tp1 ?? null,
      tp2: trade?.tp2 ?? null,
      levels: null,
      forecast: null,
      entry: null,
      state: 'open',
      legs: { tp1: null, tp2: null },
      ended: null,
      cost: draw.decimal(0.02, 0.3, 1),
      baseline: {
        entries: ENTRIES,
        first: draw.decimal(-0.4, 0.4, 1),
        second: draw.decimal(-0.9, 0.9, 1),
        netFirst: draw.decimal(-0.4, 0.4, 1),
        netSecond: draw.decimal(-0.9, 0.9, 1),
        tp1: 17,
        coverage: draw.decimal(0.3, 0.8),
        complete: false,
      },
      unmatched: null,
      touch: null,
      twinTouch: null,
      ...row,
    };
  };
  const time = draw.momentBefore(nowMs, 300);
  const leg = (status: -1 | 0 | 1) => drawLeg(draw, time, status);
  const levels = () => {
    const list = (count: number) =>
      Array.from({ length: count }, () => exact(draw.decimal(1000, 2000), 2));
    return { d: Date.UTC(2026, 9, 5), buy: list(4), sell: list(3) };
  };
  const week = { kind: 'levels', setup: 'weekly', symbol: 'GBPUSD', digits: 2 } as const;
  const trade = make({
    setup: 'break',
    state: 'tp1',
    origin: 'live',
    createdAt: time + 42_000,
    barTime: time,
    legs: { tp1: leg(1), tp2: leg(-1) },
    ended: null,
  });
  const entered = make({
    ...week,
    levels: levels(),
    entry: { time, ...drawTrade(draw, 2, draw.whole(0, 1) === 1), expiry: time + 7 * DAY_MS },
    state: 'sl',
    legs: { tp1: leg(-1), tp2: leg(0) },
    ended: null,
    touch: -1,
    twinTouch: 1,
    baseline: {
      entries: ENTRIES,
      first: draw.decimal(-0.4, 0.4, 1),
      second: draw.decimal(-0.9, 0.9, 1),
      netFirst: draw.decimal(-0.4, 0.4, 1),
      netSecond: draw.decimal(-0.9, 0.9, 1),
      tp1: 17,
      coverage: 1,
      complete: true,
    },
  });
  const rows = [
    trade,
    entered,
    make({ kind: 'box', setup: '36.short', source: 'file', origin: 'live' }),
    make({
      kind: 'box',
      setup: 'crystal.long',
      state: 'expired',
      legs: { tp1: leg(0), tp2: leg(0) },
      ended: null,
      cost: null,
    }),
    make({ ...week, levels: levels(), state: 'waiting', cost: null, baseline: null }),
    make({ ...week, levels: levels(), state: 'untouched', cost: null, baseline: null }),
    make({
      kind: 'box',
      setup: 'hayyam.short',
      sealed: true,
      way: null,
      price: null,
      range: null,
      sl: null,
      tp1: null,
      tp2: null,
      cost: null,
      baseline: null,
    }),
  ];
  const drawEntries = (): number[] => {
    const list = Array.from({ length: ENTRIES }, () => draw.whole(-140, 290) * 10 + 3);
    // Their mean ends in 0.3 thousandths, so that it is never halfway between two hundredths.
    const over = list.reduce((sum, one) => sum + one, 0) - 120;
    return [(list[0] ?? 0) - (((over % 400) + 400) % 400) + 12, ...list.slice(1)];
  };
  const head = {
    day: '2026-11-17',
    size: draw.whole(9000, 9999),
    hash: draw.hash(),
    root: draw.hash(),
    outcomes: 1,
    outcomesHash: draw.hash(),
    outcomesRoot: draw.hash(),
    created: nowMs,
  };
  const detail = (row: Row): Detail => ({
    row,
    audience: 'anyone',
    entries: { first: drawEntries(), second: drawEntries() },
    head,
  });
  return { rows, details: [detail(trade), detail(entered)] };
}

const STATES: Readonly<Record<Row['state'], ReturnType<typeof words>>> = {
  waiting: words('Bekliyor | Gözləyir | Waiting'),
  untouched: words('Tetiklenmedi | İşə düşmədi | Not triggered'),
  open: words('Sürüyor | Davam edir | Running'),
  tp1: words('TP1 görüldü | TP1-ə çatdı | TP1 reached'),
  sl: words('Zarar durdur görüldü | Zərər dayandırıldı | Stop loss'),
  expired: words('Süresi doldu | Müddəti bitdi | Expired'),
  ended: words('Zamanı bitti | Vaxtı bitdi | Time is over'),
  void: words('Sonuçsuz | Nəticəsiz | Void'),
};
const ENDS = {
  1: words('Hedef görüldü | Hədəfə çatdı | Target reached'),
  0: words('Süresi doldu | Müddəti bitdi | Expired'),
  [-1]: words('Zarar durdur görüldü | Zərər dayandırıldı | Stop loss'),
} as const;
const SIGNALS: Readonly<Record<string, ReturnType<typeof words>>> = {
  break: words('İşlem koşulu, kırılma | Əməliyyat şərti, qırılma | Trade condition, break'),
  weekly: words('Haftalık seviyeler | Həftəlik səviyyələr | Weekly levels'),
  '36.short': words('36 kutusu, kısa vade | 36 qutusu, qısa müddət | 36 box, short term'),
  'crystal.long': words(
    'Crystal kutusu, uzun vade | Crystal qutusu, uzun müddət | Crystal box, long term',
  ),
  'hayyam.short': words(
    'Hayyam kutusu, kısa vade | Hayyam qutusu, qısa müddət | Hayyam box, short term',
  ),
};
const SEALED = words(
  'Mühürlü Yönü ve fiyatları sonuçlanınca açılır | Möhürlü İstiqaməti və qiymətləri nəticələnəndə açılır | Sealed Direction and prices are shown once it is resolved',
);

const tradeOf = (row: Row) => (row.kind === 'levels' ? row.entry : row);

/** Returns the result of a leg, before and after costs, and of its matched entries; null for unknown values. */
function resultOf({ legs, cost, baseline }: Row, leg: 'tp1' | 'tp2') {
  const gross = legs[leg]?.r ?? null;
  const net = gross === null || cost === null ? null : gross - cost;
  const matched = (leg === 'tp1' ? baseline?.netFirst : baseline?.netSecond) ?? null;
  return {
    gross,
    net,
    matched,
    difference: net === null || matched === null ? null : net - matched,
  };
}

/** Compares the list of rows in a language. */
export async function assertRowsShown(
  page: Page,
  { rows }: MadeRows,
  language: Language,
): Promise<void> {
  const write = expectedMoney(language);
  const list = page.getByRole('table', {
    name: words(
      'Sicil satırları, en yeni üstte | Reyestr sətirləri, ən yenisi yuxarıda | Rows of the record, newest first',
    )[language],
  });
  const heads = words(
    'No;Zaman (TSİ);Sembol;Sinyal;Yön;Giriş;SL;TP1;TP2;Sonuç;R;Net R;Taban, net R;Yayım | №;Vaxt (İstanbul);Simvol;Siqnal;İstiqamət;Giriş;SL;TP1;TP2;Nəticə;R;Xalis R;Baza, xalis R;Dərc | No.;Time (Istanbul);Symbol;Signal;Direction;Entry;SL;TP1;TP2;Result;R;Net R;Baseline, net R;Published',
  )[language].split(';');
  const origins = {
    'simulated backfill': words(
      'Simülasyon, geriye dönük test | Simulyasiya, geriyə dönük test | Simulated, backtest',
    ),
    'simulated live': words('Simülasyon, canlı | Simulyasiya, canlı | Simulated, live'),
    'file live': words(
      'İşletmecinin yüklediği, canlı | Operatorun yüklədiyi, canlı | Imported by the operator, live',
    ),
    'file backfill': words(
      'İşletmecinin yüklediği, geriye dönük test | Operatorun yüklədiyi, geriyə dönük test | Imported by the operator, backtest',
    ),
  } as const;
  for (const sense of SENSES) {
    const lines = rows.map((row) => {
      const price = (value: number | null) => write.price(value, row.digits);
      const trade = tradeOf(row);
      const [buy, sell] = [price(row.levels?.buy[0] ?? null), price(row.levels?.sell[0] ?? null)];
      const sides = words(
        `Alış girişi ${buy} · satış girişi ${sell} | Alış girişi ${buy} · satış girişi ${sell} | Buy entry ${buy} · sell entry ${sell}`,
      )[language];
      const { gross, net, matched } = resultOf(row, 'tp1');
      const seq = write.count(row.seq);
      const name = words(
        `${row.symbol} ${seq}: satırı aç ve yeniden hesapla | ${row.symbol} ${seq}: sətri aç və yenidən hesabla | ${row.symbol} ${seq}: open the row and recompute`,
      )[language];
      return [
        sense === 'heard' ? name : seq,
        write.moment(row.barTime, Date.now()),
        row.symbol,
        SIGNALS[row.setup]?.[language] ?? '',
        ...(row.sealed
          ? [SEALED[language]]
          : trade === null || trade.way === null
            ? [NOTHING, sides]
            : [
                write.way(trade.way),
                price(trade.price),
                price(trade.sl),
                price(trade.tp1),
                price(trade.tp2),
              ]),
        STATES[row.state][language],
        write.signed(gross),
        write.signed(net),
        write.signed(matched),
        (origins[`${row.source} ${row.origin}` as keyof typeof origins] ?? origins['file live'])[
          language
        ],
      ].map(plain);
    });
    assert.deepEqual(await readHeads(list, sense), heads);
    assert.deepEqual(await readRows(list, sense), lines);
  }
  const times = await list
    .locator('tbody time')
    .evaluateAll((all: Element[]) => all.map((one) => one.getAttribute('title')));
  assert.deepEqual(
    times,
    rows.map(({ barTime }) => isoText(barTime)),
    'the tooltips',
  );
  const count = rows.length;
  await page
    .getByText(
      words(`${count} satır gösteriliyor | ${count} sətir göstərilir | ${count} rows shown`)[
        language
      ],
    )
    .first()
    .waitFor();
}

/** Compares the open page of a row in a language. */
export async function assertRowShown(page: Page, detail: Detail, language: Language) {
  const write = expectedMoney(language);
  const { row } = detail;
  const number = write.count(row.seq);
  await page
    .getByRole('heading', {
      level: 1,
      name: words(`Sicil satırı ${number} | Reyestr sətri ${number} | Row ${number} of the record`)[
        language
      ],
      exact: true,
    })
    .waitFor();
  // The page shows the number before the row is loaded.
  await page.locator('main dl').first().waitFor();
  await assertPublished(page, row, language);
  await assertOutcome(page, row, language);
  await assertEntries(page, detail, language);
  const region = page.getByRole('region', {
    name: words('Zincirdeki yeri | Zəncirdəki yeri | Its place in the chain')[language],
  });
  const { head } = detail;
  assert.ok(head);
  const [day, size] = [write.date(Date.parse(`${head.day}T12:00:00Z`)), write.count(head.size)];
  const names = words(
    'Sıra;Satırın özeti (SHA-256);Kapsayan günün özeti;Son satırın özeti;Ağacın kökü | Sıra;Sətrin heşi (SHA-256);Əhatə edən günün heşi;Son sətrin heşi;Ağacın kökü | Position;Hash of the row (SHA-256);Head of the day that covers it;Hash of the last row;Root of the tree',
  )[language].split(';');
  const values = [
    words(`${number}. satır | ${number} nömrəli sətir | row ${number}`)[language],
    row.hash,
    words(
      `${day} (UTC), ${size} satır | ${day} (UTC), ${size} sətir | ${day} (UTC), rows: ${size}`,
    )[language],
    head.hash,
    head.root,
  ];
  assert.deepEqual(
    await readFacts(region.locator('dl'), 'seen'),
    names.map((name, at) => `${name}: ${values[at]}`),
  );
}

async function assertPublished(page: Page, row: Row, language: Language): Promise<void> {
  const write = expectedMoney(language);
  const panel = page.getByRole('region', {
    name: words('Ne yayımlandı | Nə dərc olundu | What was published')[language],
  });
  const price = (value: number | null) => write.price(value, row.digits);
  const moment = (timeMs: number) => write.moment(timeMs, Date.now());
  const zone = words('TSİ | İstanbul | Istanbul')[language];
  const name = (texts: string) => words(texts)[language];
  const late = row.createdAt - row.barTime;
  const hours = Math.floor(late / HOUR_MS);
  // `makeRows` makes one row 42 seconds late and the other up to 40 hours.
  const delay =
    late < 90_000
      ? words('42 sn | 42 san | 42 s')
      : words(`${hours} saat | ${hours} saat | ${hours} hours`);
  const note =
    row.origin === 'live'
      ? words(
          'Beş dakika içinde yayımlandı: canlı. | Beş dəqiqə ərzində dərc olundu: canlı. | Published within five minutes: live.',
        )
      : words(
          'Beş dakikadan geç: geriye dönük test. Canlı satırlarla aynı sayıya girmez. | Beş dəqiqədən gec: geriyə dönük test. Canlı sətirlərlə eyni rəqəmə daxil olmur. | Later than five minutes: a backtest. It is never counted together with live rows.',
        );
  const facts = [
    ...(row.levels === null
      ? [
          `${name('Yön | İstiqamət | Direction')}: ${write.way(row.way === true)}`,
          `${name('Giriş | Giriş | Entry')}: ${price(row.price)}`,
          `Risk (1 R): ${price(row.range)}`,
          `${name('Zarar durdur | Zərər dayandırma | Stop loss')}: ${price(row.sl)}`,
          `TP1: ${price(row.tp1)}`,
          `TP2: ${price(row.tp2)}`,
        ]
      : [`${name('Hafta | Həftə | Week')}: ${write.date(row.levels.d)}`]),
    `${name('Mumun kapanışı | Şamın bağlanışı | Close of the candle')}: ${moment(row.barTime)} ${zone}`,
    `${name('Yayım zamanı | Dərc vaxtı | Published at')}: ${moment(row.createdAt)} ${zone}`,
    `${name('Yayım gecikmesi | Dərc gecikməsi | Publication delay')}: ${delay[language]} ${note[language]}`,
    `${name('Motor sürümü | Mühərrik versiyası | Engine version')}: ${row.engineVersion}`,
  ].map(plain);
  for (const sense of SENSES) assert.deepEqual(await readFacts(panel.locator('dl'), sense), facts);
  const { levels, entry } = row;
  if (levels === null || entry === null) return;
  const list = ['Giriş | Giriş | Entry', 'TP1', 'TP2', 'TP3'].map((one, at) =>
    [name(one), price(levels.buy[at] ?? null), price(levels.sell[at] ?? null)].map(plain),
  );
  const table = panel.getByRole('table');
  assert.deepEqual(await readHeads(table, 'seen'), [
    name('Seviye | Səviyyə | Level'),
    write.way(true),
    write.way(false),
  ]);
  for (const sense of SENSES) assert.deepEqual(await readRows(table, sense), list);
  const entered = panel.locator('div', {
    has: page.getByRole('heading', { level: 3 }),
  });
  assert.equal(
    await readText(entered.last(), 'seen'),
    plain(
      `${name('Hafta içindeki giriş | Həftə içindəki giriş | Entry within the week')} ${write.way(entry.way)} ${price(entry.price)} SL ${price(entry.sl)} · TP1 ${price(entry.tp1)} · TP2 ${price(entry.tp2)} ${moment(entry.time)}`,
    ),
  );
}

async function assertOutcome(page: Page, row: Row, language: Language): Promise<void> {
  const write = expectedMoney(language);
  const panel = page.getByRole('region', {
    name: words('Ne oldu | Nə baş verdi | What happened')[language],
    exact: true,
  });
  const name = (texts: string) => words(texts)[language];
  const legs = [row.legs.tp1, row.legs.tp2] as const;
  const results = [resultOf(row, 'tp1'), resultOf(row, 'tp2')] as const;
  const each = <T>(list: readonly [T, T], of: (one: T) => string) => list.map(of);
  const lines = [
    [
      name('Sonuç | Nəticə | Result'),
      ...each(legs, (leg) => ENDS[(leg?.status ?? 0) as -1 | 0 | 1][language]),
    ],
    [
      name('Fiyat | Qiymət | Price'),
      ...each(legs, (leg) => write.price(leg?.price ?? null, row.digits)),
    ],
    [
      name('Bitiş | Bitmə | Ended'),
      ...each(legs, (leg) => write.moment(leg?.time ?? null, Date.now())),
    ],
    [
      name('R, maliyet öncesi | R, xərcdən əvvəl | R before costs'),
      ...each(results, ({ gross }) => write.signed(gross)),
    ],
    [
      name('Maliyet, R | Xərc, R | Cost, R'),
      ...each(results, () => write.signed(-(row.cost ?? 0))),
    ],
    [
      name('R, maliyet sonrası | R, xərcdən sonra | R after costs'),
      ...each(results, ({ net }) => write.signed(net)),
    ],
    [
      row.baseline?.complete === false
        ? name(
            'Taban, net R, tamam değil | Baza, xalis R, tam deyil | Baseline, net R, not complete',
          )
        : name('Taban, net R | Baza, xalis R | Baseline, net R'),
      ...each(results, ({ matched }) => write.signed(matched)),
    ],
    [
      name('Maliyet sonrası fark, R | Xərcdən sonra fərq, R | Difference after costs, R'),
      ...each(results, ({ difference }) => write.signed(difference)),
    ],
  ].map((line) => line.map(plain));
  const table = panel.getByRole('table');
  assert.deepEqual(await readHeads(table, 'seen'), [
    name('Çıkış | Çıxış | Exit'),
    name('TP1 çıkışı | TP1 çıxışı | TP1 exit'),
    name('TP2 çıkışı | TP2 çıxışı | TP2 exit'),
  ]);
  for (const sense of SENSES) assert.deepEqual(await readRows(table, sense), lines);
  if (row.kind !== 'levels') return;
  // In `makeRows` the first level breaks and that of the twin holds.
  assert.deepEqual(await readFacts(panel.locator('dl'), 'seen'), [
    `${name('İlk görülen seviye | İlk çatılan səviyyə | First level reached')}: ${name('Kırıldı | Qırıldı | Broke')}`,
    `${name('Kaydırılmış ikizinde | Sürüşdürülmüş əkizində | On its shifted twin')}: ${name('Tuttu | Saxladı | Held')}`,
  ]);
}

async function assertEntries(page: Page, { row, entries }: Detail, language: Language) {
  const write = expectedMoney(language);
  assert.ok(entries && row.baseline);
  const panel = page.getByRole('region', {
    name: words('Eşlenmiş girişler | Uyğunlaşdırılmış girişlər | Matched entries')[language],
    exact: true,
  });
  for (const [name, list, leg] of [
    ['TP2', entries.second, row.legs.tp2],
    ['TP1', entries.first, row.legs.tp1],
  ] as const) {
    await panel.getByRole('radio', { name, exact: true }).click();
    const mean = write.signed(list.reduce((sum, one) => sum + one, 0) / ENTRIES / 1000);
    const own = write.signed(leg?.r ?? null);
    const drawing = panel.getByRole('img', {
      name: words(
        `Eşlenmiş girişlerin sonuçları, R olarak. Ortalamaları ${mean}. Bu satırın sonucu ${own}. | Uyğunlaşdırılmış girişlərin nəticələri, R ilə. Orta nəticə ${mean}. Bu sətrin nəticəsi ${own}. | Results of the matched entries in R. Their mean is ${mean}. The result of this row is ${own}.`,
      )[language],
      exact: true,
    });
    await drawing.waitFor();
    const drawn = await readText(drawing, 'seen');
    const marks = words(
      `Taban ${mean} Bu satır ${own} | Baza ${mean} Bu sətir ${own} | Baseline ${mean} This row ${own}`,
    )[language];
    assert.ok(drawn.endsWith(marks), `${marks} in ${drawn}`);
  }
  const said = row.baseline.complete
    ? words(
        'Taban tamam: yıl ve son süre bitti, bir daha değişmez. | Baza tamdır: il və son müddət bitib, bir daha dəyişmir. | The baseline is complete: the year and the last time limit are over, and it no longer changes.',
      )
    : partly(write, row.baseline.coverage);
  await panel.getByText(said[language], { exact: true }).waitFor();
  const turn = panel.getByRole('button', {
    name: words('Tablo olarak göster | Cədvəl kimi göstər | Show as a table')[language],
  });
  await turn.click();
  const table = panel.getByRole('table');
  assert.deepEqual(await readHeads(table, 'seen'), [
    words('No | № | No.')[language],
    words('TP1 çıkışı, R | TP1 çıxışı, R | TP1 exit, R')[language],
    words('TP2 çıkışı, R | TP2 çıxışı, R | TP2 exit, R')[language],
  ]);
  assert.deepEqual(
    await readRows(table, 'heard'),
    entries.first.map((first, at) => [
      String(at + 1),
      write.signed(first / 1000),
      write.signed((entries.second[at] ?? Number.NaN) / 1000),
    ]),
  );
  await turn.click();
}

function partly(write: ExpectedMoney, coverage: number): Readonly<Record<Language, string>> {
  const share = write.percent(coverage * 100, 0);
  return words(
    `Taban tamam değil: izleyen yılın ${share} kadarı geçti. Yeni mumlarla değişir. | Baza tam deyil: sonrakı ilin ${share} qədəri keçib. Yeni şamlarla dəyişir. | The baseline is not complete: ${share} of the year after the row has passed. It changes with new candles.`,
  );
}
