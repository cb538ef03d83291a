import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueTick } from '../../../connectors/connector.ts';
import { Gate, type GateOptions } from './gate.ts';

const T = Date.UTC(2026, 0, 5, 10);
const OPTIONS: GateOptions = {
  category: 'forex',
  digits: 5,
  base: '60',
  calendar: 'always',
  closeBefore: 1.1,
};

/** Sends ticks through a gate, our clock a second behind the newest of them; what became of them, in order. */
function run(ticks: readonly Partial<VenueTick>[], options = OPTIONS, nowMs?: number): string[] {
  const gate = new Gate(options);
  const log: string[] = [];
  let newestMs = T;
  for (const given of ticks) {
    const tick = { symbol: 'X', timeMs: T, price: 1.1, volume: 0, ...given };
    if (Number.isFinite(tick.timeMs)) newestMs = Math.max(newestMs, tick.timeMs);
    gate.pass(tick, nowMs ?? newestMs - 1000, {
      accept: ({ price }) => log.push(`${price}`),
      refuse: ({ price }, reason) => log.push(`${price} ${reason}`),
    });
  }
  return log;
}

test('garbage is refused with its reason and changes nothing', () => {
  const bad: readonly [Partial<VenueTick>, string][] = [
    [{ price: Number.NaN }, 'not-finite'],
    [{ price: Number.POSITIVE_INFINITY }, 'not-finite'],
    [{ timeMs: Number.NaN }, 'not-finite'],
    [{ volume: Number.NaN }, 'not-finite'],
    [{ price: 0 }, 'not-positive'],
    [{ price: -1.1 }, 'not-positive'],
    [{ volume: -1 }, 'not-positive'],
    [{ price: 1.100001 }, 'digits'],
    [{ timeMs: T + 0.5 }, 'not-whole'],
    [{ volume: 1.1e15 }, 'volume'],
    [{ volume: Number.MAX_VALUE }, 'volume'],
  ];
  for (const [tick, reason] of bad) {
    const after = { timeMs: T + 1 };
    assert.deepEqual(run([tick, after]), [`${tick.price ?? 1.1} ${reason}`, '1.1'], reason);
  }
});

test('ticks with numbers are the same by their numbers alone', () => {
  const twice = { timeMs: T, price: 1.1 };
  const later = { timeMs: T + 5, price: 1.12, id: 9 };
  assert.deepEqual(
    run([
      { ...twice, id: 7 },
      { ...twice, id: 8 },
      later,
      { ...twice, id: 8 },
      { ...twice, id: 6 },
    ]),
    ['1.1', '1.1', '1.12', '1.1 duplicate', '1.1'],
  );
});

test('a tick from the future is refused', () => {
  assert.deepEqual(run([{ timeMs: T + 2000 }, { timeMs: T + 2001 }], OPTIONS, T), [
    '1.1',
    '1.1 future',
  ]);
});

test('a tick more than five minutes behind is refused, a younger straggler is taken', () => {
  assert.deepEqual(
    run([
      { timeMs: T + 900_000 },
      { timeMs: T + 600_000 },
      { timeMs: T + 599_999 },
      { timeMs: T + 600_001, price: 1.10001 },
    ]),
    ['1.1', '1.1', '1.1 old', '1.10001'],
  );
});

test('the same time and price is one tick, the same time at another price is another', () => {
  assert.deepEqual(
    run([{}, {}, { price: 1.10001 }, { timeMs: T + 5 }, { price: 1.10001 }, { timeMs: T + 5 }]),
    ['1.1', '1.1 duplicate', '1.10001', '1.1', '1.10001 duplicate', '1.1 duplicate'],
  );
});

test('one bad tick is refused when the next one is near the old price', () => {
  assert.deepEqual(
    run([
      {},
      { timeMs: T + 1, price: 0.11 },
      { timeMs: T + 2 },
      { timeMs: T + 3, price: 1100 },
      { timeMs: T + 4 },
    ]),
    ['1.1', '0.11 jump', '1.1', '1100 jump', '1.1'],
  );
});

test('three agreeing ticks in a row are a market that moved, and all of them are taken', () => {
  assert.deepEqual(
    run([
      {},
      { timeMs: T + 1, price: 0.9 },
      { timeMs: T + 2, price: 0.91 },
      { timeMs: T + 3, price: 0.905 },
      { timeMs: T + 4, price: 0.9 },
      { timeMs: T + 5, price: 1.1 },
      { timeMs: T + 6, price: 0.9 },
    ]),
    ['1.1', '0.9', '0.91', '0.905', '0.9', '1.1 jump', '0.9'],
  );
});

