import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Category, WireTick } from '@rasat/contract';
import fc from 'fast-check';
import { countChannels, HUB_DEFAULTS, Hub, type Member, type Outlet } from './hub.ts';

const SYMBOLS = new Map<string, Category>([
  ['EURUSD', 'forex'],
  ['GBPUSD', 'forex'],
  ['BTCUSDT', 'crypto'],
]);

/** A member whose socket a test fills and drains, with the texts that were written to it. */
class Reader implements Member, Outlet {
  group: Member['group'] = null;
  seesLicensed = false;
  analyses: Set<string> | null = null;
  behind: Member['behind'] = null;
  writableLength = 0;
  givenUp = 0;
  readonly said: unknown[] = [];
  #resume: () => void = () => {};

  get outlet(): Outlet {
    return this;
  }
  write(frame: Buffer): void {
    // Each frame here is shorter than 126 bytes: two bytes of head.
    this.said.push(JSON.parse(frame.toString('utf8', 2)));
  }
  once(_event: 'drain', resume: () => void): void {
    this.#resume = resume;
  }
  giveUp(): void {
    this.givenUp += 1;
  }
  /** Has read everything that waited. */
  drain(): void {
    this.writableLength = 0;
    this.#resume();
  }
}

/** A hub with the limits of a running server, on time that the test lets pass. */
function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  let nowMs = 0;
  const hub = new Hub({ ...HUB_DEFAULTS, now: () => nowMs });
  hub.setSymbols(SYMBOLS, new Set());
  const pass = (ms: number): void => {
    // The sweep looks at the time when it runs.
    for (let left = ms; left > 0; left -= 1) {
      nowMs += 1;
      t.mock.timers.tick(1);
    }
  };
  const join = (...channels: string[]): Reader => {
    const reader = new Reader();
    for (const channel of channels) {
      if (channel.startsWith('analysis:')) hub.joinAnalysis(reader, channel.slice(9));
      else hub.joinTicks(reader, channel);
    }
    return reader;
  };
  return { hub, pass, join };
}

const EUR = { s: 'EURUSD', d: 1, p: 1.1 };
const GBP = { s: 'GBPUSD', d: 2, p: 1.3 };
const BTC = { s: 'BTCUSDT', d: 3, p: 60_000 };

test('prices leave 50 milliseconds after the first of them, each symbol once', (t) => {
  const { hub, pass, join } = start(t);
  const reader = join('ticks:forex');
  // Nothing is due yet: no window begins.
  hub.offer([]);
  pass(40);
  hub.offer([{ ...EUR, p: 1 }, GBP]);
  pass(49);
  hub.offer([EUR, BTC]);
  assert.deepEqual(reader.said, []);
  pass(1);
  assert.deepEqual(reader.said, [[EUR, GBP]]);
  pass(1000);
  hub.offer([GBP]);
  pass(50);
  assert.deepEqual(reader.said, [[EUR, GBP], [GBP]], 'what was sent is not sent again');
});

test('a member with more symbols than have a new price hears those of its own alone', (t) => {
  const { hub, pass, join } = start(t);
  const [forex, both] = [join('ticks:forex'), join('ticks:forex', 'ticks:crypto')];
  hub.offer([BTC]);
  pass(50);
  assert.deepEqual([forex.said, both.said], [[], [[BTC]]]);
  hub.setSymbols(SYMBOLS, new Set(['EURUSD']));
  hub.offer([EUR]);
  pass(50);
  assert.deepEqual(
    [forex.said, both.said],
    [[], [[BTC]]],
    'nor licensed ones, without a subscription',
  );
});

test('a member hears what it joined until it leaves, and the others hear on', (t) => {
  const { hub, pass, join } = start(t);
  const [one, two, both] = [
    join('tick:EURUSD', 'tick:EURUSD'),
    join('tick:EURUSD'),
    join('tick:EURUSD', 'ticks:crypto'),
  ];
  const tell = (): unknown[][] => {
    for (const { said } of [one, two, both]) said.length = 0;
    hub.offer([EUR, GBP, BTC]);
    pass(50);
    return [one, two, both].map(({ said }) => said.flat());
  };
  assert.deepEqual(tell(), [[EUR], [EUR], [EUR, BTC]]);
  hub.leaveTicks(one, 'ticks:crypto');
  assert.deepEqual(tell(), [[EUR], [EUR], [EUR, BTC]], 'it had not joined that one');
  hub.leaveTicks(one, 'tick:EURUSD');
  hub.leaveTicks(both, 'tick:EURUSD');
  assert.deepEqual(tell(), [[], [EUR], [BTC]]);
  hub.exit(two);
  hub.joinTicks(one, 'tick:GBPUSD');
  assert.deepEqual(tell(), [[GBP], [], [BTC]]);
});

