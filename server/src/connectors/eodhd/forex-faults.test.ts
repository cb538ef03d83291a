import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bar, DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { VenueTick } from '../connector.ts';
import { during } from '../vendor-wire/testing/rig.ts';
import type { SessionTapeMarket } from '../vendor-wire/testing/session-tape.ts';
import { createEodhdForexRig, type EodhdRig, type EodhdRigOptions } from './testing/rig.ts';
import { TOKEN } from './testing/stand-in-replies.ts';

// Lines 43 and 48 of vendors.md, section 13, and what else EODHD's currencies have of their own.

/** A Tuesday, 12:05 in New York. */
const NOW_MS = Date.UTC(2026, 10, 17, 17, 5);

async function withRig(
  options: Partial<EodhdRigOptions> & { readonly pairs?: readonly string[] },
  fn: (rig: EodhdRig) => Promise<void>,
): Promise<void> {
  const denseFromMs = NOW_MS - (NOW_MS % DAY_MS);
  const rig = await createEodhdForexRig({ nowMs: NOW_MS, days: 5, denseFromMs, ...options });
  try {
    await fn(rig);
    const said = JSON.stringify(rig.lines);
    assert.ok(!said.includes(TOKEN), said);
    assert.deepEqual(rig.standIn.breaches, []);
  } finally {
    await rig.stop();
  }
}

async function listen({ connector, clock }: EodhdRig, symbols: readonly string[]) {
  await connector.instruments();
  const ticks: VenueTick[] = [];
  const fromMs = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
  const wanted = symbols.map((symbol) => ({ symbol, fromMs }));
  const subscription = connector.subscribe(wanted, (some) => void ticks.push(...some));
  return { subscription, ticks };
}

/** Currencies like AAAUSD, ABAUSD. */
function manyPairs(count: number): SessionTapeMarket[] {
  const letter = (at: number): string => String.fromCharCode(65 + at);
  return Array.from({ length: count }, (_, at) => ({
    symbol: `A${letter(Math.floor(at / 26))}${letter(at % 26)}USD`,
    start: 1 + at / 100,
    digits: 5,
    perHour: 60,
    calendar: 'forex',
    hasVolume: false,
  }));
}

test('of 53 symbols 50 are subscribed to, the others are told once and are not live', () => {
  const markets = manyPairs(53);
  const symbols = markets.map(({ symbol }) => symbol);
  return withRig({ markets, pairs: symbols }, async (rig) => {
    const { subscription, ticks } = await listen(rig, symbols);
    await rig.until('it is connected', () => subscription.state().connected, 20_000);
    await rig.advance(10 * MINUTE_MS);
    assert.equal(subscription.state().connected, true);
    const [client] = rig.standIn.clients;
    assert.deepEqual([...(client?.symbols ?? [])], symbols.slice(0, 50));
    const live = new Set(ticks.filter(({ timeMs }) => timeMs > NOW_MS).map((one) => one.symbol));
    assert.deepEqual([...live].toSorted(), symbols.slice(0, 50));
    await subscription.stop();
    const again = await listen(rig, symbols);
    await rig.until('it is connected', () => again.subscription.state().connected, 20_000);
    await again.subscription.stop();
    assert.deepEqual(
      rig.lines.map(({ msg }) => msg),
      ['a connection to EODHD carries no more symbols'],
    );
    assert.partialDeepStrictEqual(rig.lines[0], { symbols: symbols.slice(50) });
    const left = symbols[52] ?? '';
    const bars: Bar[] = [];
    for await (const some of rig.connector.history(left, '60', NOW_MS - DAY_MS, NOW_MS))
      bars.push(...some);
    assert.ok(bars.length > 15, 'its bars come from the history');
  });
});

