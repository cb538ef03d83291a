import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bar, DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import { during } from '../vendor-wire/testing/rig.ts';
import type { FaultName } from './testing/faults.ts';
import { createRig, listen, type Rig } from './testing/rig.ts';
import { TAPE_MARKETS } from './testing/trade-tape.ts';

// Every fault of a reply: the history is the venue's own, or the call throws, and nothing is hammered.

const NOON_MS = Date.UTC(2026, 2, 11, 12);
const NOW_MS = NOON_MS + 5 * MINUTE_MS;

async function withRig(
  fn: (rig: Rig) => Promise<void>,
  options: Parameters<typeof createRig>[1] = {},
): Promise<void> {
  const rig = await createRig(NOW_MS, options);
  try {
    await fn(rig);
    assert.deepEqual(rig.standIn.breaches, []);
  } finally {
    await rig.stop();
  }
}

async function readBars(rig: Rig, symbol: string, resolution: '15' | '60'): Promise<Bar[]> {
  const bars: Bar[] = [];
  const fromMs = rig.standIn.tape.options.fromMs;
  for await (const some of rig.connector.history(
    symbol,
    resolution,
    fromMs,
    rig.clock.now() + DAY_MS,
  ))
    bars.push(...some);
  return bars;
}

/** Returns the closed bars of the tape. */
function trueBars({ standIn: { tape }, clock }: Rig, symbol: string, stepMs: number): Bar[] {
  const digits = tape.market(symbol)?.digits ?? 0;
  const price = (units: number): number => Number(`${units}e-${digits}`);
  const bars: Bar[] = [];
  for (let atMs = tape.options.fromMs; atMs + stepMs <= clock.now(); atMs += stepMs) {
    const kline = tape.kline(symbol, atMs, stepMs, clock.now());
    if (!kline) continue;
    bars.push({
      openTimeMs: atMs,
      open: price(kline.open),
      high: price(kline.high),
      low: price(kline.low),
      close: price(kline.close),
      volume: Number(`${kline.quantity}e-5`),
    });
  }
  return bars;
}

/** Faults of replies with how often they are played, and the time that the history may take. */
const PASSING: readonly (readonly [fault: FaultName, times: number, mostMs: number])[] = [
  ['http-500', 2, 5000],
  ['http-502', 2, 5000],
  ['http-503', 2, 5000],
  ['reply-hangs', 1, 15_000],
  ['slow-reply', 1, 15_000],
  ['http-429-seconds', 1, 8500],
  ['http-429-date', 1, 8500],
  ['page-repeats-row', 1, 1000],
  ['page-misses-row', 1, 1000],
  ['page-descending', 1, 1000],
  ['page-shuffled', 1, 1000],
  ['page-empty', 1, 1000],
  ['page-endless', 1, 1000],
];

for (const [fault, times, mostMs] of PASSING) {
  test(`${fault}: the history is whole in spite of it`, () =>
    withRig(
      async (rig) => {
        rig.standIn.faults.begin(fault, times);
        // More than one page: 65 days have 1,560 hours.
        const { value, tookMs } = await during(rig, readBars(rig, 'BTCUSDT', '60'));
        assert.equal(rig.standIn.faults.played(fault), times);
        assert.deepEqual(value, trueBars(rig, 'BTCUSDT', HOUR_MS));
        assert.ok(tookMs <= mostMs, `${tookMs} ms`);
        if (fault.startsWith('http-429')) assert.ok(tookMs >= 6000, 'the pause is obeyed');
        assert.ok(rig.lines.length <= 1, JSON.stringify(rig.lines));
      },
      { fromMs: NOON_MS - 65 * DAY_MS, denseFromMs: NOON_MS - DAY_MS },
    ));
}

for (const [fault, sentence] of [
  ['page-descending', /klines of BTCUSDT: a page out of order/],
  ['page-shuffled', /klines of BTCUSDT: a page out of order/],
  ['http-502', /klines: HTTP 502|time: HTTP 502/],
] as const) {
  test(`${fault} without end: the call throws a plain sentence, and is not repeated for ever`, () =>
    withRig(async (rig) => {
      rig.standIn.faults.begin(fault);
      const call = during(rig, readBars(rig, 'BTCUSDT', '60'));
      await assert.rejects(call, sentence);
      assert.ok(rig.standIn.requests.length <= 4, rig.standIn.requests.join(' '));
    }));
}

/** Refusals, with the pause that follows. */
const REFUSED: readonly (readonly [fault: FaultName, pauseMs: number, sentence: RegExp])[] = [
  ['http-429', 60_000, /asks for fewer requests/],
  ['code-1003', 60_000, /asks for fewer requests/],
  ['http-418', 120_000, /has banned this address/],
  ['http-401', 300_000, /refuses access/],
  ['http-403', 300_000, /firewall/],
  ['http-451', 3_600_000, /does not serve this region/],
];

for (const [fault, pauseMs, sentence] of REFUSED) {
  test(`${fault}: nothing is sent for ${pauseMs / 1000} s, one line tells why, then it goes on`, () =>
    withRig(async (rig) => {
      rig.standIn.faults.begin(fault, 1);
      await assert.rejects(during(rig, readBars(rig, 'BTCUSDT', '60')), sentence);
      const sent = rig.standIn.requests.length;
      for (let tries = 0; tries < 10; tries += 1) {
        await rig.advance((pauseMs - 35_000) / 10, 10_000);
        await assert.rejects(readBars(rig, 'BTCUSDT', '60'), sentence);
        assert.throws(() => listen(rig, NOON_MS), /asks for no connections/);
      }
      assert.equal(rig.standIn.requests.length, sent);
      assert.equal(rig.lines.length, 1, JSON.stringify(rig.lines));
      assert.match(rig.lines[0]?.msg ?? '', sentence);
      await rig.advance(40_000);
      const { value } = await during(rig, readBars(rig, 'BTCUSDT', '60'));
      assert.deepEqual(value, trueBars(rig, 'BTCUSDT', HOUR_MS));
    }));
}