test('a changed analysis is told to those who joined it, until they leave', (t) => {
  const { hub, join } = start(t);
  const [one, two, three] = [
    join('analysis:EURUSD'),
    join('analysis:EURUSD', 'analysis:GBPUSD'),
    join('analysis:EURUSD'),
  ];
  const tell = (): unknown[][] => {
    for (const { said } of [one, two, three]) said.length = 0;
    hub.notice(['EURUSD', 'GBPUSD', 'BTCUSDT']);
    return [one, two, three].map(({ said }) => said);
  };
  const [eur, gbp] = [{ analysis: 'EURUSD' }, { analysis: 'GBPUSD' }];
  assert.deepEqual(tell(), [[eur], [eur, gbp], [eur]]);
  hub.leaveAnalysis(one, 'GBPUSD');
  hub.leaveAnalysis(one, 'EURUSD');
  assert.deepEqual(tell(), [[], [eur, gbp], [eur]]);
  hub.exit(two);
  assert.deepEqual(tell(), [[], [], [eur]]);
  hub.leaveAnalysis(three, 'EURUSD');
  hub.joinAnalysis(two, 'EURUSD');
  assert.deepEqual(tell(), [[], [eur], []]);
});

test('lists that changed are told once a window to those who follow the category, after its prices', (t) => {
  const { hub, pass, join } = start(t);
  const [both, crypto, symbol] = [
    join('ticks:forex', 'ticks:crypto'),
    join('ticks:crypto'),
    join('tick:EURUSD', 'analysis:EURUSD'),
  ];
  hub.noticeLists([]);
  hub.noticeLists(['forex']);
  hub.offer([EUR]);
  hub.noticeLists(['forex', 'bist']);
  pass(50);
  assert.deepEqual(both.said, [[EUR], { lists: 'forex' }]);
  assert.deepEqual(crypto.said, []);
  assert.deepEqual(symbol.said, [[EUR]]);
  pass(1000);
  assert.equal(both.said.length, 2);
  hub.leaveTicks(both, 'ticks:forex');
  hub.noticeLists(['forex', 'crypto']);
  pass(50);
  assert.deepEqual(both.said.slice(2), [{ lists: 'crypto' }]);
  assert.deepEqual(crypto.said, [{ lists: 'crypto' }]);
});

test('a member that reads too slowly is told of lists when it has read, if it still follows them', (t) => {
  const { hub, pass, join } = start(t);
  const reader = join('ticks:forex', 'ticks:crypto');
  reader.writableLength = 100_000;
  hub.noticeLists(['forex']);
  pass(50);
  hub.noticeLists(['forex', 'crypto']);
  pass(50);
  hub.leaveTicks(reader, 'ticks:crypto');
  assert.deepEqual(reader.said, []);
  reader.drain();
  assert.deepEqual(reader.said, [{ lists: 'forex' }]);
});

test('channels are counted, of both kinds and each once', (t) => {
  const { hub, join } = start(t);
  assert.equal(countChannels(join()), 0);
  assert.equal(countChannels(join('tick:EURUSD', 'tick:EURUSD', 'ticks:forex')), 2);
  const reader = join('tick:EURUSD', 'analysis:EURUSD', 'analysis:GBPUSD');
  assert.equal(countChannels(reader), 3);
  hub.leaveTicks(reader, 'tick:EURUSD');
  hub.leaveAnalysis(reader, 'GBPUSD');
  assert.equal(countChannels(reader), 1);
});

test('a category follows the list of symbols, for those who are in it already', (t) => {
  const { hub, pass, join } = start(t);
  const reader = join('ticks:forex');
  hub.setSymbols(
    new Map([
      ['USDTRY', 'forex'],
      ['EURUSD', 'crypto'],
    ]),
    new Set(),
  );
  const lira = { s: 'USDTRY', d: 1, p: 40 };
  hub.offer([EUR, lira]);
  pass(50);
  assert.deepEqual(reader.said, [[lira]]);
  assert.deepEqual([...hub.symbols.keys()], ['USDTRY', 'EURUSD']);
});

test('a member with up to 65,536 bytes before it is written to, with more it hears the latest once it has read', (t) => {
  const { hub, pass, join } = start(t);
  const channels = ['tick:EURUSD', 'ticks:crypto', 'analysis:EURUSD', 'analysis:GBPUSD'];
  const [below, above] = [join(...channels), join(...channels)];
  below.writableLength = 65_536;
  above.writableLength = 65_537;
  hub.offer([EUR, BTC]);
  pass(50);
  hub.notice(['EURUSD', 'GBPUSD']);
  assert.deepEqual(below.said, [[EUR, BTC], { analysis: 'EURUSD' }, { analysis: 'GBPUSD' }]);
  // It is behind until its socket says that everything was read.
  above.writableLength = 0;
  hub.notice(['EURUSD']);
  const later = { ...EUR, d: 9, p: 1.2 };
  hub.offer([later]);
  pass(50);
  assert.deepEqual(above.said, []);
  hub.leaveTicks(above, 'ticks:crypto');
  hub.leaveAnalysis(above, 'GBPUSD');
  above.drain();
  assert.deepEqual(above.said, [[later], { analysis: 'EURUSD' }], 'what it left meanwhile is gone');
  above.drain();
  hub.offer([EUR]);
  pass(50);
  assert.deepEqual(above.said.slice(2), [[EUR]], 'it is told once, and then as before');
  assert.equal(below.givenUp + above.givenUp, 0);
});

