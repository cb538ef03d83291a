import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { screen } from '@testing-library/react';
import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { ConditionPanel } from './condition-panel.tsx';
import type { Condition, SeerReply } from './replies.ts';

const FORMED = Date.UTC(2026, 9, 21, 12);
const entry: SymbolEntry = {
  symbol: 'AUDUSD',
  type: 'forex',
  digits: 5,
  name: { tr: 'Avustralya doları', az: 'Avstraliya dolları', en: 'Australian dollar' },
  source: 'simulated',
  delay: { class: 'simulated' as const, ms: 0 },
  calendar: 'forex',
  base: '60',
  resolutions: ['60'],
};
const quote = { s: 'AUDUSD', p: 0.77405, d: FORMED } as Quote;
const active: Condition = {
  symbol: 'AUDUSD',
  way: true,
  active: true,
  price: 0.77295,
  range: 0.0038,
  datetime: FORMED,
  sl: 0.76915,
  tp1: 0.77675,
  tp2: 0.78055,
  expiry: Date.UTC(2026, 11, 10, 8),
  setup: 'pivot',
  ended: null,
  endedAt: null,
  exit: null,
  tp1Hit: false,
  basis: {},
};
const over = { active: false, endedAt: Date.UTC(2026, 10, 18, 12) } as const;

/** The text of the panel, line by line, and the mark of its ladder. */
async function read(t: TestContext, condition: Condition | null, showing: Showing = {}) {
  const data = { tradeCondition: condition } as SeerReply;
  await show(
    t,
    <ConditionPanel
      state={{ status: 'ready', data, busy: false }}
      entry={entry}
      quote={quote}
      clockAheadMs={0}
      onWhy={() => undefined}
    />,
    showing,
  );
  const panel = screen.getByRole('region');
  const ladder = panel.querySelector('[role=img]');
  const facts = [...panel.querySelectorAll('dl > div')].map((fact) =>
    [fact.querySelector('dt'), fact.querySelector('dd')]
      .map((part) => (part?.textContent ?? '').trim().replace(/\s+/g, ' '))
      .join(' | '),
  );
  return {
    text: (panel.textContent ?? '').replace(/\s+/g, ' '),
    facts,
    mark: ladder?.querySelector('.border-brass')
      ? 'ring'
      : ladder?.querySelector('svg.text-down')
        ? 'cross'
        : ladder?.querySelector('.rounded-full')
          ? 'dot'
          : null,
  };
}

test('an active condition shows its validity, its stop and the live price', async (t) => {
  const { text, facts, mark } = await read(t, active);
  assert.match(text, /İşlem koşuluEtkinAlış/);
  assert.match(text, /\+0,29 R/);
  assert.deepEqual(facts, [
    'Oluştu | 21 Eki 15:00',
    'Geçerlilik sonu | 10 Ara 11:00',
    'Ne zaman biter | 0,76915 görülürse',
    'Sinyal türü | Dönüş teyidi',
    'Sicil | Yeniden hesapla',
  ]);
  assert.equal(mark, 'ring');
});

const EQUAL = {
  tr: 'Zarar durdur ile ilk hedef eşit uzaklıkta; bir üstünlük yoksa her biri seferlerin yaklaşık yarısında önce gelir.',
  az: 'Zərər dayandırma ilə ilk hədəf eyni uzaqlıqdadır; üstünlük olmasa, hər biri halların təxminən yarısında birinci gəlir.',
  en: 'Stop and first target are equally far; without an edge each comes first about half the time.',
} as const;
for (const language of ['tr', 'az', 'en'] as const) {
  test(`${language}: an active condition says that stop and first target are equally far, and gives no chance`, async (t) => {
    const { text } = await read(t, active, { language });
    assert.ok(text.includes(EQUAL[language]));
    assert.doesNotMatch(text, /%/);
  });
}

test('a condition beyond its first target says so and stays active', async (t) => {
  const { text, mark } = await read(t, { ...active, tp1Hit: true });
  assert.match(text, /TP1 görüldü/);
  assert.ok(!text.includes(EQUAL.tr), 'which comes first is decided');
  assert.equal(mark, 'ring');
});

const ends = [
  [
    'stop',
    { ...over, ended: -1, exit: 0.76915 },
    /Zarar durdur görüldü.*−1,00 R/,
    'Bitti | 18 Kas 15:00 · 0,76915',
    'cross',
  ],
  [
    'second target',
    { ...over, ended: 2, exit: 0.78055, tp1Hit: true },
    /2\. hedef görüldü.*\+2,00 R/,
    'Bitti | 18 Kas 15:00 · 0,78055',
    'dot',
  ],
  [
    'time',
    { ...over, ended: 0, exit: 0.77375 },
    /Süresi doldu.*\+0,21 R/,
    'Bitti | 18 Kas 15:00 · 0,77375',
    'dot',
  ],
] as const;
for (const [name, more, words, fact, wanted] of ends) {
  test(`a condition ended by its ${name} shows the time and price of its end, and no validity`, async (t) => {
    const { text, facts, mark } = await read(t, { ...active, ...more });
    assert.match(text, /Etkin koşul yok/);
    assert.match(text, /Son koşul/);
    assert.ok(!text.includes(EQUAL.tr));
    assert.match(text, words);
    assert.deepEqual(facts, [
      'Oluştu | 21 Eki 15:00',
      fact,
      'Sinyal türü | Dönüş teyidi',
      'Sicil | Yeniden hesapla',
    ]);
    assert.equal(mark, wanted);
  });
}

test('without any condition the panel says when one forms', async (t) => {
  const { text, mark } = await read(t, null);
  assert.match(text, /Şu anda yayımlanmış bir koşul yok\./);
  assert.match(text, /dönüş teyit edilince oluşur/);
  assert.equal(mark, null);
});

test('in Azerbaijani the last moment carries its ending', async (t) => {
  const { facts } = await read(t, active, { language: 'az' });
  assert.equal(facts[1], 'Etibarlıdır | 10 dekabradək, 11:00');
});
