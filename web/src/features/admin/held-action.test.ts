import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHolder } from './held-action.ts';

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
  const action = (name: string) => ({
    run: (closing: boolean) => void done.push(closing ? `${name} at once` : name),
    takeBack: () => void done.push(`not ${name}`),
  });
  return { time, done, action, holder: createHolder(6000, time) };
}

test('an action happens when its time is over, and only once', () => {
  const { time, done, action, holder } = setup();
  holder.hold(action('a'));
  time.pass(5999);
  assert.deepEqual(done, []);
  time.pass(1);
  assert.deepEqual(done, ['a']);
  holder.release(false);
  time.pass(60_000);
  assert.deepEqual(done, ['a']);
});

test('an action that was taken back never happens', () => {
  const { time, done, action, holder } = setup();
  holder.hold(action('a'));
  holder.takeBack();
  holder.takeBack();
  time.pass(60_000);
  assert.deepEqual(done, ['not a']);
});

test('the next action lets the one before happen; closing the page lets the last one happen', () => {
  const { done, action, holder } = setup();
  holder.hold(action('a'));
  holder.hold(action('b'));
  assert.deepEqual(done, ['a']);
  holder.release(true);
  assert.deepEqual(done, ['a', 'b at once']);
  assert.equal(holder.held(), null);
});

test('a listener is called at every change until it unsubscribes', () => {
  const { time, action, holder } = setup();
  const seen: boolean[] = [];
  const stop = holder.subscribe(() => seen.push(holder.held() !== null));
  holder.release(false);
  assert.deepEqual(seen, [], 'nothing was held');
  holder.hold(action('a'));
  holder.takeBack();
  holder.hold(action('b'));
  time.pass(6000);
  assert.deepEqual(seen, [true, false, true, false]);
  stop();
  holder.hold(action('c'));
  assert.equal(seen.length, 4);
});

test('the wait pauses while the undo button has the pointer', () => {
  const { time, done, action, holder } = setup();
  holder.hold(action('a'));
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
