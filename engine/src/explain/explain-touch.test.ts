import assert from 'node:assert/strict';
import test from 'node:test';
import { roundTo } from '../price/rounding.ts';
import { LEVELS_SUBJECT } from '../stream/records.ts';
import { createState, type EngineState } from '../stream/state.ts';
import { stepState } from '../stream/step.ts';
import { FIXTURES, type Fixture, shortFixtureBars } from '../testing/contract-fixtures.ts';
import { CONE_SHARES, touchChance, touchCone } from '../touch/chance.ts';
import { MOST_WEEKS, TOUCH_CLASSES, touchClassOf } from '../touch/classes.ts';
import type { TouchBasis } from './basis.ts';
import { type Derivation, verifyDerivation } from './derivation.ts';
import { explainChance, explainConeEdge } from './explain-touch.ts';

/** Takes every open forecast of a state whose window begins at one of these times. */
function* basesOf(state: EngineState, made: ReadonlySet<number>) {
  const { base, digits, category } = state.options;
  assert.ok(category !== undefined);
  for (const { head, levels, chances } of state.openForecasts) {
    if (!made.has(head.fromMs)) continue;
    const basis: TouchBasis = {
      rule: 'touch',
      version: 1,
      computedAtMs: head.fromMs,
      digits,
      touchClass: touchClassOf(category, base),
      base,
      price: head.price,
      variances: [head.hours, head.days5, head.days50, head.days500],
      weeks: head.weeks,
      untilMs: head.untilMs,
    };
    const { subject } = head;
    yield { basis, levels, chances, subject, isCone: subject < LEVELS_SUBJECT };
  }
}

function check(found: Derivation, published: number | undefined, where: string): void {
  assert.equal(found.result, published, where);
  assert.ok(verifyDerivation(found), `${where} does not repeat`);
}

const NASDAQ: Fixture = {
  ...FIXTURES[5]!,
  name: 'share daily',
  options: { ...FIXTURES[5]!.options, category: 'nasdaq' },
};

/** One forecast of so many is explained, of every kind of set and cone. */
const EVERY = 3;

test('chances and edges of one forecast of three follow from their basis step by step', (t) => {
  const classes = new Set<string>();
  const nodes = new Set<number>();
  const [subjects, explained] = [new Set<number>(), new Set<number>()];
  let [forecasts, levelCount, edgeCount] = [0, 0, 0];
  for (const { name, options, market } of [...FIXTURES, NASDAQ]) {
    const state = createState(options);
    for (const bar of shortFixtureBars({ name, options, market })) {
      const { openTimeMs, open, high, low, close, volume } = bar;
      const sink: Parameters<typeof stepState>[7] = [];
      stepState(state, openTimeMs, open, high, low, close, volume, sink);
      const made = new Set(
        sink.flatMap((event) => (event.type === 'forecast' ? [event.timeMs] : [])),
      );
      if (made.size === 0) continue;
      for (const { basis, levels, chances, subject, isCone } of basesOf(state, made)) {
        subjects.add(subject);
        if (forecasts++ % EVERY > 0) continue;
        explained.add(subject);
        const where = `${name}, ${basis.computedAtMs} to ${basis.untilMs}`;
        classes.add(basis.touchClass);
        nodes.add([0.03, 0.2, 1, 4, 13].findIndex((node) => basis.weeks <= node));
        for (const [at, level] of levels.entries()) {
          if (isCone) {
            const side = at % 2 === 0 ? 'down' : 'up';
            check(explainConeEdge(basis, side, Math.floor(at / 2)), level, where);
            edgeCount++;
          } else {
            check(explainChance(basis, level), chances[at], where);
            levelCount++;
          }
        }
      }
    }
  }
  t.diagnostic(`${levelCount} chances, ${edgeCount} edges`);
  assert.ok(levelCount > 2_000 && edgeCount > 5_000);
  assert.deepEqual(explained, subjects);
  assert.deepEqual([...classes].sort(), [...TOUCH_CLASSES].sort());
  const between = [...nodes].sort((one, other) => one - other);
  assert.deepEqual(between, [0, 1, 2, 3, 4], 'horizons below and between all nodes');
});

/** The currency of the examples on the page of rules. */
const BASIS: TouchBasis = {
  rule: 'touch',
  version: 1,
  computedAtMs: 7,
  digits: 5,
  touchClass: 'fx',
  base: '60',
  price: 1.1,
  variances: [0.0001, 0.0002, 0.00015, 0.00012],
  weeks: 0.5,
  untilMs: 9,
};

const resultsOf = ({ steps }: Derivation, ...names: string[]): unknown[] =>
  names.map((name) => {
    const found = steps.find((step) => step.name === name);
    return found === undefined ? undefined : roundTo(found.result, 6);
  });

