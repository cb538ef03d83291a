import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBar, DAY_MS, HOUR_MS, isOpen, MINUTE_MS } from '@rasat/engine';
import { SessionTape, type SessionTapeMarket } from './session-tape.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const SHARE: SessionTapeMarket = {
  symbol: 'AAPL',
  start: 231,
  digits: 2,
  perHour: 240,
  calendar: 'nasdaq',
  hasVolume: true,
};
const PAIR: SessionTapeMarket = {
  symbol: 'EURUSD',
  start: 1.085,
  digits: 5,
  perHour: 200,
  calendar: 'forex',
  hasVolume: false,
};
const STOCK: SessionTapeMarket = { ...SHARE, symbol: 'THYAO', start: 291, calendar: 'bist-2' };

function tapeOf(markets: readonly SessionTapeMarket[], fromMs: number, denseFromMs = fromMs) {
  return new SessionTape({ seed: 7, markets, fromMs, denseFromMs });
}

/** Returns the first and the last trade of a day, as times of UTC. */
function edges(tape: SessionTape, symbol: string, dayMs: number): string[] {
  const trades = tape.between(symbol, dayMs, dayMs + DAY_MS).filter((one) => !one.isExtended);
  return [trades[0], trades.at(-1)].map((one) =>
    new Date(one?.timeMs ?? 0).toISOString().slice(11, 19),
  );
}

test('trades are within the sessions, in order, some of one time and some of one time and price', () => {
  const fromMs = Date.UTC(2026, 10, 16);
  const markets = [SHARE, PAIR, STOCK];
  const tape = tapeOf(markets, fromMs);
  for (const { symbol, calendar } of markets) {
    const trades = tape.between(symbol, fromMs, fromMs + 7 * DAY_MS);
    assert.ok(trades.length > 4000, `${symbol} ${trades.length}`);
    let sameTimes = 0;
    let sameBoth = 0;
    trades.forEach((trade, i) => {
      assert.ok(isOpen(calendar, trade.timeMs), symbol);
      assert.ok(Number.isInteger(trade.price) && trade.price > 0);
      assert.equal(trade.volume > 0, symbol !== 'EURUSD');
      const before = trades[i - 1];
      if (!before) return;
      assert.ok(before.timeMs <= trade.timeMs && before.id < trade.id);
      if (before.timeMs !== trade.timeMs) return;
      sameTimes += 1;
      if (before.price === trade.price) sameBoth += 1;
    });
    assert.ok(sameTimes > sameBoth && sameBoth > 50, `${symbol} ${sameTimes} ${sameBoth}`);
  }
});

test('a session ends at 13:00 New York on 27 November 2026, and moves by an hour in UTC with the clocks', () => {
  const tape = tapeOf([SHARE], Date.UTC(2026, 9, 26));
  const day = (month: number, date: number): string[] =>
    edges(tape, 'AAPL', Date.UTC(2026, month, date));
  assert.deepEqual(day(9, 30), ['13:30:00', '19:59:59']);
  assert.deepEqual(day(10, 2), ['14:30:00', '20:59:59']);
  assert.deepEqual(day(10, 27), ['14:30:00', '17:59:59']);
  const thanksgiving = Date.UTC(2026, 10, 26);
  assert.deepEqual(tape.between('AAPL', thanksgiving, thanksgiving + DAY_MS), []);
});

test("Istanbul's auction trades at 09:55, the continuous market from 10:00, and nothing while the close is found", () => {
  const dayMs = Date.UTC(2026, 10, 17);
  const tape = tapeOf([STOCK], dayMs);
  // Istanbul is three hours ahead of UTC: 09:55 to 18:10 there.
  assert.deepEqual(edges(tape, 'THYAO', dayMs), ['06:55:00', '15:09:59']);
  const count = (fromMinute: number, toMinute: number): number =>
    tape.between('THYAO', dayMs + fromMinute * MINUTE_MS, dayMs + toMinute * MINUTE_MS).length;
  assert.ok(count(6 * 60 + 55, 6 * 60 + 56) > 0);
  assert.equal(count(6 * 60 + 56, 7 * 60), 0);
  assert.equal(count(15 * 60, 15 * 60 + 8), 0);
  // 28 October 2026 is a half day until 12:40.
  const half = tapeOf([STOCK], Date.UTC(2026, 9, 28));
  assert.deepEqual(edges(half, 'THYAO', Date.UTC(2026, 9, 28)), ['06:55:00', '09:39:59']);
});

