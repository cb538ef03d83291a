import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import {
  applyTick,
  type Bar,
  bucketEnd,
  bucketStart,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
} from '@rasat/engine';
import { createLog } from '../../platform/log.ts';
import type { Subscription, VenueTick } from '../connector.ts';
import { checkPlain } from '../vendor-wire/testing/plain-words.ts';
import { during } from '../vendor-wire/testing/rig.ts';
import {
  type MassiveRig,
  type MassiveRigOptions,
  NOW_MS,
  openMassive,
} from './testing/massive-rig.ts';
import { MASSIVE_MARKETS } from './testing/stand-in.ts';
import { KEY } from './testing/stand-in-replies.ts';

/** Close of the session of `NOW_MS`. */
const CLOSE_MS = Date.UTC(2026, 2, 11, 20);

async function withRig(
  options: MassiveRigOptions,
  fn: (rig: MassiveRig) => Promise<void>,
): Promise<void> {
  const rig = await openMassive(options);
  try {
    await fn(rig);
    assert.deepEqual(rig.standIn.breaches, []);
    assert.ok(!JSON.stringify(rig.lines).includes(KEY));
  } finally {
    await rig.stop();
  }
}

interface Listening {
  readonly subscription: Subscription;
  readonly ticks: VenueTick[];
}

function listen({ connector }: MassiveRig, symbol: string, fromMs: number): Listening {
  const ticks: VenueTick[] = [];
  const subscription = connector.subscribe([{ symbol, fromMs }], (some) => ticks.push(...some));
  return { subscription, ticks };
}

async function readBars(
  { connector }: MassiveRig,
  symbol: string,
  fromMs: number,
  toMs: number,
): Promise<Bar[]> {
  const bars: Bar[] = [];
  for await (const some of connector.history(symbol, '15', fromMs, toMs)) bars.push(...some);
  return bars;
}

const isConnected = ({ subscription }: Listening): boolean => subscription.state().connected;
const toHour = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;
const wordsOf = ({ lines }: MassiveRig): string[] => lines.map(({ msg }) => msg);

test('54: a key that the stream refuses stops stream and requests for five minutes', () =>
  withRig({}, async (rig) => {
    const { standIn, advance } = rig;
    standIn.faults.begin('auth-fails', 1);
    const first = listen(rig, 'AAPL', NOW_MS);
    await advance(8000);
    assert.equal(isConnected(first), false);
    await first.subscription.stop();
    const { opened } = standIn;
    const sent = standIn.requests.length;
    for (let ms = 0; ms < 4 * MINUTE_MS; ms += 10_000) {
      assert.throws(() => listen(rig, 'AAPL', NOW_MS), /asks for no connections/);
      await assert.rejects(readBars(rig, 'AAPL', NOW_MS - DAY_MS, NOW_MS), /does not know the key/);
      await advance(10_000, 10_000);
    }
    assert.deepEqual([standIn.opened, standIn.requests.length], [opened, sent]);
    assert.deepEqual(wordsOf(rig), [
      'Massive does not know the key (HTTP 401)',
      'a connection to Massive has ended',
    ]);
    await advance(MINUTE_MS, 10_000);
    const again = listen(rig, 'AAPL', NOW_MS);
    await rig.until('it is connected', () => isConnected(again), 10_000);
    await again.subscription.stop();
  }));

test('54: a key that is never answered ends the connection after ten seconds', () =>
  withRig({}, async (rig) => {
    rig.standIn.faults.begin('auth-silent', 1);
    const first = listen(rig, 'AAPL', NOW_MS);
    await rig.advance(9000);
    assert.equal(rig.standIn.connections, 1);
    await rig.advance(2000);
    assert.equal(rig.standIn.connections, 0);
    assert.equal(isConnected(first), false);
    assert.deepEqual(wordsOf(rig), ['a connection to Massive has ended']);
    await first.subscription.stop();
    const again = listen(rig, 'AAPL', NOW_MS);
    await rig.until('it is connected', () => isConnected(again), 10_000);
    await again.subscription.stop();
  }));

test('54: a plan without the stream has its history all the same', () =>
  withRig({}, async (rig) => {
    rig.standIn.faults.begin('auth-of-plan');
    const first = listen(rig, 'AAPL', NOW_MS);
    await rig.advance(8000);
    assert.equal(isConnected(first), false);
    await first.subscription.stop();
    const { opened } = rig.standIn;
    for (let ms = 0; ms < 4 * MINUTE_MS; ms += 10_000) {
      assert.throws(() => listen(rig, 'AAPL', NOW_MS), /asks for no connections/);
      await rig.advance(10_000, 10_000);
    }
    assert.equal(rig.standIn.opened, opened);
    const { value } = await during(rig, readBars(rig, 'AAPL', NOW_MS - 2 * DAY_MS, NOW_MS));
    assert.ok(value.length > 20);
    assert.match(wordsOf(rig)[0] ?? '', /does not include this stream/);
  }));

