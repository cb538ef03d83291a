import assert from 'node:assert/strict';
import test from 'node:test';
import { createClock, createManualClock } from './clock.ts';

test('a shifted clock shows another time at the real pace', () => {
  const clock = createClock({ kind: 'shifted', offsetMs: -86_400_000 });
  const before = Date.now();
  const shown = clock.now() + 86_400_000;
  assert.ok(before <= shown && shown <= Date.now());
});

test('an accelerated clock runs its timers at its own pace', async () => {
  const startMs = Date.UTC(2024, 0, 1);
  const clock = createClock({ kind: 'accelerated', startMs, realStartMs: Date.now(), speed: 3600 });
  const realMs = performance.now();
  await clock.sleep(3_600_000 / 4);
  assert.ok(performance.now() - realMs < 60_000, 'a quarter of an hour is a quarter of a second');
  assert.ok(clock.now() >= startMs + 3_600_000 / 4 - 4000);
});

test('two clocks of the same settings agree, whenever they are made', async () => {
  const settings = {
    kind: 'accelerated',
    startMs: 0,
    realStartMs: Date.now(),
    speed: 100,
  } as const;
  const first = createClock(settings);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const before = first.now();
  const shown = createClock(settings).now();
  assert.ok(before <= shown && shown <= first.now());
});

test('a timer beyond what the machine can wait for does not fire at once', async () => {
  const clock = createClock();
  let fired = false;
  const timer = clock.setTimeout(() => {
    fired = true;
  }, 60 * 86_400_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  timer.cancel();
  assert.equal(fired, false);
});

test('a sleep ends with the reason when it is aborted', async () => {
  const stop = new AbortController();
  const sleeping = createClock().sleep(60_000, stop.signal);
  stop.abort(new Error('enough'));
  await assert.rejects(sleeping, /enough/);
  await assert.rejects(createClock().sleep(1, stop.signal), /enough/);
});

test('a manual clock fires what falls due, in order of time', async () => {
  const clock = createManualClock(1000);
  const seen: string[] = [];
  clock.setTimeout(() => seen.push(`b${clock.now()}`), 20);
  clock.setTimeout(() => seen.push(`a${clock.now()}`), 10);
  const every = clock.setInterval(() => seen.push(`every${clock.now()}`), 15);
  await clock.advance(30);
  every.cancel();
  await clock.advance(100);
  assert.deepEqual(seen, ['a1010', 'every1015', 'b1020', 'every1030']);
  assert.equal(clock.now(), 1130);
});

test('after a stop of the process a manual clock fires what is late before it yields', async () => {
  const clock = createManualClock(1000);
  const seen: string[] = [];
  clock.setTimeout(() => seen.push(`b${clock.now()}`), 20);
  clock.setTimeout(() => seen.push(`a${clock.now()}`), 10);
  clock.setTimeout(() => seen.push(`c${clock.now()}`), 31);
  clock.suspend(30);
  const advanced = clock.advance(5);
  assert.deepEqual(seen, ['a1030', 'b1030']);
  await advanced;
  assert.deepEqual(seen, ['a1030', 'b1030', 'c1031']);
});
