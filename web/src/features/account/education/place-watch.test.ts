import assert from 'node:assert/strict';
import test from 'node:test';
import { createPlaceWatch, formatPlayTime, type PlayPlace } from './place-watch.ts';

function watch(before: number) {
  let nowMs = 0;
  const told: PlayPlace[] = [];
  const made = createPlaceWatch(
    before,
    (place) => told.push(place),
    () => nowMs,
  );
  return {
    ...made,
    told,
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('a video that plays tells its place every fifteen seconds, and the rest at a stop', () => {
  const { look, flush, wait, told } = watch(0);
  for (let second = 1; second <= 40; second += 1) {
    wait(1000);
    look(second, 100, [{ start: 0, end: second }]);
  }
  assert.deepEqual(told, [
    { position: 15, progress: 0.15 },
    { position: 30, progress: 0.3 },
  ]);
  flush();
  assert.deepEqual(told.at(-1), { position: 40, progress: 0.4 });
  flush();
  look(40, 100, [{ start: 0, end: 40 }]);
  flush();
  assert.equal(told.length, 3, 'nothing is told twice');
});

test('a video that was opened and not played tells nothing', () => {
  const { look, flush, told } = watch(0.4);
  look(0, 100, []);
  flush();
  assert.deepEqual(told, []);
});

test('what was played stays counted when the address of the video is renewed', () => {
  const { look, flush, restart, told } = watch(0.1);
  look(30, 100, [{ start: 10, end: 30 }]);
  restart();
  look(40, 100, [{ start: 30, end: 40 }]);
  flush();
  assert.deepEqual(told, [{ position: 40, progress: 0.4 }]);
});

test('a place is written as players write it', () => {
  assert.deepEqual([5, 125, 3725, 36_000, -1].map(formatPlayTime), [
    '0:05',
    '2:05',
    '1:02:05',
    '10:00:00',
    '0:00',
  ]);
});
