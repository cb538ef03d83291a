import assert from 'node:assert/strict';
import test from 'node:test';
import { checkRow, type EndToCheck } from '../independent/check-row.ts';
import { prepareBars } from '../independent/prepared-bars.ts';
import { MARKETS } from '../testing/gappy-markets.ts';
import { publishRows } from '../testing/published-rows.ts';
import { openLegs, voidDraft } from './ended.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Monday 2024-01-01. */
const MONDAY = Date.UTC(2024, 0, 1);

test('the legs that are open at the end are those without an outcome', () => {
  const row = { kind: 'box', detail: {} } as const;
  assert.deepEqual(openLegs(row, [], MONDAY, false), ['tp1', 'tp2']);
  assert.deepEqual(openLegs(row, [{ leg: 'tp1', status: 1 }], MONDAY, false), ['tp2']);
  const both = [
    { leg: 'tp1', status: -1 },
    { leg: 'tp2', status: -1 },
  ] as const;
  assert.deepEqual(openLegs(row, both, MONDAY, false), []);
});

test('the entry of a weekly set is open until its week is over, and its targets after an entry', () => {
  const row = { kind: 'levels', detail: { d: MONDAY } } as const;
  const entry = { leg: 'entry', status: null } as const;
  assert.deepEqual(openLegs(row, [], MONDAY + 7 * DAY - 1, false), ['entry']);
  assert.deepEqual(openLegs(row, [], MONDAY + 7 * DAY, false), []);
  // A week of forex ends on Sunday at midnight UTC, a day earlier.
  assert.deepEqual(openLegs(row, [], MONDAY + 6 * DAY - 1, true), ['entry']);
  assert.deepEqual(openLegs(row, [], MONDAY + 6 * DAY, true), []);
  assert.deepEqual(openLegs(row, [entry], MONDAY + 30 * DAY, false), ['tp1', 'tp2']);
});

for (const { name, rules, columns } of MARKETS) {
  test(`void legs at any end are those that the second resolver expects: ${name}`, () => {
    let voided = 0;
    for (const back of [900, 555, 333, 210, 101, 1]) {
      const length = columns.length - back;
      const short = { ...columns, length };
      const bars = prepareBars(short, rules);
      const lastMs = (columns.openTimeMs[length - 1] ?? 0) + bars.lengthMs;
      const close = columns.close[length - 1] ?? 0;
      const atMs = lastMs + 5 * HOUR + 1;
      const end: EndToCheck = { seq: 77, reason: 'split', atMs };
      for (const [index, { row, outcomes }] of publishRows(short, rules).entries()) {
        const open = openLegs(row, outcomes, atMs, rules.fx).map((leg) => ({
          ...voidDraft(leg, '1.0.0', { seq: 77, reason: 'split', atMs, close, inputHash: '' }),
          createdAt: atMs,
        }));
        voided += open.length;
        if (open.length === 0 && index % 25 > 0) continue;
        assert.deepEqual(checkRow(row, [...outcomes, ...open], bars, { end }), [], row.eventKey);
        for (const [at, { leg }] of open.entries()) {
          const causes = (change: object, own: EndToCheck | null = end): string[] =>
            checkRow(
              row,
              [...outcomes, ...open.map((one, i) => (i === at ? { ...one, ...change } : one))],
              bars,
              { end: own },
            )
              .filter((found) => found.leg === leg)
              .map(({ cause }) => cause);
          assert.deepEqual(causes({ barTime: atMs - HOUR }), ['void-unfounded']);
          assert.deepEqual(causes({ price: close + 1 }), ['void-unfounded']);
          assert.deepEqual(causes({ r: 0 }), ['void-unfounded']);
          assert.deepEqual(causes({ detail: { ended: 78, reason: 'split' } }), ['void-unfounded']);
          assert.deepEqual(causes({ detail: { ended: 77, reason: 'rename' } }), ['void-unfounded']);
          assert.deepEqual(causes({}, null), ['void-unfounded'], 'the series goes on');
          assert.deepEqual(causes({}, { ...end, seq: null }), ['void-unfounded']);
          assert.deepEqual(
            causes({ barTime: lastMs - 1 }, { ...end, atMs: lastMs - 1 }),
            ['void-unfounded'],
            'a bar closes later',
          );
          assert.deepEqual(
            checkRow(row, [...outcomes, ...open.toSpliced(at, 1)], bars, { end }).map(
              (found) => `${found.leg} ${found.cause}`,
            ),
            [`${leg} void-missing`],
          );
        }
        for (const [at, outcome] of outcomes.entries()) {
          if (outcome.status !== -1) continue;
          const said = { seq: 77, reason: 'split', atMs, close, inputHash: '' } as const;
          const own = voidDraft(outcome.leg, '1.0.0', said);
          const made = outcomes.with(at, { ...own, createdAt: atMs });
          assert.ok(
            checkRow(row, [...made, ...open], bars, { end }).some(
              ({ cause, leg }) => cause === 'void-decided' && leg === outcome.leg,
            ),
            'a loser is not void',
          );
          break;
        }
      }
    }
    assert.ok(voided > 5, `${voided} legs were open`);
  });
}
