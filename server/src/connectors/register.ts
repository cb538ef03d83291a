import type { ConnectorName, ProviderName } from '@rasat/contract';
import type { AdapterSettings } from '../platform/config.ts';
import type { ConnectorAdapter, ProviderAdapter } from './adapter.ts';
import { binance } from './binance/adapter.ts';
import { demoBank } from './demo-bank/adapter.ts';
import { iyzico } from './iyzico/adapter.ts';
import { simulated } from './simulated/adapter.ts';

/** Every payment provider, by the name of its folder. */
export const PROVIDERS: Readonly<Record<ProviderName, ProviderAdapter>> = {
  'demo-bank': demoBank,
  iyzico,
};

/** Every price source that the server connects to, by the name of its folder. */
export const CONNECTORS: Readonly<Record<ConnectorName, ConnectorAdapter>> = { binance, simulated };

const ADAPTERS = { ...PROVIDERS, ...CONNECTORS };

/** The settings of every adapter, chosen or not. */
export const ADAPTER_SETTINGS: readonly AdapterSettings[] = Object.values(ADAPTERS);

/**
 * npm packages that each folder beside this file may import. `files` reads imported files and `vendor-wire` holds what
 * connectors of vendors share; both are no adapters.
 */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(ADAPTERS).map(([name, { packages }]) => [name, packages])),
  files: ['fflate'],
  'vendor-wire': ['pino', 'ws', 'zod/mini'],
};