/** Builds quarters of an hour of ticks, and compares the closed ones with the history. */
async function checkBuilt(
  rig: MassiveRig,
  { ticks }: Listening,
  fromMs: number,
  nowMs = rig.clock.now() - rig.connector.delay.ms,
): Promise<void> {
  const built: Bar[] = [];
  for (const tick of ticks) {
    const { bar, opened } = applyTick(built.at(-1) ?? null, tick, '15', false);
    if (!opened) built.pop();
    built.push(bar);
  }
  const closed = built.filter(({ openTimeMs }) => bucketEnd('15', openTimeMs, false) <= nowMs);
  const { value } = await during(rig, readBars(rig, 'MSFT', fromMs, nowMs));
  const plain = (bar: Bar): Bar => ({ ...bar, volume: Number(bar.volume.toPrecision(12)) });
  assert.ok(closed.length >= 3, `${closed.length} bars`);
  assert.deepEqual(closed.map(plain), value.map(plain));
}

for (const [fault, what] of [
  ['minute-again', 'a minute that is sent again before it is handed over is replaced'],
  ['minute-again-late', 'a minute that is sent again later is left to the review'],
] as const) {
  test(`55: ${what}`, () =>
    withRig({ channel: 'minutes' }, async (rig) => {
      const fromMs = toHour(NOW_MS);
      rig.standIn.faults.begin(fault, 30);
      const listening = listen(rig, 'MSFT', fromMs);
      await rig.advance(50 * MINUTE_MS);
      assert.equal(rig.standIn.faults.played(fault), 30);
      assert.equal(isConnected(listening), true);
      await listening.subscription.stop();
      await checkBuilt(rig, listening, fromMs);
    }));
}

test('9: minutes that the stream does not send come from the history before their quarter is closed', () =>
  withRig({ channel: 'minutes' }, async (rig) => {
    const fromMs = toHour(NOW_MS);
    const listening = listen(rig, 'MSFT', fromMs);
    const { subscription, ticks } = listening;
    await rig.until('it is connected', () => isConnected(listening), 10_000);
    await rig.advance(MINUTE_MS);
    rig.standIn.faults.begin('heartbeat-only', 20);
    const atClosing: VenueTick[] = [];
    let closedMs = fromMs;
    const toMs = NOW_MS + 50 * MINUTE_MS;
    while (rig.clock.now() < toMs) {
      await rig.advance(5000);
      const { connected, throughMs } = subscription.state();
      assert.equal(connected, true);
      const endMs = bucketStart('15', throughMs ?? 0, false);
      // The feed closes these quarters now.
      const isDue = ({ timeMs }: VenueTick): boolean => timeMs >= closedMs && timeMs < endMs;
      atClosing.push(...ticks.filter(isDue).toSorted((one, two) => one.timeMs - two.timeMs));
      closedMs = endMs;
    }
    assert.equal(rig.standIn.faults.played('heartbeat-only'), 20);
    assert.equal(closedMs, fromMs + 45 * MINUTE_MS);
    await checkBuilt(rig, { ...listening, ticks: atClosing }, fromMs, closedMs);
    await subscription.stop();
  }));

test('while minutes that were not sent cannot be read, prices go on and their quarter waits', () =>
  withRig({ channel: 'minutes' }, async (rig) => {
    const fromMs = toHour(NOW_MS);
    const listening = listen(rig, 'MSFT', fromMs);
    await rig.until('it is connected', () => isConnected(listening), 10_000);
    await rig.advance(MINUTE_MS);
    const { faults } = rig.standIn;
    faults.begin('heartbeat-only', 3);
    faults.begin('http-500');
    await rig.advance(20 * MINUTE_MS);
    const { connected, throughMs, lastTickMs } = listening.subscription.state();
    assert.equal(connected, true);
    assert.equal(throughMs, fromMs + 15 * MINUTE_MS - 1);
    assert.ok((lastTickMs ?? 0) > fromMs + 20 * MINUTE_MS);
    faults.end('http-500');
    await rig.advance(40 * MINUTE_MS);
    await listening.subscription.stop();
    listening.ticks.sort((one, two) => one.timeMs - two.timeMs);
    await checkBuilt(rig, listening, fromMs);
    const said = wordsOf(rig).filter((words) => words.startsWith('minutes that were not sent'));
    assert.ok(said.length > 0 && said.length <= 12, `${said.length} lines`);
  }));

