import { type Config, valuesOf } from '../../platform/config.ts';
import { isLoopback } from '../../platform/http/loopback.ts';
import { setting, whole } from '../../platform/settings.ts';
import { declareProvider } from '../adapter.ts';

const SETTINGS = {
  port: setting(
    'DEMO_BANK_PORT',
    whole(0, 65_535),
    0,
    'port of the demo bank; 0 takes the one after PORT, or a free one',
  ),
};

/** The entry of the demo bank in the register. */
export const demoBank = declareProvider({
  packages: ['fastify', 'zod/mini'],
  family: 'DEMO_BANK_',
  settings: SETTINGS,
  required: [],
  async open({ config, clock, keys, log, noticeUrl }, { port }) {
    const { startDemoBank } = await import('./demo-bank.ts');
    const beside = demoBankPort(config);
    const bank = await startDemoBank({
      ports: port > 0 || beside === 0 ? [port] : [beside, 0],
      host: isLoopback(config.host) ? '127.0.0.1' : config.host,
      hostname: pagesHostname(config.baseUrl),
      dataDir: config.dataDir,
      secret: keys.derive('demo-bank'),
      noticeUrl,
      clock,
      log,
    });
    return { provider: bank.provider, part: bank };
  },
});

/** Returns the preferred port of the demo bank: the chosen one, else the one after `PORT`; 0 for any. */
export function demoBankPort(config: Config): number {
  const { port } = valuesOf(SETTINGS, config);
  if (port > 0) return port;
  return config.port > 0 && config.port < 65_535 ? config.port + 1 : 0;
}

/**
 * Returns the host name of the bank's pages. On this machine it is the other one of `localhost` and `127.0.0.1`, so
 * that a browser treats the bank as another site, like a real provider, and sends it none of our cookies.
 */
function pagesHostname(baseUrl: string): string {
  const hostname = new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isLoopback(hostname)) return hostname;
  return hostname === 'localhost' ? '127.0.0.1' : 'localhost';
}
