import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Language } from '@rasat/contract';
import { screen, within } from '@testing-library/react';
import { pastLevelsQuery } from '../../api/calls/analysis.ts';
import { historyQuery, type Quote, type SymbolEntry } from '../../api/calls/market.ts';
import {
  MADE_CLOSE,
  MADE_MONDAY,
  MADE_NOW,
  MADE_UNTIL,
  madeTouch,
  madeTouchAt,
} from '../../testing/made-touch.ts';
import { show } from '../../testing/show.tsx';
import { standIn } from '../../testing/stand-in.ts';
import type { PanelState } from './panel-state.ts';
import type { LevelsReply, TouchReply } from './replies.ts';
import { WeeklyPanel } from './weekly-panel.tsx';
import type { WhyQuestion } from './why-question.ts';

const DAY = 86_400_000;
const entry: SymbolEntry = {
  symbol: 'EURUSD',
  type: 'forex',
  digits: 5,
  name: { tr: 'Euro', az: 'Avro', en: 'Euro' },
  source: 'simulated',
  delay: { class: 'simulated' as const, ms: 0 },
  calendar: 'forex',
  base: '60',
  resolutions: ['60'],
};
const quote = { s: 'EURUSD', p: 1.1425, d: MADE_NOW } as Quote;
/** Sell 1.13 was reached on Tuesday, buy 1.14 before the chances were published. */
const levels: LevelsReply = {
  d: MADE_MONDAY,
  anchor: 1.14,
  buy: [1.14, 1.14201, 1.145, 1.16],
  sell: [1.135, 1.13],
  basis: {},
  computedAt: MADE_CLOSE,
  engineVersion: '1.2.0',
  inputHash: '',
  serverTime: MADE_NOW,
};
const bars = Array.from({ length: 60 }, (_, i) => ({
  d: MADE_MONDAY + (i - 57) * DAY,
  o: 1.14,
  h: 1.141,
  l: 1.139,
  c: 1.1405,
  v: 1,
}));
const ready = (data: TouchReply): PanelState<TouchReply> => ({
  status: 'ready',
  data,
  busy: false,
});

async function showPanel(
  t: TestContext,
  touch: PanelState<TouchReply>,
  { language = 'tr' as Language, nowMs = MADE_NOW } = {},
) {
  const asked: WhyQuestion[] = [];
  // The document of the tests has no sizes; the chart is drawn from this one.
  standIn(t, HTMLElement.prototype, { clientWidth: 984, clientHeight: 400 });
  const shown = await show(
    t,
    <WeeklyPanel
      state={{ status: 'ready', data: levels, busy: false }}
      touch={touch}
      entry={entry}
      quote={quote}
      selected={null}
      nowMs={nowMs}
      onWhy={(question) => asked.push(question)}
    />,
    {
      language,
      known: [
        [historyQuery('EURUSD', '1D', { limit: 100 }).queryKey, bars],
        [
          pastLevelsQuery('EURUSD').queryKey,
          [{ ...levels, d: MADE_MONDAY - 7 * DAY, outcome: null }],
        ],
      ],
    },
  );
  return { ...shown, asked };
}

/** The labels of the chart as the eye sees them, from top to bottom. */
const labelsOf = (name: string): string[] =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => {
      const seen = item.cloneNode(true) as HTMLElement;
      for (const said of seen.querySelectorAll('.sr-only')) said.remove();
      return [...seen.querySelectorAll('span')]
        .filter((part) => part.children.length === 0)
        .map((part) => part.textContent)
        .join(' ');
    });

/** The rows of the table of levels: name, price and chance as the eye sees it. */
const rowsOf = (name: string): string[][] =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => {
        const seen = cell.cloneNode(true) as HTMLElement;
        for (const said of seen.querySelectorAll('.sr-only')) said.remove();
        return seen.textContent;
      }),
    );

const caption = (text: RegExp) => screen.getByText(text).closest('p')?.textContent;