test('bars are the sums of their trades, and longer bars those of shorter ones', () => {
  const fromMs = Date.UTC(2026, 10, 16);
  const nowMs = fromMs + 3 * DAY_MS + 17 * HOUR_MS + 7 * MINUTE_MS;
  const tape = tapeOf([SHARE], fromMs);
  for (const stepMs of [MINUTE_MS, 5 * MINUTE_MS, QUARTER_MS, HOUR_MS, DAY_MS]) {
    const bars = tape.bars('AAPL', stepMs, fromMs, nowMs, nowMs);
    assert.ok(bars.length > 3);
    for (const bar of bars) {
      const trades = tape.between('AAPL', bar.openTimeMs, Math.min(bar.openTimeMs + stepMs, nowMs));
      const prices = trades.map(({ price }) => Number(`${price}e-2`));
      assert.equal(bar.open, prices[0]);
      assert.equal(bar.close, prices.at(-1));
      assert.equal(bar.high, Math.max(...prices));
      assert.equal(bar.low, Math.min(...prices));
      assert.equal(
        bar.volume,
        trades.reduce((sum, { volume }) => sum + volume, 0),
      );
    }
    const lastMs = bars.at(-1)?.openTimeMs ?? 0;
    assert.ok(lastMs + stepMs > nowMs - stepMs, 'the newest bar may still form');
  }
});

test('bars from half past each hour have the trades of an hour from there', () => {
  const fromMs = Date.UTC(2026, 10, 16);
  const tape = tapeOf([SHARE], fromMs);
  const bars = tape.bars('AAPL', HOUR_MS, fromMs, fromMs + DAY_MS, fromMs + DAY_MS, {
    anchorMs: HOUR_MS / 2,
  });
  // 09:30 to 16:00 New York are six bars of an hour and one of half an hour.
  assert.equal(bars.length, 7);
  assert.equal(new Date(bars[0]?.openTimeMs ?? 0).toISOString(), '2026-11-16T14:30:00.000Z');
  const volume = (list: readonly { volume: number }[]): number =>
    list.reduce((sum, bar) => sum + bar.volume, 0);
  assert.equal(volume(bars), volume(tape.between('AAPL', fromMs, fromMs + DAY_MS)));
});

test('closed bars are sound bars of the engine, and a forex Sunday is part of Monday', () => {
  const fromMs = Date.UTC(2026, 10, 9);
  const nowMs = fromMs + 9 * DAY_MS + 12 * HOUR_MS;
  const tape = tapeOf([PAIR, SHARE], fromMs);
  for (const symbol of ['EURUSD', 'AAPL']) {
    for (const resolution of ['15', '60', '1D'] as const) {
      const bars = tape.closedBars(symbol, resolution, fromMs, nowMs + DAY_MS, nowMs);
      assert.ok(bars.length >= 7, `${symbol} ${resolution} ${bars.length}`);
      for (const bar of bars)
        assert.equal(checkBar(bar, resolution, symbol === 'EURUSD'), null, symbol);
    }
  }
  const mondayMs = Date.UTC(2026, 10, 16);
  const [monday] = tape.closedBars('EURUSD', '1D', mondayMs, mondayMs + 1, nowMs);
  const [first] = tape.between('EURUSD', mondayMs - DAY_MS, mondayMs, 1);
  assert.equal(monday?.open, Number(`${first?.price}e-5`));
});

