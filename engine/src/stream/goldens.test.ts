import assert from 'node:assert/strict';
import test from 'node:test';
import type { Box, Trade } from '../boxes/box.ts';
import { BOX_KINDS } from '../boxes/kinds.ts';
import { readGolden } from '../testing/shared.golden.ts';
import { createEngine } from './engine.ts';
import type { EngineEvent } from './event.ts';
import { ENGINE_VERSIONS } from './version.ts';
import type { EngineView } from './view.ts';

interface Golden {
  symbol: string;
  digits: number;
  fx: boolean;
  base: '60' | '1D';
  resMs: number;
  d0: number;
  bars: [number, number, number, number, number][];
  events: unknown[][];
  views: { after: number; api: Record<string, unknown> }[];
}

const bit = (way: string): number => (way === 'up' ? 1 : 0);

/** Returns the reference's tuple for an event; null for an event that its lists leave out. */
function tuple(event: EngineEvent): unknown[] | null {
  const i = event.index;
  switch (event.type) {
    case 'pivot':
      if (event.detector === '36@60') return null;
      return ['P', i, event.detector, bit(event.way), event.level, event.openTimeMs];
    case 'box': {
      if (event.term === 'long' || event.kind === '36') return null;
      const { p, d } = event.box;
      return ['B', i, event.kind, p.bottom, p.top, d.start, d.end];
    }
    case 'trade': {
      const { way, p, sl, tp1, tp2 } = event.trade;
      return ['T', i, event.kind, event.term, bit(way), p, sl, tp1, tp2];
    }
    case 'tradeClosed':
      return event.leg === 'tp1' ? ['C', i, event.kind, event.term, event.status] : null;
    case 'condition':
      return ['S', i, event.setup, bit(event.way), event.price, event.range];
    case 'conditionEnded':
      return event.current ? ['X', i, event.result] : null;
    case 'levels':
      return [
        'L',
        i,
        event.anchor,
        event.m,
        event.beta,
        ...[event.buy[0], event.buy[5], event.sell[0], event.sell[5]].map((level) => level ?? null),
      ];
    case 'cycle':
      return ['Y', event.dateMs, event.exact];
    case 'conditionLeg':
    case 'levelsTrade':
    case 'levelsClosed':
    case 'forecast':
    case 'touched':
      return null;
  }
}

const pickBox = ({ p, d, crystalSeer }: Box): unknown =>
  crystalSeer ? { p, d, crystalSeer } : { p, d };
const pickTrade = ({ sl, p, tp1, tp2, status, d }: Trade): unknown => ({
  sl,
  p,
  tp1,
  tp2,
  status,
  d,
});

/** Returns the view in the shape of the reference. */
function api(view: EngineView): Record<string, unknown> {
  const seer = (value: EngineView['seer']): unknown =>
    value && { datetime: value.datetime, way: value.way === 'up', level: value.level };
  const box: Record<string, unknown> = {};
  const trade: Record<string, unknown> = {};
  for (const kind of BOX_KINDS) {
    for (const term of ['short', 'long'] as const) {
      const key = term === 'short' ? kind : `${kind}.long`;
      const made = view.boxes[kind][term];
      const traded = view.trades[kind][term];
      if (made) box[key] = pickBox(made);
      if (traded) trade[key] = pickTrade(traded);
    }
  }
  return {
    cycle: view.cycle && { value: view.cycle.value, date: view.cycle.dateMs },
    levels: view.levels && { buy: view.levels.buy, sell: view.levels.sell },
    gann: view.gann?.prices ?? [],
    seer: seer(view.seer),
    closeSeer: seer(view.closeSeer),
    reverseSeer: seer(view.reverseSeer),
    tradeCondition: view.condition && {
      way: view.condition.way === 'up',
      active: view.condition.active,
      price: view.condition.price,
      range: view.condition.range,
      datetime: view.condition.datetime,
    },
    crystalSeer: view.crystalSeer && { d: view.crystalSeer.d, way: view.crystalSeer.way === 'up' },
    box,
    trade,
  };
}

function assertSameEvents(mine: unknown[][], theirs: unknown[][], symbol: string): void {
  const exact = (list: unknown[][]): string[] =>
    list
      .filter((each) => each[0] !== 'Y')
      .map((each) => JSON.stringify(each))
      .sort();
  assert.deepEqual(exact(mine), exact(theirs), `${symbol}: events`);
  const cycles = (list: unknown[][]): [number, number][] =>
    list.filter((each) => each[0] === 'Y').map((each) => [Number(each[1]), Number(each[2])]);
  const [ours, reference] = [cycles(mine), cycles(theirs)];
  assert.equal(ours.length, reference.length, `${symbol}: cycle values`);
  for (const [at, [date, value]] of ours.entries()) {
    assert.equal(date, reference[at]![0]);
    assert.ok(Math.abs(value - reference[at]![1]) <= 1e-9, `${symbol}: cycle of ${date}`);
  }
}

const NAMES = ['engine_eurusd60', 'engine_aapl60', 'engine_btcusd1d'];

for (const [version, name] of ENGINE_VERSIONS.flatMap((one) =>
  NAMES.map((name) => [one, name] as const),
)) {
  test(`${version}, ${name}: events and views equal those of the reference implementation`, (t) => {
    const golden = readGolden(t, name) as Golden | undefined;
    if (golden === undefined) return;
    const { base, fx, digits, resMs, bars } = golden;
    const engine = createEngine({ base, fx, digits }, version);
    const scale = 10 ** digits;
    const tuples: unknown[][] = [];
    let views = 0;
    let timeMs = golden.d0;
    for (const [i, [dd, open, up, down, change]] of bars.entries()) {
      timeMs += dd * resMs;
      const [high, low, close] = [open + up, open - down, open + change];
      const sink: EngineEvent[] = [];
      const refused = engine.step(
        timeMs,
        open / scale,
        high / scale,
        low / scale,
        close / scale,
        0,
        sink,
      );
      assert.equal(refused, null);
      for (const event of sink) {
        const each = tuple(event);
        if (each !== null) tuples.push(each);
      }
      const expected: Golden['views'][number] | undefined = golden.views.find(
        (view) => view.after === i,
      );
      if (expected === undefined) continue;
      assert.deepEqual(api(engine.view()), expected.api, `${golden.symbol}: view after bar ${i}`);
      views++;
    }
    assertSameEvents(tuples, golden.events, golden.symbol);
    assert.equal(views, golden.views.length);
    t.diagnostic(`${golden.symbol}: ${tuples.length} events, ${views} views`);
  });
}
