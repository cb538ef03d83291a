import assert from 'node:assert/strict';
import test from 'node:test';
import { clearLeftSettings } from './left-settings.ts';

test('old settings of a charting library are removed, other settings stay', () => {
  const keys = [
    'tradingview.chartproperties',
    'rasat.theme',
    'tradingview.IntervalWidget.quicks',
    'theme',
    'rasat.chartTheme',
  ];
  const store = {
    get length() {
      return keys.length;
    },
    key: (index: number) => keys[index] ?? null,
    removeItem: (key: string) => {
      keys.splice(keys.indexOf(key), 1);
    },
  };
  assert.equal(clearLeftSettings(store), 2);
  assert.deepEqual(keys, ['rasat.theme', 'theme', 'rasat.chartTheme']);
});
