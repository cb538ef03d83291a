import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { LANGUAGES, type Language, type WireTouch } from '@rasat/contract';
import { act } from '@testing-library/react';
import { show } from '../../testing/show.tsx';
import { BAR_CLOSE_MS, DAY_END_MS, TOUCH, WEEK_END_MS } from '../../testing/touch-reply.ts';
import { PointChance } from './point-chance.tsx';
import { createPointStore } from './point-store.ts';

// Chances were computed apart from the engine, from the formulas of docs/analysis.md, in double precision: 1.102 has
// 0.466 within the day and 0.822 within the week, 1.11 has 0.0055 and 0.286, 1.1001 has 0.970 and 0.991.

const { now } = TOUCH;
assert.ok(now);

/** What is shown with the crosshair at each of the prices. */
async function shown(
  t: TestContext,
  prices: readonly (number | null)[],
  {
    touch = TOUCH,
    language = 'en',
    digits = 5,
    nowMs = BAR_CLOSE_MS + 600_000,
  }: { touch?: WireTouch; language?: Language; digits?: number; nowMs?: number } = {},
): Promise<string[]> {
  t.mock.timers.enable({ apis: ['Date'], now: nowMs });
  const point = createPointStore();
  const part = <PointChance touch={touch} point={point} digits={digits} />;
  const { leave } = await show(t, part, { language });
  const said = prices.map((price) => {
    act(() => point.set(price));
    return document.body.textContent;
  });
  leave();
  t.mock.timers.reset();
  return said;
}

test('the chance until the end of the day and of the week stands in each language with its times', async (t) => {
  const said: string[] = [];
  for (const language of LANGUAGES) said.push(...(await shown(t, [1.102], { language })));
  assert.deepEqual(said, [
    '1,10200 seviyesine ulaşma olasılığı, şimdi (18 Kas 12:00 kapanışı): günün sonuna kadar (19 Kas 03:00) %47 · haftanın sonuna kadar (22 Kas 03:00) %82',
    '1,10200 səviyyəsinə çatma ehtimalı, indi (18 noy 12:00 bağlanışı): günün sonunadək (19 noy 03:00) 47\u00a0% · həftənin sonunadək (22 noy 03:00) 82\u00a0%',
    'Chance that price reaches 1.10200, now (18 Nov 12:00 close): by the end of the day (19 Nov 03:00) 47% · by the end of the week (22 Nov 03:00) 82%',
  ]);
});

test('below one and above 99 per cent it is only said that it is', async (t) => {
  const [far, close] = await shown(t, [1.11, 1.1001]);
  assert.match(far ?? '', /day \(19 Nov 03:00\) under 1% · .* 29%$/);
  assert.match(close ?? '', /day \(19 Nov 03:00\) 97% · .* over 99%$/);
});

test('at the price itself and without a crosshair there is nothing, by the digits of the symbol', async (t) => {
  const at = await shown(t, [null, 1.1, 1.100004, 1.100006, 1.099994, -1, 0]);
  assert.deepEqual(
    at.map((text) => text !== ''),
    [false, false, false, true, true, false, false],
  );
  const [rounded] = await shown(t, [1.1004], { digits: 3 });
  assert.equal(rounded, '');
});

test('while the market is closed until then, this stands in place of a chance', async (t) => {
  const closed = { ...now, day: { until: DAY_END_MS, weeks: 0 } };
  const [said] = await shown(t, [1.102], { touch: { ...TOUCH, now: closed } });
  assert.match(
    said ?? '',
    /day \(19 Nov 03:00\) market closed until then · by the end of the week \(22 Nov 03:00\) 82%$/,
  );
});

test('a time that is over has no chance, nor has a horizon beyond the model', async (t) => {
  const [week] = await shown(t, [1.102], { nowMs: DAY_END_MS });
  assert.match(week ?? '', /close\): by the end of the week \(22 Nov 03:00\) 82%$/);
  assert.deepEqual(await shown(t, [1.102], { nowMs: WEEK_END_MS }), ['']);
  const far = { ...now, week: { until: WEEK_END_MS, weeks: 8.5 } };
  const [day] = await shown(t, [1.102], { touch: { ...TOUCH, now: far } });
  assert.match(day ?? '', /by the end of the day \(19 Nov 03:00\) 47%$/);
  assert.deepEqual(await shown(t, [1.102], { touch: { ...TOUCH, now: null } }), ['']);
});

test('a chance on trial is marked', async (t) => {
  const [said] = await shown(t, [1.102], { touch: { ...TOUCH, trial: true } });
  assert.match(said ?? '', / 82% · trial$/);
});

test('a moving crosshair tells the page only when its price changes', () => {
  const point = createPointStore();
  let told = 0;
  const stop = point.subscribe(() => {
    told += 1;
  });
  for (const price of [1, 1, 2, null, null, 2]) point.set(price);
  assert.deepEqual([told, point.get()], [4, 2]);
  stop();
  point.set(3);
  assert.equal(told, 4);
});
