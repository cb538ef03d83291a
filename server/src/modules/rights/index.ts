export {
  endGrant,
  findSubscriptionPeriod,
  type Grant,
  grantRight,
  readRights,
  readSubscribedUntil,
} from './entitlements.ts';
export { createGuard } from './guard.ts';
export { rightsData } from './personal-data.ts';
export { countHoldersAt, listHolders, listSubscriptionEnds } from './store.ts';
export type { RightsTables } from './tables.ts';
