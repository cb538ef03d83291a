import assert from 'node:assert/strict';
import test from 'node:test';
import {
  createPlaybackTracker,
  formatPlayTime,
  type PlaybackProgress,
} from './playback-tracker.ts';

function tracker(before: number) {
  let nowMs = 0;
  const sent: PlaybackProgress[] = [];
  const made = createPlaybackTracker(
    before,
    (progress) => sent.push(progress),
    () => nowMs,
  );
  return {
    ...made,
    sent,
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('a playing video sends its progress every 15 seconds, and the rest at a pause', () => {
  const { update, flush, wait, sent } = tracker(0);
  for (let second = 1; second <= 40; second += 1) {
    wait(1000);
    update(second, 100, [{ start: 0, end: second }]);
  }
  assert.deepEqual(sent, [
    { position: 15, progress: 0.15 },
    { position: 30, progress: 0.3 },
  ]);
  flush();
  assert.deepEqual(sent.at(-1), { position: 40, progress: 0.4 });
  flush();
  update(40, 100, [{ start: 0, end: 40 }]);
  flush();
  assert.equal(sent.length, 3, 'nothing is sent twice');
});

test('a video that was opened but not played sends nothing', () => {
  const { update, flush, sent } = tracker(0.4);
  update(0, 100, []);
  flush();
  assert.deepEqual(sent, []);
});

test('the played share is kept when the address of the video is renewed', () => {
  const { update, flush, restart, sent } = tracker(0.1);
  update(30, 100, [{ start: 10, end: 30 }]);
  restart();
  update(40, 100, [{ start: 30, end: 40 }]);
  flush();
  assert.deepEqual(sent, [{ position: 40, progress: 0.4 }]);
});

test('a position is formatted as players do', () => {
  assert.deepEqual([5, 125, 3725, 36_000, -1].map(formatPlayTime), [
    '0:05',
    '2:05',
    '1:02:05',
    '10:00:00',
    '0:00',
  ]);
});