test('a whole fill stays within the weight of a minute', () =>
  withRig(
    async (rig) => {
      for (const { symbol } of TAPE_MARKETS) await during(rig, readBars(rig, symbol, '15'));
      assert.ok(rig.standIn.mostWeight <= 5000);
    },
    { fromMs: NOON_MS - 65 * DAY_MS, denseFromMs: NOON_MS - DAY_MS },
  ));

test('the forming bar, bars without trades and a time of maintenance are no bars', () =>
  withRig(
    async (rig) => {
      for (const { symbol } of TAPE_MARKETS) {
        const expected = trueBars(rig, symbol, 15 * MINUTE_MS);
        const { value } = await during(rig, readBars(rig, symbol, '15'));
        assert.deepEqual(value, expected, symbol);
      }
      const rare = await during(rig, readBars(rig, 'RAREUSDT', '15'));
      assert.ok(rare.value.length < 48 * 4 * 0.7, 'most quarter-hours have no trade');
    },
    { closures: [{ fromMs: NOON_MS - 9 * HOUR_MS, toMs: NOON_MS - 6 * HOUR_MS, jump: 1.4 }] },
  ));

test('a pair is listed with the digits of its history, and stays listed while it does not trade', () =>
  withRig(
    async (rig) => {
      const { connector, standIn } = rig;
      const digitsOf = async (symbol: string) => (await connector.find(symbol))?.digits;
      const listed = await connector.instruments();
      assert.deepEqual(
        listed.map(({ symbol, digits, optional, name }) => [symbol, digits, optional, name.az]),
        [
          ['BTCUSDT', 2, undefined, 'Bitkoin / USDT'],
          ['ETHUSDT', 2, true, 'Efirium / USDT'],
          ['RAREUSDT', 5, true, 'RARE / USDT'],
        ],
      );
      const [btc, eth, rare] = ['BTCUSDT', 'ETHUSDT', 'RAREUSDT'].map((one) =>
        standIn.pairs.get(one),
      );
      assert.ok(btc && eth && rare);
      // A larger tick size leaves the digits of the history; a smaller one adds digits.
      btc.tickSize = '0.10000000';
      eth.tickSize = '0.00100000';
      btc.status = 'BREAK';
      rare.status = 'HALT';
      await rig.advance(HOUR_MS, MINUTE_MS);
      await connector.instruments();
      await rig.advance(1000);
      assert.deepEqual(await Promise.all(['BTCUSDT', 'ETHUSDT'].map(digitsOf)), [2, 3]);
      const names = (await connector.instruments()).map(({ symbol }) => symbol);
      assert.deepEqual(names, ['BTCUSDT', 'ETHUSDT'], 'a chosen pair stays, another leaves');
      assert.equal(standIn.requests.filter((one) => one.includes('exchangeInfo')).length, 2);
    },
    { symbols: ['BTCUSDT'] },
  ));

test('a pair that was renamed holds nothing back; a single refusal of a pair is no proof', () =>
  withRig(async (rig) => {
    const { standIn } = rig;
    const listening = listen(rig, NOON_MS);
    await rig.until('live', () => listening.behindMs() < 5000, 10_000);
    standIn.faults.begin('code-1121', 1);
    standIn.faults.begin('close');
    await rig.advance(20 * MINUTE_MS);
    assert.equal(standIn.faults.played('code-1121'), 1);
    assert.ok(listening.behindMs() < 5000);
    listening.checkWhole();
    const rare = standIn.pairs.get('RAREUSDT');
    assert.ok(rare);
    rare.isListed = false;
    await rig.advance(30 * MINUTE_MS);
    assert.ok(listening.behindMs() < 5000, `${listening.behindMs()} ms`);
    assert.equal(listening.subscription.state().connected, true);
    const said = rig.lines.filter(({ msg }) => msg.includes('no longer has a pair'));
    assert.equal(said.length, 1);
    await listening.subscription.stop();
  }));

test('a busy past is read as minutes, and builds the same bars', () =>
  withRig(
    async (rig) => {
      const fromMs = NOON_MS - HOUR_MS;
      let volume = 0;
      let high = 0;
      let trades = 0;
      const subscription = rig.connector.subscribe([{ symbol: 'BTCUSDT', fromMs }], (ticks) => {
        for (const tick of ticks) {
          if (tick.timeMs >= NOON_MS) continue;
          volume += tick.volume;
          high = Math.max(high, tick.price);
          trades += 1;
        }
      });
      const isThrough = (): boolean => (subscription.state().throughMs ?? 0) >= NOON_MS;
      await rig.until('whole', isThrough, 30_000);
      const kline = rig.standIn.tape.kline('BTCUSDT', fromMs, HOUR_MS, NOW_MS);
      assert.equal(trades, 240, 'four for each minute');
      assert.equal(high, Number(`${kline?.high}e-2`));
      assert.equal(Number(volume.toPrecision(12)), Number(`${kline?.quantity}e-5`));
      assert.ok(rig.standIn.requests.length < 40, `${rig.standIn.requests.length} requests`);
      await subscription.stop();
    },
    { markets: [{ ...TAPE_MARKETS[0]!, perHour: 60_000 }], fromMs: NOON_MS - 3 * HOUR_MS },
  ));
