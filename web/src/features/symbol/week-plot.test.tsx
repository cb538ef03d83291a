import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layLabels, layWeek } from './week-plot.ts';
import { describeWeek } from './weeks.ts';

const DAY = 86_400_000;
const MONDAY = Date.UTC(2026, 10, 23);
const week = describeWeek(MONDAY, 'forex');
const levels = {
  buy: [1.01716, 1.02035, 1.02355, 1.02675, 1.02995, 1.03317],
  sell: [1.01079, 1.00761, 1.00444, 1.00127, 0.99811, 0.99495],
};
const SIZE = { width: 984, height: 400 };

/** Weekdays up to a day, counted from the week's Monday, the newest last. */
function days(count: number, last: number) {
  const list = [];
  for (let day = last; list.length < count; day -= 1) {
    const openTimeMs = MONDAY + day * DAY;
    if (new Date(openTimeMs).getUTCDay() % 6 === 0) continue;
    list.push({ openTimeMs, open: 1.014, high: 1.016, low: 1.012, close: 1.015, volume: 1 });
  }
  return list.toReversed();
}

test('the plot extends three hundredths of the range beyond the outermost levels', () => {
  const plot = layWeek(days(80, -3), week, levels, 1.014, SIZE);
  const range = 1.03317 - 0.99495;
  // Half a label and two pixels stay free at both ends.
  assert.ok(Math.abs(plot.placeOf(1.03317 + 0.03 * range) - 12) < 1e-6);
  assert.ok(Math.abs(plot.placeOf(0.99495 - 0.03 * range) - (400 - 28 - 12)) < 1e-6);
});

test('the week has room for all its days, traded or not, right of the days before', () => {
  for (const [last, traded] of [
    [-3, 0],
    [1, 2],
    [4, 5],
  ] as const) {
    const plot = layWeek(days(80, last), week, levels, 1.014, SIZE);
    assert.equal(plot.candles.length, 52 + traded);
    const inWeek = plot.candles.filter(({ x }) => x > plot.weekFrom);
    assert.equal(inWeek.length, traded);
    const slot = (plot.weekTo - plot.weekFrom) / 5;
    assert.ok(Math.abs(plot.weekTo / slot - 57) < 1e-9, 'a slot is a day of 52 before and 5 in it');
    assert.ok(plot.weekTo < plot.labelX);
  }
});

test('a narrow plot shows half as many days', () => {
  const plot = layWeek(days(80, -3), week, levels, 1.014, { width: 366, height: 380 });
  assert.equal(plot.candles.length, 26);
  assert.equal(plot.labelWidth, 140);
});

test('labels with chances are wider, and the days keep their number', () => {
  for (const width of [366, 984]) {
    const size = { width, height: 380 };
    const plain = layWeek(days(80, -3), week, levels, 1.014, size);
    const wider = layWeek(days(80, -3), week, levels, 1.014, size, true);
    assert.ok(wider.labelWidth >= plain.labelWidth + 50);
    assert.equal(wider.labelX + wider.labelWidth, width - 2);
    assert.equal(wider.candles.length, plain.candles.length);
    assert.ok(wider.candles.every(({ x }) => x > 0 && x < wider.weekTo));
  }
});

const prices = [1.01397, 1.01716, 1.0171, 1.01109, 1.01079, 1.04, 0.99, 1.0204];
for (const price of prices) {
  test(`no two labels touch, and the live price label is at its price ${price}`, () => {
    const plot = layWeek(days(80, 2), week, levels, price, SIZE);
    const labels = layLabels(plot, levels, 'both', price);
    assert.equal(labels.length, 13);
    for (const { y } of labels) assert.ok(y >= 10 - 1e-9 && y <= 362 + 1e-9, `${y} is on the plot`);
    const live = labels.find(({ level }) => level === null);
    assert.equal(live?.y, plot.placeOf(price));
    for (const [i, label] of labels.entries()) {
      const next = labels[i + 1];
      if (next) assert.ok(next.y - label.y >= 22 - 1e-9, `${label.y} and ${next.y}`);
      assert.equal(label.lineY, plot.placeOf(label.price), 'a leader begins at its own line');
    }
    const order = labels.map((label) => label.price);
    assert.deepEqual(
      order,
      order.toSorted((a, b) => b - a),
      'in the order of their prices',
    );
  });
}

test('one list has one list of labels, and a week before has no live price', () => {
  const plot = layWeek(days(80, -3), week, levels, null, SIZE);
  assert.deepEqual(
    layLabels(plot, levels, 'sell', null).map(({ level }) => [level?.side, level?.index]),
    [0, 1, 2, 3, 4, 5].map((index) => ['sell', index]),
  );
});

test('a price far beyond the levels is visible', () => {
  const plot = layWeek(days(80, 2), week, levels, 1.2, SIZE);
  assert.ok(plot.placeOf(1.2) > 10 && plot.placeOf(1.2) < 30);
});

test('named days begin a week, and do not touch each other or the name of the week', () => {
  const plot = layWeek(days(80, -3), week, levels, 1.014, SIZE);
  assert.ok(plot.days.length >= 4);
  for (const [i, { x, timeMs }] of plot.days.entries()) {
    assert.equal(new Date(timeMs).getUTCDay(), 1);
    const next = plot.days[i + 1]?.x ?? plot.weekFrom + 20;
    assert.ok(next - x >= 70, `${x} and ${next}`);
  }
});
