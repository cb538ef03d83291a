import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeAnalysisText } from '@rasat/contract';
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

test('the words of the Seer panel go into the text as they stand on the page', () => {
  const view = composeAnalysisView({
    symbol: 'DAX',
    price: 1.15,
    seer: reply,
    levels: { buy: [1.16], sell: [1.14] },
    cycle: null,
    cards,
  });
  assert.deepEqual(view.seer, { way: true, level: 1.1, main: true });
  assert.deepEqual(view.closeSeer, { way: false, level: 1.1, safe: false });
  assert.equal(view.crystalWay, false);
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
  const keys = computeAnalysisText(view).flatMap((s) => s.clauses.map((c) => c.key));
  assert.deepEqual(keys, [
    'condition.none',
    'seer.alone',
    'close.risky',
    'boxes.untraded',
    'boxes.needsHourly',
    'nearest.above',
    'nearest.below',
    'cycle.none',
    'rate.none',
  ]);
});
