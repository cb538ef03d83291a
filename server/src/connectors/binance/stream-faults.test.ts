import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { FaultName } from './testing/faults.ts';
import { createRig, type Listening, listen, type Rig, type RigOptions } from './testing/rig.ts';
import { TAPE_MARKETS, type TapeMarket } from './testing/trade-tape.ts';

// Every fault of a stream that the vendor's page lists, with what it must come to: no trade lost or doubled, the
// subscription whole again soon, few lines in the log, and no limit of Binance broken.

const NOON_MS = Date.UTC(2026, 2, 11, 12);

interface Played extends Rig, Listening {}

async function withLive(
  fn: (played: Played) => Promise<void>,
  options: RigOptions = {},
): Promise<void> {
  const nowMs = NOON_MS + 5 * MINUTE_MS;
  const rig = await createRig(nowMs, options);
  const listening = listen(rig, nowMs - (nowMs % (15 * MINUTE_MS)));
  try {
    await rig.until('the stream is live', () => listening.behindMs() < 5000, 10_000);
    await fn({ ...rig, ...listening });
    await rig.advance(10_000);
    listening.checkWhole();
    assert.equal(listening.subscription.state().connected, true);
    assert.deepEqual(rig.standIn.breaches, []);
  } finally {
    await listening.subscription.stop();
    await rig.stop();
  }
}

interface Line {
  readonly fault: FaultName;
  /** Frames that are spoilt; without end when absent. */
  readonly times?: number;
  /** Time for which the fault may be noticed by nothing but its silence. */
  readonly unnoticedMs?: number;
  /** Connections that it costs. */
  readonly connections?: number;
  /** Lines of the log. */
  readonly lines: number;
}

const LINES: readonly Line[] = [
  { fault: 'half-frame', times: 1, connections: 1, lines: 1 },
  { fault: 'cut-json', times: 3, lines: 1 },
  { fault: 'binary-frame', times: 3, lines: 1 },
  { fault: 'unknown-event', times: 20, lines: 0 },
  { fault: 'bad-price', times: 8, lines: 1 },
  { fault: 'many-decimals', times: 3, lines: 1 },
  { fault: 'dead', unnoticedMs: 45_000, connections: 1, lines: 1 },
  { fault: 'trickle', unnoticedMs: 45_000, connections: 1, lines: 1 },
  { fault: 'close', connections: 1, lines: 1 },
  { fault: 'server-shutdown', connections: 1, lines: 0 },
  { fault: 'server-shutdown-stays', connections: 1, lines: 0 },
  { fault: 'id-hole', times: 5, lines: 0 },
  { fault: 'repeated-frame', times: 20, lines: 0 },
  { fault: 'out-of-order', times: 20, lines: 0 },
  { fault: 'microseconds', times: 3, lines: 1 },
];

for (const { fault, times, unnoticedMs = 0, connections = 0, lines } of LINES) {
  test(`${fault}: nothing is lost or doubled, and the stream is whole within five seconds`, () =>
    withLive(async (played) => {
      const { standIn, advance, until, behindMs } = played;
      const before = standIn.opened;
      const said = played.lines.length;
      standIn.faults.begin(fault, times);
      const isPlayed = (): boolean => standIn.faults.played(fault) >= (times ?? 1);
      await until('the fault is played', isPlayed, 30 * MINUTE_MS);
      await advance(unnoticedMs);
      await advance(5000);
      assert.ok(behindMs() < 5000, `${behindMs()} ms behind`);
      await advance(16 * MINUTE_MS, 4000);
      assert.equal(standIn.opened - before, connections);
      assert.equal(played.lines.length - said, lines, JSON.stringify(played.lines));
    }));
}

for (const fault of ['kline-twice', 'trade-after-kline', 'no-closed-kline'] as const) {
  test(`${fault}: quarter-hours are passed soon, and with all of their trades`, () =>
    withLive(async ({ standIn, until, behindMs, clock }) => {
      standIn.faults.begin(fault);
      for (let quarter = 1; quarter <= 3; quarter += 1) {
        const endMs = NOON_MS + quarter * 15 * MINUTE_MS;
        await until('the end', () => clock.now() >= endMs, 16 * MINUTE_MS);
        // The first requests for what is missing fail, so that the quarter-hour has to wait for it.
        standIn.faults.begin('http-500', 2);
        const tookMs = await until('it is passed', () => clock.now() - behindMs() >= endMs, 10_000);
        assert.ok(tookMs <= 8000, `${tookMs} ms`);
      }
    }));
}

test('the last trades of a quarter-hour are left out and no closed kline comes: they are fetched before it is passed', () =>
  withLive(async ({ standIn, until, advance, behindMs, clock }) => {
    const endMs = NOON_MS + 15 * MINUTE_MS;
    await until('its last minute', () => clock.now() >= endMs - MINUTE_MS, 15 * MINUTE_MS);
    standIn.faults.begin('no-closed-kline');
    standIn.faults.begin('id-hole');
    await until('its end', () => clock.now() >= endMs, 2 * MINUTE_MS);
    assert.ok(standIn.faults.played('id-hole') > 0);
    await advance(10_000);
    assert.ok(clock.now() - behindMs() >= endMs, 'it is passed');
    standIn.faults.end();
    await advance(MINUTE_MS);
  }));

