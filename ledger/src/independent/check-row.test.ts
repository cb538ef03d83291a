import assert from 'node:assert/strict';
import test from 'node:test';
import type { BarColumns } from '../bars/bars-codec.ts';
import type { SeriesRules } from '../rows/series-run.ts';
import { MARKETS } from '../testing/gappy-markets.ts';
import { type PublishedRow, publishRows } from '../testing/published-rows.ts';
import {
  checkOrder,
  checkRow,
  type OutcomeToCheck,
  type RowToCheck,
  type Violation,
} from './check-row.ts';
import { type PreparedBars, prepareBars } from './prepared-bars.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
/** A published row that a test may change. */
interface Draft {
  row: Writable<RowToCheck>;
  outcomes: Writable<OutcomeToCheck>[];
}

const copyOf = (published: PublishedRow): Draft => structuredClone(published) as unknown as Draft;
const told = (found: readonly Violation[]): string[] =>
  found.map(({ cause, leg }) => (leg === null ? cause : `${leg} ${cause}`));

for (const { name, rules, columns } of MARKETS) {
  test(`what the engine publishes breaks no rule: ${name}`, () => {
    const bars = prepareBars(columns, rules);
    const rows = publishRows(columns, rules);
    for (const { row, outcomes } of rows) {
      assert.deepEqual(checkRow(row, outcomes, bars), [], row.eventKey);
    }
    const count = (kind: string) => rows.filter(({ row }) => row.kind === kind).length;
    assert.ok(count('box') > 80, 'box trades were checked');
    assert.ok(count('levels') > 50, 'weekly sets were checked');
    assert.ok(count('condition') > 25, 'conditions were checked');
    const statuses = new Set(rows.flatMap(({ outcomes }) => outcomes.map(({ status }) => status)));
    assert.deepEqual(statuses, new Set([null, -1, 0, 1]));
  });

  test(`a withheld, doubled or changed outcome of any row is named: ${name}`, () => {
    const bars = prepareBars(columns, rules);
    for (const published of publishRows(columns, rules)) {
      published.outcomes.forEach(({ leg }, at) => {
        const withheld = copyOf(published);
        withheld.outcomes.splice(at, 1);
        assert.deepEqual(told(checkRow(withheld.row, withheld.outcomes, bars)), [
          `${leg} outcome-withheld`,
        ]);
        const doubled = copyOf(published);
        doubled.outcomes.push({ ...doubled.outcomes[at]! });
        assert.deepEqual(told(checkRow(doubled.row, doubled.outcomes, bars)), [
          `${leg} outcome-twice`,
        ]);
        const late = copyOf(published);
        const next = closeAfter(columns, rules, late.outcomes[at]!.barTime, 1);
        Object.assign(late.outcomes[at]!, { barTime: next, createdAt: next });
        const isLast = next > columns.openTimeMs.at(-1)! + bars.lengthMs;
        assert.deepEqual(told(checkRow(late.row, late.outcomes, bars)), [
          `${leg} ${isLast ? 'outcome-time' : 'outcome-late'}`,
        ]);
        const early = copyOf(published);
        early.outcomes[at]!.barTime = closeAfter(columns, rules, early.outcomes[at]!.barTime, -1);
        assert.deepEqual(told(checkRow(early.row, early.outcomes, bars)), [`${leg} outcome-early`]);
        const between = copyOf(published);
        between.outcomes[at]!.barTime -= 1;
        assert.deepEqual(told(checkRow(between.row, between.outcomes, bars)), [
          `${leg} outcome-time`,
        ]);
      });
    }
  });

  test(`a fill at the previous close is named, with lines that fit it: ${name}`, () => {
    const bars = prepareBars(columns, rules);
    let planted = 0;
    for (const published of publishRows(columns, rules)) {
      const { row, outcomes } = copyOf(published);
      if (row.kind === 'levels') continue;
      const at = columns.openTimeMs.indexOf(row.barTime - bars.lengthMs);
      const price = columns.close[at - 1]!;
      if (price === columns.close[at]) continue;
      const moved = price - row.price;
      row.price = price;
      for (const line of ['sl', 'tp1', 'tp2'] as const) row[line] = bars.round(row[line]! + moved);
      planted += 1;
      const found = told(checkRow(row, outcomes, bars));
      assert.equal(found[0], 'previous-close', published.row.eventKey);
      assert.ok(!found.includes('entry-lines') || row.kind === 'box', published.row.eventKey);
    }
    assert.ok(planted > 100);
  });
}

