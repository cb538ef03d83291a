import assert from 'node:assert/strict';
import test from 'node:test';
import { playedShare, resumeSeconds } from './played-share.ts';

test('a played range counts once', () => {
  assert.equal(playedShare(0, 1000, [{ start: 0, end: 250 }]), 0.25);
  assert.equal(
    playedShare(0, 1000, [
      { start: 0, end: 100 },
      { start: 500, end: 600 },
    ]),
    0.2,
  );
});

test('a range played in an earlier visit does not count again', () => {
  assert.equal(playedShare(0.5, 1000, [{ start: 100, end: 400 }]), 0.5);
  assert.equal(playedShare(0.5, 1000, [{ start: 400, end: 600 }]), 0.6);
});

test('a jump to the end does not count as played', () => {
  assert.equal(playedShare(0, 1000, [{ start: 990, end: 1000 }]), 0.01);
  assert.equal(playedShare(0, 1000, []), 0);
});

test('a share stays between 0 and 1, and is unchanged while the duration is unknown', () => {
  assert.equal(playedShare(0.95, 1000, [{ start: 0, end: 5000 }]), 1);
  assert.equal(playedShare(0.3, Number.NaN, [{ start: 0, end: 10 }]), 0.3);
  assert.equal(playedShare(0.3, Number.POSITIVE_INFINITY, []), 0.3);
});

test('a video resumes at its last position, and restarts after its end', () => {
  assert.equal(resumeSeconds(620.5, 7200), 620.5);
  assert.equal(resumeSeconds(7190, 7200), 0);
  assert.equal(resumeSeconds(9000, 7200), 0, 'the position is after the end of a shorter video');
  assert.equal(resumeSeconds(0, 7200), 0);
});
