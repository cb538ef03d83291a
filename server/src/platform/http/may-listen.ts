import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';
import { isLoopback } from './loopback.ts';

/**
 * Throws `StartError` when the server would be reachable from other machines without https, because sessions are kept
 * in a cookie.
 */
export function assertMayListen({ host, baseUrl }: Pick<Config, 'host' | 'baseUrl'>): void {
  if (isLoopback(host) || baseUrl.startsWith('https:')) return;
  throw new StartError(
    `HOST: ${host} may be reached by others, so BASE_URL must be an address that begins with https:.`,
  );
}
