import assert from 'node:assert/strict';
import test from 'node:test';
import { openPosition } from '@rasat/engine';
import { createHistory, followPosition, resolvePosition } from '../baselines/history.ts';
import { type RecordedEntry, recordedEntry } from '../rows/entry.ts';
import { MARKETS } from '../testing/gappy-markets.ts';
import { publishRows } from '../testing/published-rows.ts';
import { type EntryToMatch, matchEntries, matchedEntriesOf } from './matched-entries.ts';
import { prepareBars } from './prepared-bars.ts';

const DAY = 86_400_000;

for (const { name, rules, columns } of MARKETS) {
  test(`matched entries are those of the plain rule, with the first resolver's results: ${name}`, () => {
    const bars = prepareBars(columns, rules);
    const history = createHistory(columns, rules);
    const tc = (at: number): number => columns.openTimeMs[at]! + history.barMs;
    const tick = 1 / 10 ** rules.digits;
    /** Returns bar, risk, thousandths of both legs and undecided state of each entry, or null without any. */
    const reference = ({ way, risk, openedMs, expiryMs }: RecordedEntry): number[][] | null => {
      const own = columns.openTimeMs.findLastIndex((_, at) => tc(at) <= openedMs);
      if (history.dailyRange[own] === 0) return null;
      const candidates: number[] = [];
      for (let at = own + 1; at < columns.length - 1; at++) {
        if (tc(at) > openedMs + 365 * DAY) break;
        if ((columns.openTimeMs[at]! - columns.openTimeMs[own]!) % DAY === 0) candidates.push(at);
      }
      const n = candidates.length;
      if (n < 20) return null;
      const picks = Array.from({ length: 40 }, (_, j) => Math.floor(((j + 0.5) * n) / 40));
      return (n < 40 ? candidates : picks.map((pick) => candidates[pick]!)).map((at) => {
        const size = (risk * history.dailyRange[at]!) / history.dailyRange[own]!;
        const q = Math.max(2 * tick, size);
        const [sign, c, life] = [way === 'up' ? 1 : -1, columns.close[at]!, expiryMs - openedMs];
        const position = openPosition(sign, c, q, tc(at), tc(at) + life, rules.digits);
        followPosition(history, position, at);
        const { r1, r2, status1, status2 } = resolvePosition(history, position);
        // The sum with 0 turns -0 into 0.
        return [at, q, Math.round(r1 * 1000) + 0, Math.round(r2 * 1000) + 0, status1, status2];
      });
    };
    let compared = 0;
    for (const { row, outcomes } of publishRows(columns, rules)) {
      const entry = recordedEntry(row, outcomes.find(({ leg }) => leg === 'entry') ?? null);
      const expected = entry && reference(entry);
      const matched = matchedEntriesOf(row, bars);
      if (expected === null || typeof matched === 'string') {
        assert.equal(expected, null, row.eventKey);
        assert.equal(typeof matched, 'string', row.eventKey);
        assert.equal(matched === 'none', entry === null);
        continue;
      }
      compared += 1;
      const column = (at: number): number[] => expected.map((each) => each[at]!);
      const count = (at: number, value: number) =>
        column(at).filter((each) => each === value).length;
      assert.deepEqual([...matched.bars], column(0), row.eventKey);
      assert.deepEqual([...matched.risks], column(1), row.eventKey);
      assert.deepEqual([...matched.thousandths1], column(2), row.eventKey);
      assert.deepEqual([...matched.thousandths2], column(3), row.eventKey);
      assert.equal(
        matched.sum1,
        column(2).reduce((sum, each) => sum + each),
      );
      assert.equal(
        matched.sum2,
        column(3).reduce((sum, each) => sum + each),
      );
      assert.equal(matched.targets1, count(4, 1));
      assert.equal(matched.stops1, count(4, -1));
      assert.equal(matched.targets2, count(5, 1));
    }
    assert.ok(compared > 100, `${compared} rows`);
  });
}

/** Returns days of a flat price of 100 from 99 to 101, the last with its own low. */
function flatDays(count: number, lastLow = 99) {
  const column = (value: number) => new Float64Array(count).fill(value);
  const low = column(99);
  low[count - 1] = lastLow;
  return prepareBars(
    {
      length: count,
      openTimeMs: Float64Array.from({ length: count }, (_, at) => at * DAY),
      open: column(100),
      high: column(101),
      low,
      close: column(100),
    },
    { base: '1D', fx: false, digits: 2, category: 'index' },
  );
}

