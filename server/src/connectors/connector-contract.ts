import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CATEGORIES, LANGUAGES, SYMBOL_PATTERN } from '@rasat/contract';
import {
  applyTick,
  type Bar,
  bucketEnd,
  bucketStart,
  CALENDARS,
  checkBar,
  DAY_MS,
  HOUR_MS,
} from '@rasat/engine';
import type { Connector, VenueTick } from './connector.ts';

/** A connector under test, with the clock that it was created on. */
export interface ConnectorUnderTest {
  readonly connector: Connector;
  readonly now: () => number;
  /** Advances the connector's clock, with everything that its venue does in that time. */
  readonly advance: (ms: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A source for the contract's tests, with its symbols. */
export interface ContractSubject {
  /** Opens a fresh connector at a moment at which every one of `symbols` trades and has traded for two hours. */
  open(): Promise<ConnectorUnderTest>;
  /** Symbols that the tests check in detail. */
  readonly symbols: readonly string[];
  /**
   * Whether it has its bars once a day: it opens within the hour before it has one, and its ticks are those of that day.
   */
  readonly isDaily?: boolean;
}

async function collect(batches: AsyncIterable<readonly Bar[]>): Promise<Bar[]> {
  const bars: Bar[] = [];
  for await (const batch of batches) bars.push(...batch);
  return bars;
}

/** Time after its end in UTC by which a day's only bar may come: a session of New York is over late in UTC. */
const DAY_LATE_MS = 6 * HOUR_MS;

const LENGTHS = { '15': 900_000, '60': HOUR_MS, '1D': DAY_MS } as const;

/**
 * Registers the tests that every connector passes: the promises of the port that the feed relies on. Call it beside the
 * connector's own tests.
 */
export function testConnectorContract(name: string, subject: ContractSubject): void {
  const within = async (body: (under: ConnectorUnderTest) => Promise<void>): Promise<void> => {
    const under = await subject.open();
    try {
      await body(under);
    } finally {
      await under.stop();
    }
  };

  describe(`${name} keeps the contract of a connector`, () => {
    test('every instrument can be listed, named and analysed', () => within(checkInstruments));
    test('what is available begins where it says', () =>
      within((under) => checkAvailable(under, subject.symbols)));
    test('history is sound, ascending, within its limits and closed', () =>
      within((under) => checkHistory(under, subject.symbols)));
    test('history in pieces is the whole history', () =>
      within((under) => checkPieces(under, subject.symbols)));
    test('an aborted history ends early', () =>
      within((under) => checkAbort(under, subject.symbols)));
    test('an unknown symbol is refused', () => within(checkUnknown));
    test('live ticks are sound, in order, from the asked time and not from the future', () =>
      within((under) => checkTicks(under, subject)));
    if (!subject.isDaily)
      test('the bars that ticks build are the bars of history', () =>
        within((under) => checkBarsOfTicks(under, subject)));
    test('nothing comes after a stop', () => within((under) => checkStop(under, subject)));
  });
}

async function checkInstruments({ connector }: ConnectorUnderTest): Promise<void> {
  const instruments = await connector.instruments();
  assert.ok(instruments.length > 0);
  assert.match(connector.name, /^[a-z][a-z0-9-]*$/);
  assert.ok(connector.delay.ms > 0 === (connector.delay.class === 'delayed'), 'its delay');
  assert.equal(
    new Set(instruments.map((i) => i.symbol)).size,
    instruments.length,
    'symbols differ',
  );
  for (const instrument of instruments) {
    const { symbol, digits } = instrument;
    assert.match(symbol, SYMBOL_PATTERN);
    assert.ok(CATEGORIES.includes(instrument.category), symbol);
    assert.ok(CALENDARS.includes(instrument.calendar), symbol);
    assert.ok(Number.isInteger(digits) && digits >= 0 && digits <= 8, symbol);
    for (const language of LANGUAGES) assert.notEqual(instrument.name[language].trim(), '', symbol);
    const resolutions = (await connector.available(symbol)).map((a) => a.resolution);
    assert.ok(resolutions.includes(instrument.base), `${symbol} has its base resolution`);
    const found = await connector.find(symbol);
    const { digits: _, ...rest } = instrument;
    assert.partialDeepStrictEqual(found, rest, symbol);
    assert.ok(found && found.digits >= digits && found.digits <= 8, `${symbol} as it is listed`);
    if (!instrument.optional) assert.equal(found.digits, digits, symbol);
  }
}

async function checkAvailable(
  { connector, now }: ConnectorUnderTest,
  symbols: readonly string[],
): Promise<void> {
  for (const symbol of symbols) {
    for (const { resolution, fromMs } of await connector.available(symbol)) {
      const untilMs = Math.min(now(), fromMs + 10 * DAY_MS);
      const [first] = await collect(connector.history(symbol, resolution, fromMs, untilMs));
      assert.equal(first?.openTimeMs, fromMs, `${symbol} ${resolution}`);
    }
  }
}

async function checkHistory(
  { connector, now }: ConnectorUnderTest,
  symbols: readonly string[],
): Promise<void> {
  const instruments = await connector.instruments();
  for (const symbol of symbols) {
    const fx = instruments.find((i) => i.symbol === symbol)?.calendar === 'forex';
    for (const { resolution } of await connector.available(symbol)) {
      const fromMs = now() - 20 * DAY_MS + 1;
      // The requested range ends after the newest possible bar.
      const bars = await collect(connector.history(symbol, resolution, fromMs, now() + DAY_MS));
      assert.ok(bars.length > 5, `${symbol} ${resolution} has bars`);
      let beforeMs = fromMs - 1;
      for (const bar of bars) {
        const where = `${symbol} ${resolution} ${new Date(bar.openTimeMs).toISOString()}`;
        assert.equal(checkBar(bar, resolution, fx), null, where);
        assert.ok(bar.openTimeMs > beforeMs, `${where} comes after the bar before it`);
        assert.ok(bar.openTimeMs + LENGTHS[resolution] <= now(), `${where} is closed`);
        beforeMs = bar.openTimeMs;
      }
    }
  }
}

async function checkPieces(
  { connector, now }: ConnectorUnderTest,
  symbols: readonly string[],
): Promise<void> {
  for (const symbol of symbols) {
    const [offered] = await connector.available(symbol);
    assert.ok(offered);
    const fromMs = Math.max(offered.fromMs, now() - 60 * DAY_MS);
    const whole = await collect(connector.history(symbol, offered.resolution, fromMs, now()));
    const pieces: Bar[] = [];
    for (let atMs = fromMs; atMs < now(); atMs += 5.3 * DAY_MS) {
      const untilMs = Math.min(now(), atMs + 5.3 * DAY_MS);
      pieces.push(...(await collect(connector.history(symbol, offered.resolution, atMs, untilMs))));
    }
    assert.deepEqual(pieces, whole, symbol);
  }
}

async function checkAbort(
  { connector, now }: ConnectorUnderTest,
  symbols: readonly string[],
): Promise<void> {
  for (const symbol of symbols) {
    const [offered] = await connector.available(symbol);
    assert.ok(offered);
    const abort = new AbortController();
    let batches = 0;
    const history = connector.history(symbol, offered.resolution, 0, now(), abort.signal);
    for await (const batch of history) {
      assert.ok(batch.length > 0, 'a batch holds bars');
      batches += 1;
      abort.abort();
    }
    assert.equal(batches, 1, symbol);
  }
}

async function checkUnknown({ connector, now }: ConnectorUnderTest): Promise<void> {
  assert.equal(await connector.find('NOTHING.LIKE.IT'), null);
  await assert.rejects(connector.available('NOTHING.LIKE.IT'));
  await assert.rejects(async () => {
    await collect(connector.history('NOTHING.LIKE.IT', '60', 0, now()));
  });
}

/** Returns the time from which a test subscribes: two hours before the open bars, or the beginning of the day. */
function startOf(
  nowMs: number,
  { settledMs = 0 }: Connector,
  { isDaily = false }: ContractSubject,
): number {
  return isDaily
    ? bucketStart('1D', nowMs - DAY_LATE_MS, false)
    : bucketStart('60', nowMs - settledMs - 2 * HOUR_MS, false);
}

/** Subscribes and advances the clock by one hour. */
async function listen(
  { connector, now, advance }: ConnectorUnderTest,
  subject: ContractSubject,
): Promise<{ fromMs: number; ticks: VenueTick[] }> {
  const { symbols, isDaily = false } = subject;
  const { settledMs = 0 } = connector;
  const fromMs = startOf(now(), connector, subject);
  const ticks: VenueTick[] = [];
  await connector.instruments();
  const subscription = connector.subscribe(
    symbols.map((symbol) => ({ symbol, fromMs })),
    (batch) => {
      for (const tick of batch) {
        assert.ok(tick.timeMs <= now(), 'a tick has happened');
        ticks.push(tick);
      }
    },
  );
  await advance(HOUR_MS + 5000);
  const state = subscription.state();
  assert.equal(state.connected, true);
  assert.equal(state.lastTickMs, Math.max(...ticks.map((tick) => tick.timeMs)));
  if (state.throughMs !== null && !isDaily)
    assert.ok(state.throughMs <= now() && state.throughMs > now() - settledMs - 5000);
  await subscription.stop();
  return { fromMs, ticks };
}

async function checkTicks(under: ConnectorUnderTest, subject: ContractSubject): Promise<void> {
  const { symbols } = subject;
  const { fromMs, ticks } = await listen(under, subject);
  for (const symbol of symbols) {
    const own = ticks.filter((tick) => tick.symbol === symbol);
    assert.ok(own.length > 0, `${symbol} trades`);
    let beforeMs = fromMs;
    for (const { timeMs, price, volume } of own) {
      assert.ok(timeMs >= beforeMs, `${symbol} in order`);
      assert.ok(Number.isFinite(price) && price > 0, `${symbol} price`);
      assert.ok(Number.isFinite(volume) && volume >= 0, `${symbol} volume`);
      beforeMs = timeMs;
    }
  }
  assert.ok(
    ticks.every((tick) => symbols.includes(tick.symbol)),
    'only what was asked for',
  );
}

async function checkBarsOfTicks(
  under: ConnectorUnderTest,
  subject: ContractSubject,
): Promise<void> {
  const { fromMs, ticks } = await listen(under, subject);
  for (const symbol of subject.symbols) {
    for (const { resolution } of await under.connector.available(symbol)) {
      if (resolution === '1D') continue;
      const built: Bar[] = [];
      for (const tick of ticks) {
        if (tick.symbol !== symbol) continue;
        const { bar, opened } = applyTick(built.at(-1) ?? null, tick, resolution, false);
        if (!opened) built.pop();
        built.push(bar);
      }
      const dueMs = under.now() - (under.connector.settledMs ?? 0);
      const closed = built.filter((b) => bucketEnd(resolution, b.openTimeMs, false) <= dueMs);
      const history = await collect(
        under.connector.history(symbol, resolution, fromMs, under.now()),
      );
      assert.ok(closed.length > 0, `${symbol} ${resolution}`);
      if (under.connector.ticks === 'sampled') {
        checkWithin(closed, history, `${symbol} ${resolution}`);
        continue;
      }
      assert.deepEqual(
        closed.map(withPlainVolume),
        history.map(withPlainVolume),
        `${symbol} ${resolution}`,
      );
    }
  }
}

/** Checks bars of a selection of the trades: they have the times of the history and lie within its prices. */
function checkWithin(built: readonly Bar[], history: readonly Bar[], where: string): void {
  const times = (bars: readonly Bar[]): number[] => bars.map(({ openTimeMs }) => openTimeMs);
  assert.deepEqual(times(built), times(history), where);
  for (const [at, { high, low }] of built.entries()) {
    assert.ok(high <= (history[at]?.high ?? 0), `${where}: a high of its own`);
    assert.ok(low >= (history[at]?.low ?? high), `${where}: a low of its own`);
  }
}

/** Returns the bar with the digits of its volume that a plain sum of many doubles has right. */
function withPlainVolume(bar: Bar): Bar {
  return { ...bar, volume: Number(bar.volume.toPrecision(12)) };
}

async function checkStop(
  { connector, now, advance }: ConnectorUnderTest,
  subject: ContractSubject,
): Promise<void> {
  const { symbols, isDaily = false } = subject;
  let count = 0;
  await connector.instruments();
  const fromMs = isDaily ? startOf(now(), connector, subject) : now() - HOUR_MS;
  const subscription = connector.subscribe(
    symbols.map((symbol) => ({ symbol, fromMs })),
    (batch) => {
      count += batch.length;
    },
  );
  await advance(isDaily ? HOUR_MS : 60_000);
  await subscription.stop();
  const before = count;
  assert.ok(before > 0);
  assert.equal(subscription.state().connected, false);
  await advance(HOUR_MS);
  assert.equal(count, before);
}
