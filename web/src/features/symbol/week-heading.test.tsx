import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Language } from '@rasat/contract';
import { show } from '../../testing/show.tsx';
import { WeekHeading } from './week-heading.tsx';
import { describeWeek } from './weeks.ts';

const MONDAY = Date.UTC(2026, 10, 16);
const levels = { buy: [1.02, 1.03], sell: [1.01, 1, 0.99] };
const bar = (high: number, low: number) => ({
  openTimeMs: MONDAY + 86_400_000,
  open: low,
  high,
  low,
  close: high,
  volume: 1,
});

async function read(
  t: TestContext,
  now: string,
  bars = [bar(1.015, 0.995)],
  language: Language = 'tr',
): Promise<string> {
  await show(
    t,
    <WeekHeading
      week={describeWeek(MONDAY, 'forex')}
      levels={levels}
      bars={bars}
      nowMs={Date.parse(`${now}Z`)}
    >
      {null}
    </WeekHeading>,
    { language },
  );
  return (document.body.textContent ?? '').replace(/\s+/g, ' ');
}

// The week of forex begins on Sunday 22:00 UTC, which is Monday 01:00 in Istanbul, and ends on Friday 22:00 UTC.
const phases: readonly [string, string, RegExp][] = [
  ['on the Saturday before', '2026-11-14T12:00', /^Pzt 01:00 başlarHafta 47 · 16 – 20 Kas$/],
  ['on the Sunday before', '2026-11-15T09:44', /^Yarın 01:00 başlarHafta 47/],
  ['an hour before it', '2026-11-15T21:30', /^Bugün 01:00 başlarHafta 47/],
  ['in it', '2026-11-18T16:00', /^Bu haftaHafta 47 · 16 – 20 Kas2 gün 6 saat kaldı$/],
  ['on its last day', '2026-11-20T16:30', /^Bu hafta.*5 saat kaldı$/],
  ['in its last minutes', '2026-11-20T21:48', /^Bu hafta.*12 dakika kaldı$/],
  [
    'after it',
    '2026-11-21T12:00',
    /^Hafta bittiHafta 47 · 16 – 20 Kasalış girişi görülmedi · satış TP1 görüldü$/,
  ],
];
for (const [name, now, words] of phases) {
  test(`${name} the heading says so`, async (t) => {
    assert.match(await read(t, now), words);
  });
}

test('an ended week shows the levels reached on both sides', async (t) => {
  const after = '2026-11-21T12:00';
  assert.match(
    await read(t, after, [bar(1.02, 1.011)]),
    /alış girişi görüldü · satış girişi görülmedi$/,
  );
  assert.match(await read(t, after, [bar(1.05, 0.9)], 'en'), /buy TP1 reached · sell TP2 reached$/);
});
