import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine, type EngineEvent, HOUR_MS, roundTo } from '@rasat/engine';
import { draftOf } from '@rasat/ledger';
import {
  boxSignal,
  conditionSignal,
  readSignalQuery,
  type SignalName,
  signalAddress,
  weekSignal,
} from './signal-name.ts';
import { toWireCondition, toWireTrade } from './wire-analysis.ts';

/** Analyses a year of hours of a seeded random walk. Returns the events and the names on the wire after each hour. */
function analyse(): { events: EngineEvent[]; shown: Set<string> } {
  const engine = createEngine({ base: '60', fx: false, digits: 5 });
  const events: EngineEvent[] = [];
  const shown = new Set<string>();
  let seed = 12_345;
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  let close = 1.1;
  for (let hour = 0; hour < 9000; hour += 1) {
    const open = close;
    close = roundTo(open * (1 + (random() + random() + random() - 1.5) * 0.0025), 5);
    const high = roundTo(Math.max(open, close) * (1 + random() * 0.0006), 5);
    const low = roundTo(Math.min(open, close) * (1 - random() * 0.0006), 5);
    const before = events.length;
    engine.step(Date.UTC(2023, 0, 2) + hour * HOUR_MS, open, high, low, close, 0, events);
    if (events.length === before) continue;
    const { condition, levels, trades } = engine.view();
    const add = (name: SignalName) => shown.add(signalAddress('X', name));
    if (condition) add(conditionSignal(toWireCondition('X', condition)));
    if (levels) add(weekSignal(levels.d));
    for (const [kind, terms] of Object.entries(trades)) {
      for (const [term, trade] of Object.entries(terms)) {
        if (trade) add(boxSignal(kind, term, toWireTrade(trade).d));
      }
    }
  }
  return { events, shown };
}

test('the signal that a screen shows names its row of the record', () => {
  const { events, shown } = analyse();
  const series = { id: 1, symbol: 'X', source: 'file', digits: 5 };
  const rows = events.flatMap((event) => {
    const published =
      event.type === 'pivot' || event.type === 'cycle' || event.type === 'conditionEnded';
    if (published) return [];
    const draft = draftOf({ key: '', event, inputHash: new Uint8Array(32) }, '1', series);
    return draft?.to === 'ledger' ? [draft.row] : [];
  });
  const kinds = new Set(rows.map(({ kind }) => kind));
  assert.deepEqual([...kinds].toSorted(), ['box', 'condition', 'levels']);
  for (const { kind, setup, barTime, detail } of rows) {
    if (kind === 'forecast') continue;
    const timeMs = kind === 'levels' ? Number(detail.d) : barTime;
    assert.ok(shown.has(signalAddress('X', { kind, setup, timeMs })), `${kind} ${setup} ${timeMs}`);
  }
});

test('the address of a signal is read back unchanged, and any other address is refused', () => {
  const read = (address: string) => readSignalQuery(new URL(address, 'https://a.b').searchParams);
  const address = signalAddress('BRK.B', boxSignal('36', 'short', 1_700_000_000_000));
  const query = 'symbol=BRK.B&kind=box&setup=36.short&time=1700000000000';
  assert.equal(address, `/record/find?${query}`);
  assert.deepEqual(read(address), {
    symbol: 'BRK.B',
    kind: 'box',
    setup: '36.short',
    time: '1700000000000',
  });
  for (const broken of [
    '/record/find',
    address.replace('kind=box', 'kind=gann'),
    address.replace('BRK.B', 'brk%2Fb'),
    address.replace('36.short', '36%20short'),
    address.replace('time=1', 'time=-1'),
    address.replace('time=1', 'time=1e'),
  ]) {
    assert.equal(read(broken), null, broken);
  }
});
