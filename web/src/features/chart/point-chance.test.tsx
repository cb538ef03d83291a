import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { LANGUAGES, type Language, type WireTouch } from '@rasat/contract';
import { act } from '@testing-library/react';
import {
  MADE_DAY_END,
  MADE_NOW,
  MADE_UNTIL,
  madeTouch,
  madeTouchAt,
} from '../../testing/made-touch.ts';
import { show } from '../../testing/show.tsx';
import { standIn } from '../../testing/stand-in.ts';
import { DrawingNotes, PointChance } from './point-chance.tsx';
import { createPointStore } from './point-store.ts';

// The price is 1.142. Chances were computed apart from our code, from the formulas of docs/analysis.md: 1.143 has 0.493
// until the end of the day and 0.811 until that of the week, 1.16 has 0 and 0.0024, 1.14202 has 0.9888 and 0.996.

/** What is shown with the crosshair at each of the prices. */
async function shown(
  t: TestContext,
  prices: readonly (number | null)[],
  {
    touch = madeTouch(),
    language = 'en',
    digits = 5,
    nowMs = MADE_NOW,
  }: { touch?: WireTouch; language?: Language; digits?: number; nowMs?: number } = {},
): Promise<string[]> {
  t.mock.timers.enable({ apis: ['Date'], now: nowMs });
  const point = createPointStore();
  const part = <PointChance touch={touch} point={point} entry={{ digits, calendar: 'forex' }} />;
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
  for (const language of LANGUAGES) said.push(...(await shown(t, [1.143], { language })));
  assert.deepEqual(said, [
    '1,14300 seviyesine dokunma olasılığı (şimdi, 17:00 kapanışı): gün, Perşembe 03:00’e kadar: %49 · hafta, Pazar 03:00’e kadar: %81',
    '1,14300 səviyyəsinə toxunma ehtimalı (indi, 17:00 bağlanışı): gün, cümə axşamı günü 03:00-dək: 49\u00a0% · həftə, bazar günü 03:00-dək: 81\u00a0%',
    'Chance that price reaches 1.14300 (now, 17:00 close): day, before Thursday 03:00: 49% · week, before Sunday 03:00: 81%',
  ]);
});

test('below one and above 99 per cent it is only said that it is', async (t) => {
  const [far, close] = await shown(t, [1.16, 1.14202]);
  assert.match(far ?? '', /Thursday 03:00: under 1% · .* Sunday 03:00: under 1%$/);
  assert.match(close ?? '', /Thursday 03:00: 99% · .* Sunday 03:00: over 99%$/);
});

test('at the price itself and without a crosshair there is nothing, by the digits of the symbol', async (t) => {
  const at = await shown(t, [null, 1.142, 1.142004, 1.142006, 1.141994, -1, 0]);
  assert.deepEqual(
    at.map((text) => text !== ''),
    [false, false, false, true, true, false, false],
  );
  assert.deepEqual(await shown(t, [1.1424], { digits: 3 }), ['']);
  // The close is not rounded, the price under the crosshair is.
  assert.deepEqual(await shown(t, [1.142], { touch: madeTouchAt({ price: 1.1420037 }) }), ['']);
});

test('while the market is closed until then, this stands in place of a chance', async (t) => {
  const touch = madeTouchAt({ day: { until: MADE_DAY_END, weeks: 0 } });
  const [said] = await shown(t, [1.143], { touch });
  assert.match(
    said ?? '',
    /: day, before Thursday 03:00: market closed · week, before Sunday 03:00: 81%$/,
  );
});

test('a time that is over has no chance, nor has a horizon beyond the model', async (t) => {
  const [week] = await shown(t, [1.143], { nowMs: MADE_DAY_END });
  assert.match(week ?? '', /close\): week, before Sunday 03:00: 81%$/);
  assert.deepEqual(await shown(t, [1.143], { nowMs: MADE_UNTIL }), ['']);
  const far = madeTouchAt({ week: { until: MADE_UNTIL, weeks: 8.5 } });
  const [day] = await shown(t, [1.143], { touch: far });
  assert.match(day ?? '', /close\): day, before Thursday 03:00: 49%$/);
  assert.deepEqual(await shown(t, [1.143], { touch: madeTouch({ now: null }) }), ['']);
});

test('a chance on trial is marked', async (t) => {
  const [said] = await shown(t, [1.143], { touch: madeTouch({ trial: true }) });
  assert.match(said ?? '', / 81% · trial$/);
});

test('the words about drawings make room for the chance at the crosshair on a phone alone', async (t) => {
  for (const desk of [false, true]) {
    standIn(t, globalThis, {
      matchMedia: (media: string) =>
        Object.assign(new EventTarget(), { media, matches: desk, onchange: null }),
    });
    const point = createPointStore();
    const { leave } = await show(t, <DrawingNotes notes={['one', null]} point={point} />);
    assert.equal(document.body.textContent, 'one');
    act(() => point.set(1.143));
    assert.equal(document.body.textContent, desk ? 'one' : '');
    act(() => point.set(null));
    assert.equal(document.body.textContent, 'one');
    leave();
  }
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
