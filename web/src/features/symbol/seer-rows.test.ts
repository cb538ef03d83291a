import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeerReply } from './replies.ts';
import { composeSeerRows } from './seer-rows.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-08-31T12:00:00Z');

const seer = (datetime: number, way = true) => ({
  datetime,
  way,
  level: 1.1,
  confirmed: datetime,
  basis: {},
});
const empty: SeerReply = {
  seer: null,
  closeSeer: null,
  reverseSeer: null,
  tradeCondition: null,
  crystalSeer: null,
  atr: null,
  computedAt: null,
  engineVersion: null,
  inputHash: null,
  serverTime: NOW,
};

test('a seer is the main one from ninety times 24 hours on', () => {
  const word = (ageMs: number) => composeSeerRows({ ...empty, seer: seer(NOW - ageMs) }).seer?.word;
  assert.equal(word(90 * DAY), 'main');
  assert.equal(word(90 * DAY - 1), 'middle');
});

test('the age counts whole days of the server, not of the page', () => {
  const rows = composeSeerRows({ ...empty, seer: seer(NOW - 118 * DAY - 5) });
  assert.equal(rows.seer?.ageDays, 118);
});

test('the close seer is safe on the side of the main one, and has no label without it', () => {
  const close = seer(NOW - DAY, false);
  const word = (main: SeerReply['seer']) =>
    composeSeerRows({ ...empty, seer: main, closeSeer: close }).close?.word;
  assert.equal(word(seer(NOW, false)), 'safe');
  assert.equal(word(seer(NOW, true)), 'risky');
  assert.equal(word(null), null);
});

test('the reverse seer is the middle band for six calendar months', () => {
  const serverTime = Date.parse('2026-08-28T12:00:00Z');
  const word = (iso: string) =>
    composeSeerRows({ ...empty, serverTime, reverseSeer: seer(Date.parse(iso)) }).reverse?.word;
  assert.equal(word('2026-02-28T12:00:01Z'), 'middleBand');
  assert.equal(word('2026-02-28T12:00:00Z'), 'opposite');
});

test('the crystal seer has its cluster', () => {
  const crystalSeer = { d: NOW - 3 * DAY, way: false, level: 1.2, confirmed: NOW, basis: {} };
  assert.deepEqual(composeSeerRows({ ...empty, crystalSeer }).crystal, {
    way: false,
    level: 1.2,
    timeMs: NOW - 3 * DAY,
    ageDays: 3,
  });
});

test('a young symbol has no seers', () => {
  assert.deepEqual(composeSeerRows(empty), {
    seer: null,
    close: null,
    reverse: null,
    crystal: null,
  });
});
