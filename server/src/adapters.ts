import {
  CONNECTOR_NAMES,
  type ConnectorName,
  type Licence,
  MOVES_MONEY,
  PROVIDER_NAMES,
} from '@rasat/contract';
import type { ConnectorContext, OpenedProvider, ProviderContext } from './connectors/adapter.ts';
import type { Connector } from './connectors/connector.ts';
import { CONNECTORS, PROVIDERS } from './connectors/register.ts';
import type { Config } from './platform/config.ts';
import { StartError } from './platform/start-error.ts';

/**
 * Checks the chosen adapters against the other settings. Each adapter needs its own settings; a provider that moves
 * money needs a seller and https, one that moves no money runs on the bundled database only, and a source whose prices
 * are licensed for personal use is refused beside a provider that moves money. Throws `StartError` with one sentence a
 * line.
 */
export function assertAdapters(config: Config): void {
  const wrong = providerFaults(config);
  for (const name of config.sources) {
    const missing = CONNECTORS[name].missing(config);
    if (missing.length > 0) {
      wrong.push(`${missing.join(', ')} must be set when SOURCES names ${name}.`);
    }
  }
  wrong.push(...licenceFaults(config));
  if (wrong.length > 0) throw new StartError(wrong.join('\n'));
}

/** Returns the licence under which the settings show the prices of a source. */
export function licenceOf(config: Pick<Config, 'marketLicence'>, name: ConnectorName): Licence {
  const own = config.marketLicence.find((entry) => entry.startsWith(`${name}=`));
  const chosen = own?.slice(name.length + 1) ?? config.marketLicence[0];
  return chosen === 'display' ? 'display' : 'personal';
}

/** Returns the licence under which the prices of a source are shown; null for a source that needs none. */
export function neededLicence(config: Config, source: string): Licence | null {
  const name = CONNECTOR_NAMES.find((one) => one === source);
  return name !== undefined && CONNECTORS[name].licensed ? licenceOf(config, name) : null;
}

function licenceFaults(config: Config): string[] {
  const { paymentProvider, sources } = config;
  if (paymentProvider === null || !MOVES_MONEY[paymentProvider]) return [];
  const personal = sources.filter(
    (name) => CONNECTORS[name].licensed && licenceOf(config, name) === 'personal',
  );
  return personal.map(
    (name) =>
      `SOURCES: ${name} is licensed for personal use; beside PAYMENT_PROVIDER ${paymentProvider} it needs a licence to display its prices and MARKET_LICENCE ${name}=display.`,
  );
}

function providerFaults(config: Config): string[] {
  const { paymentProvider: name, databaseUrl, baseUrl } = config;
  if (name === null) return [];
  const wrong: string[] = [];
  const missing = [...PROVIDERS[name].missing(config)];
  if (MOVES_MONEY[name]) missing.push(...missingSeller(config));
  if (missing.length > 0) {
    wrong.push(`${missing.join(', ')} must be set when PAYMENT_PROVIDER is ${name}.`);
  }
  if (MOVES_MONEY[name] && !baseUrl.startsWith('https:')) {
    wrong.push(`BASE_URL must begin with https: when PAYMENT_PROVIDER is ${name}.`);
  }
  if (!MOVES_MONEY[name] && databaseUrl !== null) {
    const real = PROVIDER_NAMES.filter((one) => MOVES_MONEY[one]).join(' or ');
    wrong.push(`PAYMENT_PROVIDER: ${name} takes no money; with DATABASE_URL choose ${real}.`);
  }
  return wrong;
}

function missingSeller(config: Config): string[] {
  const seller = {
    SELLER_TITLE: config.sellerTitle,
    SELLER_TAX_OFFICE: config.sellerTaxOffice,
    SELLER_TAX_NUMBER: config.sellerTaxNumber,
    SELLER_ADDRESS: config.sellerAddress,
  };
  return Object.entries(seller).flatMap(([name, value]) => (value === null ? [name] : []));
}

/**
 * Opens the payment provider that the settings name; null when they name none. `address` returns this server's address
 * once it listens. Throws `StartError`.
 */
export async function openProvider(
  context: Omit<ProviderContext, 'noticeUrl'>,
  address: () => string,
): Promise<OpenedProvider | null> {
  const { paymentProvider: name } = context.config;
  if (name === null) return null;
  const noticeUrl = (): string => `${address()}/api/payment/webhook/${name}`;
  return PROVIDERS[name].open({ ...context, noticeUrl });
}

/** Opens the price sources that the settings name. Throws `StartError`. */
export function openSources(
  context: Omit<ConnectorContext, 'audience' | 'share'>,
): Promise<readonly Connector[]> {
  const { config } = context;
  const shared = new Map<string, unknown>();
  const share = <T>(name: string, make: () => T): T => {
    if (!shared.has(name)) shared.set(name, make());
    return shared.get(name) as T;
  };
  return Promise.all(
    config.sources.map((name) => {
      const audience = CONNECTORS[name].audience(config)[licenceOf(config, name)];
      return CONNECTORS[name].open({ ...context, audience, share });
    }),
  );
}
