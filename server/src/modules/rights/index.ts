import type { Config } from '../../platform/config.ts';
import { isLoopback } from '../../platform/http/loopback.ts';
import { StartError } from '../../platform/start-error.ts';

export {
  endGrant,
  findSubscriptionPeriod,
  type Grant,
  grantRight,
  type Right,
  type Rights,
  readRights,
  readSubscribedUntil,
} from './entitlements.ts';
export { createGuard } from './guard.ts';
export { rightsData } from './personal-data.ts';
export { countHoldersAt, listHolders, listSubscriptionEnds } from './store.ts';
export type { RightsTables } from './tables.ts';

/** Sessions travel in a cookie: without https only this machine is served. Throws `StartError`. */
export function assertMayListen({ host, baseUrl }: Pick<Config, 'host' | 'baseUrl'>): void {
  if (isLoopback(host) || baseUrl.startsWith('https:')) return;
  throw new StartError(
    `HOST: ${host} may be reached by others, so BASE_URL must be an address that begins with https:.`,
  );
}
