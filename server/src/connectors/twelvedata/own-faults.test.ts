import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bar, DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { VenueTick } from '../connector.ts';
import { during } from '../vendor-wire/testing/rig.ts';
import {
  createTwelveDataRig,
  type TwelveDataRig,
  type TwelveDataRigOptions,
} from './testing/rig.ts';
import { KEY } from './testing/stand-in.ts';

// Lines 35 to 42 of vendors.md, section 13, and what is Twelve Data's own otherwise.

/** A Tuesday of open markets: 12:05 in New York. */
const NOW_MS = Date.UTC(2026, 10, 17, 17, 5);

async function withRig(
  options: Partial<TwelveDataRigOptions>,
  fn: (rig: TwelveDataRig) => Promise<void>,
): Promise<void> {
  const rig = await createTwelveDataRig({ nowMs: NOW_MS, mode: 'stream', ...options });
  try {
    await fn(rig);
    const said = JSON.stringify(rig.lines);
    assert.ok(!said.includes(KEY), said);
  } finally {
    await rig.stop();
  }
}

async function readBars({ connector, clock }: TwelveDataRig, symbol: string): Promise<Bar[]> {
  const bars: Bar[] = [];
  const fromMs = clock.now() - 3 * DAY_MS;
  for await (const some of connector.history(symbol, '60', fromMs, clock.now())) bars.push(...some);
  return bars;
}

function listen({ connector, clock }: TwelveDataRig, symbols: readonly string[]) {
  const ticks: VenueTick[] = [];
  const fromMs = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
  const wanted = symbols.map((symbol) => ({ symbol, fromMs }));
  const subscription = connector.subscribe(wanted, (some) => void ticks.push(...some));
  return { subscription, ticks };
}

test('an error under HTTP 200 is an error, and passes', () =>
  withRig({}, async (rig) => {
    rig.standIn.faults.begin('error-under-200', 2);
    const { value } = await during(rig, readBars(rig, 'EURUSD'));
    assert.ok(value.length > 40);
    assert.equal(rig.standIn.faults.played('error-under-200'), 2);
  }));

test('symbols that the stream does not carry are told, and the others are live', () =>
  withRig({}, async (rig) => {
    await rig.connector.instruments();
    rig.standIn.faults.begin('all-fail', 1);
    const { subscription, ticks } = listen(rig, ['EURUSD', 'AAPL']);
    await rig.until('it is connected', () => subscription.state().connected, 20_000);
    await rig.advance(MINUTE_MS);
    const [line] = rig.lines;
    assert.equal(line?.msg, 'the stream of Twelve Data does not carry symbols');
    const newestMs = Math.max(...ticks.map(({ timeMs }) => timeMs));
    assert.ok(newestMs < NOW_MS, 'only the minutes of the past');
    await subscription.stop();
    const again = listen(rig, ['EURUSD', 'AAPL']);
    await rig.until('a live tick', () => again.ticks.some((one) => one.timeMs > NOW_MS), 60_000);
    await again.subscription.stop();
  }));

for (const fault of ['volume-falls', 'volume-absent', 'volume-jumps'] as const) {
  test(`${fault}: a tick has no negative volume, and stored volumes are those of the vendor's bars`, () =>
    withRig({}, async (rig) => {
      await rig.connector.instruments();
      const { subscription, ticks } = listen(rig, ['AAPL']);
      await rig.until('it is connected', () => subscription.state().connected, 20_000);
      rig.standIn.faults.begin(fault, 3);
      await rig.until('it is played', () => rig.standIn.faults.played(fault) === 3, 5 * MINUTE_MS);
      await rig.advance(MINUTE_MS);
      assert.ok(ticks.every(({ volume }) => volume >= 0));
      assert.equal(rig.connector.ticks, 'sampled', 'its bars come from the history');
      assert.deepEqual(rig.lines, []);
      await subscription.stop();
    }));
}

test('trades of one second and one price are one tick', () =>
  withRig({}, async (rig) => {
    await rig.connector.instruments();
    const { subscription, ticks } = listen(rig, ['AAPL']);
    await rig.until('it is connected', () => subscription.state().connected, 20_000);
    await rig.advance(20 * MINUTE_MS);
    const live = ticks.filter(({ timeMs }) => timeMs > NOW_MS);
    const keys = live.map(({ timeMs, price }) => `${timeMs} ${price}`);
    const trades = rig.standIn.tape
      .between('AAPL', NOW_MS, rig.clock.now())
      .filter(({ isExtended }) => !isExtended);
    assert.ok(trades.length > live.length, 'some were merged');
    assert.ok(new Set(keys).size > 0.95 * keys.length);
    await subscription.stop();
  }));

test('a connection that another client takes is reported as lost, and comes back', () =>
  withRig({}, async (rig) => {
    await rig.connector.instruments();
    const { subscription } = listen(rig, ['AAPL']);
    await rig.until('it is connected', () => subscription.state().connected, 20_000);
    rig.standIn.faults.begin('closed-by-another');
    await rig.until('it is lost', () => !subscription.state().connected, 2000);
    await subscription.stop();
    const again = listen(rig, ['AAPL']);
    await rig.until('it is connected again', () => again.subscription.state().connected, 20_000);
    await again.subscription.stop();
  }));

