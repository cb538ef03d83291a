import type { PaymentProvider } from './connectors/payment-provider.ts';
import type { Config } from './platform/config.ts';
import { isLoopback } from './platform/http/loopback.ts';
import type { Part, ServerContext } from './platform/part.ts';
import { StartError } from './platform/start-error.ts';

/** Who takes payments, and the part that has to run for it. */
export interface StartedProvider {
  readonly provider: PaymentProvider;
  /** The demo bank; null with a real provider. */
  readonly part: Part | null;
}

/**
 * The provider that the settings name. `noticeUrl` is where it posts what it says by itself; asked for when it does, so
 * that the server may listen later. The demo bank is started here and stops as a part. Throws `StartError`.
 */
export async function startPaymentProvider(
  context: Pick<ServerContext, 'config' | 'clock' | 'keys' | 'log'>,
  noticeUrl: () => string,
): Promise<StartedProvider> {
  const { config, clock, keys, log } = context;
  if (config.paymentProvider === 'iyzico') {
    const { iyzicoUrl: url, iyzicoApiKey: apiKey, iyzicoSecretKey: secretKey } = config;
    if (url === null || apiKey === null || secretKey === null) {
      throw new StartError(
        'IYZICO_URL, IYZICO_API_KEY and IYZICO_SECRET_KEY must be set when PAYMENT_PROVIDER is iyzico.',
      );
    }
    const { createIyzico } = await import('./connectors/iyzico/iyzico.ts');
    return { provider: createIyzico({ url, apiKey, secretKey, clock }), part: null };
  }
  const { startDemoBank } = await import('./connectors/demo-bank/demo-bank.ts');
  const bank = await startDemoBank({
    ports: demoBankPorts(config),
    host: isLoopback(config.host) ? '127.0.0.1' : config.host,
    hostname: demoBankHostname(config.baseUrl),
    dataDir: config.dataDir,
    secret: keys.derive('demo-bank'),
    noticeUrl,
    clock,
    log,
  });
  return { provider: bank.provider, part: bank };
}

function demoBankPorts({ demoBankPort, port }: Config): readonly number[] {
  if (demoBankPort > 0) return [demoBankPort];
  return port > 0 && port < 65_535 ? [port + 1, 0] : [0];
}

/**
 * On this machine the bank's name is the other one of `localhost` and `127.0.0.1`: another site for a browser, as a real
 * provider is, to which no cookie of ours goes.
 */
function demoBankHostname(baseUrl: string): string {
  const hostname = new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isLoopback(hostname)) return hostname;
  return hostname === 'localhost' ? '127.0.0.1' : 'localhost';
}
