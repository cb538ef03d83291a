import assert from 'node:assert/strict';
import test from 'node:test';
import { monthlyKurus, readPlan, savingPercent } from './plans.ts';

test('an address preselects three or six months; without a valid value it is six', () => {
  assert.equal(readPlan('3'), '3-months');
  assert.equal(readPlan('6'), '6-months');
  for (const odd of [null, '', '12', '03', ' 3']) assert.equal(readPlan(odd), '6-months');
});

test('the monthly price is the price divided by the months', () => {
  assert.equal(monthlyKurus('3-months', 225_000), 75_000);
  assert.equal(monthlyKurus('6-months', 390_000), 65_000);
  assert.equal(monthlyKurus('3-months', 100_000), 33_333);
});

test('the longer plan shows its monthly saving, rounded down', () => {
  const amounts = { '3-months': 225_000, '6-months': 390_000 };
  assert.equal(savingPercent('6-months', amounts), 13, '13.33 per cent');
  assert.equal(savingPercent('3-months', amounts), 0);
});

test('a plan without a saving, or without another plan, shows none', () => {
  assert.equal(savingPercent('6-months', { '3-months': 200_000, '6-months': 400_000 }), 0);
  assert.equal(savingPercent('6-months', { '3-months': 200_000, '6-months': 500_000 }), 0);
  assert.equal(savingPercent('6-months', { '6-months': 390_000 }), 0);
  assert.equal(savingPercent('6-months', {}), 0);
});
