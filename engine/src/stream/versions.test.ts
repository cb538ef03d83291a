import assert from 'node:assert/strict';
import test from 'node:test';
import { updateAverageRange } from '../indicators/average-range.ts';
import type { Pivot } from '../indicators/pivots.ts';
import { levelsMadeMs } from '../levels/levels.ts';
import { FIXTURES, fixtureBars } from '../testing/contract-fixtures.ts';
import { feed } from '../testing/feed.ts';
import { HOUR_MS, resolutionMs } from '../time/resolution.ts';
import { createEngine, restoreEngine } from './engine.ts';
import type { EngineEvent } from './event.ts';
import { enterBoxes } from './positions.ts';
import { blankBox } from './records.ts';
import { findPullbacks } from './signals.ts';
import { createState } from './state.ts';
import { completeBox, completeLevels } from './timeframe.ts';
import {
  ENGINE_VERSION,
  ENGINE_VERSIONS,
  type EngineVersion,
  isEngineVersion,
  listOlderVersions,
} from './version.ts';

const HOURLY = { base: '60', fx: false, digits: 2 } as const;
const [OLD, NEW] = ['1.0.0', '1.1.0'] as const;

/** Returns the trade that a box from `bottom` to `top` makes at a close; undefined without one. */
function tradeOf(version: EngineVersion, bottom: number, top: number, close: number) {
  const state = createState(HOURLY, version);
  const slot = state.slots[0]!;
  slot.box = { ...blankBox(), bottom, top, start: 0, end: 100 * HOUR_MS };
  completeBox(slot, slot.box);
  state.clock.previousClose = (bottom + top) / 2;
  const sink: EngineEvent[] = [];
  enterBoxes(state, close, HOUR_MS, sink);
  const [event] = sink;
  assert.equal(slot.box.traded, 1, 'the box has had its crossing');
  assert.equal(state.openTrades.length, sink.length);
  // The box makes no trade at a later crossing either.
  state.clock.previousClose = (bottom + top) / 2;
  enterBoxes(state, close, 2 * HOUR_MS, sink);
  assert.ok(sink.length <= 1);
  return event?.type === 'trade' ? event.trade : undefined;
}

test('a box makes no trade whose stop or second target is at or below zero, from 1.1.0 on', () => {
  // Height 8, R 2, sale at or below 3.75: the second target is the close less 4.
  const sale = (version: EngineVersion, close: number) => tradeOf(version, 4, 12, close)?.tp2;
  assert.deepEqual([sale(OLD, 3.7), sale(NEW, 3.7)], [-0.3, undefined]);
  // Height 4 and R 1 from 2.05: the sale at 2 has its second target at 0, at 2.01 it has one tick.
  const low = (version: EngineVersion, close: number) => tradeOf(version, 2.2, 6.2, close)?.tp2;
  assert.deepEqual([low(OLD, 2), low(NEW, 2)], [0, undefined]);
  assert.deepEqual([low(OLD, 2.01), low(NEW, 2.01)], [0.01, 0.01]);
  // The second target is rounded first: 0.004 is 0.00, 0.006 is 0.01.
  assert.deepEqual([low(NEW, 2.004), low(NEW, 2.006)], [undefined, 0.01]);
});

const pivot = (way: number, level: number, detector = 1): Pivot => ({
  detector,
  way,
  level,
  openTimeMs: 1,
  confirmedMs: 2,
  atr: 1,
  close: level,
});

/** Returns the condition that a signal pivot makes at a close, with a daily range; undefined without one. */
function conditionOf(version: EngineVersion, way: 1 | -1, range: number, close: number) {
  const state = createState(HOURLY, version);
  for (let day = 0; day < 20; day++) {
    updateAverageRange(state.daily.range, 100 + range / 2, 100 - range / 2, 100);
  }
  state.mainDetector.last = pivot(way, close, 6);
  state.pending.push(pivot(way, close));
  const sink: EngineEvent[] = [];
  findPullbacks(state, close, 10, sink);
  const [event] = sink;
  assert.equal(state.condition === null, event === undefined, 'none replaces the current one');
  assert.equal(state.openConditions.length, sink.length);
  return event?.type === 'condition' ? [event.sl, event.tp1, event.tp2] : undefined;
}

test('a condition with a stop or target at or below zero is not made, from 1.1.0 on', () => {
  assert.deepEqual(conditionOf(OLD, 1, 4, 4), [0, 8, 12]);
  assert.equal(conditionOf(NEW, 1, 4, 4), undefined, 'the stop of a purchase');
  assert.deepEqual(conditionOf(NEW, 1, 4, 4.01), [0.01, 8.01, 12.01]);
  assert.deepEqual(conditionOf(OLD, -1, 4, 8), [12, 4, 0]);
  assert.equal(conditionOf(NEW, -1, 4, 8), undefined, 'the second target of a sale');
  assert.deepEqual(conditionOf(NEW, -1, 4, 8.01), [12.01, 4.01, 0.01]);
  assert.equal(conditionOf(NEW, -1, 4, 3), undefined, 'both targets of a sale');
});