test('a dead connection of a market that does not trade is replaced after 45 seconds', () =>
  withLive(
    async ({ standIn, advance, lines }) => {
      const before = standIn.opened;
      standIn.faults.begin('dead');
      // The last ping came at most 20 seconds before.
      await advance(24_000);
      assert.equal(standIn.opened, before);
      await advance(23_000);
      assert.equal(standIn.opened, before + 1);
      assert.equal(lines.length, 1, JSON.stringify(lines));
    },
    { klineEveryMs: 0, markets: [{ ...TAPE_MARKETS[2]!, perHour: 1 }] },
  ));

test('heartbeat-only: trades that the stream leaves out are fetched, and it stays connected', () =>
  withLive(async ({ standIn, advance, behindMs, subscription }) => {
    standIn.faults.begin('heartbeat-only');
    for (let minute = 0; minute < 10; minute += 1) {
      await advance(MINUTE_MS);
      assert.ok(behindMs() < 20_000, `${behindMs()} ms behind`);
      assert.equal(subscription.state().connected, true);
    }
    standIn.faults.end();
  }));

test('silent-subscription: a connection that is acknowledged and silent is noticed', () =>
  withLive(async ({ standIn, advance, behindMs }) => {
    standIn.faults.begin('silent-subscription');
    standIn.faults.begin('close');
    await advance(3 * MINUTE_MS);
    standIn.faults.end();
    assert.ok(behindMs() < 20_000, `${behindMs()} ms behind`);
    await advance(3 * MINUTE_MS);
    assert.ok(behindMs() < 5000, `${behindMs()} ms behind`);
  }));

test('no-ping: trades are a sign of life as well', () =>
  withLive(async ({ standIn, advance, behindMs }) => {
    const before = standIn.opened;
    standIn.faults.begin('no-ping');
    await advance(5 * MINUTE_MS);
    assert.ok(behindMs() < 5000);
    assert.equal(standIn.opened, before);
  }));

test('a connection is renewed before it is 24 hours old', () =>
  withLive(
    async ({ standIn, clock, advance, lines, behindMs }) => {
      const startMs = clock.now();
      const renewedAtH: number[] = [];
      let before = standIn.opened;
      while (clock.now() < startMs + 25 * HOUR_MS) {
        await advance(MINUTE_MS, 20_000);
        assert.ok(behindMs() < 30_000);
        if (standIn.opened > before)
          renewedAtH.push(Math.round((10 * (clock.now() - startMs)) / HOUR_MS) / 10);
        before = standIn.opened;
      }
      assert.deepEqual(renewedAtH, [23.5]);
      assert.deepEqual(lines, []);
      assert.equal(standIn.connections, 1);
    },
    { klineEveryMs: 8000, markets: [{ ...TAPE_MARKETS[0]!, perHour: 30 }] },
  ));

test('more pairs than a connection carries have two, and the end of both loses nothing', () => {
  // Binance allows 1,024 streams on a connection; a pair has two.
  const markets = Array.from({ length: 520 }, (_, i): TapeMarket => {
    const base = `M${String(i).padStart(3, '0')}`;
    return { symbol: `${base}USDT`, base, quote: 'USDT', start: 5 + i, digits: 3, perHour: 60 };
  });
  return withLive(
    async ({ standIn, advance, until, behindMs }) => {
      assert.equal(standIn.connections, 2);
      // The start has spent most of a minute's weight.
      await advance(MINUTE_MS);
      standIn.faults.begin('close');
      await until('both are open again', () => standIn.opened === 4, 5000);
      await until('both are whole again', () => behindMs() < 5000, 15_000);
      assert.equal(standIn.connections, 2);
    },
    { markets, fromMs: NOON_MS, symbols: markets.map(({ symbol }) => symbol) },
  );
});

test('ten ends of the connection in a minute keep within the limits', () =>
  withLive(async ({ standIn, advance, behindMs }) => {
    const before = standIn.opened;
    for (let i = 0; i < 10; i += 1) {
      standIn.faults.begin('close');
      await advance(6000);
    }
    await advance(5000);
    assert.ok(behindMs() < 5000);
    const opened = standIn.opened - before;
    assert.ok(opened >= 10 && opened <= 20, `${opened} connections`);
  }));

test('a venue that cannot be reached is told within six seconds', async () => {
  const rig = await createRig(NOON_MS + 5 * MINUTE_MS);
  const { subscription, behindMs } = listen(rig, NOON_MS);
  try {
    await rig.until('live', () => behindMs() < 5000, 10_000);
    await rig.stop();
    await rig.until('not connected', () => !subscription.state().connected, 6000);
    const failing = assert.rejects(rig.connector.instruments(), /^NoAnswer: .*ECONNREFUSED/);
    await rig.advance(5000);
    await failing;
  } finally {
    await subscription.stop();
  }
});