const { columns, rules } = MARKETS[0]!;
const BARS = prepareBars(columns, rules);
const ROWS = publishRows(columns, rules);

/** Returns the close of the bar that is so many bars after the one that closes at a time. */
function closeAfter(of: BarColumns, { base }: SeriesRules, timeMs: number, count: number): number {
  const length = base === '60' ? 3_600_000 : 86_400_000;
  const at = of.openTimeMs.indexOf(timeMs - length) + count;
  return (of.openTimeMs[at] ?? of.openTimeMs[at - count]! + count * length) + length;
}

/** Returns a changed copy of the first row of a kind, with two outcomes or more, that a condition holds for. */
function forge(
  kind: RowToCheck['kind'],
  change: (draft: Draft) => void,
  holds: (published: PublishedRow) => boolean = () => true,
): string[] {
  const published = ROWS.find(
    (each) => each.row.kind === kind && each.outcomes.length >= 2 && holds(each),
  )!;
  const draft = copyOf(published);
  change(draft);
  return told(checkRow(draft.row, draft.outcomes, BARS));
}

test('each forged field of a row is named by its cause', () => {
  const at = (of: Draft): number => of.row.barTime;
  const forged: readonly (readonly [string, string[]])[] = [
    ['published-early', forge('box', (of) => (of.row.createdAt = at(of) - 1))],
    ['tp1 published-early', forge('box', ({ outcomes: [first] }) => (first!.createdAt = 0))],
    ['entry-time', forge('condition', (of) => (of.row.barTime += 1)).slice(0, 1)],
    ['entry-price', forge('condition', (of) => (of.row.price += 987)).slice(0, 1)],
    ['entry-lines', forge('condition', (of) => (of.row.tp2! += 0.01)).slice(0, 1)],
    ['entry-lines', forge('box', (of) => (of.row.range! += 0.02)).slice(0, 1)],
    ['entry-lines', forge('box', (of) => (of.row.sl! -= 0.02)).slice(0, 1)],
    ['entry-expiry', forge('condition', (of) => (of.row.detail = { expiry: at(of) + 9e9 }))],
    ['fields', forge('condition', (of) => (of.row.detail = {})).slice(0, 1)],
    ['fields', forge('levels', (of) => (of.row.detail = {})).slice(0, 1)],
    ['entry-time', forge('levels', (of) => (of.row.barTime -= 3_600_000))],
    ['entry-price', forge('levels', (of) => (of.row.price = 0.01)).slice(0, 1)],
    ['tp1 outcome-price', forge('box', ({ outcomes: [first] }) => (first!.price += 0.01))],
    ['tp1 outcome-result', forge('box', ({ outcomes: [first] }) => (first!.r! += 1e-6))],
    ['tp1 outcome-result', forge('condition', ({ outcomes: [first] }) => (first!.r! -= 1e-6))],
    ['tp1 outcome-result', forge('box', ({ outcomes: [first] }) => (first!.r = null))],
    ['tp1 outcome-status', forge('box', ({ outcomes: [first] }) => (first!.status = null))],
  ];
  for (const [cause, found] of forged) assert.deepEqual(found, [cause]);
});

test('a moved time limit of a box trade is named, a square one and a crystal one', () => {
  for (const setup of ['36.short', 'crystal.short']) {
    const found = forge(
      'box',
      ({ row }) =>
        (row.detail = { ...row.detail, expiry: (row.detail.expiry as number) + 3_600_000 }),
      ({ row }) => row.setup === setup && row.barTime > columns.openTimeMs[4000]!,
    );
    assert.equal(found[0], 'entry-expiry', setup);
  }
});

test('a risk of a square box that fits its own lines and not the bars is named', () => {
  for (const factor of [0.5, 1.01]) {
    const found = forge(
      'box',
      ({ row }) => {
        row.range = BARS.round(row.range! * factor);
        const way = row.way ? 1 : -1;
        row.sl = BARS.round(row.price - way * row.range);
        row.tp1 = BARS.round(row.price + way * row.range);
        row.tp2 = BARS.round(row.price + way * 2 * row.range);
      },
      ({ row }) => row.setup === '36.short',
    );
    assert.equal(found[0], 'entry-lines', `${factor}`);
  }
});

