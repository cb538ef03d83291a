import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeAnalysisText, type RecordRate } from '@rasat/contract';
import { composeAnalysisView } from './analysis-view.ts';
import { composeBoxCards } from './box-cards.ts';
import type { SeerReply } from './replies.ts';

const NOW = Date.parse('2026-11-18T13:20:00Z');
const DAY = 86_400_000;
const seerAt = (ageDays: number, way: boolean) => ({
  datetime: NOW - ageDays * DAY,
  way,
  level: 1.1,
  confirmed: NOW,
  basis: {},
});
const reply: SeerReply = {
  seer: seerAt(118, true),
  closeSeer: seerAt(5, false),
  reverseSeer: null,
  tradeCondition: null,
  crystalSeer: { d: NOW, way: false, level: 1.2, confirmed: NOW, basis: {} },
  atr: 0.007,
  computedAt: NOW,
  engineVersion: '1',
  inputHash: '',
  serverTime: NOW,
};
const cards = composeBoxCards('1D', [null, null, null, null, null], [], {
  shortTerm: [],
  longTerm: [],
});

const CONDITION = {
  symbol: 'DAX',
  way: true,
  active: true,
  price: 1.1,
  range: 0.01,
  datetime: NOW,
  sl: 1.09,
  tp1: 1.11,
  tp2: 1.12,
  expiry: NOW + DAY,
  setup: 'break',
  ended: null,
  endedAt: null,
  exit: null,
  tp1Hit: false,
  basis: {},
} as const;

test('the text uses the words of the Seer panel', () => {
  const view = composeAnalysisView({
    symbol: 'DAX',
    price: 1.15,
    seer: reply,
    levels: { buy: [1.16], sell: [1.14] },
    cycle: null,
    cards,
    rates: [],
  });
  assert.deepEqual(view.seer, { way: true, level: 1.1, ageDays: 118, main: true });
  assert.deepEqual(view.closeSeer, { way: false, level: 1.1, ageDays: 5, safe: false });
  assert.deepEqual(view.crystal, { way: false, level: 1.2 });
  assert.equal(view.baseRate, null);
  assert.deepEqual(
    view.boxes.map((box) => [box.kind, box.needsHourly]),
    [
      ['hayyam', true],
      ['52', false],
      ['144', true],
      ['36', true],
      ['crystal', true],
    ],
  );
  const text = computeAnalysisText(view);
  assert.equal(text.lead.key, 'lead.none');
  assert.deepEqual(
    text.reasons.map((reason) => reason.title.key),
    ['title.main', 'title.close', 'title.crystal', 'title.weekly.flat'],
  );
  assert.deepEqual(
    text.others.map((clause) => clause.key),
    ['other.noCycle', 'other.untraded', 'other.needsHourly'],
  );
  assert.equal(text.nearest.above?.price, 1.16);
  assert.equal(text.nearest.below?.price, 1.14);
});

test('the base rate is that of the condition on the page, and is left out until it is known', () => {
  const leg = {
    mean: 0,
    net: null,
    baseline: 0,
    difference: null,
    netBaseline: 0,
    netDifference: null,
  };
  const figures = {
    n: 100,
    tp1: 51,
    sl: 45,
    expired: 4,
    tp2: 20,
    voided: 0,
    matched: 100,
    quarters: 8,
    days: 300,
    chance: null,
    baseline: { tp1: 0.5, sl: 0.46, tp2: 0.2 },
    cost: 0,
    hits: {
      n: 100,
      share: 0.51,
      baseline: 0.5,
      difference: { value: 0.01, low: -0.04, high: 0.06 },
    },
    first: leg,
    second: leg,
    verdict: 'undecided',
  } as const;
  const rate = (setup: string, n: number): RecordRate => ({
    kind: 'condition',
    setup,
    category: 'index',
    source: 'simulated',
    origin: 'live',
    figures: { ...figures, hits: { ...figures.hits, n } },
  });
  const viewWith = (rates: readonly RecordRate[] | undefined) =>
    composeAnalysisView({
      symbol: 'DAX',
      price: 1.15,
      seer: { ...reply, tradeCondition: CONDITION },
      levels: { buy: [], sell: [] },
      cycle: null,
      cards,
      rates,
    });
  const rates = [rate('pivot', 300), rate('break', 200)];
  assert.equal(viewWith(rates).baseRate?.n, 200);
  assert.equal(viewWith([]).baseRate, null);
  assert.equal(viewWith(undefined).baseRate, undefined);
});

test('an ended condition has its end time; a cached one without that time has its expiry', () => {
  const over = { ...CONDITION, active: false, ended: 0, endedAt: NOW, exit: 1.104 } as const;
  const endOf = (tradeCondition: SeerReply['tradeCondition']) =>
    composeAnalysisView({
      symbol: 'DAX',
      price: 1.15,
      seer: { ...reply, tradeCondition },
      levels: { buy: [], sell: [] },
      cycle: null,
      cards,
      rates: [],
    }).condition?.end;
  assert.deepEqual(endOf(over), { by: 0, atMs: NOW, exit: 1.104 });
  assert.deepEqual(endOf({ ...over, endedAt: null }), { by: 0, atMs: NOW + DAY, exit: 1.104 });
  assert.equal(endOf(CONDITION), null);
});
