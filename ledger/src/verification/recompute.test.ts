import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeBars, sliceColumns } from '../bars/bars-codec.ts';
import {
  DAY,
  differing,
  examplesOf,
  FROM,
  fileOf,
  forge,
  HOUR,
  makeWorld,
  sha256,
  stepOf,
  type WritableFile,
} from '../testing/published-world.ts';
import { recompute } from './recompute.ts';

const world = makeWorld(14_000);
const { condition, box, levels } = examplesOf(world);

test('every row of an unmanipulated server is recomputed equal', () => {
  const kinds = new Set<string>();
  for (const row of world.ledger.filter((_, i) => i % 17 === 0 || i === world.ledger.length - 1)) {
    const told: string[] = [];
    const report = recompute(fileOf(row, world), sha256, ({ name }) => told.push(name));
    assert.deepEqual(differing(report), [], `${row.seq} ${row.eventKey}`);
    assert.equal(report.verdict, 'equal');
    assert.deepEqual(
      told,
      report.steps.map(({ name }) => name),
    );
    kinds.add(`${row.kind} ${row.way}`);
  }
  assert.deepEqual([...kinds].sort(), [
    'box false',
    'box true',
    'condition false',
    'condition true',
    'levels null',
  ]);
});

for (const [name, file] of Object.entries({ condition, box, levels })) {
  test(`every step of a ${name} is known and equal, in order`, () => {
    const report = recompute(file, sha256);
    assert.deepEqual(
      report.steps.map((step) => `${step.name} ${step.state}`),
      ['file', 'row', 'chain', 'head', 'bars', 'signal', 'outcomes', 'baseline']
        .concat(name === 'levels' ? ['twin'] : [])
        .concat('corrections')
        .map((step) => `${step} equal`),
    );
    assert.ok(stepOf(report, 'signal').compared.length >= 16);
    assert.equal(stepOf(report, 'baseline').compared[0]?.what, 'reason');
    assert.equal(report.bars, (file.row.barTime - FROM) / HOUR);
  });
}

test('bars that cannot be read are named by their chunk, and steps that need them are unknown', () => {
  const file = forge(box, (draft) => {
    const bytes = Buffer.from(draft.bars[1]!, 'base64');
    bytes[0] = 9;
    draft.bars[1] = bytes.toString('base64');
  });
  const report = recompute(file, sha256);
  assert.deepEqual(report.steps.map(({ name, state, reason }) => [name, state, reason]).slice(4), [
    ['bars', 'differs', 'damaged-bars'],
    ['signal', 'unknown', 'no-bars'],
    ['outcomes', 'unknown', 'no-bars'],
    ['baseline', 'unknown', 'no-bars'],
    ['corrections', 'unknown', 'no-bars'],
  ]);
  assert.deepEqual(stepOf(report, 'bars').compared[0]?.published, 2);
  const twice = forge(box, (draft) => {
    draft.bars[1] = draft.bars[0]!;
  });
  assert.equal(stepOf(recompute(twice, sha256), 'bars').reason, 'damaged-bars');
});

/** Returns the bar that closes at the row's time, with other values. */
function correction(
  file: WritableFile,
  change: readonly number[],
): WritableFile['corrections'][number] {
  const at = (file.row.barTime - FROM) / HOUR - 1;
  const { open, high, low, close, volume } = world.bars;
  const [o, h, l, c, v] = [open, high, low, close, volume].map(
    (column, i) => column[at]! + (change[i] ?? 0),
  );
  return {
    time: FROM + at * HOUR,
    reason: 'differs',
    seen: file.row.createdAt + DAY,
    offered: [o!, h!, l!, c!, v!],
  };
}

test("a vendor's later value without an effect is shown, and the step is equal", () => {
  const file = forge(box, (draft) => {
    draft.corrections = [correction(draft, [0, 0, 0, 0, 5])];
  });
  const report = recompute(file, sha256);
  assert.equal(report.verdict, 'equal');
  const step = stepOf(report, 'corrections');
  assert.equal(step.state, 'equal');
  assert.equal(step.compared.length, 1);
  assert.equal(step.compared[0]?.what, `bar.${box.row.barTime - HOUR}`);
  assert.deepEqual(step.compared[0]?.computed, file.corrections[0]?.offered);
});