test('levels of the square of nine at or below zero are dropped by every version', () => {
  for (const version of ENGINE_VERSIONS) {
    const state = createState(HOURLY, version);
    // The root of 4 is 2 and a step of 90 degrees half a root: 2.25, 1, 0.25 below, then the root is 0.
    const inputs = { anchor: 4, atr1W: 9, m: 0, beta: 90, scale: 1 };
    state.levels = { ...inputs, d: 0, createdMs: 0, traded: 0 };
    completeLevels(state);
    assert.deepEqual(state.sell, [2.25, 1, 0.25]);
    state.levels = { ...inputs, anchor: 0.02, m: 12, d: 0, createdMs: 0, traded: 0 };
    completeLevels(state);
    assert.deepEqual(state.sell, [0.01]);
  }
});

test('in generated markets the versions differ in ties of density and impossible trades alone', () => {
  const differing: Record<string, string[]> = {};
  for (const fixture of FIXTURES) {
    const bars = fixtureBars(fixture);
    const [old, present] = ENGINE_VERSIONS.map((version) =>
      feed(createEngine(fixture.options, version), bars),
    );
    const textOf = (event: EngineEvent): string =>
      JSON.stringify(event, (key, value) =>
        key === 'basis' && value.rule === 'crystal' ? { ...value, version: 0 } : value,
      );
    const [before, after] = [new Set(old!.map(textOf)), new Set(present!.map(textOf))];
    const ofOne = [...before, ...after].filter((text) => before.has(text) !== after.has(text));
    const names = ofOne.map((text) => {
      const event = JSON.parse(text) as EngineEvent;
      return 'term' in event ? `${event.type} ${event.kind}.${event.term}` : event.type;
    });
    if (names.length > 0) differing[fixture.name] = [...new Set(names)].toSorted();
    for (const event of present!) {
      if (event.type === 'trade') assert.ok(event.trade.sl > 0 && event.trade.tp2 > 0);
      if (event.type === 'condition') assert.ok(event.sl > 0 && event.tp1 > 0 && event.tp2 > 0);
    }
  }
  const trades = (name: string): string[] => [`trade ${name}`, `tradeClosed ${name}`];
  const chances = ['forecast', 'touched'];
  assert.deepEqual(differing, {
    // Its box is made before there is history for chances.
    'crypto hourly': [
      'box crystal.short',
      ...['144.long', 'crystal.short'].flatMap(trades).toSorted(),
    ],
    'stock hourly': ['box crystal.short', ...chances, ...trades('crystal.short')],
    // The data end before the trade does.
    'token hourly': ['trade 144.long'],
  });
});

test('a snapshot continues under its own version, and a program lists the versions that it contains', () => {
  for (const version of ENGINE_VERSIONS) {
    const engine = createEngine(HOURLY, version);
    assert.deepEqual([engine.version, engine.view().engineVersion], [version, version]);
    const again = restoreEngine(engine.snapshot());
    assert.deepEqual([again.version, again.view().engineVersion], [version, version]);
  }
  assert.equal(createEngine(HOURLY).version, '1.1.0');
  assert.equal(ENGINE_VERSIONS.at(-1), ENGINE_VERSION);
  assert.deepEqual(['1.0.0', '1.1.0', '1.2.0', '', 'toString'].map(isEngineVersion), [
    true,
    true,
    false,
    false,
    false,
  ]);
  assert.deepEqual(listOlderVersions('1.1.0'), ['1.0.0']);
  assert.deepEqual(listOlderVersions('1.0.0'), []);
});

/** Returns when the position or weekly set was made that an event is about; null for an event about neither. */
function madeMs(event: EngineEvent, fx: boolean): number | null {
  if (event.type === 'levelsTrade' || event.type === 'levelsClosed') {
    return levelsMadeMs(event.d, fx);
  }
  if (event.type === 'touched') return event.fromMs;
  const isResult = event.type === 'tradeClosed' || event.type === 'conditionLeg';
  return isResult ? Number(event.id.split('.').at(-1)) : null;
}

for (const name of ['crypto hourly', 'forex hourly', 'forex daily', 'halted stock hourly']) {
  test(`${name}: while something of a time is open its results follow, and none afterwards`, () => {
    const { options, market } = FIXTURES.find((one) => one.name === name)!;
    const bars = fixtureBars({ name, options, market });
    const atMs = bars[Math.floor(bars.length * 0.6)]!.openTimeMs + resolutionMs[options.base];
    const engine = createEngine(options, OLD);
    let open = true;
    let closedAt = 0;
    let results = 0;
    const pending = new Set<string>();
    for (const [at, bar] of bars.entries()) {
      const sink = feed(engine, [bar]);
      for (const event of sink) {
        if (event.type === 'trade' || event.type === 'condition') {
          if (event.timeMs <= atMs)
            for (const leg of ['tp1', 'tp2']) pending.add(`${event.id} ${leg}`);
        }
        const made = madeMs(event, options.fx);
        if (made === null || made > atMs) continue;
        if ('leg' in event) pending.delete(`${event.id} ${event.leg}`);
        if (event.timeMs > atMs) results++;
        assert.ok(open, `bar ${at}`);
      }
      if (bar.openTimeMs + resolutionMs[options.base] < atMs) continue;
      open = engine.hasOpenMadeBy(atMs);
      if (!open && closedAt === 0) closedAt = at;
      if (!open) assert.equal(pending.size, 0);
      else assert.equal(closedAt, 0, 'what is over stays over');
    }
    assert.ok(results > 0);
    assert.ok(closedAt > 0, 'everything is over before the end');
  });
}
