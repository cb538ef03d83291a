import { addMonthsIstanbul, type Product, type Right } from '@rasat/contract';
import type { Period, Standing } from './ledger.ts';

const MONTHS: Readonly<Record<Product, number | null>> = {
  '3-months': 3,
  '6-months': 6,
  lesson: null,
};

/** Returns the right that a product gives. */
export function rightOf(product: Product): Right {
  return product === 'lesson' ? 'lesson' : 'subscription';
}

/** Reason of an automatic refund. */
export type NotEntitled = 'has-right' | 'no-lesson' | 'person-erased';

/**
 * Returns the period of a product that is paid at `nowMs`. A running subscription is extended from its end. Returns a
 * reason when the person cannot use the product: the payment is then refunded.
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

/** Returns the end of a product that is paid now, in UTC epoch milliseconds; null for a product without an end. */
export function endIfPaidAt(product: Product, nowMs: number): number | null {
  const months = MONTHS[product];
  return months === null ? null : addMonthsIstanbul(nowMs, months);
}
