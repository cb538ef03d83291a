import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE_VERSIONS } from '@rasat/engine';
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

test('a row is recomputed under its own version of the engine, every version of the program', () => {
  // A market in which both versions make this trade, of crystal boxes that a tie of density tells apart.
  const key = 'trade.crystal.short.1725361200000';
  const targets = ENGINE_VERSIONS.map((version) => {
    const own = makeWorld(8000, { version, seed: 9 });
    const row = own.ledger.find(({ eventKey }) => eventKey === key)!;
    const file = fileOf(row, own);
    assert.deepEqual(differing(recompute(file, sha256)), [], version);
    assert.equal(stepOf(recompute(file, sha256), 'signal').state, 'equal');
    const other = forge(file, (draft) => {
      draft.row.engineVersion = ENGINE_VERSIONS.find((one) => one !== version)!;
    });
    const found = differing(recompute(other, sha256));
    assert.ok(found.includes('signal tp2') && found.includes('row hash'), found.join());
    return row.tp2;
  });
  assert.deepEqual(targets, [88.69, 88.6]);
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

test('an outcome that the head does not cover, or a head without a root over outcomes, is not compared', () => {
  const headValues = (file: WritableFile) => {
    const step = stepOf(recompute(file, sha256), 'head');
    return [step.state, ...step.compared.map(({ what }) => what)];
  };
  const [first, second] = box.outcomes;
  assert.ok(first && second && first.no < second.no);
  assert.deepEqual(headValues(box), [
    'equal',
    'root',
    'sibling',
    'tp1.outcomesRoot',
    'tp2.outcomesRoot',
  ]);
  const without = forge(box, (draft) => {
    draft.head!.outcomesRoot = null;
    draft.outcomePaths = [null, null];
  });
  assert.deepEqual(headValues(without), ['equal', 'root', 'sibling']);
  const earlier = forge(box, (draft) => {
    draft.head!.outcomes = first.no - 1;
    draft.outcomePaths = [null, null];
  });
  assert.deepEqual(headValues(earlier), ['equal', 'root', 'sibling']);
});

test('the last outcome of a head has its last hash', () => {
  const last = world.outcomes.at(-1)!;
  const file = fileOf(world.ledger[last.seq - 1]!, world);
  const values = (of: WritableFile) =>
    stepOf(recompute(of, sha256), 'head').compared.map(({ what, equal }) => `${what} ${equal}`);
  assert.ok(values(file).includes(`${last.leg}.outcomesHash true`));
  const other = forge(file, ({ head }) => {
    head!.outcomesHash = '7'.repeat(64);
  });
  assert.ok(values(other).includes(`${last.leg}.outcomesHash false`));
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