/** Returns an entry at the close of the 20th day. */
const entryFor = (days: number, risk = 10): EntryToMatch => {
  return { way: 1, risk, openedMs: 20 * DAY, expiryMs: (20 + days) * DAY };
};

test('fewer than 20 candidates are none, 20 to 39 are all, 40 and more are 40 evenly spaced', () => {
  const entriesWith = (candidates: number) => matchEntries(entryFor(5), flatDays(21 + candidates));
  assert.equal(entriesWith(19), 'wait');
  const barsWith = (candidates: number): number[] => {
    const matched = entriesWith(candidates);
    assert.ok(typeof matched !== 'string');
    return [...matched.bars];
  };
  // The entry is bar 19, so candidate k is bar 20 + k.
  assert.deepEqual(
    barsWith(20),
    Array.from({ length: 20 }, (_, k) => 20 + k),
  );
  assert.deepEqual(
    barsWith(39),
    Array.from({ length: 39 }, (_, k) => 20 + k),
  );
  assert.deepEqual(
    barsWith(40),
    Array.from({ length: 40 }, (_, k) => 20 + k),
  );
  // floor((2j + 1) * 41 / 80): 0, 1, ... for j below 20, then one more, since 41 * 41 / 80 = 21.01.
  assert.deepEqual(barsWith(41).slice(18, 22), [38, 39, 41, 42]);
  // floor((2j + 1) * 365 / 80): 4, 13, 22, ..., 360. Later bars are no candidates.
  for (const candidates of [365, 400]) {
    const bars = barsWith(candidates);
    assert.deepEqual([bars[0], bars[1], bars[2], bars[39]], [24, 33, 42, 380]);
  }
});

test('a row says why it has no matched entries', () => {
  assert.equal(matchEntries({ ...entryFor(5), openedMs: 19 * DAY }, flatDays(500)), 'days');
  assert.equal(matchEntries({ ...entryFor(5), openedMs: -1 }, flatDays(500)), 'days');
  const gap = flatDays(40);
  // Twenty days, then nothing until more than a year after the entry.
  for (let at = 20; at < 40; at++) gap.openTimeMs[at] = (at + 365) * DAY;
  assert.equal(matchEntries(entryFor(5), gap), 'few');
});

test('a matched entry risks at least two ticks, and an exact touch is a stop', () => {
  // docs/analysis.md, Matched entries: the stop of a close of 100 is 99.98.
  const stopsWith = (low: number): number[] => {
    const bars = flatDays(41);
    bars.low.fill(low, 20);
    // The ranges keep the daily range at 2.
    bars.high.fill(low + 2, 20);
    const matched = matchEntries({ ...entryFor(1, 0.0001), way: 1 }, bars);
    assert.ok(typeof matched !== 'string');
    return [matched.bars.length, matched.stops1, matched.thousandths1[0]!, matched.risks[0]!];
  };
  assert.deepEqual(stopsWith(99.98), [20, 20, -1000, 0.02]);
  assert.deepEqual(stopsWith(99.99).slice(0, 3), [20, 0, 1000]);
});

test('an undecided entry counts with the last close, and a loss at most five risks', () => {
  const bars = flatDays(41);
  bars.close[40] = 100.5;
  const open = matchEntries(entryFor(100), bars);
  assert.ok(typeof open !== 'string');
  // (100.5 - 100) / 10
  assert.deepEqual([open.open, open.thousandths1[0], open.sum2], [20, 50, 1000]);
  const crash = flatDays(41, 1);
  crash.open[40] = 1;
  const lost = matchEntries(entryFor(100), crash);
  assert.ok(typeof lost !== 'string');
  // (1 - 100) / 10 = -9.9, limited to -5.
  assert.deepEqual([lost.stops1, lost.thousandths1[0], lost.sum1], [20, -5000, -100_000]);
});

test('a baseline is complete a year and the time limit after the entry', () => {
  const stateAt = (days: number): unknown[] => {
    const matched = matchEntries(entryFor(5), flatDays(20 + days));
    return typeof matched === 'string' ? [] : [matched.coverage, matched.complete];
  };
  assert.deepEqual(stateAt(73), [0.2, false]);
  assert.deepEqual(stateAt(369), [1, false]);
  assert.deepEqual(stateAt(370), [1, true]);
});