test('a subscription that the vendor refuses for its number is told once, and the rest is live', () =>
  withRig({}, async (rig) => {
    // The first symbol is taken, the second one refused.
    rig.standIn.faults.begin('symbols-limit', 1);
    const { subscription } = await listen(rig, ['EURUSD']);
    await rig.until('it is connected', () => subscription.state().connected, 20_000);
    await rig.advance(MINUTE_MS);
    assert.equal(subscription.state().connected, true);
    const second = await listen(rig, ['USDJPY']);
    await rig.until(
      'a live tick',
      () => second.ticks.some(({ timeMs }) => timeMs > NOW_MS + MINUTE_MS),
      5 * MINUTE_MS,
    );
    assert.deepEqual(
      rig.lines.map(({ msg }) => msg),
      ['a connection to EODHD carries no more symbols'],
    );
    await subscription.stop();
    await second.subscription.stop();
  }));

test('a time in seconds is refused, and told once', () =>
  withRig({}, async (rig) => {
    const { subscription, ticks } = await listen(rig, ['EURUSD']);
    await rig.until('it is connected', () => subscription.state().connected, 20_000);
    rig.standIn.faults.begin('time-in-seconds', 10);
    const isOver = (): boolean => rig.standIn.faults.played('time-in-seconds') === 10;
    await rig.until('it is played', isOver, 30 * MINUTE_MS);
    await rig.advance(MINUTE_MS);
    assert.ok(ticks.every(({ timeMs }) => timeMs >= NOW_MS - HOUR_MS));
    assert.deepEqual(
      rig.lines.map(({ msg }) => msg),
      ['frames of EODHD cannot be read'],
    );
    await subscription.stop();
  }));

test('a connection that does not say that the token is known is lost after ten seconds', () =>
  withRig({}, async (rig) => {
    rig.standIn.faults.begin('no-greeting', 1);
    const { subscription } = await listen(rig, ['EURUSD']);
    await rig.advance(9000);
    assert.equal(subscription.state().connected, false);
    assert.equal(rig.standIn.connections, 1);
    await rig.advance(2000);
    assert.equal(rig.standIn.connections, 0);
    await subscription.stop();
    const again = await listen(rig, ['EURUSD']);
    await rig.until('it is connected', () => again.subscription.state().connected, 20_000);
    await again.subscription.stop();
  }));

test('a token that the stream does not know: nothing is sent for five minutes', () =>
  withRig({}, async (rig) => {
    rig.standIn.faults.begin('token-unknown', 1);
    const { subscription } = await listen(rig, ['EURUSD']);
    await rig.until('it is lost', () => rig.lines.length > 0, 20_000);
    await subscription.stop();
    assert.throws(
      () => rig.connector.subscribe([{ symbol: 'EURUSD', fromMs: NOW_MS }], () => {}),
      /asks for no connections/,
    );
    await rig.advance(5 * MINUTE_MS + 1000, 10_000);
    const again = await listen(rig, ['EURUSD']);
    await rig.until('it is connected', () => again.subscription.state().connected, 20_000);
    await again.subscription.stop();
    const [line] = rig.lines;
    assert.equal(line?.msg, 'EODHD does not know the key (HTTP 401)');
  }));

test('the history has no bar that is not final, and what cannot be final is not asked for', () =>
  withRig({}, async (rig) => {
    const read = async (fromMs: number): Promise<Bar[]> => {
      const bars: Bar[] = [];
      for await (const some of rig.connector.history('EURUSD', '15', fromMs, NOW_MS))
        bars.push(...some);
      return bars;
    };
    const fromMs = NOW_MS - DAY_MS;
    const { value } = await during(rig, read(fromMs));
    // 17:05 less three hours is 14:05: the last quarter ends at 14:00.
    const truth = rig.standIn.tape.closedBars(
      'EURUSD',
      '15',
      fromMs,
      Date.UTC(2026, 10, 17, 14),
      NOW_MS,
    );
    assert.deepEqual(value, truth);
    const sent = rig.standIn.requests.length;
    assert.deepEqual(await read(Date.UTC(2026, 10, 17, 14)), []);
    assert.equal(rig.standIn.requests.length, sent);
  }));