test('a minute that cannot be read ends the connection, and the next one has it from the history', () =>
  withRig({ channel: 'minutes' }, async (rig) => {
    const fromMs = toHour(NOW_MS);
    const first = listen(rig, 'MSFT', fromMs);
    await rig.advance(10 * MINUTE_MS);
    for (const fault of ['binary-frame', 'cut-json', 'half-frame'] as const) {
      const listening = listen(rig, 'MSFT', fromMs);
      await rig.until('it is connected', () => isConnected(listening), 10_000);
      rig.standIn.faults.begin(fault, 1);
      await rig.until('it is lost', () => !isConnected(listening), 2 * MINUTE_MS);
      const { throughMs } = listening.subscription.state();
      await rig.advance(MINUTE_MS);
      assert.equal(listening.subscription.state().throughMs, throughMs, 'nothing is vouched for');
      await listening.subscription.stop();
    }
    await first.subscription.stop();
    const last = listen(rig, 'MSFT', fromMs);
    await rig.advance(40 * MINUTE_MS);
    assert.equal(isConnected(last), true);
    await last.subscription.stop();
    await checkBuilt(rig, last, fromMs);
  }));

test('56: two servers that end the connections of each other connect ten times a minute at most', () =>
  withRig({}, async (rig) => {
    const { standIn } = rig;
    for (let turn = 0; turn < 60; turn += 1) {
      const listening = listen(rig, 'AAPL', rig.clock.now());
      await rig.advance(1000, 500);
      const wasConnected = isConnected(listening);
      standIn.faults.begin('max-connections');
      await rig.advance(1000, 500);
      assert.ok(!wasConnected || !isConnected(listening), 'the connection is lost');
      await listening.subscription.stop();
    }
    assert.ok(standIn.opened <= 21, `${standIn.opened} connections in two minutes`);
    assert.ok(standIn.faults.played('max-connections') > 10);
    await rig.advance(MINUTE_MS);
    const again = listen(rig, 'AAPL', rig.clock.now());
    await rig.until('it is connected', () => isConnected(again), 10_000);
    await again.subscription.stop();
  }));

test('57: an odd lot far off the market is not handed over', () =>
  withRig({}, async (rig) => {
    rig.standIn.faults.begin('odd-lot');
    const fromMs = NOW_MS;
    const { subscription, ticks } = listen(rig, 'AAPL', fromMs);
    await rig.advance(10 * MINUTE_MS);
    await subscription.stop();
    const prices = new Set(
      rig.standIn.tape
        .between('AAPL', fromMs - MINUTE_MS, rig.clock.now())
        .map(({ price }) => price / 100),
    );
    assert.ok(rig.standIn.faults.played('odd-lot') > 20 && ticks.length > 20);
    assert.deepEqual(
      ticks.filter(({ price }) => !prices.has(price)),
      [],
    );
  }));

for (const channel of ['trades', 'minutes'] as const) {
  test(`59: ${channel} after 16:00:00 and at 07:00 are left out`, async () => {
    await withRig({ channel, nowMs: CLOSE_MS - 5 * MINUTE_MS }, async (rig) => {
      rig.standIn.faults.begin('extended-unmarked');
      const listening = listen(rig, 'AAPL', CLOSE_MS - HOUR_MS);
      await rig.advance(10 * MINUTE_MS);
      const { ticks } = listening;
      assert.equal(isConnected(listening), true);
      await listening.subscription.stop();
      const last = ticks.at(-1)?.timeMs ?? 0;
      assert.ok(last < CLOSE_MS && last >= CLOSE_MS - MINUTE_MS, new Date(last).toISOString());
      const after = rig.standIn.tape.between('AAPL', CLOSE_MS, CLOSE_MS + 5 * MINUTE_MS);
      assert.ok(after.some(({ timeMs }) => timeMs === CLOSE_MS + 2000));
    });
    const nowMs = CLOSE_MS - 9 * HOUR_MS;
    await withRig({ channel, nowMs }, async (rig) => {
      rig.standIn.faults.begin('extended-unmarked');
      const listening = listen(rig, 'AAPL', toHour(nowMs));
      await rig.advance(20 * MINUTE_MS);
      assert.equal(isConnected(listening), true);
      await listening.subscription.stop();
      assert.deepEqual(listening.ticks, []);
      assert.ok(rig.standIn.tape.between('AAPL', nowMs, nowMs + 20 * MINUTE_MS).length > 3);
      const bars = await during(
        rig,
        readBars(rig, 'AAPL', toHour(nowMs) - HOUR_MS, rig.clock.now()),
      );
      assert.deepEqual(bars.value, []);
    });
  });
}

