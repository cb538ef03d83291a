import assert from 'node:assert/strict';
import test from 'node:test';
import type { Category, SilentSource, WireTick } from '@rasat/contract';
import { LiveSocket, reconnectDelayMs, type Wire } from './live-socket.ts';

class FakeWire implements Wire {
  readonly sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((code?: number) => void) | null = null;
  closed = false;
  send(text: string): void {
    this.sent.push(text);
  }
  close(code?: number): void {
    this.closed = true;
    this.onclose?.(code);
  }
  say(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

function setup(random = 0) {
  const wires: FakeWire[] = [];
  const timers: { atMs: number; run: () => void; done: boolean }[] = [];
  const ticks: WireTick[] = [];
  const changed: string[] = [];
  const lists: Category[] = [];
  const silent: (readonly SilentSource[])[] = [];
  const over: true[] = [];
  const categories = new Map<string, Category>([
    ['EURUSD', 'forex'],
    ['GBPUSD', 'forex'],
    ['BTCUSD', 'crypto'],
  ]);
  let nowMs = 0;
  const socket = new LiveSocket({
    open: () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
    nowMs: () => nowMs,
    random: () => random,
    after: (delayMs, run) => {
      const timer = { atMs: nowMs + delayMs, run, done: false };
      timers.push(timer);
      return () => {
        timer.done = true;
      };
    },
    onTicks: (batch) => ticks.push(...batch),
    onAnalysis: (symbol) => changed.push(symbol),
    onLists: (category) => lists.push(category),
    onSilent: (sources) => silent.push(sources),
    categoryOf: (symbol) => categories.get(symbol) ?? null,
    onSessionOver: () => over.push(true),
  });
  const advance = (ms: number): void => {
    const end = nowMs + ms;
    for (;;) {
      const next = timers
        .filter((timer) => !timer.done && timer.atMs <= end)
        .sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) break;
      nowMs = next.atMs;
      next.done = true;
      next.run();
    }
    nowMs = end;
  };
  const last = (): FakeWire => {
    const wire = wires.at(-1);
    assert.ok(wire, 'a connection was opened');
    return wire;
  };
  return { socket, wires, ticks, changed, lists, silent, over, advance, last };
}

test('no connection is opened before a channel is joined', () => {
  const { socket, wires } = setup();
  assert.equal(wires.length, 0);
  assert.equal(socket.state.phase, 'idle');
});

test('the first subscriber of a channel joins it and the last one leaves it', () => {
  const { socket, last, advance } = setup();
  const first = socket.join({ kind: 'tick', symbol: 'EURUSD' });
  const second = socket.join({ kind: 'tick', symbol: 'EURUSD' });
  last().onopen?.();
  advance(1000);
  assert.deepEqual(last().sent, ['{"join":"tick:EURUSD"}']);
  first();
  first();
  advance(1000);
  assert.equal(last().sent.length, 1, 'one subscriber is left');
  second();
  advance(1000);
  assert.deepEqual(last().sent.slice(1), ['{"leave":"tick:EURUSD"}']);
});

test("joins are paced below the server's limit per second", () => {
  const { socket, last, advance } = setup();
  for (let i = 0; i < 30; i++) socket.join({ kind: 'tick', symbol: `S${i}` });
  last().onopen?.();
  advance(1000);
  assert.ok(last().sent.length <= 10, `${last().sent.length} in the first second`);
  advance(5000);
  assert.equal(last().sent.length, 30);
});

test('ticks of followed symbols and categories are delivered', () => {
  const { socket, last, ticks } = setup();
  socket.join({ kind: 'ticks', category: 'forex' });
  last().onopen?.();
  last().say([
    { s: 'EURUSD', d: 1, p: 1.1 },
    { s: 'GBPUSD', d: 1, p: 1.2 },
  ]);
  assert.deepEqual(
    ticks.map(({ s }) => s),
    ['EURUSD', 'GBPUSD'],
  );
});

test('a tick of a symbol without a subscriber is dropped and its channel left, once', () => {
  const { socket, last, ticks, advance } = setup();
  socket.join({ kind: 'tick', symbol: 'EURUSD' });
  last().onopen?.();
  advance(1000);
  last().say([{ s: 'BTCUSD', d: 1, p: 60000 }]);
  last().say([{ s: 'BTCUSD', d: 2, p: 60001 }]);
  advance(1000);
  assert.deepEqual(ticks, []);
  assert.deepEqual(last().sent, ['{"join":"tick:EURUSD"}', '{"leave":"tick:BTCUSD"}']);
});

test('the time since which a channel delivers is known for this connection', () => {
  const { socket, last, lists, advance } = setup();
  const forex = { kind: 'ticks', category: 'forex' } as const;
  let told = 0;
  const leave = socket.join(forex);
  last().onopen?.();
  socket.subscribe(() => {
    told += 1;
  });
  advance(100);
  assert.equal(socket.joinedSinceMs(forex), null, 'requested, not confirmed');
  last().say({ joined: 'ticks:forex' });
  last().say({ joined: 'ticks:crypto' });
  assert.equal(socket.joinedSinceMs(forex), 100);
  assert.equal(socket.joinedSinceMs({ kind: 'ticks', category: 'crypto' }), null);
  assert.equal(told, 1);
  last().say({ lists: 'forex' });
  last().say({ lists: 'stocks' });
  assert.deepEqual(lists, ['forex']);
  last().close();
  assert.equal(socket.joinedSinceMs(forex), null);
  advance(60_000);
  last().onopen?.();
  last().say({ joined: 'ticks:forex' });
  assert.equal(socket.joinedSinceMs(forex), 60_100);
  leave();
  assert.equal(socket.joinedSinceMs(forex), null);
});

test('a new analysis is announced', () => {
  const { socket, last, changed } = setup();
  socket.join({ kind: 'analysis', symbol: 'EURUSD' });
  last().onopen?.();
  last().say({ analysis: 'EURUSD' });
  last().say({ joined: 'analysis:EURUSD' });
  assert.deepEqual(changed, ['EURUSD']);
});

test('malformed frames are ignored', () => {
  const { socket, last, ticks } = setup();
  socket.join({ kind: 'tick', symbol: 'A' });
  last().onopen?.();
  last().onmessage?.({ data: '{' });
  last().onmessage?.({ data: new ArrayBuffer(4) });
  last().say(null);
  last().say([{ s: 'A' }, 3, { s: 'A', d: '1', p: 1 }]);
  assert.deepEqual(ticks, []);
});

test('after a lost connection a new one joins all channels again', () => {
  const { socket, wires, last, advance } = setup();
  socket.join({ kind: 'tick', symbol: 'EURUSD' });
  socket.join({ kind: 'ticks', category: 'bist' });
  last().onopen?.();
  advance(1000);
  last().onclose?.();
  assert.equal(socket.state.phase, 'reconnecting');
  assert.equal(socket.state.lostMs, 1000);
  advance(600);
  assert.equal(wires.length, 2);
  last().onopen?.();
  advance(1000);
  assert.equal(socket.state.phase, 'connected');
  assert.equal(socket.state.lostMs, null);
  assert.deepEqual(last().sent, ['{"join":"tick:EURUSD"}', '{"join":"ticks:bist"}']);
});

test('the first retry comes soon, later ones are spread over ten seconds or more, since all pages lost the same server', () => {
  const tries = [1, 2, 4, 5, 20];
  const at = (random: number) => tries.map((attempt) => reconnectDelayMs(attempt, random));
  assert.deepEqual(at(1), [2000, 10_000, 10_000, 15_000, 15_000]);
  assert.deepEqual(at(0), [250, 250, 250, 250, 250]);
  assert.deepEqual(at(0.5), [1125, 5125, 5125, 7625, 7625]);
});

test('after a restart of the server pages reconnect within ten seconds, not all at once', () => {
  for (const [random, waitMs] of [
    [0.01, 100],
    [0.73, 7300],
  ] as const) {
    const { socket, wires, last, advance } = setup(random);
    socket.join({ kind: 'tick', symbol: 'A' });
    last().onopen?.();
    last().onclose?.(1012);
    advance(waitMs - 1);
    assert.equal(wires.length, 1);
    advance(1);
    assert.equal(wires.length, 2);
  }
});

test('the time of the loss stays the same over failed retries', () => {
  const { socket, wires, last, advance } = setup();
  socket.join({ kind: 'tick', symbol: 'A' });
  last().onopen?.();
  advance(5000);
  last().onclose?.();
  for (let i = 0; i < 3; i++) {
    advance(20_000);
    last().onclose?.();
  }
  assert.ok(wires.length >= 4);
  assert.equal(socket.state.lostMs, 5000);
  assert.equal(socket.state.attempt, 4);
});

test('a retry on request does not wait', () => {
  const { socket, wires, last } = setup();
  socket.join({ kind: 'tick', symbol: 'A' });
  last().onopen?.();
  last().onclose?.();
  socket.retryNow();
  assert.equal(wires.length, 2);
  socket.retryNow();
  assert.equal(wires.length, 2, 'a try is already under way');
});

test('without a network the connection counts as lost at once', () => {
  const { socket, wires, last, advance } = setup();
  socket.join({ kind: 'tick', symbol: 'A' });
  last().onopen?.();
  const first = last();
  socket.interrupt();
  assert.equal(socket.state.phase, 'reconnecting');
  assert.notEqual(socket.state.lostMs, null);
  first.onclose?.();
  advance(60_000);
  assert.equal(wires.length, 2, 'one new try; events of the old connection are ignored');
});

test('without a subscriber a lost connection is not opened again', () => {
  const { socket, wires, last, advance } = setup();
  const leave = socket.join({ kind: 'tick', symbol: 'A' });
  last().onopen?.();
  leave();
  last().onclose?.();
  advance(60_000);
  assert.equal(wires.length, 1);
  assert.equal(socket.state.phase, 'idle');
  socket.join({ kind: 'tick', symbol: 'B' });
  assert.equal(wires.length, 2);
});

test('without a session there is no connection; channels are joined once there is one', () => {
  const { socket, wires, last, advance } = setup();
  socket.setAllowed(false);
  socket.join({ kind: 'tick', symbol: 'EURUSD' });
  advance(60_000);
  assert.equal(wires.length, 0);
  socket.setAllowed(true);
  last().onopen?.();
  advance(1000);
  assert.deepEqual(last().sent, ['{"join":"tick:EURUSD"}']);
  socket.setAllowed(false);
  assert.ok(last().closed);
  assert.deepEqual(socket.state, { phase: 'idle', attempt: 0, lostMs: null }, 'nothing was lost');
  advance(60_000);
  assert.equal(wires.length, 1, 'and it is not tried again');
});

test('the end of a session is distinguished from a lost connection', () => {
  const { socket, last, over } = setup();
  socket.join({ kind: 'tick', symbol: 'EURUSD' });
  last().onopen?.();
  last().close(1006);
  assert.equal(over.length, 0);
  socket.retryNow();
  last().onopen?.();
  last().close(4401);
  assert.equal(over.length, 1);
});

test('listeners are called for every phase: connecting, connected, reconnecting', () => {
  const { socket, last, advance } = setup();
  const phases: string[] = [];
  const stop = socket.subscribe(() => phases.push(socket.state.phase));
  assert.deepEqual(socket.state, { phase: 'idle', attempt: 0, lostMs: null });
  const leave = socket.join({ kind: 'tick', symbol: 'A' });
  last().onclose?.();
  advance(250);
  assert.deepEqual(socket.state, { phase: 'reconnecting', attempt: 1, lostMs: 0 });
  last().onopen?.();
  assert.deepEqual(socket.state, { phase: 'connected', attempt: 0, lostMs: null });
  assert.deepEqual(phases, ['connecting', 'reconnecting', 'reconnecting', 'connected']);
  stop();
  leave();
  last().onclose?.();
  assert.equal(phases.length, 4);
});

test('a later join is sent at once on an open connection, else when the connection opens', () => {
  const { socket, wires, last, advance } = setup();
  socket.join({ kind: 'tick', symbol: 'A' });
  const leave = socket.join({ kind: 'tick', symbol: 'B' });
  leave();
  socket.join({ kind: 'tick', symbol: 'C' });
  assert.equal(wires.length, 1, 'one connection for all of them');
  last().onopen?.();
  assert.deepEqual(last().sent, ['{"join":"tick:A"}']);
  advance(1000);
  socket.join({ kind: 'ticks', category: 'bist' });
  assert.deepEqual(last().sent, [
    '{"join":"tick:A"}',
    '{"join":"tick:C"}',
    '{"join":"ticks:bist"}',
  ]);
  last().onclose?.();
  socket.join({ kind: 'tick', symbol: 'D' });
  assert.equal(wires.length, 1, 'a try waits already');
});

test('eight frames a second are sent, an eighth of a second apart', () => {
  const { socket, last, advance } = setup();
  for (let i = 0; i < 10; i++) socket.join({ kind: 'tick', symbol: `S${i}` });
  last().onopen?.();
  assert.equal(last().sent.length, 1);
  advance(124);
  assert.equal(last().sent.length, 1);
  advance(1);
  assert.equal(last().sent.length, 2);
  advance(875);
  assert.equal(last().sent.length, 9);
  const wire = last();
  wire.onclose?.();
  advance(125);
  assert.equal(wire.sent.length, 9, 'nothing is sent into a connection that is gone');
});

test('a retry on request replaces the scheduled one', () => {
  const { socket, wires, last, advance } = setup();
  socket.join({ kind: 'tick', symbol: 'A' });
  socket.retryNow();
  assert.equal(wires.length, 1, 'nothing is tried while a connection is being made');
  last().onopen?.();
  last().onclose?.();
  socket.retryNow();
  advance(60_000);
  assert.equal(wires.length, 2);
  last().onclose?.();
  socket.setAllowed(false);
  advance(60_000);
  assert.equal(wires.length, 2, 'nor is one made for a guest');
  socket.setAllowed(true);
  socket.setAllowed(true);
  assert.equal(wires.length, 3);
});

test('an interrupted connection is closed, and later events of a closed one are ignored', () => {
  const { socket, wires, last, advance, ticks } = setup();
  socket.interrupt();
  socket.join({ kind: 'tick', symbol: 'A' });
  last().onopen?.();
  advance(700);
  const wire = last();
  socket.interrupt();
  assert.ok(wire.closed);
  assert.deepEqual(socket.state, { phase: 'reconnecting', attempt: 1, lostMs: 700 });
  socket.interrupt();
  assert.equal(socket.state.attempt, 1);
  socket.retryNow();
  last().onopen?.();
  wire.onclose?.();
  assert.equal(socket.state.phase, 'connected');
  assert.equal(wires.length, 2);
  assert.deepEqual(ticks, []);
});

test('when a session begins, a page without subscriptions opens no connection', () => {
  const { socket, wires } = setup();
  socket.setAllowed(false);
  socket.setAllowed(true);
  assert.equal(wires.length, 0);
});

test('a tick of a category that is not followed is dropped, a tick without a known category is delivered', () => {
  const { socket, last, ticks, advance } = setup();
  socket.join({ kind: 'ticks', category: 'forex' });
  last().onopen?.();
  advance(1000);
  last().say([
    { s: 'BTCUSD', d: 1, p: 60_000 },
    { s: 'NEWUSD', d: 1, p: 2 },
    { s: 'EURUSD', d: 1, p: 1.1 },
  ]);
  advance(1000);
  assert.deepEqual(
    ticks.map(({ s }) => s),
    ['NEWUSD', 'EURUSD'],
  );
  assert.deepEqual(last().sent, ['{"join":"ticks:forex"}', '{"leave":"tick:BTCUSD"}']);
  last().onclose?.();
  socket.retryNow();
  last().onopen?.();
  advance(1000);
  last().say([{ s: 'BTCUSD', d: 2, p: 60_000 }]);
  advance(1000);
  assert.deepEqual(last().sent, ['{"join":"ticks:forex"}', '{"leave":"tick:BTCUSD"}'], 'once each');
});

test('only the valid ticks of a batch are delivered, and a batch without any is dropped', (t) => {
  const { socket, last, ticks, changed } = setup();
  const leave = socket.join({ kind: 'tick', symbol: 'A' });
  t.after(leave);
  last().onopen?.();
  const good = { s: 'A', d: 1, p: 1 };
  last().say([null, 'A', { ...good, s: 1 }, { ...good, d: null }, { ...good, p: '1' }, good]);
  assert.deepEqual(ticks, [good]);
  last().say({ analysis: 7 });
  last().say('analysis');
  last().say(4);
  assert.deepEqual(changed, []);
});

test('silent sources are those that the server named last, and none after a reconnect', () => {
  const { socket, last, silent, advance } = setup();
  socket.join({ kind: 'tick', symbol: 'EURUSD' });
  last().onopen?.();
  last().say({ silent: [{ source: 'binance', since: 5 }, { source: 7, since: 1 }, null] });
  last().say({ silent: 'binance' });
  last().say({ silent: [] });
  last().say({ silent: [{ source: 'kraken', since: 9 }] });
  last().close();
  advance(60_000);
  last().onopen?.();
  assert.deepEqual(silent, [
    [],
    [{ source: 'binance', since: 5 }],
    [],
    [{ source: 'kraken', since: 9 }],
    [],
  ]);
});
