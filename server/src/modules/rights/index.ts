import { BlockList, isIP } from 'node:net';
import type { Config } from '../../platform/config.ts';
import { StartError } from '../../platform/start-error.ts';

export {
  endGrant,
  type Grant,
  grantRight,
  type Right,
  type Rights,
  readRights,
} from './entitlements.ts';
export { createGuard } from './guard.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Sessions travel in a cookie: without https only this machine is served. Throws `StartError`. */
export function assertMayListen({ host, baseUrl }: Pick<Config, 'host' | 'baseUrl'>): void {
  const version = isIP(host);
  if (host === 'localhost' || baseUrl.startsWith('https:')) return;
  if (version > 0 && loopback.check(host, version === 6 ? 'ipv6' : 'ipv4')) return;
  throw new StartError(
    `HOST: ${host} may be reached by others, so BASE_URL must be an address that begins with https:.`,
  );
}
