import { analysisRoutes } from './analysis.ts';
import { marketRoutes } from './market.ts';
import { platformRoutes } from './platform.ts';
import { signalRoutes } from './signals.ts';

export { crystalSeer, outcome, seer, tradeCondition } from './analysis.ts';

/** Every call of the product, by name. */
export const ROUTES = {
  ...platformRoutes,
  ...marketRoutes,
  ...analysisRoutes,
  ...signalRoutes,
} as const;

/** The name of a call. */
export type RouteName = keyof typeof ROUTES;
