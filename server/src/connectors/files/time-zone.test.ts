import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BarFileError } from './formats.ts';
import { createZone } from './time-zone.ts';

const at = (text: string): number => Date.parse(`${text}Z`);
const inZone = (name: string, text: string, after = Number.NEGATIVE_INFINITY): string => {
  const utcMs = createZone(name).toUtcMs(at(text), after);
  return Number.isNaN(utcMs) ? 'skipped' : new Date(utcMs).toISOString().slice(0, 16);
};

test('fixed offsets in every spelling', () => {
  for (const name of ['-05:00', '-5', 'UTC-5', 'GMT-05:00', '-0500']) {
    assert.equal(inZone(name, '2024-07-01T17:00'), '2024-07-01T22:00', name);
  }
  for (const name of ['UTC', 'utc', 'GMT', 'Z', '+00:00']) {
    assert.equal(inZone(name, '2024-07-01T17:00'), '2024-07-01T17:00', name);
  }
  assert.equal(inZone('+05:30', '2024-07-01T17:00'), '2024-07-01T11:30');
});

test('named zones follow their clocks', () => {
  assert.equal(inZone('America/New_York', '2024-01-15T09:30'), '2024-01-15T14:30');
  assert.equal(inZone('America/New_York', '2024-07-15T09:30'), '2024-07-15T13:30');
  assert.equal(inZone('Europe/Istanbul', '2016-01-15T10:00'), '2016-01-15T08:00');
  assert.equal(inZone('Europe/Istanbul', '2017-01-15T10:00'), '2017-01-15T07:00');
  assert.equal(inZone('America/New_York', '1901-05-01T12:00'), '1901-05-01T17:00');
});

test('a repeated hour is taken in order, a skipped one is none', () => {
  const first = at('2024-10-27T00:30');
  assert.equal(inZone('Europe/Berlin', '2024-10-27T02:30'), '2024-10-27T00:30');
  assert.equal(inZone('Europe/Berlin', '2024-10-27T02:30', first), '2024-10-27T01:30');
  assert.equal(inZone('Europe/Berlin', '2024-10-27T03:00', first), '2024-10-27T02:00');
  assert.equal(inZone('Europe/Berlin', '2024-03-31T02:30'), 'skipped');
  assert.equal(inZone('Europe/Berlin', '2024-03-31T03:00'), '2024-03-31T01:00');
});

test('every half hour of some years goes there and back', () => {
  for (const name of [
    'America/New_York',
    'Europe/Athens',
    'Europe/Istanbul',
    'Australia/Lord_Howe',
  ]) {
    const zone = createZone(name);
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    let beforeMs = Number.NEGATIVE_INFINITY;
    for (let utcMs = at('2014-01-01T00:00'); utcMs < at('2018-01-01T00:00'); utcMs += 1_800_000) {
      const localMs = at(format.format(utcMs).replace(' ', 'T'));
      assert.equal(
        zone.toUtcMs(localMs, beforeMs),
        utcMs,
        `${name} ${new Date(utcMs).toISOString()}`,
      );
      beforeMs = utcMs;
    }
  }
});

test('an unknown zone is refused', () => {
  for (const name of ['Mars/Base', '', '+15:00', 'local']) {
    assert.throws(
      () => createZone(name),
      (error) => error instanceof BarFileError && error.code === 'time-zone',
      name,
    );
  }
});
