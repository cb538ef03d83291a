import { addMonthsIstanbul, type Product, type Right } from '@rasat/contract';
import type { Period, Standing } from './ledger.ts';

const MONTHS: Readonly<Record<Product, number | null>> = {
  '3-months': 3,
  '6-months': 6,
  lesson: null,
};

/** The right that a product is. */
export function rightOf(product: Product): Right {
  return product === 'lesson' ? 'lesson' : 'subscription';
}

/** Why money that was taken goes back by itself. */
export type NotEntitled = 'has-right' | 'no-lesson' | 'person-erased';

/**
 * For which time a product that was paid at `nowMs` is given. A running subscription is extended from its end. Answers
 * why not when the person can have no use of it: then the money goes back.
 */
export function entitledPeriod(
  product: Product,
  standing: Standing | null,
  nowMs: number,
): Period | NotEntitled {
  if (!standing) return 'person-erased';
  const months = MONTHS[product];
  if (months === null) {
    return standing.student ? 'has-right' : { startsAtMs: nowMs, endsAtMs: null };
  }
  if (!standing.student) return 'no-lesson';
  const startsAtMs = Math.max(nowMs, standing.subscribedUntilMs);
  if (startsAtMs === Number.POSITIVE_INFINITY) return 'has-right';
  return { startsAtMs, endsAtMs: addMonthsIstanbul(startsAtMs, months) };
}

/** When a product that is paid now would end; null for what has no end. */
export function endIfPaidAt(product: Product, nowMs: number): number | null {
  const months = MONTHS[product];
  return months === null ? null : addMonthsIstanbul(nowMs, months);
}
