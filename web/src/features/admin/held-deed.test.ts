import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHolder } from './held-deed.ts';

/** A clock that the test moves. */
function clock() {
  const timers = new Map<number, { at: number; act: () => void }>();
  let now = 0;
  let last = 0;
  return {
    setTimeout: (act: () => void, ms: number) => {
      last += 1;
      timers.set(last, { at: now + ms, act });
      return last;
    },
    clearTimeout: (timer: unknown) => void timers.delete(timer as number),
    pass(ms: number) {
      now += ms;
      for (const [id, { at, act }] of timers) {
        if (at > now) continue;
        timers.delete(id);
        act();
      }
    },
  };
}

function setup() {
  const time = clock();
  const done: string[] = [];
  const deed = (name: string) => ({
    run: (closing: boolean) => void done.push(closing ? `${name} at once` : name),
    takeBack: () => void done.push(`not ${name}`),
  });
  return { time, done, deed, holder: createHolder(6000, time) };
}

test('a deed happens when its time is over, and only once', () => {
  const { time, done, deed, holder } = setup();
  holder.hold(deed('a'));
  time.pass(5999);
  assert.deepEqual(done, []);
  time.pass(1);
  assert.deepEqual(done, ['a']);
  holder.release(false);
  time.pass(60_000);
  assert.deepEqual(done, ['a']);
});

test('a deed that was taken back never happens', () => {
  const { time, done, deed, holder } = setup();
  holder.hold(deed('a'));
  holder.takeBack();
  holder.takeBack();
  time.pass(60_000);
  assert.deepEqual(done, ['not a']);
});

test('the next deed lets the one before happen; closing the page lets the last one happen', () => {
  const { done, deed, holder } = setup();
  holder.hold(deed('a'));
  holder.hold(deed('b'));
  assert.deepEqual(done, ['a']);
  holder.release(true);
  assert.deepEqual(done, ['a', 'b at once']);
  assert.equal(holder.held(), null);
});

test('who listens is told of every change until it stops listening', () => {
  const { time, deed, holder } = setup();
  const seen: boolean[] = [];
  const stop = holder.subscribe(() => seen.push(holder.held() !== null));
  holder.release(false);
  assert.deepEqual(seen, [], 'nothing was held');
  holder.hold(deed('a'));
  holder.takeBack();
  holder.hold(deed('b'));
  time.pass(6000);
  assert.deepEqual(seen, [true, false, true, false]);
  stop();
  holder.hold(deed('c'));
  assert.equal(seen.length, 4);
});

test('while somebody looks at the way back no time passes', () => {
  const { time, done, deed, holder } = setup();
  holder.hold(deed('a'));
  time.pass(4000);
  holder.rest();
  time.pass(60_000);
  assert.deepEqual(done, []);
  holder.go();
  time.pass(5999);
  assert.deepEqual(done, []);
  time.pass(1);
  assert.deepEqual(done, ['a']);
});
