import assert from 'node:assert/strict';
import test from 'node:test';
import { type Bar, openPosition, simulateOutcome } from '@rasat/engine';
import fc from 'fast-check';
import { FIXTURES, fixtureBars } from '../../../engine/src/testing/contract-fixtures.ts';
import { generateMarket } from '../../../engine/src/testing/generated-market.ts';
import { columnsOf, recordEngine } from '../testing/engine-record.ts';
import { createHistory, followPosition, resolvePosition } from './history.ts';
import { BASELINE_YEAR_MS, matchEntries } from './matched-entries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A cost of ten basis points. */
const costOf = (price: number, risk: number) => (0.001 * price) / risk;
const RECORDS = FIXTURES.map((fixture) => {
  const bars = fixtureBars(fixture);
  return { fixture, bars, ...recordEngine(bars, fixture.options) };
});

test('the daily range at each bar is the one that the engine uses for its conditions', () => {
  let compared = 0;
  for (const { events, history } of RECORDS) {
    for (const event of events) {
      if (event.type !== 'condition' || event.setup !== 'pivot') continue;
      assert.equal(history.dailyRange[event.index], event.basis.atr1D);
      compared++;
    }
  }
  assert.ok(compared > 100, `${compared} conditions`);
});

test("an entry followed over columns has the engine's outcome", () => {
  let compared = 0;
  for (const { fixture, history, trades } of RECORDS) {
    const { openTimeMs } = history.bars;
    for (const trade of trades) {
      const { way, price, risk, openedMs, expiryMs, first, second } = trade;
      const { digits } = fixture.options;
      const sign = way === 'up' ? 1 : -1;
      const entry = openTimeMs.indexOf(openedMs - history.barMs);
      const position = openPosition(sign, price, risk, openedMs, expiryMs, digits);
      followPosition(history, position, entry);
      const result = resolvePosition(history, position);
      assert.equal(result.open, false);
      assert.deepEqual([result.status1, result.status2], [first.status, second.status]);
      assert.ok(Math.abs(result.r1 - Math.max(-5, first.r)) < 1e-6);
      assert.ok(Math.abs(result.r2 - Math.max(-5, second.r)) < 1e-6);
      compared++;
    }
  }
  assert.ok(compared > 1000, `${compared} trades`);
});

/** Returns the average of the last 20 daily ranges that were known at an instant, computed from scratch. */
function plainDailyRange(bars: readonly Bar[], timeMs: number): number {
  const days = Map.groupBy(bars, (bar) => Math.floor(bar.openTimeMs / DAY));
  const whole = [...days].filter(([day]) => (day + 1) * DAY <= timeMs).map(([, each]) => each);
  const ranges = whole.map((day, at) => {
    const before = whole[at - 1]?.at(-1)?.close;
    const tops = day.map((bar) => bar.high);
    const bottoms = day.map((bar) => bar.low);
    return Math.max(...tops, before ?? 0) - Math.min(...bottoms, before ?? Number.MAX_VALUE);
  });
  const last = ranges.slice(-20);
  return last.length < 20 ? 0 : last.reduce((sum, range) => sum + range, 0) / 20;
}

