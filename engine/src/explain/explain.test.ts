import assert from 'node:assert/strict';
import test from 'node:test';
import type { Bar } from '../bars/bar.ts';
import type { Box, BoxPrices, BoxTimes, Trade } from '../boxes/box.ts';
import { createEngine } from '../stream/engine.ts';
import type { EngineEvent } from '../stream/event.ts';
import type { EngineOptions } from '../stream/options.ts';
import type { EngineView } from '../stream/view.ts';
import { FIXTURES, fixtureBars } from '../testing/contract-fixtures.ts';
import { readSeries } from '../testing/shared.golden.ts';
import { type Derivation, verifyDerivation } from './derivation.ts';
import {
  explainBoxPrice,
  explainBoxTime,
  explainCluster,
  explainCrystalSeer,
} from './explain-box.ts';
import { explainCycle, explainGannLevel, explainWeeklyLevel } from './explain-levels.ts';
import {
  explainCondition,
  explainConditionExpiry,
  explainConditionRange,
  explainLevelsTrade,
  explainLevelsTradeExpiry,
  explainSeer,
  explainTrade,
  explainTradeExpiry,
} from './explain-position.ts';

const POSITION = ['sl', 'tp1', 'tp2'] as const;

/** Checks derivations and counts them. */
function createChecker(): { count: number; check(found: Derivation, published: number): void } {
  return {
    count: 0,
    check(found, published) {
      this.count++;
      assert.equal(found.result, published, `${found.rule} ${found.target}`);
      assert.ok(verifyDerivation(found), `${found.rule} ${found.target} does not repeat`);
    },
  };
}

type Checker = ReturnType<typeof createChecker>;

function checkBox(checker: Checker, { basis, p, d }: Box): void {
  for (const line of Object.keys(p) as (keyof BoxPrices)[]) {
    checker.check(explainBoxPrice(basis, line), p[line]);
  }
  for (const line of Object.keys(d) as (keyof BoxTimes)[]) {
    checker.check(explainBoxTime(basis, line), d[line]);
  }
  if (basis.rule !== 'crystal') return;
  checker.check(explainCluster(basis, 'top'), p.top);
  checker.check(explainCluster(basis, 'bottom'), p.bottom);
}

function checkTrade(checker: Checker, trade: Trade): void {
  checker.check(explainTrade(trade.basis, 'p'), trade.p);
  for (const price of POSITION) checker.check(explainTrade(trade.basis, price), trade[price]);
  checker.check(explainTradeExpiry(trade.basis), trade.expiry);
}

function checkEvent(checker: Checker, event: EngineEvent): void {
  if (event.type === 'box') checkBox(checker, event.box);
  if (event.type === 'trade') checkTrade(checker, event.trade);
  if (event.type === 'levels') {
    const { basis } = event;
    event.buy.forEach((level, at) => {
      checker.check(explainWeeklyLevel(basis, 'buy', at), level);
    });
    event.sell.forEach((level, at) => {
      checker.check(explainWeeklyLevel(basis, 'sell', at), level);
    });
  }
  if (event.type === 'condition') {
    const { basis } = event;
    checker.check(explainCondition(basis, 'p'), event.price);
    for (const price of POSITION) checker.check(explainCondition(basis, price), event[price]);
    checker.check(explainConditionRange(basis), event.range);
    checker.check(explainConditionExpiry(basis), event.expiry);
  }
  if (event.type === 'levelsTrade') {
    checker.check(explainLevelsTrade(event.basis, 'p'), event.p);
    for (const price of POSITION)
      checker.check(explainLevelsTrade(event.basis, price), event[price]);
    checker.check(explainLevelsTradeExpiry(event.basis), event.expiry);
  }
  if (event.type === 'cycle') {
    checker.check(explainCycle(event.cycle.basis, 'value'), event.cycle.value);
    checker.check(explainCycle(event.cycle.basis, 'percentage'), event.cycle.percentage);
  }
}

