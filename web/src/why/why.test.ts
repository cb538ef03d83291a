import assert from 'node:assert/strict';
import test from 'node:test';
import {
  toWireBox,
  toWireCondition,
  toWireCrystalSeer,
  toWireCycle,
  toWireSeer,
  toWireTouch,
  toWireTrade,
} from '@rasat/contract';
import {
  type Basis,
  BOX_KINDS,
  createEngine,
  type EngineEvent,
  HOUR_MS,
  roundTo,
} from '@rasat/engine';
import { why as az } from '../i18n/az/why.ts';
import { why as en } from '../i18n/en/why.ts';
import { why as tr } from '../i18n/tr/why.ts';
import { composeArithmetic, splitName } from './arithmetic.ts';
import { composeInputs } from './inputs.ts';
import { composeSentences, isConvention } from './sentence.ts';
import {
  gannAnchorIndex,
  type WhySubject,
  whyBoxPrice,
  whyBoxTime,
  whyChance,
  whyCluster,
  whyCondition,
  whyCrystalSeer,
  whyCycle,
  whyGann,
  whyLevel,
  whySeer,
  whyTrade,
} from './subject.ts';

const DIGITS = 5;

/** Three years of hours of a walk from a fixed seed, analysed. */
function analyse() {
  const engine = createEngine({ base: '60', fx: false, digits: DIGITS, category: 'crypto' });
  const events: EngineEvent[] = [];
  let seed = 12_345;
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  let close = 1.1;
  for (let hour = 0; hour < 26_000; hour += 1) {
    const open = close;
    close = roundTo(open * (1 + (random() + random() + random() - 1.5) * 0.0025), DIGITS);
    const high = roundTo(Math.max(open, close) * (1 + random() * 0.0006), DIGITS);
    const low = roundTo(Math.min(open, close) * (1 - random() * 0.0006), DIGITS);
    engine.step(Date.UTC(2023, 0, 2) + hour * HOUR_MS, open, high, low, close, 0, events);
  }
  return { view: engine.view(), touchNow: engine.touchNow(), events };
}

const { view, touchNow, events } = analyse();

/** The chances of the market on the wire. */
const touch = toWireTouch(view.touch ?? assert.fail('chances'), touchNow);

/** Every kind of level, line and signal that the product shows. */
function listSubjects(): WhySubject[] {
  const subjects: (WhySubject | null)[] = [];
  for (const kind of BOX_KINDS) {
    for (const term of ['short', 'long'] as const) {
      const box = view.boxes[kind][term];
      const trade = view.trades[kind][term];
      const wire = box && toWireBox(box);
      if (wire) {
        const prices = Object.keys(wire.p) as (keyof typeof wire.p)[];
        const times = Object.keys(wire.d) as (keyof typeof wire.d)[];
        subjects.push(...prices.map((line) => whyBoxPrice(wire, line)));
        subjects.push(...times.map((line) => whyBoxTime(wire, line)));
      }
      for (const part of ['p', 'sl', 'tp1', 'tp2'] as const) {
        if (trade) subjects.push(whyTrade({ kind, term }, toWireTrade(trade), part));
      }
    }
  }
  const { levels, gann, condition, crystalBox, crystalSeer, cycle } = view;
  for (const side of ['buy', 'sell'] as const) {
    for (let i = 0; i < 6; i += 1) {
      const wire = levels && { ...levels, basis: { ...levels.basis } };
      if (wire)
        subjects.push(whyLevel({ ...wire, buy: [...wire.buy], sell: [...wire.sell] }, side, i));
    }
  }
  for (const i of gann?.prices.keys() ?? []) {
    if (gann) subjects.push(whyGann(gann.prices, { ...gann.basis }, i));
  }
  for (const which of ['seer', 'closeSeer', 'reverseSeer'] as const) {
    const seer = view[which];
    if (seer) subjects.push(whySeer(which, toWireSeer(seer)));
  }
  if (crystalSeer) subjects.push(whyCrystalSeer(toWireCrystalSeer(crystalSeer)));
  const clusterBasis = view.boxes.crystal.short?.basis;
  for (const side of ['top', 'bottom'] as const) {
    if (crystalBox && clusterBasis) {
      subjects.push(whyCluster({ ...crystalBox, basis: { ...clusterBasis } }, side));
    }
  }
  for (const part of ['p', 'sl', 'tp1', 'tp2'] as const) {
    if (condition) subjects.push(whyCondition(toWireCondition('X', condition), part));
  }
  if (cycle) subjects.push(whyCycle(toWireCycle(cycle)));
  const none = { now: { state: 'none', reason: 'history' }, trial: false } as const;
  for (const set of [touch.levels, ...touch.boxes.map(({ chances }) => chances)]) {
    for (const { level } of set?.levels ?? []) {
      if (set) subjects.push(whyChance(set, level, none));
    }
  }
  return subjects.filter((subject) => subject !== null);
}

