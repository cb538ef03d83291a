import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBase64, fromHex } from './bytes.ts';
import { draftOf, toHex } from './drafts.ts';
import type { PublishedEvent } from './series-run.ts';

const SERIES = { id: 3, symbol: 'EURUSD', source: 'simulated', digits: 4 };
const HEAD = { timeMs: 7_200_000, index: 41 };
const HASH = '0a'.repeat(32);

const draft = (event: PublishedEvent, key = 'the.key') =>
  draftOf({ key, event, inputHash: fromHex(HASH) }, '1.0.0', SERIES);

const ORIGIN = {
  symbol: 'EURUSD',
  source: 'simulated',
  seriesId: 3,
  eventKey: 'the.key',
  engineVersion: '1.0.0',
  barTime: 7_200_000,
  inputHash: HASH,
};
const OUTCOME = { engineVersion: '1.0.0', barTime: 7_200_000, inputHash: HASH };

const PIVOT = { detector: '33@240', way: 'up', level: 1, openTimeMs: 1, confirmedMs: 2 } as const;

test('a condition is a row that buys or sells, with its range as the risk', () => {
  const event = {
    ...HEAD,
    type: 'condition',
    id: 'condition.pivot.1',
    setup: 'pivot',
    way: 'up',
    price: 1.1,
    range: 0.01,
    sl: 1.09,
    tp1: 1.11,
    tp2: 1.12,
    expiry: 9_000_000.5,
    basis: {
      rule: 'condition',
      version: 1,
      computedAtMs: 7_200_000,
      digits: 4,
      setup: 'pivot',
      way: 'up',
      close: 1.1,
      previousClose: 1.1,
      atr1D: 0.01,
      spacingMs: 1,
      pivot: PIVOT,
      seer: PIVOT,
    },
  } as const;
  const row = {
    ...ORIGIN,
    kind: 'condition',
    setup: 'pivot',
    way: true,
    price: 1.1,
    range: 0.01,
    sl: 1.09,
    tp1: 1.11,
    tp2: 1.12,
    detail: { expiry: 9_000_000.5 },
  };
  assert.deepEqual(draft(event), { to: 'ledger', row });
  assert.deepEqual(draft({ ...event, way: 'down' }), { to: 'ledger', row: { ...row, way: false } });
});

test('a trade of a box is a row whose risk is a quarter of the box, rounded', () => {
  const trade = {
    id: 'trade.36.short.1',
    way: 'down',
    sl: 1.2,
    p: 1.1,
    tp1: 1,
    tp2: 0.9,
    status: 0,
    d: 7_200_000,
    expiry: 9_000_000,
    closed: false,
    exit: null,
    tp2Hit: false,
    tp2Closed: false,
    basis: {
      rule: 'trade',
      version: 1,
      computedAtMs: 7_200_000,
      digits: 4,
      way: 'down',
      close: 1.1,
      previousClose: 1.2,
      bottom: 1,
      top: 1.4003,
      startMs: 1,
      endMs: 2,
      boxCreatedMs: 3_600_000,
    },
  } as const;
  const event = {
    ...HEAD,
    type: 'trade',
    id: 'trade.36.short.1',
    kind: '36',
    term: 'short',
    trade,
  } as const;
  const row = {
    ...ORIGIN,
    kind: 'box',
    setup: '36.short',
    way: false,
    price: 1.1,
    // 0.4003 / 4 is 0.100075.
    range: 0.1001,
    sl: 1.2,
    tp1: 1,
    tp2: 0.9,
    detail: { expiry: 9_000_000, box: 3_600_000 },
  };
  assert.deepEqual(draft(event), { to: 'ledger', row });
  assert.deepEqual(draft({ ...event, trade: { ...trade, way: 'up' } }), {
    to: 'ledger',
    row: { ...row, way: true },
  });
});

test('a weekly set is a row without a side; its entry and its exits are outcomes', () => {
  const levels = {
    ...HEAD,
    type: 'levels',
    id: 'levels.5',
    d: 5,
    anchor: 1.1,
    buy: [1.11, 1.12],
    sell: [1.09],
    m: 4,
    beta: 45,
    basis: {
      rule: 'levels',
      version: 1,
      computedAtMs: 1,
      digits: 4,
      anchor: 1.1,
      atr1W: 1,
      m: 4,
      beta: 45,
      scale: 1,
    },
  } as const;
  assert.deepEqual(draft(levels), {
    to: 'ledger',
    row: {
      ...ORIGIN,
      kind: 'levels',
      setup: 'weekly',
      way: null,
      price: 1.1,
      range: null,
      sl: null,
      tp1: null,
      tp2: null,
      detail: { d: 5, buy: [1.11, 1.12], sell: [1.09] },
    },
  });
  const entry = {
    ...HEAD,
    type: 'levelsTrade',
    id: 'levelsTrade.5',
    d: 5,
    way: 'up',
    p: 1.111,
    sl: 1.101,
    tp1: 1.121,
    tp2: 1.131,
    expiry: 8,
    basis: {
      rule: 'levelsTrade',
      version: 1,
      computedAtMs: 1,
      digits: 4,
      way: 'up',
      close: 1.111,
      previousClose: 1.1,
      entry: 1.11,
      anchor: 1.1,
    },
  } as const;
  const detail = { way: true, sl: 1.101, tp1: 1.121, tp2: 1.131, expiry: 8 };
  const row = { ...OUTCOME, leg: 'entry', status: null, price: 1.111, r: null, detail };
  assert.deepEqual(draft(entry), { to: 'outcome', of: 'levels.5', row });
  assert.deepEqual(draft({ ...entry, way: 'down' }), {
    to: 'outcome',
    of: 'levels.5',
    row: { ...row, detail: { ...detail, way: false } },
  });
  const closed = {
    ...HEAD,
    type: 'levelsClosed',
    id: 'levelsTrade.5',
    d: 5,
    leg: 'tp1',
    status: 1,
    exit: 1.121,
    r: 1,
  } as const;
  assert.deepEqual(draft(closed), {
    to: 'outcome',
    of: 'levels.5',
    row: { ...OUTCOME, leg: 'tp1', status: 1, price: 1.121, r: 1, detail: {} },
  });
});

test('the end of a leg is an outcome of its trade or condition', () => {
  const leg = { ...HEAD, leg: 'tp2', status: -1, exit: 1.09, r: -1 } as const;
  const row = { ...OUTCOME, leg: 'tp2', status: -1, price: 1.09, r: -1, detail: {} };
  assert.deepEqual(draft({ ...leg, type: 'conditionLeg', id: 'condition.break.1' }), {
    to: 'outcome',
    of: 'condition.break.1',
    row,
  });
  assert.deepEqual(
    draft({ ...leg, type: 'tradeClosed', id: 'trade.36.long.1', kind: '36', term: 'long' }),
    { to: 'outcome', of: 'trade.36.long.1', row },
  );
});

test('bytes are written as two lower-case digits each, and are read back', () => {
  assert.equal(toHex(Uint8Array.of(0, 9, 15, 16, 127, 128, 255)), '00090f107f80ff');
  assert.deepEqual([...fromHex('00090f107f80ff')], [0, 9, 15, 16, 127, 128, 255]);
  assert.deepEqual([...fromHex('')], []);
  // RFC 4648, section 10, and bytes above 127.
  assert.deepEqual([...fromBase64('Zm9vYg==')], [102, 111, 111, 98]);
  assert.deepEqual([...fromBase64('AP+A')], [0, 255, 128]);
  assert.throws(() => fromBase64('*'), RangeError);
});
