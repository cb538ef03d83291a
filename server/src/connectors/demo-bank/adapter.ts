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

/** The port that the demo bank takes when it is free: the chosen one, else the one after `PORT`; 0 for any. */
export function demoBankPort(config: Config): number {
  const { port } = valuesOf(SETTINGS, config);
  if (port > 0) return port;
  return config.port > 0 && config.port < 65_535 ? config.port + 1 : 0;
}

/**
 * On this machine the bank's name is the other one of `localhost` and `127.0.0.1`: another site for a browser, as a real
 * provider is, to which no cookie of ours goes.
 */
function pagesHostname(baseUrl: string): string {
  const hostname = new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isLoopback(hostname)) return hostname;
  return hostname === 'localhost' ? '127.0.0.1' : 'localhost';
}
