import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { applyTick, type Bar, isOpen, MINUTE_MS } from '@rasat/engine';
import fc from 'fast-check';
import { createClock, createManualClock } from '../../platform/clock.ts';
import type { VenueTick } from '../connector.ts';
import { testConnectorContract } from '../connector-contract.ts';
import { SIMULATED_INSTRUMENTS } from './instruments.ts';
import { SIMULATION_START_MS, SLOT_MS } from './market-group.ts';
import { createSimulatedConnector } from './simulated-connector.ts';
import { SimulatedMarkets } from './simulated-markets.ts';

const SEED = 1;
const NOW_MS = Date.UTC(2026, 2, 11, 15, 5);

testConnectorContract('the simulated source', {
  symbols: ['BTCUSD', 'EURTRY', 'THYAO', 'AAPL', 'DAX'],
  async open() {
    const clock = createManualClock(NOW_MS);
    return {
      connector: createSimulatedConnector({ seed: SEED, clock }),
      now: () => clock.now(),
      advance: (ms) => clock.advance(ms),
      stop: async () => {},
    };
  },
});

/** The whole history of a market, which several tests look at. */
const wholeHistories = new Map<string, Promise<readonly Bar[]>>();

function wholeHistory(symbol: string): Promise<readonly Bar[]> {
  const bars = wholeHistories.get(symbol) ?? hourlyBars(symbol, SEED, NOW_MS);
  wholeHistories.set(symbol, bars);
  return bars;
}

async function hourlyBars(symbol: string, seed: number, nowMs: number): Promise<readonly Bar[]> {
  const connector = createSimulatedConnector({ seed, clock: createManualClock(nowMs) });
  const bars: Bar[] = [];
  for await (const batch of connector.history(symbol, '60', 0, nowMs)) bars.push(...batch);
  return bars;
}