test('splits and renames become effective at the opening of their day', () =>
  withRig(
    {
      markets: MASSIVE_MARKETS.map((market) =>
        market.symbol === 'AAPL'
          ? { ...market, splits: [{ atMs: Date.UTC(2026, 2, 10), factor: 4 }] }
          : market,
      ),
      renames: [{ from: 'MSFT', to: 'MSOFT', date: '2026-03-14' }],
    },
    async (rig) => {
      const { connector, standIn } = rig;
      assert.ok(connector.actions);
      const actions = connector.actions(['AAPL', 'MSFT'], NOW_MS - 5 * DAY_MS);
      assert.deepEqual((await during(rig, actions)).value, [
        {
          kind: 'split',
          symbol: 'AAPL',
          effectiveMs: Date.UTC(2026, 2, 10, 13, 30),
          factor: 4,
        },
        {
          kind: 'rename',
          symbol: 'MSFT',
          // The fourteenth is a Saturday.
          effectiveMs: Date.UTC(2026, 2, 16, 13, 30),
          to: 'MSOFT',
        },
      ]);
      const later = connector.actions(['AAPL'], NOW_MS);
      assert.deepEqual((await during(rig, later)).value, []);
      const many = ['AAPL', ...Array.from({ length: 150 }, (_, i) => `A${i}`)];
      const ofMany = connector.actions(many, NOW_MS - 5 * DAY_MS);
      assert.equal((await during(rig, ofMany)).value?.length, 1);
      const asked = standIn.requests.filter((path) => path.startsWith('/stocks/v1/splits'));
      assert.deepEqual(
        asked.map((path) => path.includes('any_of')),
        [true, true, false],
      );
    },
  ));

test('the coming closings of Nasdaq are told, also one that was announced today', () =>
  withRig({}, async (rig) => {
    const read = async () => {
      const told = rig.connector.specialDays?.() ?? Promise.resolve(null);
      return (await during(rig, told)).value ?? [];
    };
    const days = await read();
    assert.deepEqual(days.slice(0, 2), [
      { calendar: 'nasdaq', dayMs: Date.UTC(2026, 10, 26), closeMs: null },
      { calendar: 'nasdaq', dayMs: Date.UTC(2026, 10, 27), closeMs: Date.UTC(2026, 10, 27, 18) },
    ]);
    rig.standIn.faults.begin('closing-added');
    const added = (await read()).filter(({ dayMs }) => !days.some((one) => one.dayMs === dayMs));
    assert.deepEqual(added, [{ calendar: 'nasdaq', dayMs: Date.UTC(2027, 0, 8), closeMs: null }]);
  }));

test('a plan without splits has no actions, and its history goes on', () =>
  withRig({}, async (rig) => {
    rig.standIn.faults.begin('no-splits');
    assert.ok(rig.connector.actions);
    const actions = rig.connector.actions(['AAPL'], NOW_MS);
    assert.equal((await during(rig, actions)).value, null);
    const { value } = await during(rig, readBars(rig, 'AAPL', NOW_MS - DAY_MS, NOW_MS));
    assert.ok(value.length > 10);
    assert.deepEqual(rig.lines, []);
  }));

test('pages that name a next one are joined; one without an end or at another host is refused', () =>
  withRig({}, async (rig) => {
    const { standIn, clock } = rig;
    const read = () => readBars(rig, 'AAPL', standIn.tape.options.fromMs, clock.now());
    const whole = (await during(rig, read())).value;
    standIn.faults.begin('short-pages');
    assert.deepEqual((await during(rig, read())).value, whole);
    assert.ok(standIn.faults.played('short-pages') > 3);
    standIn.faults.end();
    for (const [fault, words] of [
      ['next-url-endless', /pages without an end/],
      ['next-url-elsewhere', /a next page at another host/],
    ] as const) {
      standIn.faults.begin(fault);
      const sent = standIn.requests.length;
      await assert.rejects(during(rig, read()), (error) => {
        checkPlain(error, KEY);
        assert.match((error as Error).message, words);
        return true;
      });
      assert.ok(standIn.requests.length - sent <= 2);
      standIn.faults.end();
    }
  }));

test('no line of the log and no error tells the key', async () => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const key = 'massive-key-that-is-wrong-77aa';
  const seen: unknown[] = [];
  const rig = await openMassive({ log, key });
  try {
    const calls: readonly (() => Promise<unknown>)[] = [
      () => rig.connector.instruments(),
      () => readBars(rig, 'AAPL', NOW_MS - DAY_MS, NOW_MS),
      () => rig.connector.available('AAPL'),
    ];
    for (const call of calls) {
      await during(rig, call()).catch((error: unknown) => seen.push(error));
    }
    await rig.advance(6 * MINUTE_MS, 10_000);
    const { subscription } = listen(rig, 'AAPL', NOW_MS);
    await rig.advance(10_000);
    await subscription.stop();
    assert.throws(
      () => listen(rig, 'AAPL', NOW_MS),
      (error) => {
        seen.push(error);
        return true;
      },
    );
    assert.equal(seen.length, 4);
    assert.ok(lines.length >= 3, lines.join(''));
    for (const text of [...lines, ...seen.map((error) => inspect(error, { depth: 9 }))])
      assert.ok(!text.includes(key), text);
  } finally {
    await rig.stop();
  }
});