test('credits of a minute that another client spends: nothing is sent until the minute is over', () =>
  withRig({ credits: 30 }, async (rig) => {
    await during(rig, rig.connector.instruments());
    rig.standIn.faults.begin('minute-used');
    await assert.rejects(during(rig, readBars(rig, 'EURUSD')), /no credits left in this minute/);
    const before = rig.standIn.requests.length;
    await rig.advance(50_000);
    assert.equal(rig.standIn.requests.length, before);
    await rig.advance(15_000);
    const { value } = await during(rig, readBars(rig, 'EURUSD'));
    assert.ok(value.length > 40);
    assert.equal(rig.lines.length, 1);
  }));

test('credits of the day that are used up: nothing is sent until midnight UTC', () =>
  withRig({}, async (rig) => {
    await rig.connector.instruments();
    rig.standIn.faults.begin('day-used');
    await assert.rejects(during(rig, readBars(rig, 'EURUSD')), /no credits left today/);
    const before = rig.standIn.requests.length;
    await rig.advance(6 * HOUR_MS, MINUTE_MS);
    await assert.rejects(readBars(rig, 'EURUSD'), /nothing is sent until 2026-11-18T00:00/);
    assert.throws(() => listen(rig, ['EURUSD']), /asks for no connections/);
    assert.equal(rig.standIn.requests.length, before);
    rig.standIn.faults.end('day-used');
    await rig.advance(HOUR_MS, MINUTE_MS);
    const { value } = await during(rig, readBars(rig, 'EURUSD'));
    assert.ok(value.length > 40);
    assert.equal(rig.lines.filter(({ msg }) => msg.includes('today')).length, 1);
  }));

test('we spend no more credits in a minute than the setting says', () =>
  withRig({ credits: 600, spend: 5, mode: 'poll' }, async (rig) => {
    const minutes = new Map<number, number>();
    const count = (): void => {
      const minute = Math.floor(rig.clock.now() / MINUTE_MS);
      minutes.set(
        minute,
        rig.standIn.requests.filter((one) => !one.startsWith('/api_usage')).length,
      );
    };
    await during(rig, rig.connector.instruments());
    const { subscription } = listen(rig, ['EURUSD', 'AAPL', 'SPX']);
    for (let second = 0; second < 1200; second += 1) {
      await rig.advance(1000);
      count();
    }
    const counts = [...minutes.values()];
    for (const [at, all] of counts.entries()) {
      assert.ok(all - (counts[at - 1] ?? 0) <= 5 + 3, `minute ${at}`);
    }
    assert.equal(subscription.state().connected, true);
    await subscription.stop();
  }));

test('hours of a share are built from quarters of the session: on a half day until 13:00', () =>
  withRig({ nowMs: Date.UTC(2026, 10, 27, 22, 5) }, async (rig) => {
    const bars = (await readBars(rig, 'AAPL')).filter(
      ({ openTimeMs }) => openTimeMs >= Date.UTC(2026, 10, 27),
    );
    // 09:30 to 13:00 in New York is 14:30 to 18:00 UTC.
    assert.deepEqual(
      bars.map(({ openTimeMs }) => new Date(openTimeMs).getUTCHours()),
      [14, 15, 16, 17],
    );
    const truth = rig.standIn.tape.closedBars(
      'AAPL',
      '60',
      Date.UTC(2026, 10, 27),
      NOW_MS * 2,
      rig.clock.now(),
    );
    assert.deepEqual(bars, truth);
  }));

test('the summer time of New York moves the session, not the bars', () =>
  withRig({ nowMs: Date.UTC(2026, 2, 9, 22, 5), days: 5 }, async (rig) => {
    const bars: Bar[] = [];
    const fromMs = Date.UTC(2026, 2, 6);
    for await (const some of rig.connector.history('AAPL', '60', fromMs, rig.clock.now()))
      bars.push(...some);
    const first = bars.find(({ openTimeMs }) => openTimeMs >= Date.UTC(2026, 2, 9));
    assert.equal(bars[0]?.openTimeMs, Date.UTC(2026, 2, 6, 14), 'Friday: 09:30 is 14:30 UTC');
    assert.equal(first?.openTimeMs, Date.UTC(2026, 2, 9, 13), 'Monday: 09:30 is 13:30 UTC');
    assert.deepEqual(
      bars,
      rig.standIn.tape.closedBars('AAPL', '60', fromMs, rig.clock.now(), rig.clock.now()),
    );
  }));

test('a split is told with the opening of its session', () =>
  withRig(
    {
      markets: [
        {
          symbol: 'AAPL',
          start: 231,
          digits: 2,
          perHour: 60,
          calendar: 'nasdaq',
          hasVolume: true,
          splits: [{ atMs: Date.UTC(2026, 10, 16), factor: 4 }],
        },
      ],
    },
    async (rig) => {
      const actions = await during(
        rig,
        rig.connector.actions?.(['AAPL'], 0) ?? Promise.resolve(null),
      );
      // 16 November 2026, 09:30 in New York.
      const effectiveMs = Date.UTC(2026, 10, 16, 14, 30);
      assert.deepEqual(actions.value, [{ kind: 'split', symbol: 'AAPL', effectiveMs, factor: 4 }]);
      const later = await during(
        rig,
        rig.connector.actions?.(['AAPL'], effectiveMs + 1) ?? Promise.resolve(null),
      );
      assert.deepEqual(later.value, []);
    },
  ));
