import assert from 'node:assert/strict';
import test from 'node:test';
import { formatMoment, formatNumber, formatPercent } from '../i18n/format.ts';
import type { Unit } from './arithmetic.ts';
import { writeFigure, writeOperation } from './figures.ts';

const NOW = Date.parse('2026-11-21T12:00Z');
const write = (value: number, unit: Unit): string =>
  writeFigure({ name: 'x', value, unit }, 5, {
    number: (of, digits) => formatNumber('tr', of, digits),
    percent: (of, digits) => formatPercent('tr', of, digits),
    moment: (timeMs) => formatMoment('tr', timeMs, NOW),
    duration: (of, text) => `${text} ${of}`,
  });
const words = {
  many: (count: number) => `${count} değer`,
  density: (x: string, count: number) => `${x} çevresinde ${count}`,
  chosen: (values: string) => `seçim ${values}`,
  touch: (movements: string, spread: string) => `${movements} pay ${spread}`,
  cone: (spread: string, share: string) => `${share} en ${spread}`,
};

test('a rounded price has its digits, an unrounded one up to two more', () => {
  assert.equal(write(1.1355, 'price'), '1,13550');
  assert.equal(write(1.1559391538963824, 'price'), '1,1559392');
  assert.equal(write(0.0035580000000000277, 'price'), '0,003558');
});

test('whole numbers stay whole, ratios keep what they need', () => {
  assert.equal(write(33, 'number'), '33');
  assert.equal(write(1.03125, 'number'), '1,03125');
  assert.equal(write(5.744562646538029, 'number'), '5,744563');
  assert.equal(write(-0.00001994423861465813, 'number'), '−0,00001994');
});

test('a share is written in per cent, a recorded one as it is recorded', () => {
  assert.equal(write(0.2604, 'share'), '%26,04');
  assert.equal(write(0.26043217, 'share'), '%26,0432');
  assert.equal(write(0.007, 'share'), '%0,70');
});

test('a length of time is told in days, hours or minutes', () => {
  assert.equal(write(20_183_132.5, 'duration'), '5,61 hours');
  assert.equal(write(666_043_373.5, 'duration'), '7,71 days');
  assert.equal(write(900_000, 'duration'), '15,0 minutes');
});

test('a moment is told in Istanbul', () => {
  assert.equal(write(Date.parse('2026-11-20T14:00Z'), 'time'), '20 Kas 17:00');
});

test('operations are written as arithmetic, long lists as their number', () => {
  assert.equal(writeOperation('multiply', ['ATR 2', 'kök n 3'], words), 'ATR 2 × kök n 3');
  assert.equal(writeOperation('subtract', ['a', 'b'], words), 'a − b');
  assert.equal(writeOperation('max', ['1', '2', '3', '4', '5'], words), 'max (5 değer)');
  assert.equal(writeOperation('density', ['x', 'w', '1', 'p', '2', 'q'], words), 'x çevresinde 2');
  assert.equal(writeOperation('mixedTouch', ['u 1', 's 0,3'], words), 'u 1 pay s 0,3');
  assert.equal(writeOperation('coneWidth', ['s 0,3', '0,5'], words), '0,5 en s 0,3');
  assert.equal(writeOperation('roundTo', ['1,23', '5'], words), '1,23');
});
