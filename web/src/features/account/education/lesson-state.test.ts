import assert from 'node:assert/strict';
import test from 'node:test';
import { findWebAddress, lessonState, readNumber, splitMinutes } from './lesson-state.ts';

const video = { kind: 'file', url: '/api/videos/a' } as const;

test('a lesson without its video is pending, even when an earlier video was played', () => {
  assert.equal(lessonState({ state: 'pending', video: null, progress: 0 }), 'pending');
  assert.equal(lessonState({ state: 'pending', video: null, progress: 1 }), 'pending');
});

test('a lesson is ready, started, or from 90 per cent on watched', () => {
  const of = (progress: number) => lessonState({ state: 'ready', video, progress });
  assert.deepEqual([0, 0.01, 0.899, 0.9, 1].map(of), [
    'ready',
    'started',
    'started',
    'watched',
    'watched',
  ]);
});

test('a length is split into hours and minutes', () => {
  assert.deepEqual(splitMinutes(125), { hours: 2, minutes: 5 });
  assert.deepEqual(splitMinutes(120), { hours: 2, minutes: 0 });
  assert.deepEqual(splitMinutes(6), { hours: 0, minutes: 6 });
});

test('only http and https addresses are opened', () => {
  assert.equal(findWebAddress('https://video.example/a?b'), 'https://video.example/a?b');
  assert.equal(findWebAddress('http://video.example'), 'http://video.example');
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/api/videos/a', '', 'ftp://a']) {
    assert.equal(findWebAddress(url), null, url);
  }
});

test('a lesson number in the address is valid only within the course', () => {
  assert.equal(readNumber('4', 8), 4);
  for (const text of [null, '', '0', '9', '04', '4.5', '-1', 'four', '99999999999']) {
    assert.equal(readNumber(text, 8), null, String(text));
  }
});
