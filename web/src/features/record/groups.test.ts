import assert from 'node:assert/strict';
import test from 'node:test';
import type { RecordFigures, RecordGroup } from './calls.ts';
import {
  findFigures,
  judge,
  listComparisons,
  listSubjects,
  listTouchComparisons,
  subjectKey,
  type Verdict,
} from './groups.ts';

type Groups = RecordFigures['groups'];

function group(
  kind: RecordGroup['kind'],
  setup: string | null,
  verdict: Verdict,
  difference: number | null,
  { baseline = -0.01, half = 0.02, matched = 100, n = 120, net = null as number | null } = {},
): RecordGroup {
  const leg = {
    mean: 0.5,
    net: net === null ? null : { value: net, low: net - half, high: net + half },
    baseline: 0.9,
    difference: { value: 0.8, low: 0.7, high: 0.9 },
    netBaseline: baseline,
    netDifference:
      difference === null
        ? null
        : { value: difference, low: difference - half, high: difference + half },
  };
  return {
    kind,
    setup,
    category: null,
    figures: {
      n,
      tp1: 60,
      sl: 50,
      expired: 10,
      tp2: 30,
      voided: 0,
      matched,
      quarters: 8,
      days: 300,
      chance: null,
      baseline: { tp1: 0.5, sl: 0.45, tp2: 0.3 },
      cost: 0.05,
      hits: null,
      first: leg,
      second: leg,
      verdict,
    },
  };
}

test('kinds are in the order of the page, long terms only on request', () => {
  assert.deepEqual(listSubjects(false).map(subjectKey), [
    'condition',
    'hayyam.short',
    '52.short',
    '144.short',
    '36.short',
    'crystal.short',
    'levels',
  ]);
  assert.equal(listSubjects(true).length, 12);
  assert.ok(listSubjects(true).map(subjectKey).includes('36.long'));
});

test('a dot is filled exactly when the line through it excludes the baseline', () => {
  const groups: Groups = [
    group('condition', null, 'undecided', 0.01),
    group('box', '36.short', 'interval-excludes-zero', -0.05),
    group('levels', null, 'interval-excludes-zero', 0.03),
  ];
  for (const { verdict, baseline, low, high } of listComparisons(groups, false, true)) {
    assert.ok(baseline !== null && low !== null && high !== null);
    assert.equal(verdict === 'interval-excludes-zero', baseline < low || baseline > high);
  }
});

test('a row of the plot counts the signals with matched entries and shows their difference', () => {
  const [row] = listComparisons([group('condition', null, 'undecided', 0.04)], false, true);
  assert.equal(row?.n, 100);
  assert.ok(Math.abs((row?.value ?? 0) - 0.03) < 1e-12);
  const [plain] = listComparisons([group('condition', null, 'undecided', null)], false, true);
  assert.deepEqual([plain?.value, plain?.low, plain?.difference], [0.45, null, null]);
  assert.deepEqual(listComparisons([group('box', '36.long', 'few', 0.04)], false, true), []);
});

test('the sentence on top agrees with the verdicts', () => {
  const all = (verdict: Verdict, difference: number) => group(null, null, verdict, difference);
  const calm = group('condition', null, 'undecided', 0.01);
  assert.deepEqual(judge([]), { kind: 'few' });
  assert.deepEqual(judge([all('few', 0.1), calm]), { kind: 'few' });
  const alone = { differs: 0 };
  assert.deepEqual(judge([all('undecided', 0.01), calm]), { kind: 'none', ...alone });
  assert.deepEqual(
    judge([
      all('undecided', 0.01),
      calm,
      group('box', '52.long', 'interval-excludes-zero', 0.2),
      group('box', '144.long', 'few', 0.2),
    ]),
    { kind: 'none', differs: 1 },
  );
  assert.deepEqual(judge([all('interval-excludes-zero', 0.04)]), { kind: 'better', ...alone });
  assert.deepEqual(judge([all('interval-excludes-zero', -0.04)]), { kind: 'worse', ...alone });
});

test('touches are listed with their twins: all first, then each category that has some', () => {
  const touch = (category: 'forex' | 'bist' | null) => ({
    category,
    n: 40,
    twins: 38,
    chance: null,
    held: 0.55,
    twinsHeld: 0.5,
    difference: { value: 0.05, low: -0.02, high: 0.12 },
    verdict: 'undecided' as const,
  });
  const rows = listTouchComparisons(
    [touch('bist'), touch(null)],
    ['crypto', 'forex', 'bist'],
    true,
  );
  assert.deepEqual(
    rows.map(({ key, n, twins }) => [key, n, twins]),
    [
      ['all', 40, 38],
      ['bist', 40, 38],
    ],
  );
  assert.equal(rows[0]?.low, 0.48);
});

test('a group is found by kind, setup and category together', () => {
  const forex = { ...group('box', '36.short', 'few', 0.2), category: 'forex' as const };
  const groups = [
    forex,
    group('box', '36.long', 'few', 0.2, { n: 7 }),
    group('box', '36.short', 'few', 0.2, { n: 8 }),
  ];
  assert.equal(findFigures(groups, 'box', '36.short')?.n, 8);
  assert.equal(findFigures(groups, 'box', '36.short', 'forex'), forex.figures);
  assert.equal(findFigures(groups, 'condition', '36.short'), undefined);
  assert.equal(findFigures(groups, 'box'), undefined);
});

test('a comparison without a baseline or without an interval has no line', () => {
  const [row] = listComparisons(
    [group('levels', null, 'undecided', 0.04, { baseline: 0.25, half: 0.5 })],
    false,
    true,
  );
  assert.deepEqual(
    [row?.key, row?.n, row?.value, row?.low?.toFixed(2), row?.high, row?.subject],
    ['levels', 100, 0.29, '-0.21', 0.79, { kind: 'levels' }],
  );
  const touch = {
    category: null,
    n: 3,
    twins: 4,
    chance: null,
    held: 0.5,
    verdict: 'few' as const,
  };
  const difference = { value: 0.1, low: 0, high: 0.2 };
  const compared = (twinsHeld: number | null, known: typeof difference | null) =>
    listTouchComparisons([{ ...touch, twinsHeld, difference: known }], [], true)[0];
  assert.deepEqual(
    [compared(null, difference)?.value, compared(null, difference)?.low],
    [0.5, null],
  );
  assert.deepEqual([compared(0.25, null)?.value, compared(0.25, null)?.baseline], [0.5, 0.25]);
});

test('a backtest has no verdict except few', () => {
  const groups: Groups = [
    group('condition', null, 'interval-excludes-zero', 0.2),
    group('box', '36.short', 'undecided', 0.01),
    group('levels', null, 'few', 0.3),
  ];
  assert.deepEqual(
    listComparisons(groups, false, false).map(({ verdict }) => verdict),
    ['none', 'none', 'few'],
  );
  const touch = { category: null, n: 90, twins: 90, held: 0.9, twinsHeld: 0.5, chance: 0 } as const;
  const [row] = listTouchComparisons(
    [{ ...touch, difference: null, verdict: 'interval-excludes-zero' }],
    [],
    false,
  );
  assert.equal(row?.verdict, 'none');
});