test('a changed level of a weekly set and a changed entry of it are named', () => {
  const level = forge('levels', ({ row }) => {
    const buy = [...(row.detail.buy as number[])];
    buy[5]! += 0.01;
    row.detail = { ...row.detail, buy };
  });
  assert.deepEqual(level, ['entry-lines']);
  const dropped = forge('levels', ({ row }) => (row.detail = { ...row.detail, sell: [] }));
  assert.equal(dropped[0], 'entry-lines');
  const entry = (change: (of: Writable<OutcomeToCheck>) => void): string[] =>
    forge('levels', ({ outcomes: [first] }) => change(first!));
  assert.deepEqual(
    entry((of) => (of.detail = { ...of.detail, sl: (of.detail.sl as number) - 0.01 })),
    ['entry entry-lines'],
  );
  assert.deepEqual(
    entry((of) => (of.detail = { ...of.detail, expiry: of.barTime })),
    ['entry entry-expiry'],
  );
  assert.deepEqual(
    entry((of) => {
      of.price = columns.close[columns.openTimeMs.indexOf(of.barTime - 7_200_000)]!;
    }),
    ['entry previous-close'],
  );
});

test('a target counted before the stop in the same bar is named', () => {
  const [row, bars] = stoppedAndReached();
  const leg = (name: 'tp1' | 'tp2', status: -1 | 1, price: number, r: number): OutcomeToCheck => {
    const barTime = row.barTime + 3_600_000;
    return { leg: name, status, price, r, barTime, createdAt: barTime, detail: {} };
  };
  const check = (...outcomes: OutcomeToCheck[]): string[] =>
    told(checkRow(row, outcomes, bars)).filter((cause) => cause.startsWith('tp'));
  // Buy at 100 with a risk of 8; the next bar reaches 116 and 92, so both legs are stops.
  assert.deepEqual(check(leg('tp1', -1, 92, -1), leg('tp2', -1, 92, -1)), []);
  assert.deepEqual(check(leg('tp1', 1, 108, 1), leg('tp2', -1, 92, -1)), [
    'tp1 target-before-stop',
  ]);
  assert.deepEqual(check(leg('tp1', 1, 108, 1), leg('tp2', 1, 116, 2)), [
    'tp1 target-before-stop',
    'tp2 target-before-stop',
  ]);
});

/** Returns the row and the bars of the example of docs/analysis.md, Stop first. */
function stoppedAndReached(): readonly [RowToCheck, PreparedBars] {
  const bars = prepareBars(
    {
      length: 2,
      openTimeMs: Float64Array.of(0, 3_600_000),
      open: Float64Array.of(100, 100),
      high: Float64Array.of(100, 116),
      low: Float64Array.of(100, 92),
      close: Float64Array.of(100, 100),
    },
    { base: '60', fx: false, digits: 2, category: 'nasdaq' },
  );
  const row = {
    kind: 'condition',
    setup: 'pivot',
    barTime: 3_600_000,
    createdAt: 3_600_000,
    way: true,
    price: 100,
    range: 8,
    sl: 92,
    tp1: 108,
    tp2: 116,
    detail: { expiry: 72_000_000 },
  } as const;
  return [row, bars];
}

test('an outcome that no bar decides yet is named', () => {
  const published = ROWS.find(({ row, outcomes }) => row.kind === 'box' && outcomes.length === 2)!;
  const [first] = published.outcomes;
  const known = columns.openTimeMs.indexOf(first!.barTime - 3_600_000);
  const upTo = (length: number): PreparedBars => prepareBars({ ...columns, length }, rules);
  assert.deepEqual(
    told(checkRow(published.row, published.outcomes.slice(0, 1), upTo(known + 1))),
    [],
  );
  assert.deepEqual(told(checkRow(published.row, published.outcomes.slice(0, 1), upTo(known))), [
    'tp1 outcome-not-due',
  ]);
});

test('no outcome is due after the end of the engine version', () => {
  const { row, outcomes } = ROWS.find(
    (each) => each.row.kind === 'box' && each.outcomes.length === 2,
  )!;
  const times = outcomes.map(({ barTime }) => barTime);
  assert.deepEqual(told(checkRow(row, [], BARS, { dueToMs: Math.min(...times) - 1 })), []);
  assert.deepEqual(checkRow(row, [], BARS, { dueToMs: Math.max(...times) }).length, 2);
  assert.deepEqual(told(checkRow(row, outcomes, BARS, { dueToMs: 0 })), []);
});

test('a time of publication that falls is named at its place', () => {
  const found = checkOrder([10, 10, 12, 11, 11, 13]);
  assert.deepEqual(
    found.map(({ at, cause, expected, found: own }) => [at, cause, expected, own]),
    [[3, 'created-falls', 12, 11]],
  );
  assert.equal(checkOrder([10, 12], 11)[0]?.at, 0);
  assert.deepEqual(checkOrder([11, 12], 11), []);
});