/** Logarithmic moves from close to close. */
function returnsOf(bars: readonly Bar[]): number[] {
  return bars.slice(1).map((bar, i) => Math.log(bar.close / (bars[i]?.close ?? bar.close)));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** n-th central moment. */
function moment(values: readonly number[], n: number): number {
  const centre = mean(values);
  return mean(values.map((value) => (value - centre) ** n));
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const meanA = mean(a);
  const meanB = mean(b);
  const shared = mean(a.map((value, i) => (value - meanA) * ((b[i] ?? 0) - meanB)));
  return shared / Math.sqrt(moment(a, 2) * moment(b, 2));
}

const autocorrelation = (values: readonly number[], lag: number): number =>
  correlation(values.slice(lag), values.slice(0, -lag));

test('there are at least 36 markets over the five categories', () => {
  const counts = { crypto: 0, forex: 0, bist: 0, nasdaq: 0, index: 0 };
  for (const { category } of SIMULATED_INSTRUMENTS) counts[category] += 1;
  assert.ok(SIMULATED_INSTRUMENTS.length >= 36);
  assert.ok(counts.crypto >= 8 && counts.forex >= 9 && counts.bist >= 8);
  assert.ok(counts.nasdaq >= 8 && counts.index >= 5);
});

test('a seed gives the same bits on every machine', async () => {
  // Made with Node 24.21.0 on x64; any other machine has to agree.
  const hash = createHash('sha256');
  for (const symbol of ['BTCUSD', 'EURGBP', 'ASELS', 'TSLA', 'DAX']) {
    for (const bar of await hourlyBars(symbol, 7, Date.UTC(2024, 0, 1))) {
      hash.update(JSON.stringify(Object.values(bar)));
    }
  }
  assert.equal(
    hash.digest('hex'),
    '755dc7a94b78b1236adaa92fef07e398625682fd791b736d2240cf7c91c3446d',
  );
});

test('no market is silent until its prices are stale', () => {
  // Prices of crypto are stale after 15 s, others after 60 s. A tenth less leaves time for the delivery.
  const markets = new SimulatedMarkets(SEED);
  for (const { symbol, category, calendar } of SIMULATED_INSTRUMENTS) {
    const mostMs = category === 'crypto' ? 13_500 : 54_000;
    let place = markets.slotAt(symbol, NOW_MS);
    let lastMs = markets.slotBar(place).openMs;
    for (let slot = 0; slot < 200; slot += 1) {
      for (const tickMs of markets.slotTicks(symbol, place).timeMs) {
        assert.ok(tickMs - lastMs <= mostMs, `${symbol}: ${tickMs - lastMs} ms`);
        lastMs = tickMs;
      }
      const { session } = place;
      place = markets.slotAfter(symbol, place);
      // The night is no silence.
      if (place.session > session && calendar !== 'always') lastMs = markets.slotBar(place).openMs;
    }
  }
});

test('another seed is another market', async () => {
  const [one] = await hourlyBars('EURUSD', 1, SIMULATION_START_MS + 86_400_000);
  const [two] = await hourlyBars('EURUSD', 2, SIMULATION_START_MS + 86_400_000);
  assert.notDeepEqual(one, two);
});

test('any moment can be made without those before it, and looks the same', () => {
  const walked = new SimulatedMarkets(SEED);
  for (let session = 0; session < 300; session++) walked.slotsOf('GARAN', session);
  const sought = new SimulatedMarkets(SEED);
  assert.deepEqual(sought.slotsOf('GARAN', 299), walked.slotsOf('GARAN', 299));
  assert.deepEqual(sought.slotsOf('GARAN', 12), new SimulatedMarkets(SEED).slotsOf('GARAN', 12));
});

test('the ticks of any slot build its bar bit for bit', () => {
  const markets = new SimulatedMarkets(SEED);
  fc.assert(
    fc.property(
      fc.constantFrom(...SIMULATED_INSTRUMENTS),
      fc.integer({ min: SIMULATION_START_MS, max: NOW_MS }),
      ({ symbol, calendar }, timeMs) => {
        const place = markets.slotAt(symbol, timeMs);
        const expected = markets.slotBar(place);
        const ticks = markets.slotTicks(symbol, place);
        let bar: Bar | null = null;
        let beforeMs = expected.openMs - 1;
        for (let i = 0; i < ticks.count; i++) {
          const tick = {
            timeMs: ticks.timeMs[i]!,
            price: ticks.price[i]!,
            volume: ticks.volume[i]!,
          };
          assert.ok(tick.timeMs > beforeMs && tick.timeMs < expected.closeMs);
          assert.ok(isOpen(calendar, tick.timeMs), 'a tick falls into the session');
          beforeMs = tick.timeMs;
          bar = applyTick(bar, tick, '15', false).bar;
        }
        const { open, high, low, close, volume } = expected;
        assert.deepEqual(bar, { openTimeMs: expected.openMs, open, high, low, close, volume });
      },
    ),
    { numRuns: 1500 },
  );
});

test('a restart repeats the ticks that a running source gave', async () => {
  const symbols = ['ETHUSD', 'USDTRY', 'XU100', 'MSFT'];
  const run = async (pauses: readonly number[], fromMs: number): Promise<VenueTick[]> => {
    const clock = createManualClock(NOW_MS);
    const connector = createSimulatedConnector({ seed: SEED, clock });
    const ticks: VenueTick[] = [];
    const subscription = connector.subscribe(
      symbols.map((symbol) => ({ symbol, fromMs })),
      (batch) => ticks.push(...batch),
    );
    for (const pause of pauses) await clock.advance(pause);
    await subscription.stop();
    return ticks;
  };
  const fromMs = NOW_MS - 3 * MINUTE_MS;
  const steady = await run([20 * MINUTE_MS], fromMs);
  const broken = await run([7 * MINUTE_MS, 1, 13 * MINUTE_MS - 1], fromMs);
  assert.deepEqual(broken, steady);
  const resumed = await run([20 * MINUTE_MS], NOW_MS + 5 * MINUTE_MS);
  assert.deepEqual(
    resumed,
    steady.filter((tick) => tick.timeMs >= NOW_MS + 5 * MINUTE_MS),
  );
});

test('a clock at 3600 times the pace gets every tick, in order of time over all symbols', async () => {
  const startMs = Date.UTC(2026, 2, 11, 13);
  const clock = createClock({
    kind: 'accelerated',
    startMs,
    realStartMs: Date.now(),
    speed: 3600,
  });
  const connector = createSimulatedConnector({ seed: SEED, clock });
  const ticks: VenueTick[] = [];
  const symbols = SIMULATED_INSTRUMENTS.map(({ symbol }) => ({ symbol, fromMs: startMs }));
  const subscription = connector.subscribe(symbols, (batch) => ticks.push(...batch));
  const isThrough = () => (subscription.state().throughMs ?? 0) >= startMs + 80 * MINUTE_MS;
  for (let i = 0; i < 1000 && !isThrough(); i += 1) await clock.sleep(10 * MINUTE_MS);
  const throughMs = subscription.state().throughMs ?? 0;
  await subscription.stop();
  assert.ok(throughMs >= startMs + 80 * MINUTE_MS);
  assert.ok(ticks.every((tick, i) => i === 0 || tick.timeMs >= ticks[i - 1]!.timeMs));
  const markets = new SimulatedMarkets(SEED);
  let expected = 0;
  for (const { symbol } of symbols) {
    let place = markets.slotAt(symbol, startMs);
    while (markets.slotBar(place).openMs <= throughMs) {
      expected += markets.slotTicks(symbol, place).timeMs.filter((t) => t <= throughMs).length;
      place = markets.slotAfter(symbol, place);
    }
  }
  assert.equal(ticks.length, expected);
});

test('no bar lies outside its market session', async () => {
  for (const { symbol, calendar } of SIMULATED_INSTRUMENTS) {
    const markets = new SimulatedMarkets(SEED);
    for (let session = 0; session < 260; session += 1) {
      const slots = markets.slotsOf(symbol, session);
      assert.ok(isOpen(calendar, slots.firstSlotMs));
      assert.ok(isOpen(calendar, slots.closeMs - 1));
      assert.ok(slots.firstSlotMs + (slots.count - 1) * SLOT_MS < slots.closeMs);
    }
  }
  const days = new Set(
    (await wholeHistory('AAPL')).map((bar) => new Date(bar.openTimeMs).toISOString().slice(0, 10)),
  );
  assert.equal(days.has('2025-07-04'), false);
  assert.equal(days.has('2025-07-03'), true);
  const thursday = (await wholeHistory('THYAO')).filter(
    (bar) => new Date(bar.openTimeMs).toISOString().slice(0, 10) === '2025-06-05',
  );
  assert.equal(thursday.length, 3, 'the eve of a feast is half a day');
});

test('prices stay within sight of their start; a step of the price is a small part of it', async () => {
  for (const { symbol, digits, calendar } of SIMULATED_INSTRUMENTS) {
    const bars = await wholeHistory(symbol);
    const lowest = bars.reduce((low, bar) => Math.min(low, bar.low), Number.POSITIVE_INFINITY);
    const highest = bars.reduce((high, bar) => Math.max(high, bar.high), 0);
    const first = bars[0]!.open;
    assert.ok(highest / first < 4 && first / lowest < 4, `${symbol} ${lowest} ${first} ${highest}`);
    assert.ok(lowest * 10 ** digits >= 2_000, `${symbol} ${lowest}`);
    // Shares and indices are quoted in hundredths, as their exchanges do.
    if (calendar !== 'always' && calendar !== 'forex') assert.equal(digits, 2, symbol);
  }
});

test('no market leans to a side: increments have no mean, no skew of sign and no memory', async () => {
  const signs: number[] = [];
  for (const { symbol } of SIMULATED_INSTRUMENTS) {
    const moves = returnsOf(await wholeHistory(symbol));
    const t = mean(moves) / Math.sqrt(moment(moves, 2) / moves.length);
    assert.ok(Math.abs(t) < 3.5, `${symbol}: mean ${t.toFixed(2)} standard errors from zero`);
    // Heavy tails widen the sampling error of an autocorrelation.
    const bound = 6 / Math.sqrt(moves.length);
    for (const lag of [1, 2, 24]) {
      const memory = autocorrelation(moves, lag);
      assert.ok(
        Math.abs(memory) < bound,
        `${symbol}: autocorrelation ${memory.toFixed(3)} at ${lag}`,
      );
    }
    const up = moves.filter((move) => move > 0).length;
    const down = moves.filter((move) => move < 0).length;
    signs.push((up - down) / Math.sqrt(up + down));
  }
  assert.ok(
    signs.every((z) => Math.abs(z) < 3.5),
    signs.map((z) => z.toFixed(1)).join(' '),
  );
});

test('moves have fat tails, and lively times follow lively times', async () => {
  for (const { symbol } of SIMULATED_INSTRUMENTS) {
    const moves = returnsOf(await wholeHistory(symbol));
    const kurtosis = moment(moves, 4) / moment(moves, 2) ** 2;
    assert.ok(kurtosis > 5 && kurtosis < 80, `${symbol} kurtosis ${kurtosis.toFixed(1)}`);
    const sizes = moves.map(Math.abs);
    const clustering = autocorrelation(sizes, 1);
    assert.ok(clustering > 0.04 && clustering < 0.6, `${symbol} ${clustering.toFixed(3)}`);
  }
  for (const symbol of ['BTCUSD', 'EURUSD']) {
    const sizes = returnsOf(await wholeHistory(symbol)).map(Math.abs);
    assert.ok(autocorrelation(sizes, 24 * 5) > 0.03, `${symbol} remembers for days`);
  }
});

test('symbols of one calendar move together, and none leads another', async () => {
  const btc = returnsOf(await wholeHistory('BTCUSD'));
  const eth = returnsOf(await wholeHistory('ETHUSD'));
  assert.ok(correlation(btc, eth) > 0.5);
  const bound = 6 / Math.sqrt(btc.length);
  assert.ok(Math.abs(correlation(btc.slice(1), eth.slice(0, -1))) < bound);
  assert.ok(Math.abs(correlation(eth.slice(1), btc.slice(0, -1))) < bound);
});

test('a cross rate is what its legs say', async () => {
  const eurusd = await wholeHistory('EURUSD');
  const usdtry = await wholeHistory('USDTRY');
  const eurtry = await wholeHistory('EURTRY');
  for (let i = 0; i < eurtry.length; i += 97) {
    const product = eurusd[i]!.close * usdtry[i]!.close;
    assert.ok(Math.abs(eurtry[i]!.close / product - 1) < 2e-5, `${i}`);
  }
});

test('history comes fast enough to fill years while the site already answers', async (t) => {
  const markets = new SimulatedMarkets(3);
  let slots = 0;
  const before = process.threadCpuUsage();
  for (let session = 0; session < 1200; session++)
    slots += markets.slotsOf('BTCUSD', session).count;
  const { user, system } = process.threadCpuUsage(before);
  const perSecond = (slots / (user + system)) * 1e6;
  t.diagnostic(`${(perSecond / 1e6).toFixed(2)} million slots a second`);
  // A tenth of what a quiet machine does in that much time of its processor, so that only a real fall is seen.
  assert.ok(perSecond > 200_000);
});