test('trades outside of the sessions are told apart and left out of bars, unless they are asked for', () => {
  const fromMs = Date.UTC(2026, 10, 16);
  const dayEndMs = fromMs + DAY_MS;
  const tape = tapeOf([{ ...SHARE, extendedHours: true }], fromMs);
  const extended = tape.between('AAPL', fromMs, dayEndMs).filter((one) => one.isExtended);
  const times = extended.map(({ timeMs }) => new Date(timeMs).toISOString().slice(11, 19));
  // 04:00 to 20:00 New York without the session is 09:00 to 14:30 and 21:00 to 01:00 UTC.
  assert.ok(times.length > 100);
  assert.ok(times.every((one) => one >= '09:00:00' && (one < '14:30:00' || one >= '21:00:00')));
  assert.ok(times.includes('21:00:02'), 'the closing cross');
  const own = tape.bars('AAPL', HOUR_MS, fromMs, dayEndMs, dayEndMs);
  const all = tape.bars('AAPL', HOUR_MS, fromMs, dayEndMs, dayEndMs, { withExtended: true });
  assert.equal(own.length, 7);
  assert.equal(all.length, 15);
  const hourMs = fromMs + 14 * HOUR_MS;
  const [inOwn, inAll] = [own, all].map((bars) => bars.find((bar) => bar.openTimeMs === hourMs));
  assert.ok((inOwn?.volume ?? 0) < (inAll?.volume ?? 0));
  assert.equal(tape.newest('AAPL', dayEndMs)?.isExtended, false);
  assert.equal(tape.newest('AAPL', dayEndMs, { withExtended: true })?.isExtended, true);
});

test('a split divides the prices from its time on, and a halt has no trade', () => {
  const fromMs = Date.UTC(2026, 10, 16);
  const atMs = fromMs + DAY_MS;
  const halt = { fromMs: fromMs + 16 * HOUR_MS, toMs: fromMs + 17 * HOUR_MS + 5 * MINUTE_MS };
  const plain = tapeOf([SHARE], fromMs);
  const tape = tapeOf([{ ...SHARE, splits: [{ atMs, factor: 4 }], halts: [halt] }], fromMs);
  const mean = (one: SessionTape, dayMs: number): number => {
    const prices = one.between('AAPL', dayMs, dayMs + DAY_MS).map(({ price }) => price);
    return prices.reduce((sum, price) => sum + price, 0) / prices.length;
  };
  assert.ok(Math.abs(mean(plain, fromMs) / mean(tape, fromMs) - 1) < 0.01);
  assert.ok(Math.abs(mean(plain, atMs) / mean(tape, atMs) / 4 - 1) < 0.01);
  assert.deepEqual(tape.between('AAPL', halt.fromMs, halt.toMs), []);
  assert.ok(tape.between('AAPL', halt.toMs, halt.toMs + HOUR_MS).length > 50);
});

test('a tape depends on its seed alone, and its years of little detail are cheap', () => {
  const nowMs = Date.UTC(2026, 10, 27, 16);
  const fromMs = Date.UTC(2021, 10, 29);
  const open = (seed: number): SessionTape =>
    new SessionTape({ seed, markets: [SHARE], fromMs, denseFromMs: nowMs - 30 * DAY_MS });
  const all = (tape: SessionTape) => tape.closedBars('AAPL', '60', fromMs, nowMs, nowMs);
  const bars = all(open(1));
  // Five years have 1,256 sessions of about seven hours.
  assert.ok(bars.length > 8500 && bars.length < 9000, String(bars.length));
  const later = open(1);
  later.between('AAPL', nowMs - DAY_MS, nowMs);
  assert.deepEqual(all(later).slice(-20), bars.slice(-20));
  assert.notDeepEqual(all(open(2)).slice(0, 5), bars.slice(0, 5));
  assert.deepEqual(later.between('AAPL', 0, fromMs), []);
  assert.equal(later.newest('AAPL', fromMs), undefined);
  assert.equal(later.newest('NONE', nowMs), undefined);
});
