import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOXES, type BoxKind } from '@rasat/contract';
import { composeBoxCards, hasSlot, listSketchNeeds } from './box-cards.ts';
import type { BoxChart, BoxTrades, PastBox } from './replies.ts';

const HOUR = 3_600_000;
const T = Date.UTC(2026, 10, 18);

function makeBox(kind: BoxKind, term: 'short' | 'long', created: number): BoxChart {
  return {
    kind,
    term,
    resolution: term === 'short' ? '240' : '1D',
    p: {
      top: 110,
      bottom: 100,
      middle: 105,
      middleUp: 107,
      middleDown: 102,
      upTrade: 111,
      downTrade: 99,
    },
    d: {
      start: created - 10 * HOUR,
      end: created + 90 * HOUR,
      middle: 0,
      fQuarter: 0,
      lQuarter: 0,
      fHalf: 0,
      lHalf: 0,
    },
    created,
    basis: {},
    computedAt: T,
    engineVersion: '1',
    inputHash: '',
    serverTime: T,
  };
}

function makeTrade(way: boolean, d: number): NonNullable<PastBox['trade']> {
  const sign = way ? 1 : -1;
  return {
    sl: 100 - 2 * sign,
    p: 100,
    tp1: 100 + 2 * sign,
    tp2: 100 + 4 * sign,
    status: 0,
    d,
    way,
    expiry: d + HOUR,
    closed: false,
    exit: null,
    tp2Hit: false,
    tp2Closed: false,
    basis: {},
  };
}

const charts = BOXES.map(({ kind }) => makeBox(kind, 'short', T));
const trades: BoxTrades = [
  { t: 1, ...makeTrade(true, T + HOUR) },
  { t: 3, ...makeTrade(false, T - HOUR) },
];
const long: PastBox[] = [
  { ...makeBox('hayyam', 'long', T), trade: null },
  { ...makeBox('hayyam', 'long', T - 500 * HOUR), trade: makeTrade(false, T - 400 * HOUR) },
  { ...makeBox('hayyam', 'long', T - 900 * HOUR), trade: makeTrade(true, T - 800 * HOUR) },
  { ...makeBox('crystal', 'long', T), trade: null },
];

test("a card's direction is that of its newest trade; a trade of an earlier box is never shown as the present one's", () => {
  const cards = composeBoxCards('60', charts, trades, { shortTerm: [], longTerm: long });
  const [hayyam, b52, b144] = cards;
  assert.equal(hayyam?.main?.bullish, true);
  assert.equal(hayyam?.main?.own?.d, T + HOUR);
  assert.equal(hayyam?.main?.last, null);
  assert.equal(b52?.main?.bullish, null, 'without a trade there is no word');
  assert.equal(b144?.main?.bullish, false);
  assert.equal(b144?.main?.own, null, 'opened before the drawn box was made');
  assert.equal(b144?.main?.last?.d, T - HOUR);
});

test("the present box's trade is shown with the newest one before it", () => {
  const before = (hours: number) => ({
    ...makeBox('hayyam', 'short', T - (hours + 100) * HOUR),
    trade: makeTrade(false, T - hours * HOUR),
  });
  const shortTerm = [
    { ...makeBox('hayyam', 'short', T), trade: makeTrade(true, T + HOUR) },
    { ...makeBox('hayyam', 'short', T - 90 * HOUR), trade: null },
    before(300),
    before(700),
  ];
  const [hayyam] = composeBoxCards('60', charts, trades, { shortTerm, longTerm: long });
  assert.equal(hayyam?.main?.own?.d, T + HOUR);
  assert.equal(hayyam?.main?.last?.d, T - 300 * HOUR);
});

test('the long term is shown with the short one, with the newest trade of any long box', () => {
  const [hayyam, b52] = composeBoxCards('60', charts, trades, { shortTerm: [], longTerm: long });
  assert.equal(hayyam?.beside?.box.created, T);
  assert.equal(hayyam?.beside?.trade?.d, T - 400 * HOUR);
  assert.equal(hayyam?.longBullish, false);
  assert.equal(hayyam?.beside?.own, null);
  assert.equal(hayyam?.beside?.last?.d, T - 400 * HOUR);
  assert.equal(b52?.beside, null);
});

test('a symbol with only daily bars shows long boxes, and says where it needs hourly data', () => {
  const daily = [null, charts[1] ?? null, null, null, null];
  const cards = composeBoxCards('1D', daily, [], { shortTerm: [], longTerm: long });
  assert.deepEqual(
    cards.map((card) => [card.kind, card.main?.term ?? null, card.longOnly, card.needsHourly]),
    [
      ['hayyam', 'long', true, false],
      ['52', 'short', false, false],
      ['144', null, true, true],
      ['36', null, true, true],
      ['crystal', 'long', true, false],
    ],
  );
  assert.equal(cards[0]?.beside, null, 'the long box is not shown beside itself');
});

test('a young symbol with hourly bars is not said to need hourly data', () => {
  const none = [null, null, null, null, null];
  const cards = composeBoxCards('60', none, [], { shortTerm: [], longTerm: [] });
  assert.ok(cards.every((card) => card.main === null && !card.needsHourly && !card.longOnly));
});

test('the slots of a daily symbol are those made of days and weeks', () => {
  assert.equal(hasSlot('52', 'short', '1D'), true);
  assert.equal(hasSlot('52', 'long', '1D'), true);
  assert.equal(hasSlot('36', 'long', '1D'), false);
  assert.equal(hasSlot('36', 'long', '60'), true);
});

test('the history of a card has only its own kind', () => {
  const [hayyam] = composeBoxCards('60', charts, trades, { shortTerm: [], longTerm: long });
  assert.equal(hayyam?.past.long.length, 3);
  assert.equal(hayyam?.past.short.length, 0);
});

test('the bars for the sketches reach back to the earliest box of each resolution', () => {
  const cards = composeBoxCards('60', charts, [], { shortTerm: [], longTerm: long });
  assert.deepEqual(listSketchNeeds(cards), [
    { resolution: '240', limit: 200 },
    { resolution: '1D', limit: 200 },
  ]);
  assert.deepEqual(listSketchNeeds([]), []);
});
