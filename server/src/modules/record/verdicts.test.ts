import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Figures } from '@rasat/ledger';
import type { NewFigures, NewTouches } from './figure-store.ts';
import { isJudged, judge } from './verdicts.ts';

const leg = {
  mean: 0,
  net: null,
  baseline: 0,
  difference: null,
  netBaseline: null,
  netDifference: null,
};

/** Figures whose interval leaves out 0 with this chance, where it is below one in twenty. */
function figuresOf(chance: number, n = 2000, days = 300): Figures {
  const verdict = n < 15 ? 'few' : chance < 0.05 ? 'interval-excludes-zero' : 'undecided';
  return {
    n,
    tp1: n,
    sl: 0,
    expired: 0,
    tp2: 0,
    voided: 0,
    matched: n,
    quarters: 8,
    days,
    baseline: null,
    cost: 0,
    hits: null,
    first: leg,
    second: leg,
    chance,
    verdict,
  };
}

const group = (
  origin: NewFigures['origin'],
  name: string,
  figures: Figures,
  more: Partial<NewFigures> = {},
): NewFigures => {
  const [kind = '', setup = ''] = name.split(' ');
  return {
    source: 'venue',
    origin,
    period: 'all',
    kind,
    setup,
    category: '',
    figures,
    history: null,
    ...more,
  };
};

/** The verdicts after judging, by kind and setup. */
function verdictsOf(groups: readonly NewFigures[]): Record<string, string> {
  const { figures } = judge(groups, []);
  return Object.fromEntries(
    figures.map(({ kind, setup, category, figures: one }) => [
      [kind, setup, category].filter((word) => word !== '').join(' '),
      one.verdict,
    ]),
  );
}

test('kinds and setups that stand together are corrected, all rows together are not', () => {
  // 0.05 / 4 for the first, 0.05 / 3 for the second, which fails.
  const groups = [
    group('backfill', '', figuresOf(0.04)),
    group('backfill', 'box', figuresOf(0.012)),
    group('backfill', 'box 36.short', figuresOf(0.017)),
    group('backfill', 'condition', figuresOf(0.6)),
    group('backfill', 'levels', figuresOf(0.9)),
    group('backfill', 'levels weekly', figuresOf(0.9)),
    group('backfill', 'box 52.short', figuresOf(0.001, 14)),
  ];
  assert.deepEqual(verdictsOf(groups), {
    '': 'interval-excludes-zero',
    box: 'interval-excludes-zero',
    'box 36.short': 'undecided',
    condition: 'undecided',
    levels: 'undecided',
    'levels weekly': 'undecided',
    'box 52.short': 'few',
  });
  assert.deepEqual(
    groups.filter(isJudged).map(({ kind, setup }) => `${kind} ${setup}`.trim()),
    ['box', 'box 36.short', 'condition', 'levels'],
  );
});

test('weekly sets say the same as a kind and as a setup', () => {
  const groups = [
    group('backfill', 'levels', figuresOf(0.03)),
    group('backfill', 'levels weekly', figuresOf(0.03)),
    group('backfill', 'box', figuresOf(0.5)),
  ];
  const found = verdictsOf(groups);
  assert.deepEqual([found.levels, found['levels weekly']], ['undecided', 'undecided']);
  const alone = verdictsOf(groups.slice(0, 2));
  assert.equal(alone['levels weekly'], 'interval-excludes-zero');
});

test('no category, period, origin or source is counted with another', () => {
  const strong = figuresOf(0.03);
  const found = judge(
    [
      group('backfill', 'box', strong),
      group('backfill', 'box', strong, { category: 'forex' }),
      group('backfill', 'box', strong, { period: '2025' }),
      group('backfill', 'box', strong, { source: 'file' }),
    ],
    [],
  );
  assert.ok(found.figures.every(({ figures }) => figures.verdict === 'interval-excludes-zero'));
});

test('of a source that was not live for long nothing is said, however clear it looks', () => {
  const touch = (origin: NewTouches['origin']): NewTouches => ({
    source: 'venue',
    origin,
    period: 'all',
    category: '',
    touches: {
      n: 900,
      twins: 900,
      held: 0.9,
      twinsHeld: 0.1,
      difference: null,
      chance: 0,
      verdict: 'interval-excludes-zero',
    },
  });
  const said = (n: number, days: number) => {
    const { figures, touches } = judge(
      [
        group('live', '', figuresOf(0.0001, n, days)),
        group('live', 'box', figuresOf(0.0001, 900, days)),
        group('backfill', 'box', figuresOf(0.0001)),
      ],
      [touch('live'), touch('backfill')],
    );
    return [
      ...figures.map((one) => one.figures.verdict),
      ...touches.map((one) => one.touches.verdict),
    ];
  };
  const yes = 'interval-excludes-zero';
  assert.deepEqual(said(400, 7), ['few', 'few', yes, 'few', yes]);
  assert.deepEqual(said(1536, 400), ['few', 'few', yes, 'few', yes]);
  assert.deepEqual(said(5000, 249), ['few', 'few', yes, 'few', yes]);
  assert.deepEqual(said(1537, 250), [yes, yes, yes, yes, yes]);
});
