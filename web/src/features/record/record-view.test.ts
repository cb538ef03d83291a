import assert from 'node:assert/strict';
import test from 'node:test';
import {
  GROUPS,
  groupQuery,
  type RecordPart,
  readTab,
  readView,
  writeView,
} from './record-view.ts';

function part(
  source: RecordPart['source'],
  origin: RecordPart['origin'],
  rows: number,
): RecordPart {
  return {
    whole: null,
    primary: null,
    source,
    origin,
    rows,
    from: 0,
    to: 1,
    periods: ['all', '12m', '2025'],
  };
}

const SIMULATED = [part('simulated', 'live', 40), part('simulated', 'backfill', 9000)];
const BOTH = [...SIMULATED, part('file', 'backfill', 500)];
const read = (address: string, parts: readonly RecordPart[] = BOTH) =>
  readView(new URLSearchParams(address), parts);

test('by default the page shows live rows of the most significant source', () => {
  const { source, origin, part } = read('') ?? {};
  assert.deepEqual([source, origin, part], ['file', 'live', null], 'there are none yet');
  assert.equal(read('', SIMULATED)?.part, SIMULATED[0]);
  assert.equal(read('', []), undefined);
});

test('a backtest is shown when the address asks for it', () => {
  assert.equal(read('origin=backfill')?.part, BOTH[2]);
  assert.equal(read('source=simulated&origin=backfill')?.part, SIMULATED[1]);
  assert.equal(read('source=simulated&origin=real')?.part, SIMULATED[0]);
});

test('a shared address selects what it names; unknown names are ignored', () => {
  const shared = read(
    'source=simulated&origin=live&period=2025&of=36.long&in=bist&result=gross&terms=long',
  );
  assert.deepEqual(shared, {
    source: 'simulated',
    origin: 'live',
    part: SIMULATED[0],
    period: '2025',
    of: '36.long',
    category: 'bist',
    gross: true,
    long: true,
  });
  const wrong = read('source=moon&origin=backfill&period=1999&of=nothing&in=coal&result=some');
  assert.deepEqual(wrong, {
    source: 'file',
    origin: 'backfill',
    part: BOTH[2],
    period: 'all',
    of: 'all',
    category: null,
    gross: false,
    long: false,
  });
});

test('a choice changes its own parameter of the address and no other', () => {
  const before = new URLSearchParams('symbol=EURUSD&of=box');
  assert.equal(String(writeView(before, { of: null, period: '12m' })), 'symbol=EURUSD&period=12m');
  assert.equal(String(before), 'symbol=EURUSD&of=box');
});

test('the signals are the first tab, and the address names the other', () => {
  const tabs = ['', 'tab=calibration', 'tab=moon'].map((at) => readTab(new URLSearchParams(at)));
  assert.deepEqual(tabs, ['signals', 'calibration', 'signals']);
});

test('a group is requested by kind and setup', () => {
  assert.deepEqual(groupQuery('all'), {});
  assert.deepEqual(['condition', 'box', 'levels'].map(groupQuery), [
    { kind: 'condition' },
    { kind: 'box' },
    { kind: 'levels' },
  ]);
  assert.deepEqual(groupQuery('crystal.short'), { kind: 'box', setup: 'crystal.short' });
});

test('every group can be chosen, boxes of both terms too', () => {
  assert.deepEqual(GROUPS, [
    'all',
    'condition',
    'box',
    ...['hayyam', '52', '144', '36', 'crystal'].flatMap((box) => [`${box}.short`, `${box}.long`]),
    'levels',
  ]);
});