test('a small case agrees with a plain reference', () => {
  const bars = generateMarket({
    seed: 5,
    base: '60',
    session: 'continuous',
    startMs: Date.UTC(2024, 0, 1),
    bars: 2_700,
    price: 200,
    digits: 2,
    volatility: 0.004,
    holes: 0.02,
  });
  const history = createHistory(columnsOf(bars), { base: '60', fx: false, digits: 2 });
  const last = bars.length - 1;
  const openedMs = bars[620]!.openTimeMs + HOUR;
  const closeMs = (at: number) => bars[at]!.openTimeMs + HOUR;
  for (const way of ['up', 'down'] as const) {
    const trade = { way, risk: 3.1, openedMs, expiryMs: openedMs + 60 * HOUR };
    const found = matchEntries(history, trade, costOf);
    const sign = way === 'up' ? 1 : -1;
    const thousandths = [[], []] as [number[], number[]];
    const statuses = [[], []] as [number[], number[]];
    let costs = 0;
    // Candidates are the bars after 620 of the same hour; the last bar has no bar to follow.
    const hour = bars[620]!.openTimeMs % DAY;
    const alike = [...bars.keys()].filter(
      (at) => at > 620 && at < last && bars[at]!.openTimeMs % DAY === hour,
    );
    assert.ok(alike.length > 70, `${alike.length} candidates`);
    for (let j = 0; j < 40; j++) {
      const entry = alike[Math.floor(((j + 0.5) * alike.length) / 40)]!;
      assert.equal(found.at[j], entry);
      const price = bars[entry]!.close;
      const ratio = 3.1 / plainDailyRange(bars, openedMs);
      const risk = ratio * plainDailyRange(bars, closeMs(entry));
      costs += Math.round((1000 * price) / risk);
      let maxBars = 1;
      while (entry + maxBars < last && closeMs(entry + maxBars) < closeMs(entry) + 60 * HOUR) {
        maxBars++;
      }
      const cents = (value: number) => Math.round(value * 100) / 100;
      for (const leg of [0, 1] as const) {
        const target = cents(price + sign * risk * (leg + 1));
        const stop = cents(price - sign * risk);
        const entryOf = { way, price, risk, stop, target };
        const { r, status } = simulateOutcome(bars, entry, entryOf, maxBars);
        thousandths[leg].push(Math.round(Math.max(-5, r) * 1000));
        statuses[leg].push(status);
      }
    }
    assert.equal(found.reason, null);
    assert.deepEqual([...found.thousandths1], thousandths[0]);
    assert.deepEqual([...found.thousandths2], thousandths[1]);
    const count = (list: number[], status: number) => list.filter((s) => s === status).length;
    assert.equal(found.targets1, count(statuses[0], 1));
    assert.equal(found.stops1, count(statuses[0], -1));
    assert.equal(found.targets2, count(statuses[1], 1));
    // The two averages add in different orders, so a cost may differ by a millionth.
    assert.ok(Math.abs(found.costs - costs) <= 40, `${found.costs} and ${costs}`);
    assert.ok(found.targets1 > 3 && found.stops1 > 3, 'the case has targets and stops');
    assert.equal(found.complete, false);
    assert.equal(found.coverage, (closeMs(last) - openedMs) / (365 * DAY));
  }
});

test('a larger loss counts as five risks', () => {
  const bars = Array.from({ length: 60 * 24 }, (_, at) => {
    const price = at < 45 * 24 + 12 ? 100 : 10;
    const spread = price === 100 ? 1 : 0.1;
    const openTimeMs = at * HOUR;
    return { openTimeMs, open: price, high: price + spread, low: price - spread, close: price };
  });
  const history = createHistory(columnsOf(bars.map((bar) => ({ ...bar, volume: 0 }))), {
    base: '60',
    fx: false,
    digits: 2,
  });
  const openedMs = 30 * DAY;
  const trade = { way: 'up', risk: 4, openedMs, expiryMs: openedMs + 40 * DAY } as const;
  const entries = matchEntries(history, trade, () => 0);
  const crashed = entries.at.findIndex((at) => at < 45 * 24 + 12);
  assert.ok(crashed >= 0, 'an entry was open before the crash');
  assert.equal(entries.thousandths1[crashed], -5000);
});