test('a chance is explained from variances, market weeks and distance', () => {
  const explained = explainChance(BASIS, 1.11);
  assert.equal(explained.target, 'chance');
  assert.equal(explained.computedAtMs, 7);
  assert.deepEqual(
    explained.inputs.map(({ name, value, timeMs }) => [name, value, timeMs]),
    [
      ['level', 1.11, undefined],
      ['price', 1.1, 7],
      ['weeks', 0.5, 7],
      ['variance1', 0.0001, undefined],
      ['variance2', 0.0002, undefined],
      ['variance3', 0.00015, undefined],
      ['variance4', 0.00012, undefined],
    ],
  );
  const names = ['node1', 'scale2', 'scale3', 'share', 'scale', 'movements', 'exact', 'chance'];
  assert.deepEqual(
    resultsOf(explained, ...names),
    [-12.608709, -10.478249, -8.817705, 0.569323, -9.532862, 1.063348, 0.291721, 0.2917],
  );
  assert.equal(explained.result, 0.2917);
});

test('an edge is explained from the width of its side', () => {
  const explained = explainConeEdge(BASIS, 'down', 1);
  assert.deepEqual(
    [explained.target, ...resultsOf(explained, 'coneWidth', 'sigma', 'exact')],
    ['edge', 1.772438, 0.008511, 1.083531],
  );
  assert.equal(explained.result, 1.08353);
  assert.equal(explainConeEdge(BASIS, 'up', 1).result, 1.11672);
});

test('of an index the sides differ, and a movement is never smaller than nothing', () => {
  const index = { ...BASIS, touchClass: 'index', base: '1D', price: 100, digits: 2 } as const;
  for (const weeks of [0.001, 0.03, 0.1, 0.2, 1, 3, 7.999, 8]) {
    const basis = { ...index, weeks };
    for (const [at] of CONE_SHARES.entries()) {
      const [low, high] = touchCone(basis, weeks)![at]!;
      check(explainConeEdge(basis, 'down', at), roundTo(low, 2), `down ${at}, ${weeks}`);
      check(explainConeEdge(basis, 'up', at), roundTo(high, 2), `up ${at}, ${weeks}`);
    }
    for (const level of [50, 97, 99.99, 100.01, 103, 200]) {
      const chance = roundTo(touchChance(basis, level, weeks)!, 4);
      check(explainChance(basis, level), chance, `${level}, ${weeks}`);
    }
  }
  // So little time that the offset of the open is larger than the movement.
  const short = { ...index, weeks: 1e-5 };
  assert.equal(explainConeEdge(short, 'down', 0).result, 100);
  assert.equal(explainConeEdge(short, 'up', 0).result, 100);
});

test('after a shock the scale of a longer horizon is that of the shorter one', () => {
  const shock = { ...BASIS, variances: [1e6, 0.0002, 0.00015, 0.00012] as const };
  const names = ['node1', 'scale2', 'scale3', 'scale'];
  const [node1, ...rest] = resultsOf(explainChance(shock, 1.5), ...names);
  assert.deepEqual(rest, [node1, node1, node1]);
  for (const weeks of [0.01, 0.5, 6]) {
    const basis = { ...shock, weeks };
    const chance = touchChance(basis, 1.5, weeks);
    check(explainChance(basis, 1.5), roundTo(chance!, 4), `${weeks}`);
  }
});

test('without a formula for the number there is no explanation', () => {
  for (const level of [1.1, 0, -1, Number.NaN]) {
    assert.throws(() => explainChance(BASIS, level), RangeError, `level ${level}`);
  }
  for (const weeks of [0, -0.5, Number.NaN, MOST_WEEKS + 1e-9]) {
    const basis = { ...BASIS, weeks };
    assert.throws(() => explainChance(basis, 1.11), RangeError, `${weeks} weeks`);
    assert.throws(() => explainConeEdge(basis, 'up', 0), RangeError, `${weeks} weeks`);
  }
  for (const at of [-1, 3, 0.5]) {
    assert.throws(() => explainConeEdge(BASIS, 'up', at), RangeError, `share ${at}`);
  }
  explainChance({ ...BASIS, weeks: MOST_WEEKS }, 1.11);
  explainConeEdge({ ...BASIS, weeks: MOST_WEEKS }, 'up', 2);
});

test('a derivation with one changed number does not verify', () => {
  for (const derivation of [explainChance(BASIS, 1.11), explainConeEdge(BASIS, 'up', 0)]) {
    assert.ok(verifyDerivation(derivation));
    for (const [at, input] of derivation.inputs.entries()) {
      const inputs = derivation.inputs.with(at, { ...input, value: input.value * 1.01 });
      assert.ok(!verifyDerivation({ ...derivation, inputs }), input.name);
    }
    for (const [at, step] of derivation.steps.entries()) {
      const steps = derivation.steps.with(at, { ...step, result: step.result + 1e-3 });
      assert.ok(!verifyDerivation({ ...derivation, steps }), step.name);
    }
  }
});