test('the labels of the chart have the chances of now, and their caption says until when and of which close', async (t) => {
  await showPanel(t, ready(madeTouch()));
  assert.deepEqual(labelsOf('Haftalık seviyeler'), [
    'Alış TP3 %1’den az 1,16000',
    'Alış TP2 %48 1,14500',
    'Fiyat 1,14250',
    'Alış TP1 %99’dan çok 1,14201',
    'Alış girişi görüldü 1,14000',
    'Satış girişi %13 1,13500',
    'Satış TP1 görüldü 1,13000',
  ]);
  assert.equal(
    caption(/^Dokunma olasılığı/),
    'Dokunma olasılığı, Pazar 03:00’e kadarşimdi, 17:00 kapanışı',
  );
  assert.ok(
    screen.getByRole('button', {
      name: /^Alış TP2 ?Fiyatın Pazar 03:00’e kadar 1,14500 seviyesine dokunma olasılığı: %48; şimdi, 17:00 kapanışına göre ?1,14500 ?Neden bu seviye$/,
    }),
  );
});

const TABLES = {
  tr: [
    'EURUSD haftalık seviyeleri',
    [
      ['Seviye', 'Fiyat', 'Olasılık, Pazar 03:00’e kadar', ''],
      ['Alış girişi', '1,14000', 'önceden görüldü', 'Neden'],
      ['Alış TP1', '1,14201', '%99’dan çok', 'Neden'],
      ['Alış TP2', '1,14500', '%48', 'Neden'],
      ['Alış TP3', '1,16000', '%1’den az', 'Neden'],
      ['Satış girişi', '1,13500', '%13', 'Neden'],
      ['Satış TP1', '1,13000', 'görüldü, Sal 12:00', 'Neden'],
    ],
    'Tablo olarak göster',
  ],
  az: [
    'EURUSD həftəlik səviyyələri',
    [
      ['Səviyyə', 'Qiymət', 'Ehtimal, bazar günü 03:00-dək', ''],
      ['Alış girişi', '1,14000', 'əvvəlcədən çatıb', 'Niyə'],
      ['Alış TP1', '1,14201', '99\u00a0%-dən çox', 'Niyə'],
      ['Alış TP2', '1,14500', '48\u00a0%', 'Niyə'],
      ['Alış TP3', '1,16000', '1\u00a0%-dən az', 'Niyə'],
      ['Satış girişi', '1,13500', '13\u00a0%', 'Niyə'],
      ['Satış TP1', '1,13000', 'çatdı, Ç.a. 12:00', 'Niyə'],
    ],
    'Cədvəl kimi göstər',
  ],
  en: [
    'Weekly levels of EURUSD',
    [
      ['Level', 'Price', 'Chance before Sunday 03:00', ''],
      ['Buy entry', '1.14000', 'reached before', 'Why'],
      ['Buy TP1', '1.14201', 'over 99%', 'Why'],
      ['Buy TP2', '1.14500', '48%', 'Why'],
      ['Buy TP3', '1.16000', 'under 1%', 'Why'],
      ['Sell entry', '1.13500', '13%', 'Why'],
      ['Sell TP1', '1.13000', 'reached Tue 12:00', 'Why'],
    ],
    'Show as a table',
  ],
} as const;
for (const language of ['tr', 'az', 'en'] as const) {
  const [name, rows, button] = TABLES[language];
  test(`${language}: the table of levels has a column of chances with their moment`, async (t) => {
    const { user } = await showPanel(t, ready(madeTouch()), { language });
    await user.click(screen.getByRole('button', { name: button }));
    assert.deepEqual(rowsOf(name), rows);
  });
}

