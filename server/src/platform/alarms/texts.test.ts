import assert from 'node:assert/strict';
import test from 'node:test';
import { ALARM_KINDS, LANGUAGES } from '@rasat/contract';
import type { StoredAlarm } from './alarm.ts';
import { alarmText, alarmTitle } from './texts.ts';

const ALARM: StoredAlarm = {
  kind: 'disk',
  subject: '',
  facts: { usedPercent: 91, freeMegabytes: 12_345 },
  // 14:02 in Istanbul.
  beganMs: Date.UTC(2026, 10, 21, 11, 2),
  toldMs: Date.UTC(2026, 10, 21, 11, 2),
  absentMs: null,
  endedMs: null,
  hourBeganMs: Date.UTC(2026, 10, 21, 11, 2),
  toldInHour: 1,
};
const CALENDAR: StoredAlarm = {
  ...ALARM,
  kind: 'calendar',
  subject: 'bist',
  // The last moment of 2027 in Istanbul.
  facts: { endsMs: Date.UTC(2027, 11, 31, 21) },
};
const text = (...given: Parameters<typeof alarmText>): string =>
  [alarmText(...given).title, ...alarmText(...given).paragraphs].join('\n');

test('a beginning has the figures, the time in Istanbul and what to do, in each language', () => {
  assert.match(text('tr', ALARM, 'begin'), /diski %91 dolu; 12\.345 MB boş yer var/);
  assert.match(text('tr', ALARM, 'begin'), /Başlangıç: 21 Kasım 2026, 14:02 \(TSİ\)/);
  assert.match(text('az', ALARM, 'begin'), /diski 91% doludur; 12\.345 MB boş yer qalıb/);
  assert.match(text('az', ALARM, 'begin'), /Başlanğıc: 21 noyabr 2026, 14:02 \(İstanbul vaxtı\)/);
  assert.match(text('en', ALARM, 'begin'), /91% full; 12,345 MB are free/);
  assert.match(text('en', ALARM, 'begin'), /Since: 21 November 2026, 14:02 \(Istanbul time\)/);
  assert.match(text('en', ALARM, 'begin'), /Delete unneeded files/);
});

test('a calendar ends with its last known day', () => {
  assert.match(text('tr', CALENDAR, 'begin'), /yalnızca 31 Aralık 2027 tarihine kadar/);
  assert.match(text('az', CALENDAR, 'begin'), /bu tarixədək məlumdur: 31 dekabr 2027/);
  assert.match(text('en', CALENDAR, 'begin'), /known only until 31 December 2027/);
});

test('the last beginning of an hour says until when no other one is told', () => {
  assert.doesNotMatch(text('en', ALARM, 'begin'), /within an hour/);
  const third = { ...ALARM, toldInHour: 3 };
  assert.match(text('tr', third, 'begin'), /3 kez bildirildi.*21 Kasım 2026, 15:02/);
  assert.match(text('az', third, 'begin'), /3 dəfə bildirilib.*21 noyabr 2026, 15:02/);
  assert.match(text('en', third, 'begin'), /3 times within an hour.*21 November 2026, 15:02/);
});

test('an end has both times, and every kind has its own words in every language', () => {
  const over = { ...ALARM, endedMs: Date.UTC(2026, 10, 21, 12, 30) };
  assert.match(text('en', over, 'over'), /14:02.*\nUntil: 21 November 2026, 15:30/);
  const said = new Set<string>();
  for (const language of LANGUAGES) {
    for (const kind of ALARM_KINDS) {
      const alarm = { ...CALENDAR, kind, subject: kind === 'disk' ? '' : 'adı' };
      for (const tells of ['begin', 'over'] as const) said.add(text(language, alarm, tells));
      assert.equal(alarmTitle(language, alarm), alarmText(language, alarm, 'begin').title);
      assert.doesNotMatch(alarmTitle(language, alarm), /\n|undefined/);
    }
  }
  assert.equal(said.size, LANGUAGES.length * ALARM_KINDS.length * 2);
});
