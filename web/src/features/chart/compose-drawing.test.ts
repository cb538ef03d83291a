import assert from 'node:assert/strict';
import test from 'node:test';
import type { WireBox, WireTrade } from '@rasat/contract';
import { composeDrawing, type DrawingWords } from './compose-drawing.ts';
import type { DrawingSource } from './drawing-source.ts';
import { explainLine } from './explain-line.ts';

const words: DrawingWords = {
  box: (kind, term) => (term === 'long' ? `${kind} long` : kind),
  upTrade: 'up',
  downTrade: 'down',
  boxLine: (part, name) => `${name} ${part}`,
  weekly: (side, index) => `${side} ${index}`,
  condition: (part) => `condition ${part}`,
  cluster: (side) => side,
};

const box: WireBox = {
  kind: '144',
  term: 'short',
  resolution: '240',
  p: {
    top: 2,
    bottom: 1,
    middle: 1.5,
    middleUp: 1.75,
    middleDown: 1.25,
    upTrade: 2.1,
    downTrade: 0.9,
  },
  d: { start: 0, end: 8, middle: 4, fQuarter: 2, lQuarter: 6, fHalf: 3, lHalf: 5 },
  created: 1,
  basis: {},
};

const trade: WireTrade = {
  sl: 1.8,
  p: 2.1,
  tp1: 2.4,
  tp2: 2.7,
  status: 0,
  d: 3,
  way: true,
  expiry: 9,
  closed: false,
  exit: null,
  tp2Hit: false,
  tp2Closed: false,
  basis: {},
};

const provenance = { computedAt: 1, engineVersion: '1', inputHash: '', serverTime: 1 };

test('a long-term box is labelled as one', () => {
  const drawing = composeDrawing('box.144', { of: 'box', box: { ...box, term: 'long' } }, words);
  assert.ok(drawing.kind === 'box');
  assert.equal(drawing.labels.name, '144 long');
});

test('levels are the trade of the box: entry, stop, both targets', () => {
  const source: DrawingSource = { of: 'trade', kind: '144', term: 'short', trade, box };
  const drawing = composeDrawing('levels.144', source, words);
  assert.ok(drawing.kind === 'box-levels');
  assert.deepEqual(
    drawing.lines.map(({ label, price }) => [label, price]),
    [
      ['144 entry', 2.1],
      ['144 sl', 1.8],
      ['144 tp1', 2.4],
      ['144 tp2', 2.7],
    ],
  );
  assert.equal(explainLine(source, 'tp1')?.kind, 'trade.tp1');
});

test('without a trade levels are the two triggers, labelled so', () => {
  const source: DrawingSource = { of: 'triggers', box };
  const drawing = composeDrawing('levels.144', source, words);
  assert.ok(drawing.kind === 'box-levels');
  assert.deepEqual(
    drawing.lines.map((line) => line.label),
    ['144 up', '144 down'],
  );
  assert.equal(explainLine(source, 'downTrade')?.kind, 'box.downTrade');
});

test('take profits are both weekly lists, and the prices of a condition that is active', () => {
  const levels = {
    buy: [1, 2, 3],
    sell: [0.9, 0.8],
    d: 1,
    anchor: 0.95,
    basis: null,
    ...provenance,
  };
  const source: DrawingSource = {
    of: 'targets',
    levels,
    condition: {
      symbol: 'X',
      way: true,
      active: true,
      price: 1,
      range: 0.1,
      datetime: 1,
      sl: 0.5,
      tp1: 1.5,
      tp2: 1.6,
      expiry: 9,
      setup: 'pivot',
      ended: null,
      endedAt: null,
      exit: null,
      tp1Hit: false,
      basis: {},
    },
  };
  const drawing = composeDrawing('targets', source, words);
  assert.ok(drawing.kind === 'targets');
  assert.deepEqual(
    drawing.lines.map((line) => [line.part, line.role, line.tone]),
    [
      ['buy.0', 'entry', 'up'],
      ['buy.1', 'target', 'up'],
      ['buy.2', 'target', 'up'],
      ['sell.0', 'entry', 'down'],
      ['sell.1', 'target', 'down'],
      ['condition.sl', 'stop', 'down'],
      ['condition.tp1', 'target', 'up'],
      ['condition.tp2', 'target', 'up'],
    ],
  );
  for (const line of drawing.lines) {
    const subject = explainLine(source, line.part);
    assert.ok(subject && 'price' in subject.value);
    assert.equal(subject.value.price, line.price, line.part);
  }
  assert.equal(
    composeDrawing('targets', { ...source, condition: null }, words).kind === 'targets' &&
      explainLine({ ...source, condition: null }, 'condition.sl'),
    null,
  );
});

test('every line of a box has a subject, times included, and an unknown part has none', () => {
  const source: DrawingSource = { of: 'box', box };
  for (const part of ['top', 'middleDown', 'upTrade', 'time.start', 'time.lHalf', 'time.end']) {
    assert.ok(explainLine(source, part), part);
  }
  assert.equal(explainLine(source, 'time.never'), null);
});