test("a vendor's later value that would give another signal has its own verdict", () => {
  const file = forge(condition, (draft) => {
    const down = draft.row.way ? -1 : 1;
    draft.corrections = [
      correction(draft, [0, Math.max(0, 5 * down), Math.min(0, 5 * down), 5 * down, 0]),
    ];
  });
  const report = recompute(file, sha256);
  assert.equal(report.verdict, 'vendor');
  const step = stepOf(report, 'corrections');
  assert.deepEqual([step.state, step.reason], ['differs', 'vendor']);
  assert.ok(step.compared.length > 1);
  assert.equal(stepOf(report, 'signal').state, 'equal');
});

test('a late bar is inserted in order', () => {
  const file = forge(box, (draft) => {
    const late = correction(draft, [1, 1, 1, 1, 0]);
    draft.corrections = [{ ...late, reason: 'late', time: FROM - 5 * HOUR }];
  });
  const step = stepOf(recompute(file, sha256), 'corrections');
  assert.equal(step.compared[0]?.published, null);
});

test('a row of another engine version is unknown, never equal; steps without the engine are checked', () => {
  const file = forge(box, (draft) => {
    draft.row.engineVersion = '0.9.0';
    for (const outcome of draft.outcomes) outcome.engineVersion = '0.9.0';
  });
  const report = recompute(file, sha256);
  const states = Object.fromEntries(report.steps.map(({ name, state }) => [name, state]));
  assert.deepEqual(states, {
    file: 'equal',
    row: 'differs',
    chain: 'equal',
    head: 'equal',
    bars: 'equal',
    signal: 'unknown',
    outcomes: 'differs',
    baseline: 'equal',
    corrections: 'unknown',
  });
  assert.equal(stepOf(report, 'signal').reason, 'other-engine');
});

test('a missing head and missing matched entries are unknown', () => {
  const file = forge(box, (draft) => {
    draft.head = null;
    draft.path = [];
    draft.baseline = null;
  });
  const report = recompute(file, sha256);
  assert.equal(report.verdict, 'equal');
  assert.deepEqual(
    report.steps
      .filter(({ state }) => state === 'unknown')
      .map(({ name, reason }) => [name, reason]),
    [
      ['head', 'no-head'],
      ['baseline', 'not-stored'],
    ],
  );
});

test('in the first days the reason is computed again; a row of this hour has nothing stored yet', () => {
  const first = fileOf(world.ledger[0]!, world);
  // One hour after the row was published.
  const { row, ...rest } = condition;
  const hours = (row.barTime - FROM) / HOUR + 1;
  const bars = sliceColumns(world.bars, 0, hours);
  const chunks = Array.from({ length: Math.ceil(hours / 1000) }, (_, i) => {
    const part = sliceColumns(bars, i * 1000, Math.min(i * 1000 + 1000, hours));
    return Buffer.from(encodeBars(part, world.series.digits)).toString('base64');
  });
  const young = forge({ row, ...rest }, (draft) => {
    Object.assign(draft, {
      baseline: null,
      bars: chunks,
      publishedTo: FROM + hours * HOUR,
      outcomes: draft.outcomes.filter(({ barTime }) => barTime <= FROM + hours * HOUR),
    });
  });
  assert.equal(first.baseline?.reason, 'days');
  assert.equal(stepOf(recompute(first, sha256), 'baseline').state, 'equal');
  const forged = forge(first, (draft) => {
    draft.baseline!.reason = 'few';
  });
  assert.deepEqual(differing(recompute(forged, sha256)), ['baseline reason']);
  const { state, reason } = stepOf(recompute(young, sha256), 'baseline');
  assert.deepEqual([state, reason], ['unknown', 'not-stored']);
});
