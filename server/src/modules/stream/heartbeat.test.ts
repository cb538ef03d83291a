import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Heartbeat } from './heartbeat.ts';

/** A heartbeat every 15 s whose time the test passes. */
function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let beaten: number[] = [];
  let nowMs = 500_000;
  const heart = new Heartbeat<number>({
    periodMs: 15_000,
    beat: (one) => beaten.push(one),
    now: () => nowMs,
  });
  t.after(() => heart.stop());
  /** Lets so many milliseconds pass, ten at a time; for whom the heart beat in each of these turns. */
  const pass = (ms: number): number[][] =>
    Array.from({ length: ms / 10 }, () => {
      beaten = [];
      nowMs += 10;
      t.mock.timers.tick(10);
      return beaten;
    });
  /** Lets so many milliseconds pass before the timer has its turn; for whom the heart beats then. */
  const passBusy = (ms: number): number[] => {
    beaten = [];
    nowMs += ms;
    t.mock.timers.tick(50);
    return beaten;
  };
  return { heart, pass, passBusy };
}

const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

test('five thousand that come within ten seconds have one beat each in a period, 25 at a time', (t) => {
  const { heart, pass } = start(t);
  const all = Array.from({ length: 5000 }, (_, one) => one);
  for (const one of all) {
    heart.add(one);
    if (one % 5 === 4) assert.deepEqual(pass(10), [[]]);
  }
  // What is left of the period of the last ones.
  assert.equal(pass(5000).flat().length, 25);
  for (let period = 0; period < 3; period++) {
    const turns = pass(15_000);
    assert.deepEqual(ascending(turns.flat()), all);
    assert.equal(Math.max(...turns.map((turn) => turn.length)), 25);
  }
});

test('the first beat is after a period, and the next one after another', (t) => {
  const { heart, pass } = start(t);
  heart.add(1);
  assert.deepEqual(pass(14_990).flat(), []);
  assert.deepEqual(pass(10).flat(), [1]);
  assert.deepEqual(pass(14_990).flat(), []);
  assert.deepEqual(pass(10).flat(), [1]);
});

test('a busy process that has a turn each 150 ms keeps the period', (t) => {
  const { heart, passBusy } = start(t);
  heart.add(1);
  passBusy(150);
  heart.add(2);
  const turns = Array.from({ length: 300 }, () => passBusy(150));
  const whenBeaten = (one: number) => turns.flatMap((turn, at) => (turn.includes(one) ? [at] : []));
  assert.deepEqual(whenBeaten(1), [98, 198, 298]);
  assert.deepEqual(whenBeaten(2), [99, 199, 299]);
});

test('after a standstill of a minute each has one beat, and then as before', (t) => {
  const { heart, pass, passBusy } = start(t);
  const all = Array.from({ length: 300 }, (_, one) => one);
  for (const one of all) {
    heart.add(one);
    pass(50);
  }
  assert.deepEqual(ascending(passBusy(60_000)), all);
  const turns = pass(15_000);
  assert.deepEqual(ascending(turns.flat()), all);
  assert.equal(Math.max(...turns.map((turn) => turn.length)), 1);
});

test('one that has left has no beat', (t) => {
  const { heart, pass } = start(t);
  for (const one of [1, 2, 3]) heart.add(one);
  pass(15_000);
  heart.delete(2);
  heart.delete(7);
  assert.deepEqual(pass(15_000).flat(), [1, 3]);
});

test('after a stop there is no beat', (t) => {
  const { heart, pass } = start(t);
  heart.add(1);
  heart.stop();
  assert.deepEqual(pass(30_000).flat(), []);
});
