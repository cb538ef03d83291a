import { PRODUCTS, type Product } from '@rasat/contract';

/** Product that is a subscription. */
export type Plan = Exclude<Product, 'lesson'>;

/** Calendar months of each plan. */
export const PLAN_MONTHS = { '3-months': 3, '6-months': 6 } as const satisfies Record<Plan, number>;

/** Plans, the shortest first. */
export const PLANS: readonly Plan[] = PRODUCTS.filter((product) => product !== 'lesson');

/** Reads the plan from the URL parameter `type`, its months; six months for any other value. */
export function readPlan(type: string | null): Plan {
  return PLANS.find((plan) => String(PLAN_MONTHS[plan]) === type) ?? '6-months';
}

/** Returns the price of a plan per month, in whole kuruş. */
export function monthlyKurus(plan: Plan, amountKurus: number): number {
  return Math.round(amountKurus / PLAN_MONTHS[plan]);
}

/**
 * Returns the saving per month against the plan with the highest monthly price, in per cent, rounded down so that the
 * shown saving is never too high. 0 without a saving.
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
