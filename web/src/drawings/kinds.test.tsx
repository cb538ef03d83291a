import assert from 'node:assert/strict';
import test from 'node:test';
import type { WireBox, WireCondition, WireTrade } from '@rasat/contract';
import i18next from 'i18next';
import { why as azWhy } from '../i18n/az/why.ts';
import { chance as enChance } from '../i18n/en/chance.ts';
import { chart } from '../i18n/en/chart.ts';
import { why as enWhy } from '../i18n/en/why.ts';
import { formatPercent } from '../i18n/format.ts';
import { why as trWhy } from '../i18n/tr/why.ts';
import { MADE_CONES, MADE_DAY_END, MADE_NOW } from '../testing/made-touch.ts';
import { chanceWords } from '../ui/chance.tsx';
import { composeSentences } from '../why/sentence.ts';
import { DRAWING_BUTTONS, type DrawingId, getButton } from './buttons.ts';
import { drawSource } from './kinds.ts';
import { frame, listPainted, NOTHING } from './testing/painted.ts';

// Each button's drawing of the server's answer, in English, with the explanations of its lines.

const english = i18next.createInstance();
await english.init({ lng: 'en', resources: { en: { chart, chance: enChance } }, initAsync: false });
const t = english.getFixedT('en', 'chart');
const formats = {
  language: 'en',
  percent: (value: number | null, digits?: number) => formatPercent('en', value, digits),
} as const;
const drawnKinds = new Set<string>();
const draw = (id: DrawingId, source: object) => {
  drawnKinds.add(getButton(id).kind);
  return drawSource(id, source, {
    t,
    box: (kind, term) => (term === 'long' ? `${kind} long` : kind),
    formats,
    nowMs: () => MADE_NOW,
    chances: () => chanceWords(english.getFixedT('en', 'chance'), formats, MADE_NOW),
  });
};
/** Each line has a subject of its own value, and a sentence in every language. */
function checkExplained({ drawing, why }: ReturnType<typeof draw>): void {
  assert.ok(drawing.targets.length > 0);
  for (const { part, at } of drawing.targets) {
    const subject = why(part);
    assert.deepEqual(subject?.value, at, part);
    for (const { key } of subject ? composeSentences(subject, '') : []) {
      const path = ['rule', ...key.split('.')];
      for (const texts of [trWhy, azWhy, enWhy]) {
        const text = path.reduce<unknown>((tree, name) => Reflect.get(Object(tree), name), texts);
        assert.equal(typeof text, 'string', path.join('.'));
      }
    }
  }
}

/** Texts of the plates and of the axis. */
const written = ({ drawing }: ReturnType<typeof draw>) => {
  const { plates, tags } = drawing.paint(frame, NOTHING);
  return { plates: plates.map(({ text }) => text), tags: tags.map(({ price }) => price) };
};

const box: WireBox = {
  kind: '144',
  term: 'short',
  resolution: '240',
  p: {
    top: 2,
    bottom: 1,
    middle: 1.5,
    middleUp: 1.75,
    middleDown: 1.25,
    upTrade: 2.1,
    downTrade: 0.9,
  },
  d: { start: 0, end: 8, middle: 4, fQuarter: 2, lQuarter: 6, fHalf: 3, lHalf: 5 },
  created: 1,
  basis: {},
};

const trade: WireTrade = {
  sl: 1.8,
  p: 2.1,
  tp1: 2.4,
  tp2: 2.7,
  status: 0,
  d: 3,
  way: true,
  expiry: 9,
  closed: false,
  exit: null,
  tp2Hit: false,
  tp2Closed: false,
  basis: {},
};

const provenance = { computedAt: 1, engineVersion: '1', inputHash: '', serverTime: 1 };

test('a long-term box is labelled as one', () => {
  const { plates } = written(draw('box.144', { ...box, term: 'long' }));
  assert.deepEqual(plates, ['Buy trigger 2.1', 'Sell trigger 0.9', '144 long']);
});

test('levels are the trade of the box: entry, stop, both targets', () => {
  const drawn = draw('levels.144', { of: 'trade', kind: '144', term: 'short', trade, box });
  assert.deepEqual(written(drawn), {
    plates: ['144 entry 2.1', '144 SL 1.8', '144 TP1 2.4', '144 TP2 2.7'],
    tags: [2.1, 1.8, 2.4, 2.7],
  });
  checkExplained(drawn);
  assert.equal(drawn.why('tp1')?.kind, 'trade.tp1');
  assert.deepEqual(drawn.why('tp1')?.box?.span, { startMs: 0, endMs: 8 });
});

