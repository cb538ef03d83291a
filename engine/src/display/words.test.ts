import assert from 'node:assert/strict';
import test from 'node:test';
import type { Trade } from '../boxes/box.ts';
import type { BoxKind } from '../boxes/kinds.ts';
import type { TradeCondition } from '../signals/condition.ts';
import { countNewest, isOpenTrade, listPortfolio } from '../signals/portfolio.ts';
import { listPredictor, signalPrices } from '../signals/predictor.ts';
import { boxWord, closeSeerWord, cycleWord, reverseSeerWord, seerWord } from './words.ts';

const at = (text: string): number => Date.parse(`${text}Z`);

test('a seer is main from exactly 90 times 24 hours', () => {
  const seer = { datetime: at('2024-01-01T00:00:00') };
  assert.equal(seerWord(seer, at('2024-03-30T23:59:59')), 'middle');
  assert.equal(seerWord(seer, at('2024-03-31T00:00:00')), 'main');
  assert.equal(seerWord(null, 0), null);
});

test('a close seer is safe when it has the way of the main seer', () => {
  assert.equal(closeSeerWord({ way: 'up' }, { way: 'up' }), 'safe');
  assert.equal(closeSeerWord({ way: 'up' }, { way: 'down' }), 'risky');
  assert.equal(closeSeerWord(null, { way: 'up' }), null);
  assert.equal(closeSeerWord({ way: 'up' }, null), null);
});

test('a reverse seer is the middle band for six calendar months, UTC', () => {
  const seer = { datetime: at('2024-08-31T12:00:00') };
  assert.equal(reverseSeerWord(seer, at('2025-02-28T11:59:59')), 'middleBand');
  assert.equal(reverseSeerWord(seer, at('2025-02-28T12:00:00')), 'opposite');
  assert.equal(reverseSeerWord(null, 0), null);
});

test('a box is bullish when the trade price is below its first target', () => {
  assert.equal(boxWord({ p: 1, tp1: 2 }), 'bullish');
  assert.equal(boxWord({ p: 2, tp1: 1 }), 'bearish');
  assert.equal(boxWord(null), null);
  assert.equal(cycleWord({ positive: true }), 'positive');
  assert.equal(cycleWord({ positive: false }), 'negative');
  assert.equal(cycleWord(null), null);
});

test('stop and targets of the worked example', () => {
  assert.deepEqual(signalPrices('up', 1.3695, 0.00707, 5), {
    sl: 1.36243,
    tp1: 1.37657,
    tp2: 1.38364,
  });
  assert.deepEqual(signalPrices('down', 100, 3, 2), { sl: 103, tp1: 97, tp2: 94 });
});

test('the predictor lists conditions newest first and flags the current UTC hour', () => {
  const condition = (datetime: number): TradeCondition => ({ datetime }) as TradeCondition;
  const now = at('2024-03-15T14:20:00');
  const rows = listPredictor(
    [
      { symbol: 'B', condition: condition(at('2024-03-15T14:00:00')) },
      { symbol: 'NONE', condition: null },
      { symbol: 'C', condition: condition(at('2024-03-15T13:00:00')) },
      { symbol: 'A', condition: condition(at('2024-03-15T14:00:00')) },
      { symbol: 'D', condition: condition(at('2024-03-14T14:00:00')) },
    ],
    now,
  );
  assert.deepEqual(
    rows.map((row) => [row.symbol, row.isNew]),
    [
      ['A', true],
      ['B', true],
      ['C', false],
      ['D', false],
    ],
  );
});

test('the portfolio lists open primary trades newest first and counts the current hour', () => {
  const now = at('2024-03-15T14:20:00');
  const trade = (d: number, changes: Partial<Trade> = {}): Trade =>
    ({ d, status: 0, closed: false, expiry: now + 1, ...changes }) as Trade;
  const none = { short: null, long: null };
  const trades = (own: Partial<Record<BoxKind, { short: Trade | null; long: Trade | null }>>) => ({
    hayyam: none,
    '52': none,
    '144': none,
    '36': none,
    crystal: none,
    ...own,
  });
  const early = trade(at('2024-03-15T13:00:00'));
  const fresh = trade(at('2024-03-15T14:00:00'));
  const items = listPortfolio(
    [
      { symbol: 'B', trades: trades({ '36': { short: early, long: fresh } }) },
      {
        symbol: 'A',
        trades: trades({
          crystal: { short: fresh, long: null },
          hayyam: { short: fresh, long: null },
          '52': { short: trade(early.d, { status: 1, closed: true }), long: null },
          '144': { short: trade(early.d, { expiry: now }), long: null },
        }),
      },
    ],
    now,
  );
  assert.deepEqual(items, [
    { symbol: 'A', type: 1, trade: fresh },
    { symbol: 'A', type: 5, trade: fresh },
    { symbol: 'B', type: 4, trade: early },
  ]);
  assert.equal(isOpenTrade({ status: 0, closed: true, expiry: now + 1 }, now), false);
});

test('entries of the same UTC hour of the same day are new, to the millisecond', () => {
  const count = (opened: string, now: string): number => countNewest([{ d: at(opened) }], at(now));
  assert.equal(count('2024-03-15T14:00:00', '2024-03-15T14:59:59.999'), 1);
  assert.equal(count('2024-03-15T14:00:00', '2024-03-15T15:00:00'), 0);
  assert.equal(count('2024-03-15T13:59:59.999', '2024-03-15T14:00:00'), 0);
  assert.equal(count('2024-03-14T14:00:00', '2024-03-15T14:00:00'), 0);
  assert.equal(count('2024-03-15T14:59:59.999', '2024-03-15T14:00:00'), 1);
});
