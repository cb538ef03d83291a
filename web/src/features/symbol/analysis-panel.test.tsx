import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AnalysisView, Language } from '@rasat/contract';
import { screen } from '@testing-library/react';
import {
  MADE_BOX,
  MADE_CLOSE,
  MADE_LAST_QUARTER,
  MADE_MONDAY,
  MADE_NOW,
  madeTouch,
  madeTouchAt,
} from '../../testing/made-touch.ts';
import { show } from '../../testing/show.tsx';
import { AnalysisPanel } from './analysis-panel.tsx';
import type { BoxCard } from './box-cards.ts';
import { findNearChance } from './near-chance.ts';
import type { LevelsReply, TouchReply } from './replies.ts';
import type { WhyQuestion } from './why-question.ts';

const levels: LevelsReply = {
  d: MADE_MONDAY,
  anchor: 1.14,
  buy: [1.145, 1.16],
  sell: [1.135, 1.13],
  basis: {},
  computedAt: MADE_CLOSE,
  engineVersion: '1.2.0',
  inputHash: '',
  serverTime: MADE_NOW,
};
const box = {
  kind: 'hayyam',
  term: 'short',
  created: MADE_BOX,
  p: { top: 1.17, bottom: 1.12 },
  d: { start: MADE_BOX, end: MADE_LAST_QUARTER, lQuarter: MADE_LAST_QUARTER },
};
const cards = [{ kind: 'hayyam', main: { box } }] as unknown as readonly BoxCard[];

/** The view of a price, with the weekly levels and the box. */
const viewAt = (price: number): AnalysisView => ({
  symbol: 'EURUSD',
  price,
  atr: 0.006,
  condition: null,
  seer: null,
  closeSeer: null,
  crystal: null,
  boxes: [
    {
      kind: 'hayyam',
      bullish: null,
      status: null,
      closed: false,
      longBullish: null,
      edges: { top: 1.17, bottom: 1.12 },
      needsHourly: false,
    },
  ],
  levels: { buy: levels.buy, sell: levels.sell },
  cycle: null,
  baseRate: null,
});

async function read(
  t: TestContext,
  price: number,
  touch: TouchReply | undefined,
  language: Language = 'tr',
) {
  const asked: WhyQuestion[] = [];
  const data = {
    touch:
      touch === undefined
        ? ({ status: 'pending' } as const)
        : ({ status: 'ready', data: touch, busy: false } as const),
    levels: { status: 'ready', data: levels, busy: false } as const,
    cards: { status: 'ready', data: cards, busy: false } as const,
  };
  const market = { calendar: 'forex', nowMs: MADE_NOW } as const;
  const shown = await show(
    t,
    <AnalysisPanel
      state={{ status: 'ready', data: viewAt(price), busy: false }}
      condition={null}
      digits={5}
      chances={{ nowMs: MADE_NOW, find: (level) => findNearChance(level, data, market) }}
      onWhy={(question) => asked.push(question)}
    />,
    { language },
  );
  const rows = [...document.querySelectorAll('dl > div')].map((row) => {
    const seen = row.cloneNode(true) as HTMLElement;
    for (const said of seen.querySelectorAll('.sr-only')) said.remove();
    return seen.lastElementChild?.textContent;
  });
  return { ...shown, rows, asked };
}

const NEAR = {
  tr: [
    'Dokunma olasılığı, Pazar 03:00’e kadarşimdi, 17:00 kapanışı%48',
    'Dokunma olasılığı, Pazar 03:00’e kadarşimdi, 17:00 kapanışı%13',
  ],
  az: [
    'Toxunma ehtimalı, bazar günü 03:00-dəkindi, 17:00 bağlanışı48\u00a0%',
    'Toxunma ehtimalı, bazar günü 03:00-dəkindi, 17:00 bağlanışı13\u00a0%',
  ],
  en: [
    'Chance of touch before Sunday 03:00now, 17:00 close48%',
    'Chance of touch before Sunday 03:00now, 17:00 close13%',
  ],
} as const;
for (const language of ['tr', 'az', 'en'] as const) {
  test(`${language}: the nearest levels have their chances, each with its moment`, async (t) => {
    assert.deepEqual((await read(t, 1.1424, madeTouch(), language)).rows, NEAR[language]);
  });
}

test('the nearest levels of a box have chances until its last quarter', async (t) => {
  const { rows, user, asked } = await read(t, 1.165, madeTouch());
  assert.deepEqual(rows, [
    'Dokunma olasılığı, 12 Aralık 15:40’a kadarşimdi, 17:00 kapanışı%3',
    'Dokunma olasılığı, Pazar 03:00’e kadarşimdi, 17:00 kapanışı%1’den az',
  ]);
  await user.click(screen.getByRole('button', { name: /1,17000 .*Neden bu olasılık$/ }));
  await user.click(screen.getByRole('button', { name: /1,16000 .*Neden bu olasılık$/ }));
  assert.deepEqual(
    asked.map(({ shown }) => shown),
    ['topChance', 'chance'],
  );
});

test('a reached, a closed and a missing nearest level say so instead of a chance', async (t) => {
  const reached = await read(t, 1.1325, madeTouch());
  assert.deepEqual(reached.rows, [
    'Dokunma olasılığı, Pazar 03:00’e kadarşimdi, 17:00 kapanışı%13',
    'Dokunmagörüldü, Sal 12:00',
  ]);
  reached.leave();
  const closed = await read(t, 1.1424, madeTouchAt({ levels: 0 }));
  const market = 'Dokunma olasılığı hesaplanmadı: Pazar 03:00’e kadar işlem yok.';
  assert.deepEqual(closed.rows, [market, market]);
  closed.leave();
  const young = await read(t, 1.1424, null);
  const history = 'Dokunma olasılığı yok: hesaplanacağı anda geçmiş yeterli değildi.';
  assert.deepEqual(young.rows, [history, history]);
  young.leave();
  const trial = await read(t, 1.1424, madeTouch({ trial: true }));
  assert.match(trial.rows[0] ?? '', /kapanışıdeneme%48$/);
  trial.leave();
  const { rows } = await read(t, 1.1424, undefined);
  assert.deepEqual(rows, ['+%0,23 · 0,43 ATR', '−%0,65 · 1,23 ATR'], 'nothing while it is loaded');
});