test('a member that missed notices alone is told no prices, and one that has gone nothing', (t) => {
  const { hub, pass, join } = start(t);
  const [kept, gone, delisted] = [
    join('tick:EURUSD', 'analysis:EURUSD'),
    join('tick:EURUSD', 'analysis:EURUSD'),
    join('tick:GBPUSD'),
  ];
  for (const reader of [kept, gone, delisted]) reader.writableLength = 100_000;
  hub.notice(['EURUSD']);
  hub.offer([GBP]);
  pass(50);
  hub.exit(gone);
  // A symbol that is gone has no last price.
  hub.setSymbols(new Map([['EURUSD', 'forex']]), new Set());
  for (const reader of [kept, gone, delisted]) reader.drain();
  assert.deepEqual(kept.said, [{ analysis: 'EURUSD' }]);
  assert.deepEqual(gone.said, []);
  assert.deepEqual(delisted.said, []);
});

test('a member with more than 262,144 bytes before it is given up at once', (t) => {
  const { hub, join } = start(t);
  const [below, above] = [join('analysis:EURUSD'), join('analysis:EURUSD')];
  below.writableLength = 262_144;
  above.writableLength = 262_145;
  hub.notice(['EURUSD']);
  assert.deepEqual([below.givenUp, above.givenUp], [0, 1]);
});

test('every second the members are given up that have been behind for more than 30 seconds', (t) => {
  const { hub, pass, join } = start(t);
  const [early, late, quick] = [
    join('analysis:EURUSD'),
    join('analysis:GBPUSD'),
    join('analysis:EURUSD'),
  ];
  early.writableLength = 100_000;
  late.writableLength = 100_000;
  hub.notice(['EURUSD']);
  pass(1000);
  hub.notice(['GBPUSD']);
  pass(29_000);
  assert.equal(early.givenUp, 0, '30 seconds, no more');
  pass(999);
  assert.equal(early.givenUp, 0, 'between two looks');
  pass(1);
  assert.deepEqual([early.givenUp, late.givenUp], [1, 0]);
  late.drain();
  pass(5000);
  assert.deepEqual([late.givenUp, quick.givenUp], [0, 0]);
});

test('a hub that has stopped sends nothing and closes no socket', (t) => {
  const { hub, pass, join } = start(t);
  const [reader, slow] = [join('tick:EURUSD'), join('analysis:EURUSD')];
  slow.writableLength = 100_000;
  hub.notice(['EURUSD']);
  hub.offer([EUR]);
  hub.stop();
  pass(40_000);
  assert.deepEqual(reader.said, []);
  assert.equal(slow.givenUp, 0);
});

/** A hub of a hundred symbols with a reader of each, and time that passes by writing, an eighth of a millisecond each. */
function startCrowd(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  let nowMs = 0;
  const hub = new Hub({ ...HUB_DEFAULTS, now: () => nowMs });
  t.after(() => hub.stop());
  const names = Array.from({ length: 100 }, (_, i) => `S${i}`);
  hub.setSymbols(new Map(names.map((name) => [name, 'forex'])), new Set());
  const readers = names.map((name) => {
    const reader = new (class extends Reader {
      override write(frame: Buffer): void {
        super.write(frame);
        nowMs += 0.125;
      }
    })();
    hub.joinTicks(reader, `tick:${name}`);
    return reader;
  });
  const at = (index: number): Reader => readers[index] as Reader;
  const offer = (p: number): void => hub.offer(names.map((s) => ({ s, d: 1, p })));
  const heard = (): number => readers.filter(({ said }) => said.length > 0).length;
  return { hub, readers, at, offer, heard };
}

const tick = (index: number, p: number): WireTick => ({ s: `S${index}`, d: 1, p });

