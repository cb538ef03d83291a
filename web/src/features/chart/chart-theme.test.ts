import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChartTheme, nextChartTheme } from './chart-theme.ts';

test('the first press leaves the theme of the app, and every theme is reached', () => {
  for (const [app, other] of [
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const) {
    const seen: ChartTheme[] = ['follow'];
    for (let i = 0; i < 3; i++) seen.push(nextChartTheme(seen.at(-1) ?? 'follow', app));
    assert.deepEqual(seen, ['follow', other, app, 'follow']);
  }
});
