import { PRODUCTS, type Product } from '@rasat/contract';

/** A product that is a time. */
export type Plan = Exclude<Product, 'lesson'>;

/** How many calendar months each plan lasts. */
export const PLAN_MONTHS = { '3-months': 3, '6-months': 6 } as const satisfies Record<Plan, number>;

/** The plans, the shorter one first. */
export const PLANS: readonly Plan[] = PRODUCTS.filter((product) => product !== 'lesson');

/** The plan that an address asks for by its months (`type=3`); six months unless it is one of them. */
export function readPlan(type: string | null): Plan {
  return PLANS.find((plan) => String(PLAN_MONTHS[plan]) === type) ?? '6-months';
}

/** What a month of a plan costs, in whole kuruş. */
export function monthlyKurus(plan: Plan, amountKurus: number): number {
  return Math.round(amountKurus / PLAN_MONTHS[plan]);
}

/**
 * How much less a month of a plan costs than a month of the dearest one, in whole per cent, rounded down so that it is
 * never more than promised; 0 when it is less than one.
 */
export function savingPercent(
  plan: Plan,
  amounts: Readonly<Partial<Record<Plan, number>>>,
): number {
  const own = amounts[plan];
  const dearest = Math.max(...PLANS.map((one) => (amounts[one] ?? 0) / PLAN_MONTHS[one]));
  if (own === undefined || !(dearest > 0)) return 0;
  return Math.max(0, Math.floor((1 - own / PLAN_MONTHS[plan] / dearest) * 100));
}