test('while thousands are written to others have their turns, and those who wait get the newest price, once', async (t) => {
  const { readers, at, offer, heard } = startCrowd(t);
  offer(1);
  t.mock.timers.tick(50);
  assert.equal(heard(), 40, 'five milliseconds of writing, looked at after every twenty');
  offer(2);
  t.mock.timers.tick(50);
  assert.equal(heard(), 40, 'the next window does not begin before the end of this one');
  await nextTurn();
  assert.equal(heard(), 80);
  await nextTurn();
  assert.equal(heard(), 100);
  assert.deepEqual(at(39).said, [[tick(39, 1)]]);
  assert.deepEqual(at(40).said, [[tick(40, 2)]]);
  // The hundred writes took 12.5 ms, and what is due has waited since the fortieth of them.
  t.mock.timers.tick(42);
  assert.deepEqual(at(0).said, [[tick(0, 1)]]);
  t.mock.timers.tick(1);
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  for (const [index, { said }] of readers.entries()) {
    const both = [[tick(index, 1)], [tick(index, 2)]];
    assert.deepEqual(said, index < 40 ? both : [[tick(index, 2)]]);
  }
});

test('who changes channels while others are written to misses nothing', async (t) => {
  const { hub, at, offer, heard } = startCrowd(t);
  const [second, late, last] = [at(1), at(98), at(99)];
  offer(1);
  t.mock.timers.tick(50);
  assert.equal(heard(), 40);
  // To one that was written to, to one that was not, and out of all of them.
  hub.joinTicks(last, 'tick:S0');
  hub.leaveTicks(last, 'tick:S99');
  hub.joinTicks(second, 'tick:S98');
  hub.joinTicks(late, 'tick:S97');
  assert.deepEqual(last.said, [[tick(0, 1)]], 'at once, and nothing of what it left');
  await nextTurn();
  await nextTurn();
  assert.deepEqual(second.said, [[tick(1, 1)]], 'the other price came before it joined');
  assert.deepEqual(late.said, [[tick(97, 1), tick(98, 1)]]);
  assert.equal(heard(), 100);
  offer(2);
  t.mock.timers.tick(50);
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  assert.deepEqual(last.said.slice(1), [[tick(0, 2)]]);
  assert.deepEqual(second.said.slice(1), [[tick(1, 2), tick(98, 2)]]);
});

test('in any order of prices, joins and leaves each hears the newest price of what it has, and none again after a newer one', async (t) => {
  const channel = fc.nat(5);
  const reader = fc.nat(59);
  const step = fc.oneof(
    fc.record({ do: fc.constant('offer' as const), channel }),
    fc.record({ do: fc.constantFrom('join' as const, 'leave' as const), channel, reader }),
    fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ do: fc.constant('turn' as const) }),
  );
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(channel, { maxLength: 4 }), { minLength: 60, maxLength: 60 }),
      fc.array(step, { maxLength: 60 }),
      async (joined, steps) => {
        let nowMs = 0;
        const hub = new Hub({ ...HUB_DEFAULTS, now: () => nowMs });
        hub.setSymbols(new Map(Array.from({ length: 6 }, (_, i) => [`S${i}`, 'forex'])), new Set());
        // Each has a channel of its own too, so that sixty are written to one by one.
        const readers = joined.map((channels, own) => {
          const one = new (class extends Reader {
            override write(frame: Buffer): void {
              super.write(frame);
              nowMs += 0.5;
            }
          })();
          hub.joinTicks(one, `tick:OWN${own}`);
          for (const index of channels) hub.joinTicks(one, `tick:S${index}`);
          return one;
        });
        /** The newest price that each must hear of what it has. */
        const owed = readers.map(() => new Map<string, number>());
        const pass = (ms: number): void => {
          nowMs += ms;
          t.mock.timers.tick(ms);
        };
        let p = 0;
        for (const next of steps) {
          if (next.do === 'turn') await nextTurn();
          else if (next.do === 'pass') pass(next.ms);
          else if (next.do === 'offer') {
            p += 1;
            hub.offer([tick(next.channel, p)]);
            for (const [at, { group }] of readers.entries()) {
              if (group?.symbols.has(`S${next.channel}`)) owed[at]?.set(`S${next.channel}`, p);
            }
          } else {
            const one = readers[next.reader] as Reader;
            if (next.do === 'join') hub.joinTicks(one, `tick:S${next.channel}`);
            else hub.leaveTicks(one, `tick:S${next.channel}`);
            if (next.do === 'leave') owed[next.reader]?.delete(`S${next.channel}`);
          }
        }
        for (let turn = 0; turn < 12; turn += 1) {
          pass(40);
          await nextTurn();
        }
        for (const [at, { said }] of readers.entries()) {
          const heard = new Map<string, number>();
          for (const { s, p: price } of said.flat() as WireTick[]) {
            assert.ok(price >= (heard.get(s) ?? 0), 'an older price after a newer one');
            heard.set(s, price);
          }
          for (const [s, price] of owed[at] ?? []) assert.equal(heard.get(s), price);
        }
        hub.stop();
      },
    ),
    { numRuns: 100 },
  );
});