test('later bars do not change a complete baseline; an incomplete one has its coverage', () => {
  const { bars, fixture, trades } = RECORDS[0]!;
  const { options } = fixture;
  const whole = createHistory(columnsOf(bars), options);
  fc.assert(
    fc.property(
      fc.nat(trades.length - 1),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (pick, cut) => {
        const trade = trades[pick]!;
        const shown = Math.max(1, Math.floor(bars.length * cut));
        const part = createHistory(columnsOf(bars.slice(0, shown)), options);
        const found = matchEntries(part, trade, costOf);
        const lastMs = bars[shown - 1]!.openTimeMs + HOUR;
        if (found.reason !== null) {
          const known = bars.findIndex((bar) => bar.openTimeMs + HOUR > trade.openedMs);
          const hour = bars[known - 1]!.openTimeMs % DAY;
          const later = bars.slice(known, shown - 1).filter((bar) => bar.openTimeMs % DAY === hour);
          assert.ok(later.length < 20 || whole.dailyRange[known - 1] === 0);
          assert.equal(found.complete, found.reason !== 'wait');
          assert.deepEqual([found.at.length, found.costs], [0, 0]);
          return;
        }
        for (const at of found.at) {
          const madeMs = bars[at]!.openTimeMs + HOUR;
          assert.ok(madeMs > trade.openedMs && madeMs <= trade.openedMs + BASELINE_YEAR_MS);
          assert.ok(at < shown - 1);
        }
        if (found.complete) {
          assert.deepEqual(found, matchEntries(whole, trade, costOf));
          assert.equal(found.open, 0);
          assert.equal(found.coverage, 1);
        } else {
          assert.ok(lastMs < trade.expiryMs + BASELINE_YEAR_MS);
          const share = (lastMs - trade.openedMs) / BASELINE_YEAR_MS;
          assert.equal(found.coverage, Math.min(1, share));
        }
        assert.ok(found.at.length >= 20 && found.at.length <= 40);
        assert.ok(found.at.every((at, j) => j === 0 || at > found.at[j - 1]!));
      },
    ),
    { numRuns: 60 },
  );
});

test('prices multiplied by a power of two do not change the entries', () => {
  const { bars, fixture, trades } = RECORDS[1]!;
  const scaled = bars.map((bar) => ({
    ...bar,
    open: bar.open * 4,
    high: bar.high * 4,
    low: bar.low * 4,
    close: bar.close * 4,
  }));
  // Digits are finer than the prices, because rounding does not scale.
  const options = { ...fixture.options, digits: 9 };
  const one = createHistory(columnsOf(bars), options);
  const four = createHistory(columnsOf(scaled), options);
  for (const trade of trades.slice(0, 40)) {
    const own = matchEntries(one, trade, costOf);
    const other = matchEntries(four, { ...trade, risk: trade.risk * 4 }, costOf);
    assert.deepEqual(other.at, own.at);
    assert.deepEqual(other.targets1, own.targets1);
    assert.deepEqual(other.stops1, own.stops1);
    assert.equal(other.costs, own.costs);
  }
});

test('without twenty days there never is a baseline, before twenty candidates there is none yet', () => {
  const { bars, fixture } = RECORDS[1]!;
  const history = createHistory(columnsOf(bars), fixture.options);
  const trade = { way: 'up', risk: 100 } as const;
  const at = (openedMs: number) => ({ ...trade, openedMs, expiryMs: openedMs + DAY });
  const reasonAt = (openedMs: number) => matchEntries(history, at(openedMs), costOf).reason;
  assert.equal(reasonAt(bars[0]!.openTimeMs - DAY), 'days');
  assert.equal(reasonAt(bars[10 * 24]!.openTimeMs), 'days');
  assert.equal(reasonAt(bars.at(-1)!.openTimeMs + HOUR), 'wait');
  assert.equal(reasonAt(bars.at(-1)!.openTimeMs), 'wait');
  assert.equal(reasonAt(bars.at(-18 * 24)!.openTimeMs), 'wait');
  assert.equal(reasonAt(bars.at(-45 * 24)!.openTimeMs), null);
  const none = createHistory(columnsOf([]), fixture.options);
  assert.equal(matchEntries(none, at(0), costOf).reason, 'days');
});
