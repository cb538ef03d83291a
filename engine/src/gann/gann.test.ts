import assert from 'node:assert/strict';
import test from 'node:test';
import ln from '@stdlib/math-base-special-ln';
import fc from 'fast-check';
import { readGolden } from '../testing/shared.golden.ts';
import { gannSpectrum } from './spectrum.ts';
import { chooseSquareScale, squareLadder, squareLevel } from './square-of-nine.ts';

test('the worked example: 1.14439 with a target of .0049', () => {
  const scale = chooseSquareScale(1.14439, 0.0049);
  assert.deepEqual(scale, { m: 4, beta: 45 });
  assert.deepEqual(squareLadder(1.14439, scale!, 1, 2, 5, 1), [1.14975, 1.15511]);
  assert.deepEqual(squareLadder(1.14439, scale!, -1, 1, 5, 1), [1.13905]);
});

interface SquareCase {
  P: number;
  atrW: number;
  digits: number;
  C: number;
  m: number;
  beta: number;
  buy: number[];
  sell: number[];
  spectrum: number[];
}

test('scales, levels and spectra equal the reference', (t) => {
  const golden = readGolden(t, 'sq9') as SquareCase[] | undefined;
  if (golden === undefined) return;
  for (const { P, atrW, digits, C, m, beta, buy, sell, spectrum } of golden) {
    assert.deepEqual(chooseSquareScale(P, atrW / 4), { m, beta });
    assert.deepEqual(squareLadder(P, { m, beta }, 1, 6, digits, 1), buy);
    assert.deepEqual(squareLadder(P, { m, beta }, -1, 6, digits, 1), sell);
    assert.deepEqual(gannSpectrum(P, { m, beta }, C, digits, 1), spectrum);
  }
  t.diagnostic(`${golden.length} cases`);
});

test('a root that is not positive gives 0, and no scale fits an impossible target', () => {
  assert.equal(squareLevel(4, { m: 0, beta: 45 }, -8), 0);
  assert.equal(squareLevel(4, { m: 0, beta: 45 }, -9), 0);
  assert.equal(chooseSquareScale(1, 0), null);
  assert.equal(chooseSquareScale(1, Number.NaN), null);
  assert.equal(chooseSquareScale(1e-13, 1e-15), null);
});

test('levels that would round to the same price are a tick apart, and every level is positive', () => {
  const scale = { m: 12, beta: 45 };
  assert.deepEqual(squareLadder(1.5, scale, 1, 4, 2, 1), [1.51, 1.52, 1.53, 1.54]);
  assert.deepEqual(squareLadder(0.02, scale, -1, 4, 2, 1), [0.01]);
});

test('the spectrum rises strictly, is positive and holds eight steps around anchor and price', () => {
  const prices = fc.double({ min: 0.001, max: 1e5, noNaN: true });
  const shares = fc.double({ min: 0.001, max: 0.1, noNaN: true });
  const moves = fc.double({ min: 0.4, max: 2.5, noNaN: true });
  const decimals = fc.integer({ min: 2, max: 8 });
  fc.assert(
    fc.property(prices, shares, moves, decimals, (price, share, move, digits) => {
      const scale = chooseSquareScale(price, price * share);
      assert.ok(scale !== null);
      const spectrum = gannSpectrum(price, scale, price * move, digits, 1);
      assert.ok(spectrum.every((level, at) => level > (spectrum[at - 1] ?? 0)));
      const tick = 10 ** -digits;
      const beyond = spectrum.filter((level) => level >= Math.max(price, price * move) - tick);
      assert.ok(beyond.length >= 8);
    }),
    { numRuns: 1_000 },
  );
});

test('the first step is within a factor of 1.5 of its target from 0.05 % to 17 % of the price', () => {
  const prices = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  const shares = fc.double({ min: 0.0005, max: 0.17, noNaN: true });
  fc.assert(
    fc.property(prices, shares, (price, share) => {
      const scale = chooseSquareScale(price, price * share)!;
      const step = squareLevel(price, scale, 1) - price;
      const ratio = step / (price * share);
      assert.ok(ratio < 1.52 && ratio > 1 / 1.52, `${price} ${share}: ${ratio}`);
    }),
    { numRuns: 500 },
  );
});

test('a scaled price of 4 has a scale, from -12 to 12', () => {
  // The root of 4 is 2: a step of half a root leads to 6.25, which is 2.25 away.
  assert.deepEqual(chooseSquareScale(4, 2.25), { m: 0, beta: 90 });
  // Below 4 the next scale wins: the root of 39.9 is 6.317, a half more squared and over 10 is 4.646.
  assert.equal(chooseSquareScale(3.99, 2.25)?.m, 1);
  // 5 at either end: (2.236 + 0.5)^2 - 5 is 2.486.
  assert.deepEqual(chooseSquareScale(5e12, 2.486e12), { m: -12, beta: 90 });
  assert.deepEqual(chooseSquareScale(5e-12, 2.486e-12), { m: 12, beta: 90 });
  assert.equal(chooseSquareScale(3.9e-12, 2e-12), null);
});

test('of two scales with steps equally close to the target the first wins', () => {
  // From 4.5 a quarter of a root is 1.1232, a half 2.3713; their geometric mean lies between them.
  const target = 1.6319842414733756;
  const steps = [45, 90].map((beta) => squareLevel(4.5, { m: 0, beta }, 1) - 4.5);
  const [one, other] = steps.map((step) => Math.abs(ln(step / target)));
  assert.equal(one, other);
  assert.deepEqual(chooseSquareScale(4.5, target), { m: 0, beta: 45 });
});

test('the spectrum has eight steps beyond the anchor and beyond the last whole step of the price', () => {
  // The root of 100 is 10, a step of 90 degrees half a root: 9.5 and 10.5 squared are 90.25 and 110.25.
  const spectrum = (close: number) => gannSpectrum(100, { m: 0, beta: 90 }, close, 4, 1);
  const ends = (close: number) => {
    const prices = spectrum(close);
    return [Math.sqrt(prices[0]!), Math.sqrt(prices.at(-1)!), prices.length];
  };
  assert.deepEqual(ends(100), [6, 14, 17]);
  assert.deepEqual(ends(110.2499), [6, 14, 17]);
  assert.deepEqual(ends(110.25), [6, 14.5, 18]);
  // Downward the whole step is the one below: floor(-0.0001) is -1.
  assert.deepEqual(ends(99.9999), [5.5, 14, 18]);
  assert.deepEqual(ends(90.25), [5.5, 14, 18]);
  assert.deepEqual(ends(90.2499), [5, 14, 19]);
});

test('an anchor that rounds to nothing is not in its own spectrum', () => {
  assert.equal(gannSpectrum(0.004, { m: 4, beta: 90 }, 0.004, 2, 1)[0], 0.01);
  assert.equal(gannSpectrum(0.005, { m: 4, beta: 90 }, 0.005, 2, 1)[0], 0.01);
  assert.equal(gannSpectrum(0.005, { m: 4, beta: 90 }, 0.005, 2, 1)[1], 0.02);
});
