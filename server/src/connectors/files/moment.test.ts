import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { momentOfDay, readMilliseconds, readMoment } from './moment.ts';

const local = (text: string): string => {
  const moment = readMoment(text);
  if (!moment) return 'refused';
  assert.ok(Number.isNaN(moment.utcMs), `${text} is a local time`);
  return new Date(moment.wallMs).toISOString();
};
const utc = (text: string): string => {
  const moment = readMoment(text);
  return moment ? new Date(moment.utcMs).toISOString() : 'refused';
};

test('local times in the shapes that vendors write', () => {
  for (const text of [
    '2024-03-11 10:05:00',
    '2024-03-11T10:05:00',
    '2024-03-11 10:05',
    '2024.03.11 10:05',
    '2024/03/11 10:05',
    '20240311 100500',
    '20240311 10:05',
    '11.03.2024 10:05:00.000',
  ]) {
    assert.equal(local(text), '2024-03-11T10:05:00.000Z', text);
  }
  for (const text of ['2024-03-11', '2024.03.11', '2024/03/11', '20240311', '11.03.2024']) {
    assert.equal(local(text), '2024-03-11T00:00:00.000Z', text);
  }
  assert.equal(local('2024-03-31 23:59:59.250'), '2024-03-31T23:59:59.250Z');
});

test('instants by offset or epoch', () => {
  for (const text of [
    '2024-03-11T10:05:00Z',
    '2024-03-11 10:05:00 UTC',
    '2024-03-11 13:05:00+03:00',
    '2024-03-11T05:05:00.000-0500',
    '1710151500000',
    '1710151500',
    '1710151500000000',
    '1710151500.0',
  ]) {
    assert.equal(utc(text), '2024-03-11T10:05:00.000Z', text);
  }
});

test('what is no time, or a guess, is refused', () => {
  for (const text of [
    '',
    'Date',
    '2024-02-30',
    '2023-02-29 10:00',
    '2024-13-01',
    '2024-00-10',
    '2024-03-11 24:00',
    '2024-03-11 10:60',
    '03/04/2024',
    '2024-03.11',
    '1899-12-31',
    '2100-01-01',
    '12',
    '99999999999999999999',
    '2024-03-1a 10:00:00',
  ]) {
    assert.equal(readMoment(text), undefined, text);
  }
  assert.equal(local('2024-02-29'), '2024-02-29T00:00:00.000Z');
});

test('every minute of two centuries is read back, in every shape', () => {
  fc.assert(
    fc.property(fc.integer({ min: -36_000_000, max: 68_000_000 }), (minute) => {
      const iso = new Date(minute * 60_000).toISOString();
      const [date, time] = [iso.slice(0, 10), iso.slice(11, 16)];
      const bare = date.replaceAll('-', '');
      const [year, month, day] = date.split('-');
      for (const text of [
        `${date} ${time}`,
        `${date}T${time}:00`,
        `${date.replaceAll('-', '.')} ${time}`,
        `${bare} ${time}`,
        `${bare} ${time.replace(':', '')}00`,
        `${day}.${month}.${year} ${time}`,
      ]) {
        assert.equal(readMoment(text)?.wallMs, minute * 60_000, text);
      }
    }),
  );
});

test('milliseconds of a day', () => {
  const dayMs = Date.UTC(2024, 2, 11);
  assert.equal(momentOfDay(dayMs, '34200000')?.wallMs, dayMs + 34_200_000);
  assert.equal(momentOfDay(dayMs, '86400000'), undefined);
  assert.equal(momentOfDay(dayMs, '-1'), undefined);
});

test('milliseconds of the epoch, from before it on', () => {
  assert.equal(readMilliseconds('-631152000000')?.utcMs, Date.UTC(1950, 0, 1));
  assert.equal(readMilliseconds('0')?.utcMs, 0);
  assert.equal(readMilliseconds('86400000')?.utcMs, Date.UTC(1970, 0, 2));
  for (const text of ['', '-', '1.5', '1e12', '-2208988800001', '4102444800000', ' 5']) {
    assert.equal(readMilliseconds(text), undefined, text);
  }
});