test('three lone ticks far away do not agree in a quiet market', () => {
  const lone = [0.9, 0.91, 0.905].map((price, i) => ({ timeMs: T + 1 + i * 240_000, price }));
  assert.deepEqual(run([{}, ...lone, { timeMs: T + 600_000 }]), [
    '1.1',
    '0.9 jump',
    '0.91 jump',
    '0.905 jump',
    '1.1',
  ]);
  const within = (ms: number) => [0, ms / 2, ms].map((i) => ({ timeMs: T + i, price: 0.9 }));
  assert.deepEqual(run(within(5000)), ['0.9', '0.9', '0.9']);
  assert.deepEqual(run([...within(5002), { timeMs: T + 9000 }]), [
    '0.9 jump',
    '0.9 jump',
    '0.9 jump',
    '1.1',
  ]);
});

test('ticks outside trading hours confirm nothing', () => {
  // 5 January 2026 is a Monday; Nasdaq opens at 14:30 UTC.
  const at = (hour: number): string[] => {
    const openMs = Date.UTC(2026, 0, 5, hour);
    const prices = [10, 10, 10].map((price, i) => ({ timeMs: openMs + i, price }));
    const options: GateOptions = { ...OPTIONS, category: 'nasdaq', calendar: 'nasdaq', digits: 2 };
    return run([...prices, { timeMs: openMs + 3, price: 20 }], { ...options, closeBefore: 20 });
  };
  assert.deepEqual(at(13), ['10 jump', '10 jump', '10 jump', '20']);
  assert.deepEqual(at(15), ['10', '10', '10']);
});

test('a price is disputed until a tick near the old one, or three that agree, or the history', () => {
  const gate = new Gate({ ...OPTIONS, closeBefore: 1.1 });
  const taken: number[] = [];
  const send = (price: number, ms: number): void =>
    gate.pass({ symbol: 'X', timeMs: T + ms, price, volume: 0 }, T + ms, {
      accept: (tick) => taken.push(tick.price),
      refuse: () => {},
    });
  send(0.9, 1);
  assert.equal(gate.disputedMs, T + 1);
  send(1.1, 2);
  assert.equal(gate.disputedMs, null);
  send(0.9, 60_000);
  send(0.9, 120_000);
  assert.equal(gate.disputedMs, T + 60_000);
  gate.settle(0.9, T + 60_000);
  assert.equal(gate.disputedMs, T + 60_000, 'a bar that ended before says nothing of it');
  gate.settle(0.9, T + 900_000);
  assert.equal(gate.disputedMs, null);
  send(0.91, 900_001);
  assert.deepEqual(taken, [1.1, 0.91]);
});

test('a tick that waits when the history settles the hour before it is disputed itself', () => {
  const gate = new Gate({ ...OPTIONS, closeBefore: 1.1 });
  const said: string[] = [];
  const send = (price: number, timeMs: number): void =>
    gate.pass({ symbol: 'X', timeMs, price, volume: 0 }, timeMs, {
      accept: (tick) => said.push(`${tick.timeMs - T} taken`),
      refuse: (tick, reason) => said.push(`${tick.timeMs - T} ${reason}`),
    });
  const HOUR = 3_600_000;
  const nextHourMs = Math.ceil((T + 1) / HOUR) * HOUR;
  send(0.9, nextHourMs - 60_000);
  // The first tick of the hour comes before the bar of the last one is known.
  send(0.9, nextHourMs + 1000);
  gate.settle(0.9, nextHourMs);
  assert.equal(gate.disputedMs, nextHourMs + 1000, 'its quarter-hour is fetched as well');
  gate.settle(0.9, nextHourMs + 900_000);
  assert.equal(gate.disputedMs, null);
  send(0.9, nextHourMs + 900_001);
  const at = (ms: number): number => nextHourMs + ms - T;
  assert.deepEqual(said, [`${at(-60_000)} jump`, `${at(1000)} jump`, `${at(900_001)} taken`]);
});

test('ten thousand ticks that come backwards are looked up at once', () => {
  const gate = new Gate({ ...OPTIONS, category: 'crypto' });
  let duplicates = 0;
  const send = (timeMs: number): void =>
    gate.pass({ symbol: 'X', timeMs, price: 1.1, volume: 0 }, T, {
      accept: () => {},
      refuse: (_, reason) => {
        if (reason === 'duplicate') duplicates += 1;
      },
    });
  const elapsed = (count: number): number => {
    const beganMs = performance.now();
    for (let i = 0; i < count; i++) send(T - (i % 299_000));
    return performance.now() - beganMs;
  };
  send(T);
  elapsed(1000);
  const few = elapsed(10_000);
  const many = elapsed(160_000);
  assert.equal(duplicates, 1 + 1000 + 10_000);
  // Sixteen times as many take about sixteen times as long; a search through all of them took 250 times.
  assert.ok(many < 80 * few + 100, `${few} ms, ${many} ms`);
});

test('ticks that jump but do not agree confirm nothing', () => {
  assert.deepEqual(
    run([
      {},
      { timeMs: T + 1, price: 0.5 },
      { timeMs: T + 2, price: 0.7 },
      { timeMs: T + 3, price: 0.9 },
      { timeMs: T + 4, price: 1.1 },
    ]),
    ['1.1', '0.5 jump', '0.7 jump', '0.9 jump', '1.1'],
  );
});

