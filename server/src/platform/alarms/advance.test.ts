import assert from 'node:assert/strict';
import test from 'node:test';
import { advance, type Sighting, type Step } from './advance.ts';
import type { StoredAlarm } from './alarm.ts';

const START = Date.UTC(2026, 10, 21, 11, 2);
const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const OF = { kind: 'disconnected', subject: 'binance' } as const;

/** An alarm that is looked at every five seconds; returns what is told in `lengthMs` of a state. */
function watch(holdMs: number) {
  let nowMs = START;
  let known: StoredAlarm | undefined;
  const look = (state: Sighting['state']): Step | null => {
    const held = state === 'holds' ? { sinceMs: nowMs, throughMs: nowMs } : null;
    const step = advance(OF, known, { state, held, facts: {} }, { nowMs, holdMs });
    if (step) known = step.alarm;
    return step;
  };
  const pass = (lengthMs: number, state: Sighting['state']): string[] => {
    const told: string[] = [];
    for (let atMs = 0; atMs < lengthMs; atMs += 5 * SECOND) {
      const tells = look(state)?.tells;
      if (tells) told.push(`${tells} ${(nowMs - START) / SECOND}`);
      nowMs += 5 * SECOND;
    }
    return told;
  };
  return { pass, known: () => known };
}

test('a condition is told once it has held for its time, and over after a minute without it', () => {
  const { pass, known } = watch(MINUTE);
  assert.deepEqual(pass(MINUTE, 'holds'), []);
  assert.deepEqual(pass(10 * MINUTE, 'holds'), ['begin 60']);
  assert.equal(known()?.beganMs, START);
  assert.deepEqual(pass(10 * MINUTE, 'absent'), ['over 720']);
  assert.equal(known()?.endedMs, START + 660 * SECOND, 'from the first look without it');
  assert.deepEqual(pass(10 * MINUTE, 'absent'), []);
});

test('a condition that ends before its time is not told', () => {
  const { pass, known } = watch(MINUTE);
  assert.deepEqual(pass(MINUTE, 'holds'), []);
  assert.deepEqual(pass(5 * MINUTE, 'absent'), []);
  assert.notEqual(known()?.endedMs, null);
  assert.deepEqual(pass(MINUTE, 'holds'), [], 'its time begins anew');
});

test('a condition that comes and goes within a minute is one alarm', () => {
  const { pass } = watch(0);
  const told: string[] = [];
  for (let time = 0; time < 40; time += 1) {
    told.push(...pass(5 * SECOND, 'holds'), ...pass(55 * SECOND, 'absent'));
  }
  assert.deepEqual(told, ['begin 0']);
});

test('an alarm that comes and goes is told three times in an hour, and again in the next', () => {
  const { pass, known } = watch(0);
  const begun: number[] = [];
  for (let time = 0; time < 40; time += 1) {
    const told = [...pass(5 * SECOND, 'holds'), ...pass(115 * SECOND, 'absent')];
    const begins = told.filter((one) => one.startsWith('begin'));
    assert.equal(told.length, 2 * begins.length, 'an end is told if its beginning was');
    begun.push(...begins.map((one) => Number(one.split(' ')[1]) / 60));
  }
  // Every two minutes for 80: three in the hour from minute 0, three in the hour from minute 60.
  assert.deepEqual(begun, [0, 2, 4, 60, 62, 64]);
  assert.equal(known()?.toldInHour, 3);
});

test('an alarm that was held back is told when the hour is over and it still lasts', () => {
  const { pass } = watch(0);
  for (let time = 0; time < 3; time += 1) {
    assert.equal([...pass(5 * SECOND, 'holds'), ...pass(115 * SECOND, 'absent')].length, 2);
  }
  assert.deepEqual(pass(54 * MINUTE, 'holds'), []);
  assert.deepEqual(pass(MINUTE, 'holds'), ['begin 3600']);
});

test('a condition that is not known ends no alarm that was told, and keeps no other one', () => {
  const { pass, known } = watch(0);
  assert.equal(pass(5 * SECOND, 'holds').length, 1);
  assert.deepEqual(pass(HOUR, 'unknown'), []);
  assert.deepEqual(pass(30 * SECOND, 'absent'), []);
  assert.deepEqual(pass(30 * SECOND, 'unknown'), []);
  assert.deepEqual(pass(MINUTE, 'absent'), [], 'the minute begins anew');
  assert.equal(pass(5 * SECOND, 'absent').length, 1);
  assert.notEqual(known()?.endedMs, null);

  const other = watch(MINUTE);
  assert.deepEqual(other.pass(30 * SECOND, 'holds'), []);
  assert.deepEqual(other.pass(10 * MINUTE, 'unknown'), []);
  assert.deepEqual(other.pass(30 * SECOND, 'holds'), [], 'not told for the ten minutes between');
});

test('a condition that began and ended while nothing could be stored is told afterwards', () => {
  const nowMs = START + 5 * MINUTE;
  const held = { sinceMs: START, throughMs: START + 4 * MINUTE };
  const sighting = { state: 'absent', held, facts: {} } as const;
  const step = advance(OF, undefined, sighting, { nowMs, holdMs: MINUTE });
  assert.equal(step?.tells, 'begin');
  assert.equal(step?.alarm.beganMs, START);
  const then = { nowMs: nowMs + 5 * SECOND, holdMs: MINUTE };
  const over = advance(OF, step?.alarm, { state: 'absent', held: null, facts: {} }, then);
  assert.equal(over?.tells, 'over');
  assert.equal(over?.alarm.endedMs, START + 4 * MINUTE);
  const short = { ...sighting, held: { sinceMs: START, throughMs: START + MINUTE - 1 } };
  assert.equal(advance(OF, undefined, short, { nowMs, holdMs: MINUTE })?.tells, null);
});
