import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show } from '../../testing/show.tsx';
import { Words } from './page-words.tsx';
import { describeLadder, drawGauge, drawLadder } from './small-pictures.ts';
import type { SnapshotCondition } from './snapshot.ts';

const condition: SnapshotCondition = {
  symbol: 'EURUSD',
  way: true,
  active: true,
  price: 45,
  range: 1,
  datetime: 0,
  sl: 20,
  tp1: 70,
  tp2: 95,
  expiry: 0,
  setup: 'pivot',
  ended: null,
  endedAt: null,
  exit: null,
  tp1Hit: false,
};
const elementsOf = (markup: string, about: RegExp): string[] =>
  markup.split(/(?<=>)(?=<(?!\/))/).filter((element) => about.test(element));

test('a ladder covers stop to second target: 100 pixels for 75 units of price', async (t) => {
  await show(t, <Words />);
  // From 14 to 114: a third is 33.3. The price of 60 is at three fifths of the distance to the first target.
  const markup = drawLadder(condition, 60, 2, 128);
  assert.deepEqual(elementsOf(markup, /^<(?!path d="M0 0)/), [
    '<path d="M14 28H114" stroke="var(--line-ctl)" opacity=".6"/>',
    `<g transform="translate(14 28) scale(${100 / 48} 1)">`,
    '<path d="M47.3 28H67.3" stroke="var(--up)" stroke-width="3"/>',
    '<path d="M14.0 19V37" stroke="var(--down)" stroke-width="2"/>',
    '<path d="M47.3 19V37" stroke="var(--text)" stroke-width="2"/>',
    '<path d="M80.7 19V37" stroke="var(--up)" stroke-width="1.5"/>',
    '<path d="M114.0 19V37" stroke="var(--up)" stroke-width="2"/>',
    '<circle cx="67.3" cy="28" r="5" fill="var(--s1)" stroke="var(--brass)" stroke-width="2"/>',
    '<text x="2.0" y="12" text-anchor="start" fill="var(--text-3)">SL</text>',
    '<text x="2.0" y="52" text-anchor="start" fill="var(--text-2)">20,00</text>',
    '<text x="47.3" y="12" text-anchor="middle" fill="var(--text-3)">Giriş</text>',
    '<text x="47.3" y="52" text-anchor="middle" fill="var(--text-2)">45,00</text>',
    '<text x="80.7" y="12" text-anchor="middle" fill="var(--text-3)">TP1</text>',
    '<text x="80.7" y="52" text-anchor="middle" fill="var(--text-2)">70,00</text>',
    '<text x="126.0" y="12" text-anchor="end" fill="var(--text-3)">TP2</text>',
    '<text x="126.0" y="52" text-anchor="end" fill="var(--text-2)">95,00</text>',
  ]);
  const losing = elementsOf(drawLadder(condition, 30, 2, 128), /stroke-width="3"/);
  assert.deepEqual(losing, ['<path d="M47.3 28H27.3" stroke="var(--down)" stroke-width="3"/>']);
  assert.equal(drawLadder({ ...condition, tp2: 20, tp1: 20, price: 20 }, 20, 2, 128), '');
});

test('the description of a ladder has its direction and every price', async (t) => {
  await show(t, <Words />);
  assert.equal(
    describeLadder(condition, 60, 2),
    'Alış: Zarar durdur 20,00, Giriş 45,00, İlk hedef 70,00, İkinci hedef 95,00, Son kapanış 60,00.',
  );
  assert.match(describeLadder({ ...condition, way: false }, 60, 3), /^Satış: .* 60,000\.$/);
});

test('the needle of the gauge turns from left to right about its centre, with sixty graduations', () => {
  const markup = drawGauge(0.5);
  const graduations = elementsOf(markup, /M34\.0 100\.0L/).map((path) => path.match(/M/g)?.length);
  assert.deepEqual(graduations, [61, 13, 5]);
  const [plain = '', fifths = '', quarters = ''] = elementsOf(markup, /M34\.0 100\.0L/);
  // The rim is 74 from (108, 100); graduations are 5, 9 and 13 long.
  assert.ok(plain.includes('M108.0 26.0L108.0 31.0') && plain.includes('M182.0 100.0L177.0 100.0'));
  assert.ok(plain.includes('M34.1 96.1L39.1 96.4'), 'three degrees');
  assert.ok(fifths.includes('M108.0 26.0L108.0 35.0') && fifths.includes('M36.5 80.8L45.2 83.2'));
  assert.ok(
    quarters.includes('M108.0 26.0L108.0 39.0') && quarters.includes('M55.7 47.7L64.9 56.9'),
  );
  // Half of the way to the right is 45 degrees: 78 times 0.707 is 55.2.
  assert.deepEqual(elementsOf(markup, /A78|M108 100L|circle|text /), [
    '<path d="M30.0 100.0A78 78 0 0 1 186.0 100.0" stroke="var(--line)" fill="none"/>',
    '<path d="M108.0 22.0A78 78 0 0 1 163.2 44.8" stroke="var(--up)" fill="none" stroke-width="4"/>',
    '<path d="M108 100L163.2 44.8" stroke="var(--text)" stroke-width="1.5"/>',
    '<circle cx="163.2" cy="44.8" r="4.5" fill="var(--s1)" stroke="var(--brass)" stroke-width="2"/>',
    '<circle cx="108" cy="100" r="3" fill="var(--text)"/>',
    '<text x="22.0" y="114.0" text-anchor="middle" fill="var(--text-3)">−1</text>',
    '<text x="108.0" y="18.0" text-anchor="middle" fill="var(--text-3)">0</text>',
    '<text x="194.0" y="114.0" text-anchor="middle" fill="var(--text-3)">+1</text>',
  ]);
});

test('a negative value is drawn from its end to zero, and no value exceeds the ends', () => {
  const arc = (value: number): string => elementsOf(drawGauge(value), /stroke-width="4"/)[0] ?? '';
  assert.match(arc(-0.5), /M52\.8 44\.8A78 78 0 0 1 108\.0 22\.0" stroke="var\(--down\)"/);
  assert.match(arc(0), /M108\.0 22\.0A78 78 0 0 1 108\.0 22\.0" stroke="var\(--up\)"/);
  assert.match(arc(3), /186\.0 100\.0" stroke/);
  assert.match(arc(-3), /M30\.0 100\.0A/);
});