test('what a symbol may jump depends on its category', () => {
  const jump = [{}, { timeMs: T + 1, price: 1.21 }, { timeMs: T + 2 }];
  assert.deepEqual(run(jump), ['1.1', '1.21 jump', '1.1']);
  assert.deepEqual(run(jump, { ...OPTIONS, category: 'index' }), ['1.1', '1.21 jump', '1.1']);
  assert.deepEqual(run(jump, { ...OPTIONS, category: 'bist' }), ['1.1', '1.21', '1.1']);
  assert.deepEqual(run(jump, { ...OPTIONS, category: 'crypto' }), ['1.1', '1.21', '1.1']);
});

test('a jump is measured from the close of the bar before, however the gate came to know it', () => {
  const nextHour = { timeMs: T + 3_600_000, price: 1.16 };
  const back = { timeMs: T + 3_600_001, price: 1.1 };
  const again = { timeMs: T + 3_600_002, price: 1.16 };
  const rising = [1.1, 1.12, 1.13].map((price, i) => ({ timeMs: T + i, price }));
  assert.deepEqual(run([...rising, { ...nextHour, timeMs: T + 3 }, back]).at(-2), '1.16 jump');
  const through = run([...rising, nextHour, back, again]);
  assert.deepEqual(through.slice(3), ['1.16', '1.1 jump', '1.16']);
  assert.deepEqual(
    run([nextHour, back, again], { ...OPTIONS, closeBefore: 1.13 }),
    through.slice(3),
  );
});

test('a symbol without a history takes its first tick as it is', () => {
  assert.deepEqual(run([{ price: 50_000 }], { ...OPTIONS, closeBefore: null }), ['50000']);
});

test('each category may jump by its own share, to the last tick', () => {
  const shares = { forex: 3, index: 5, bist: 12, nasdaq: 20, crypto: 25 } as const;
  for (const [category, percent] of Object.entries(shares) as [keyof typeof shares, number][]) {
    const options: GateOptions = {
      category,
      digits: 2,
      base: '60',
      calendar: 'always',
      closeBefore: 100,
    };
    const near = [100 + percent - 0.01, 100 - percent + 0.01];
    const far = [100 + percent + 0.01, 100 - percent - 0.01];
    for (const price of near) {
      assert.deepEqual(run([{ price }], options), [`${price}`], `${category} ${price}`);
    }
    // What waits is decided by the next tick, which is near the old price.
    for (const price of far) {
      const decided = run([{ price }, { timeMs: T + 1, price: 100 }], options);
      assert.deepEqual(decided, [`${price} jump`, '100'], `${category} ${price}`);
    }
  }
  // A quarter more than 100 is exact in doubles: on the bound a tick is near.
  const crypto: GateOptions = {
    category: 'crypto',
    digits: 2,
    base: '60',
    calendar: 'always',
    closeBefore: 100,
  };
  assert.deepEqual(run([{ price: 125 }], crypto), ['125']);
});

test('two agreeing ticks confirm nothing, the third takes them all', () => {
  const jump = [0.9, 0.9].map((price, i) => ({ timeMs: T + i, price }));
  const back = { timeMs: T + 2, price: 1.1 };
  assert.deepEqual(run([...jump, back]), ['0.9 jump', '0.9 jump', '1.1']);
  const third = { timeMs: T + 2, price: 0.9 };
  assert.deepEqual(run([...jump, third]), ['0.9', '0.9', '0.9']);
});

test('a tick is measured by the median of the last twenty-one', () => {
  const options: GateOptions = {
    category: 'forex',
    digits: 2,
    base: '60',
    calendar: 'always',
    closeBefore: 100,
  };
  const prices = (...runs: (readonly [price: number, count: number])[]) =>
    runs.flatMap(([price, count]) => Array.from({ length: count }, () => price));
  const decide = (closeBefore: number, before: readonly number[]): string | undefined => {
    const sent = [...before, 104, 100].map((price, i) => ({ timeMs: T + i, price }));
    return run(sent, { ...options, closeBefore }).at(before.length);
  };
  // 104 is 4 % from 100 and 1 % from 102.9. With the close eleven at 100 and ten at 102.9 have the median
  // 100; of the last twenty alone half would be at 102.9, which counts as the middle of an even number.
  assert.equal(decide(100, prices([100, 10], [102.9, 10])), '104 jump');
  assert.equal(decide(100, prices([100, 10], [102.9, 11])), '104');
  // Eleven at 102.9, the close among them, then eleven at 100: the oldest has gone. Of twenty-two it would count.
  assert.equal(decide(102.9, prices([102.9, 10], [100, 10])), '104');
  assert.equal(decide(102.9, prices([102.9, 10], [100, 11])), '104 jump');
});