test('without a trade levels are the two triggers, labelled so', () => {
  const drawn = draw('levels.144', { of: 'triggers', box });
  assert.deepEqual(written(drawn).plates, ['144 buy trigger 2.1', '144 sell trigger 0.9']);
  checkExplained(drawn);
  assert.equal(drawn.why('downTrade')?.kind, 'box.downTrade');
});

test('take profits are both weekly lists, and the prices of a condition that is active', () => {
  const levels = {
    buy: [1, 2, 3],
    sell: [0.9, 0.8],
    d: 1,
    anchor: 0.95,
    basis: null,
    ...provenance,
  };
  const condition = {
    symbol: 'X',
    way: true,
    active: true,
    price: 1,
    range: 0.1,
    datetime: 1,
    sl: 0.5,
    tp1: 1.5,
    tp2: 1.6,
    expiry: 9,
    setup: 'pivot',
    ended: null,
    endedAt: null,
    exit: null,
    tp1Hit: false,
    basis: {},
  } satisfies WireCondition;
  const drawn = draw('targets', { levels, condition, touch: null, calendar: 'forex' });
  assert.deepEqual(written(drawn).plates, [
    'Buy 1',
    'Buy TP1 2',
    'Buy TP2 3',
    'Sell 0.9',
    'Sell TP1 0.8',
    'Condition SL 0.5',
    'Condition TP1 1.5',
    'Condition TP2 1.6',
  ]);
  assert.deepEqual(
    drawn.drawing.targets.map(({ part }) => part),
    [
      'buy.0',
      'buy.1',
      'buy.2',
      'sell.0',
      'sell.1',
      'condition.sl',
      'condition.tp1',
      'condition.tp2',
    ],
  );
  checkExplained(drawn);
  assert.equal(
    draw('targets', { levels, condition: null, touch: null, calendar: 'forex' }).why(
      'condition.sl',
    ),
    null,
  );
});

test('every line of a box has a subject, times included, and an unknown part has none', () => {
  const drawn = draw('box.144', box);
  assert.equal(drawn.drawing.targets.length, 14);
  checkExplained(drawn);
  assert.equal(drawn.why('time.never'), null);
});

test('clusters begin with their box and are explained as such', () => {
  const crystal = { d: 40, top: 3, bottom: 1, basis: {}, ...provenance };
  const drawn = draw('crystal', crystal);
  assert.deepEqual(written(drawn), { plates: ['Crystal top 3', 'Crystal bottom 1'], tags: [3, 1] });
  const [top] = drawn.drawing.targets;
  assert.ok(top);
  assert.deepEqual(drawn.drawing.runOf(top, frame), [40, 300]);
  checkExplained(drawn);
  assert.equal(drawn.why('bottom')?.kind, 'crystal.bottom');
});

test('the spectrum takes no room on the scale, and its lines are explained by their place', () => {
  const drawn = draw('gann', { prices: [1, 2, 3], why: null });
  assert.deepEqual([drawn.drawing.extent, drawn.drawing.tagPrices], [null, []]);
  checkExplained(drawn);
  assert.equal(drawn.why('3'), null);
});

test('a cone has both horizons, and each edge is explained by its share and its end', () => {
  const drawn = draw('cone', { cones: MADE_CONES, trial: false });
  assert.equal(drawn.drawing.targets.length, 12);
  checkExplained(drawn);
  const subject = drawn.why('day.low.2');
  assert.deepEqual(
    [subject?.kind, subject?.value, subject?.cone],
    ['cone.dayLow', { price: 1.13203 }, { share: 0.95, untilMs: MADE_DAY_END }],
  );
  assert.equal(drawn.why('week.high.0')?.kind, 'cone.weekHigh');
  for (const { part, at } of drawn.drawing.targets) {
    assert.equal(drawn.why(part)?.derivation?.result, 'price' in at ? at.price : null, part);
  }
  assert.equal(drawn.why('day.low.3'), null);
});

test('a cone is drawn with the shares that stand beside it', () => {
  const axes = {
    ...frame,
    x: (timeMs: number) => (timeMs - MADE_DAY_END) / 3_600_000 + 150,
    y: (price: number) => (1.16 - price) * 2000,
  };
  const paint = (slots: number[]): string[] =>
    listPainted(
      draw('cone', { cones: { ...MADE_CONES, slots }, trial: false }).drawing.paint(axes, NOTHING),
    );
  // Geometry tests say how a cone bends.
  assert.notDeepEqual(paint(MADE_CONES.slots), paint([]));
});

test('every kind of drawing was drawn by a test of this file', () => {
  assert.deepEqual(drawnKinds, new Set(DRAWING_BUTTONS.map(({ kind }) => kind)));
});