const subjects = listSubjects();
const text = (catalogue: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at ? Reflect.get(at, key) : null),
      catalogue,
    );
const LANGUAGES = { tr, az, en } as const;

test('the generated market has every kind of level', () => {
  const rooms = new Set(subjects.map((subject) => subject.kind.split('.')[0]));
  assert.deepEqual(
    [...rooms].sort((a, b) => (a ?? '').localeCompare(b ?? '')),
    ['box', 'chance', 'condition', 'crystal', 'cycle', 'gann', 'levels', 'seer', 'time', 'trade'],
  );
  assert.ok(events.length > 1000);
});

test('the last line of the arithmetic is the value that is shown', () => {
  for (const subject of subjects) {
    const { derivation, value, kind } = subject;
    assert.ok(derivation, kind);
    const last = composeArithmetic(derivation).lines.at(-1);
    const shown =
      'price' in value
        ? (value.chance?.published ?? value.price)
        : 'timeMs' in value
          ? value.timeMs
          : value.gauge;
    assert.equal(
      last?.result.value,
      shown,
      `${kind} ${JSON.stringify(subject.box ?? subject.index)}`,
    );
    assert.equal(
      last?.result.unit,
      'price' in value ? (value.chance ? 'share' : 'price') : 'timeMs' in value ? 'time' : 'number',
    );
  }
});

test('nothing of the arithmetic is lost: shown and folded lines are all steps', () => {
  for (const { derivation } of subjects) {
    assert.ok(derivation);
    const { lines, folded } = composeArithmetic(derivation);
    assert.equal(lines.length + folded.length, derivation.steps.length);
    assert.ok(lines.length <= 26, `${derivation.rule} ${derivation.target} shows ${lines.length}`);
  }
});

for (const [language, catalogue] of Object.entries(LANGUAGES)) {
  test(`every kind, sentence, input and step has its words: ${language}`, () => {
    for (const subject of subjects) {
      assert.equal(typeof text(catalogue, `kind.${subject.kind}`), 'string', subject.kind);
      for (const { key } of composeSentences(subject, '')) {
        assert.equal(typeof text(catalogue, `rule.${key}`), 'string', key);
      }
      const derivation = subject.derivation;
      assert.ok(derivation);
      const { lines, folded } = composeArithmetic(derivation);
      const names = [...lines, ...folded].map((line) => line.name);
      const inputs = derivation.inputs.map((input) => splitName(input.name).name);
      for (const name of new Set([...names, ...inputs])) {
        // A chance has names of its own, besides those of the price and the level.
        const own = derivation.rule === 'touch' && typeof text(catalogue, `touch.${name}`);
        assert.ok(
          own === 'string' || typeof text(catalogue, `name.${name}`) === 'string',
          `${derivation.rule}: ${name}`,
        );
      }
    }
  });
}

test('a chance lists its level, its price, the market weeks, four variances and its class', () => {
  const { levels } = touch;
  assert.ok(levels);
  const [first] = levels.levels;
  assert.ok(first);
  const now = { state: 'none', reason: 'history' } as const;
  const subject = whyChance(levels, first.level, { now, trial: true });
  assert.ok(subject);
  assert.deepEqual(
    composeInputs(subject).map((row) =>
      row.kind === 'figure' ? row.figure.name : row.kind === 'class' ? row.touchClass : row.kind,
    ),
    ['level', 'price', 'weeks', 'variance1', 'variance2', 'variance3', 'variance4', 'crypto'],
  );
  const { lines, folded } = composeArithmetic(subject.derivation ?? assert.fail());
  assert.ok(folded.length > 10, 'the steps of single nodes are folded');
  assert.ok(folded.every(({ place }) => place !== null));
  assert.equal(lines.at(-1)?.name, 'chance');
  assert.equal(whyChance(levels, first.level + 1, { now, trial: true }), null, 'no such level');
});

test('a chance that its basis does not give is not explained by it', () => {
  const { levels } = touch;
  assert.ok(levels);
  const [first] = levels.levels;
  assert.ok(first);
  const now = { state: 'none', reason: 'history' } as const;
  const changed = { ...levels, levels: [{ ...first, chance: first.chance + 0.0001 }] };
  const subject = whyChance(changed, first.level, { now, trial: false });
  assert.equal(subject?.derivation, null);
  assert.ok(subject.basis);
  const broken = { ...levels, basis: { rule: 'levels' } };
  assert.equal(whyChance(broken, first.level, { now, trial: false })?.derivation, null);
});

test('a price of a box names the candle that turned, with its high or low', () => {
  const box = view.boxes['144'].short;
  assert.ok(box && box.basis.rule === 'box');
  const row = composeInputs(whyBoxPrice(toWireBox(box), 'top'))[0];
  assert.ok(row?.kind === 'figure');
  assert.equal(row.timeMs, box.basis.pivot.openTimeMs);
  assert.equal(row.edge, box.basis.pivot.way === 'up' ? 'low' : 'high');
});