function checkView(checker: Checker, view: EngineView): void {
  for (const terms of Object.values(view.boxes)) {
    for (const box of [terms.short, terms.long]) if (box) checkBox(checker, box);
  }
  for (const terms of Object.values(view.trades)) {
    for (const trade of [terms.short, terms.long]) if (trade) checkTrade(checker, trade);
  }
  for (const seer of [view.seer, view.closeSeer, view.reverseSeer]) {
    if (seer) checker.check(explainSeer(seer.basis), seer.level);
  }
  if (view.crystalSeer) {
    checker.check(explainCrystalSeer(view.crystalSeer.basis), view.crystalSeer.level);
  }
  if (view.gann) {
    const { prices, basis } = view.gann;
    const anchor = prices.indexOf(explainGannLevel(basis, 0).result);
    prices.forEach((price, at) => {
      checker.check(explainGannLevel(basis, at - anchor), price);
    });
  }
  if (view.levels) {
    const { basis, buy, sell } = view.levels;
    buy.forEach((level, at) => {
      checker.check(explainWeeklyLevel(basis, 'buy', at), level);
    });
    sell.forEach((level, at) => {
      checker.check(explainWeeklyLevel(basis, 'sell', at), level);
    });
  }
  if (view.condition) {
    const { basis, price, range } = view.condition;
    checker.check(explainCondition(basis, 'p'), price);
    checker.check(explainConditionRange(basis), range);
    for (const each of POSITION) {
      checker.check(explainCondition(basis, each), view.condition[each]);
    }
  }
}

function checkSeries(options: EngineOptions, bars: readonly Bar[], split: number | null): number {
  const checker = createChecker();
  const engine = createEngine(options);
  let factor = 1;
  for (const [at, bar] of bars.entries()) {
    if (split !== null && at === Math.floor(bars.length * 0.7)) {
      factor = split;
      engine.rescale(split);
      checkView(checker, engine.view());
    }
    const sink: EngineEvent[] = [];
    engine.step(
      bar.openTimeMs,
      bar.open * factor,
      bar.high * factor,
      bar.low * factor,
      bar.close * factor,
      bar.volume,
      sink,
    );
    // The series before the split is checked by another case.
    if (split !== null && factor === 1) continue;
    for (const event of sink) checkEvent(checker, event);
    if (at % 700 === 699) checkView(checker, engine.view());
  }
  checkView(checker, engine.view());
  return checker.count;
}

for (const fixture of FIXTURES) {
  test(`${fixture.name}: every published value follows from its basis step by step`, (t) => {
    const bars = fixtureBars(fixture);
    const plain = checkSeries(fixture.options, bars, null);
    const split = checkSeries(fixture.options, bars, 1 / 3);
    assert.ok(plain > 1_000 && split > 1_000);
    t.diagnostic(`${plain + split} values`);
  });
}

for (const [category, symbol, resolution, fx, digits] of [
  ['forex', 'XAUUSD', '60', true, 3],
  ['crypto', 'BTCUSDT', '60', false, 2],
  ['bist', 'GARAN', '1D', false, 4],
] as const) {
  test(`${symbol}: every published value follows from its basis step by step`, (t) => {
    const bars = readSeries(t, category, symbol, resolution)?.slice(0, 15_000);
    if (bars === undefined) return;
    t.diagnostic(`${checkSeries({ base: resolution, fx, digits }, bars, null)} values`);
  });
}

test('a derivation with one changed number does not verify', () => {
  const engine = createEngine(FIXTURES[6]!.options);
  const boxes: Box[] = [];
  for (const bar of fixtureBars(FIXTURES[6]!)) {
    const sink: EngineEvent[] = [];
    engine.step(bar.openTimeMs, bar.open, bar.high, bar.low, bar.close, bar.volume, sink);
    for (const event of sink) if (event.type === 'box') boxes.push(event.box);
  }
  const derivation = explainBoxPrice(boxes.at(-1)!.basis, 'upTrade');
  assert.ok(verifyDerivation(derivation));
  const [first, ...others] = derivation.inputs;
  const moved = { ...first!, value: first!.value * 1.01 };
  assert.ok(!verifyDerivation({ ...derivation, inputs: [moved, ...others] }));
  assert.ok(!verifyDerivation({ ...derivation, result: derivation.result + 1 }));
});
