import { DAY_MS, HOUR_MS } from '@rasat/engine';
import exp from '@stdlib/math-base-special-exp';
import type { SimulatedCalendar } from './instruments.ts';
import type { Random } from './random.ts';

/** Purposes of the random streams; a number names one stream of a symbol or calendar for ever. */
export const STREAM = { waves: 1, session: 2, slots: 3, ticks: 4 } as const;

/** A slow wave of volatility: a value at every multiple of its length, interpolated in between. */
interface Wave {
  readonly lengthMs: number;
  /** Standard deviation of the wave's share in the logarithm of volatility. */
  readonly weight: number;
}

/** Waves that every symbol of a calendar shares: market regimes of a quarter, a month and a week. */
export const SHARED_WAVES: readonly Wave[] = [
  { lengthMs: 91 * DAY_MS, weight: 0.22 },
  { lengthMs: 23 * DAY_MS, weight: 0.2 },
  { lengthMs: 5 * DAY_MS, weight: 0.16 },
];

/** Waves of a single symbol. */
export const OWN_WAVES: readonly Wave[] = [
  { lengthMs: 61 * DAY_MS, weight: 0.14 },
  { lengthMs: 9 * DAY_MS, weight: 0.16 },
];

const LARGEST_KNOT = 2.5;

function knot(random: Random, seed: number, owner: number, wave: number, index: number): number {
  const value = random.start(seed, owner, STREAM.waves + 16 * wave, index).normal();
  return Math.min(LARGEST_KNOT, Math.max(-LARGEST_KNOT, value));
}

/**
 * Computes the logarithm of volatility at an instant, mean 0. Each wave is a line from knot to knot, divided by the
 * loss of variance that the line causes between the knots. A function of time only, so it contains no information about
 * the direction of any price.
 */
export function logVolatility(
  random: Random,
  seed: number,
  owner: number,
  waves: readonly Wave[],
  timeMs: number,
): number {
  let sum = 0;
  waves.forEach(({ lengthMs, weight }, wave) => {
    const index = Math.floor(timeMs / lengthMs);
    const u = timeMs / lengthMs - index;
    const from = knot(random, seed, owner, wave, index);
    const to = knot(random, seed, owner, wave, index + 1);
    sum += (weight * (from + (to - from) * u)) / Math.sqrt((1 - u) * (1 - u) + u * u);
  });
  return sum;
}

const WAVE_VARIANCE = [...SHARED_WAVES, ...OWN_WAVES].reduce((s, w) => s + w.weight * w.weight, 0);

/** Converts a logarithm of volatility to a variance factor, mean 1 over the waves. */
export function varianceFactor(logVol: number): number {
  return exp(2 * (logVol - WAVE_VARIANCE));
}

/**
 * Draws a heavy-tailed variance with mean near 1: a Pareto law of exponent 2, cut at `most`. Mixed into normal
 * increments it gives them the tails of prices without a bias in either direction.
 */
export function heavyVariance(random: Random, most: number): number {
  return Math.min(most, 0.5 / Math.sqrt(random.uniform()));
}

// Share of the day's variance by UTC hour: crypto is busiest during the day in both Europe and America; currencies
// follow Tokyo, London and New York.
const CRYPTO_HOURS = [
  0.9, 0.85, 0.8, 0.75, 0.7, 0.7, 0.75, 0.85, 1, 1, 0.95, 0.95, 1.05, 1.35, 1.6, 1.6, 1.45, 1.25,
  1.1, 1.05, 1.05, 1, 0.95, 0.9,
];
const FOREX_HOURS = [
  0.55, 0.6, 0.55, 0.5, 0.45, 0.5, 0.8, 1.4, 1.6, 1.4, 1.2, 1.1, 1.5, 2.1, 2.2, 1.9, 1.4, 0.9, 0.7,
  0.6, 0.5, 0.35, 0.35, 0.45,
];

/**
 * Returns the activity of a slot relative to the others of its session, before chance: by the hour for markets that
 * never close, high at the opening and again at the close for exchanges. `position` runs from 0 to 1 through the
 * session.
 */
export function slotLiveliness(
  calendar: SimulatedCalendar,
  openMs: number,
  position: number,
): number {
  const hour = Math.floor(openMs / HOUR_MS) % 24;
  switch (calendar) {
    case 'always':
      return CRYPTO_HOURS[hour] ?? 1;
    case 'forex':
      return FOREX_HOURS[hour] ?? 1;
    case 'bist':
    case 'nasdaq':
    case 'xetra': {
      const left = 1 - position;
      const opening = left * left * left;
      const closing = position * position;
      return 0.6 + 2.2 * opening * opening + 0.9 * closing * closing * closing * closing;
    }
  }
}