test('the pivots of a cluster are counted, and the chosen one stands by itself', () => {
  const box = view.boxes.crystal.short;
  assert.ok(box && box.basis.rule === 'crystal');
  const basis: Basis = box.basis;
  const rows = composeInputs(
    whyCluster({ top: box.p.top, bottom: box.p.bottom, basis: { ...basis } }, 'top'),
  );
  assert.deepEqual(
    rows.filter((row) => row.kind === 'count').map((row) => row.count),
    [box.basis.pivots.length],
  );
  assert.equal(
    rows.filter((row) => row.kind === 'figure' && row.figure.name === 'pivot').length,
    1,
  );
});

test('a box edge says whether it is the turning point itself or a box away from it', () => {
  const box = view.boxes['52'].short;
  assert.ok(box && box.basis.rule === 'box');
  const up = box.basis.pivot.way === 'up';
  const wire = toWireBox(box);
  const keyOf = (line: 'top' | 'bottom'): string | undefined =>
    composeSentences(whyBoxPrice(wire, line), '')[0]?.key;
  assert.equal(keyOf(up ? 'bottom' : 'top'), 'edge.pivot');
  assert.equal(keyOf(up ? 'top' : 'bottom'), 'edge.far');
});

test('the spectrum counts its steps from the anchor', () => {
  assert.ok(view.gann);
  const { prices, basis } = view.gann;
  const anchor = gannAnchorIndex(prices, { ...basis });
  const subject = whyGann(prices, { ...basis }, anchor + 3);
  assert.deepEqual(composeSentences(subject ?? assert.fail(), '')[0]?.values, {
    step: 3,
    side: 'above',
  });
  assert.ok(isConvention(subject ?? assert.fail()));
});

test('a basis that leads nowhere leaves the value unexplained instead of breaking the panel', () => {
  const box = view.boxes['144'].short;
  assert.ok(box);
  const broken = { ...toWireBox(box), basis: { rule: 'box', version: 9 } };
  const subject = whyBoxPrice(broken, 'middle');
  assert.equal(subject.derivation, null);
  assert.deepEqual(composeInputs(subject), []);
  assert.equal(whyBoxPrice({ ...broken, basis: {} }, 'middle').basis, null);
});

test('every level of a signal knows its signal, the lines of a box their kind, and what is none says so', () => {
  const { condition, levels } = view;
  const of = (room: string) => subjects.filter(({ kind }) => kind.startsWith(`${room}.`));
  for (const { signal } of of('condition')) {
    assert.deepEqual(signal, {
      kind: 'condition',
      setup: condition?.setup,
      timeMs: condition?.datetime,
    });
  }
  for (const { signal, box } of of('trade')) {
    const trade = box && view.trades[box.kind][box.term];
    assert.deepEqual(signal, {
      kind: 'box',
      setup: `${box?.kind}.${box?.term}`,
      timeMs: trade?.d,
    });
  }
  for (const { signal } of of('levels')) {
    assert.deepEqual(signal, { kind: 'levels', setup: 'weekly', timeMs: levels?.d });
  }
  for (const { signal, box } of [...of('box'), ...of('time')]) {
    assert.deepEqual(signal, {
      kind: 'box',
      setup: `${box?.kind}.${box?.term}`,
      timeMs: null,
    });
  }
  for (const { signal, kind } of subjects) {
    if (/^(gann|cycle|seer|crystal|chance)/.test(kind)) assert.equal(signal, undefined, kind);
  }
});

test('the first price of a weekly list is its entry, the others are targets, and there is none beyond', () => {
  const levels = { buy: [1.1, 1.2, 1.3], sell: [1.05], basis: null, d: Date.UTC(2026, 10, 16) };
  const named = (side: 'buy' | 'sell', index: number) => {
    const subject = whyLevel(levels as unknown as Parameters<typeof whyLevel>[0], side, index);
    return subject && [subject.kind, subject.way, subject.index, subject.value];
  };
  assert.deepEqual(named('buy', 0), ['levels.entry', 'up', 0, { price: 1.1 }]);
  assert.deepEqual(named('buy', 1), ['levels.target', 'up', 1, { price: 1.2 }]);
  assert.deepEqual(named('sell', 0), ['levels.entry', 'down', 0, { price: 1.05 }]);
  assert.equal(named('sell', 1), null);
});

test('in each language the pivot condition tells of a pullback against the main seer', () => {
  // The engine fires it when the small turning point points where the main seer does,
  // so the move that ended went the other way.
  assert.match(en.rule.condition.pivot, /pullback against the main seer is over/);
  assert.match(tr.rule.condition.pivot, /Ana seere karşı geri çekilme bitti/);
  assert.match(az.rule.condition.pivot, /Əsas seerə qarşı geri çəkilmə bitdi/);
});
