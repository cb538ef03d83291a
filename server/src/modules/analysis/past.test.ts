import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepShown, pastLine, readPastLine } from './past.ts';

const lines = (...keys: string[]): string[] => keys.map((key) => pastLine(key, '{}'));
const keysOf = (kept: readonly string[]): string[] => kept.map((line) => readPastLine(line).key);

test('the newest twenty boxes and trades of each kind and term stay, with what came of the trades', () => {
  const all = lines(
    ...Array.from({ length: 25 }, (_, i) => [
      `box.36.short.${i}`,
      `trade.36.short.${i}`,
      `trade.36.short.${i}.tp1`,
      `trade.36.short.${i}.tp2`,
    ]).flat(),
    'box.36.long.1',
    'trade.crystal.long.1',
  );
  const kept = keysOf(keepShown(all));
  assert.equal(kept.length, 4 * 20 + 2);
  assert.equal(kept[0], 'box.36.short.5');
  assert.ok(!kept.some((key) => /short\.4(\.|$)/.test(key)));
  assert.deepEqual(kept.slice(-3), [
    'trade.36.short.24.tp2',
    'box.36.long.1',
    'trade.crystal.long.1',
  ]);
});

test('the newest 105 weekly sets stay with their entries; conditions do not', () => {
  const sets = Array.from({ length: 110 }, (_, i) => [
    `levels.${i}`,
    `levelsTrade.${i}`,
    `levelsTrade.${i}.tp1`,
  ]).flat();
  const kept = keysOf(keepShown(lines('condition.pivot.1', 'condition.pivot.1.tp1', ...sets)));
  assert.equal(kept.length, 3 * 105);
  assert.equal(kept[0], 'levels.5');
  assert.deepEqual(keysOf(keepShown(lines('levelsTrade.5', 'trade.36.short.7.tp1'))), []);
});

test('times before 1970 are times, and to keep twice is to keep once', () => {
  const old = lines('box.144.long.-2208988800000', 'levels.-1', 'levelsTrade.-1');
  assert.deepEqual(keepShown(old), old);
  assert.deepEqual(keepShown(keepShown([...old, ...old])), keepShown([...old, ...old]));
});