test('a chance of the table opens its explanation, a label that of the level with the chance beside it', async (t) => {
  const { user, asked } = await showPanel(t, ready(madeTouch()));
  await user.click(screen.getByRole('button', { name: /^Alış TP2 ?Fiyatın/ }));
  await user.click(screen.getByRole('button', { name: /^Alış girişi ?1,14000 seviyesi/ }));
  await user.click(screen.getByRole('button', { name: 'Tablo olarak göster' }));
  await user.click(
    screen.getByRole('button', { name: /^Fiyatın .* 1,14500 .*Neden bu olasılık$/ }),
  );
  const [label, reached, cell] = asked;
  const names = (question: WhyQuestion | undefined) => question?.parts.map(({ name }) => name);
  assert.deepEqual([names(label), label?.shown], [['level', 'chance'], 'level']);
  assert.deepEqual([names(cell), cell?.shown], [['level', 'chance'], 'chance']);
  assert.deepEqual(
    [names(reached), reached?.shown],
    [[null], undefined],
    'no chance was published',
  );
  const subject = cell?.parts[1]?.subject();
  assert.ok(subject && 'price' in subject.value);
  assert.equal(subject.kind, 'chance');
  assert.deepEqual([subject.value.price, subject.value.chance?.published], [1.145, 0.4704]);
  assert.equal(subject.value.chance?.now.state, 'chance');
});

test('a closed market has no number, in the labels and in the table', async (t) => {
  const saturday = Date.UTC(2026, 10, 28, 9);
  const touch = madeTouchAt({ at: Date.UTC(2026, 10, 27, 22), levels: 0 });
  const { user } = await showPanel(t, ready(touch), { nowMs: saturday });
  assert.equal(
    caption(/^Dokunma olasılığı/),
    'Dokunma olasılığı hesaplanmadı: Pazar 03:00’e kadar işlem yok.',
  );
  assert.deepEqual(labelsOf('Haftalık seviyeler').slice(0, 2), [
    'Alış TP3 1,16000',
    'Alış TP2 1,14500',
  ]);
  await user.click(screen.getByRole('button', { name: 'Tablo olarak göster' }));
  const rows = rowsOf('EURUSD haftalık seviyeleri');
  assert.equal(rows[3]?.[2], 'piyasa kapalı');
  assert.equal(rows[6]?.[2], 'görüldü, Sal 12:00', 'what was reached stays so');
  assert.doesNotMatch(document.body.textContent, /%0(?!\d)/);
});

test('chances on trial are marked as such', async (t) => {
  await showPanel(t, ready(madeTouch({ trial: true })));
  assert.match(caption(/^Dokunma olasılığı/) ?? '', /deneme$/);
});

test('without chances the panel says why and keeps its labels', async (t) => {
  for (const touch of [null, madeTouch({ levels: null, now: null })]) {
    const { leave } = await showPanel(t, ready(touch));
    assert.match(
      caption(/^Dokunma olasılığı yok/) ?? '',
      /hesaplanacağı anda geçmiş yeterli değildi/,
    );
    assert.equal(labelsOf('Haftalık seviyeler')[0], 'Alış TP3 1,16000');
    leave();
  }
});

test('a failed call says so and can be repeated; while it is loaded nothing is said', async (t) => {
  let retried = 0;
  const failed = { status: 'error', error: new Error('x'), retry: () => (retried += 1) } as const;
  const { user, leave } = await showPanel(t, failed);
  assert.ok(screen.getByText(/^Dokunma olasılıkları yüklenemedi\./));
  await user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
  assert.equal(retried, 1);
  leave();
  await showPanel(t, { status: 'pending' });
  assert.equal(screen.queryByText(/olasılı/), null);
});

test('a past week has no chances', async (t) => {
  const { user } = await showPanel(t, ready(madeTouch()));
  await user.click(screen.getByRole('button', { name: 'Hafta 47' }));
  assert.equal(screen.queryByText(/olasılı/), null);
  assert.equal(labelsOf('Haftalık seviyeler')[0], 'Alış TP3 1,16000');
});

test('after the end of the week what was not reached says so', async (t) => {
  const touch = madeTouchAt({ at: MADE_UNTIL, levels: 0 });
  await showPanel(t, ready(touch), { nowMs: MADE_UNTIL + 3_600_000 });
  assert.match(caption(/süresi doldu/) ?? '', /^Dokunma olasılığının süresi doldu: 03:00$/);
  assert.match(labelsOf('Haftalık seviyeler')[0] ?? '', /^Alış TP3 görülmedi/);
});
