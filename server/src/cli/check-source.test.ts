import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connector, Instrument } from '../connectors/connector.ts';
import { createSimulatedConnector } from '../connectors/simulated/simulated-connector.ts';
import { createClock } from '../platform/clock.ts';
import { checkSource } from './check-source.ts';

const LIMITS = { callMs: 10_000, streamMs: 5000 };
const HOUR = 3_600_000;
const GOOD: Instrument = {
  symbol: 'GOOD',
  category: 'crypto',
  digits: 2,
  name: { tr: 'G', az: 'G', en: 'G' },
  calendar: 'always',
  base: '60',
};
const hourMs = Math.floor(Date.now() / HOUR) * HOUR;
const barAt = (openTimeMs: number) => ({
  openTimeMs,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: 1,
});

/** A source that works, with `faults` in place of its parts. */
function source(faults: Partial<Connector> = {}): Connector {
  return {
    name: 'toy',
    audience: 'anyone',
    delay: { class: 'real-time', ms: 0 },
    ticks: 'complete',
    fillOrder: 'oldest-first',
    instruments: async () => [GOOD],
    find: async () => GOOD,
    available: async () => [{ resolution: '60', fromMs: 0 }],
    async *history() {
      yield [barAt(hourMs - 2 * HOUR), barAt(hourMs - HOUR)];
    },
    subscribe(wanted, onTicks) {
      const timer = setTimeout(
        () =>
          onTicks(
            wanted.map(({ symbol }) => ({ symbol, timeMs: Date.now(), price: 1, volume: 1 })),
          ),
        20,
      );
      return {
        state: () => ({ connected: true, lastTickMs: null, throughMs: null }),
        stop: async () => clearTimeout(timer),
      };
    },
    ...faults,
  };
}

const check = (connector: Connector, limits = LIMITS, found: (fact: string) => void = () => {}) =>
  checkSource(connector, createClock(), limits, { progress() {}, found });
const away = async (): Promise<never> => {
  throw new Error('the venue answers 503.');
};
const quiet =
  (connected: boolean): Connector['subscribe'] =>
  () => ({
    state: () => ({ connected, lastTickMs: null, throughMs: null }),
    async stop() {},
  });
const SHORT = { callMs: 200, streamMs: 300 };

test('a source that works has no problem', async () => {
  assert.deepEqual(await check(source()), []);
  const simulated = createSimulatedConnector({ seed: 1, clock: createClock() });
  assert.deepEqual(await check(simulated, { callMs: 60_000, streamMs: 20_000 }), []);
});

test('every problem of a source is a sentence', async () => {
  const says = async (faults: Partial<Connector>, limits = SHORT) =>
    (await check(source(faults), limits)).join(' ');
  assert.equal(
    await says({ instruments: away }),
    'The list of instruments cannot be read: the venue answers 503.',
  );
  assert.equal(
    await says({ instruments: () => new Promise(() => {}) }),
    'The list of instruments cannot be read: no answer within 0.2 s.',
  );
  assert.equal(
    await says({ instruments: async () => [{ ...GOOD, optional: true }] }),
    'None of its instruments is listed by the settings.',
  );
  assert.equal(
    await says({ find: async () => null }),
    'GOOD is in the list and is not found by its name.',
  );
  assert.equal(await says({ find: away }), 'GOOD cannot be read: the venue answers 503.');
  assert.equal(
    await says({ available: async () => [{ resolution: '15', fromMs: 0 }] }),
    'GOOD has no history of 60.',
  );
  assert.equal(await says({ async *history() {} }), 'GOOD has no bar of 60 in the last 12 days.');
  const late = new Date(hourMs - 9 * HOUR).toISOString();
  assert.equal(
    await says({
      async *history() {
        yield [barAt(hourMs - 9 * HOUR)];
      },
    }),
    `GOOD has no hour after ${late}.`,
  );
  assert.equal(await says({ subscribe: quiet(false) }), 'The stream is not connected after 0.3 s.');
  assert.equal(await says({ subscribe: quiet(true) }), 'The stream sends no tick within 0.3 s.');
  assert.equal(
    await says({
      subscribe: () => {
        throw new Error('refused');
      },
    }),
    'The stream fails: refused.',
  );
});

test('what an operator compares with the plan is said', async () => {
  const says = async (faults: Partial<Connector>) => {
    const facts: string[] = [];
    assert.deepEqual(await check(source(faults), LIMITS, (fact) => facts.push(fact)), []);
    return facts;
  };
  assert.deepEqual(await says({}), [
    'GOOD: bars of 60 since 1970-01-01',
    'newest price of the stream: 0 s old, by its licence 0 s',
  ]);
  assert.equal(
    (await says({ actions: async () => null }))[1],
    'splits and renames are not in its plan: enter them by hand',
  );
});

test('a history that is adjusted by a split, and prices finer than their digits, are problems', async () => {
  const effectiveMs = hourMs - 100 * HOUR;
  const split = { kind: 'split', symbol: 'GOOD', effectiveMs, factor: 4 } as const;
  /** A share of 400 of which four were made, and which stands at `after` since. */
  const history = (before: number): Connector['history'] =>
    async function* (_, __, fromMs, toMs) {
      const all = Array.from({ length: 200 }, (_unused, at) => barAt(hourMs - (200 - at) * HOUR));
      const priced = all.map((bar) => {
        const price = bar.openTimeMs < effectiveMs ? before : 100;
        return { ...bar, open: price, high: price, low: price, close: price };
      });
      yield priced.filter(({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs);
    };
  const actions = async () => [split];
  assert.deepEqual(await check(source({ actions, history: history(404) })), []);
  const day = new Date(effectiveMs).toISOString().slice(0, 10);
  assert.deepEqual(await check(source({ actions, history: history(101) })), [
    `GOOD: the history before the split of ${day} has not the prices of its day.`,
  ]);
  assert.deepEqual(await check(source({ actions: away })), [
    'Its splits cannot be read: the venue answers 503.',
  ]);
  const fine = source({
    subscribe(wanted, onTicks) {
      onTicks(
        wanted.map(({ symbol }) => ({ symbol, timeMs: Date.now(), price: 1.005, volume: 0 })),
      );
      return {
        state: () => ({ connected: true, lastTickMs: null, throughMs: null }),
        async stop() {},
      };
    },
  });
  assert.deepEqual(await check(fine), ['GOOD has prices with more than 2 decimals in the stream.']);
});

test('a market that is closed by its calendar sends no tick, and is no problem', async () => {
  const closed: Instrument = { ...GOOD, calendar: 'forex', category: 'forex' };
  const saturday = Date.UTC(2026, 10, 21, 12);
  const clock = { ...createClock(), now: () => saturday + performance.now() };
  const connector = source({
    instruments: async () => [closed],
    find: async () => closed,
    subscribe: quiet(true),
  });
  assert.deepEqual(await checkSource(connector, clock, SHORT, { progress() {}, found() {} }), []);
});

test('a source that has its hours three hours later is asked for no newer one', async () => {
  const old = source({
    async *history() {
      yield [barAt(hourMs - 5 * HOUR)];
    },
  });
  const problems = await check(old);
  assert.match(problems[0] ?? '', /^GOOD has no hour after /);
  assert.deepEqual(await check({ ...old, settledMs: 3 * HOUR }), []);
});
