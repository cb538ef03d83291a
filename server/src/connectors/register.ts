import type { ConnectorName, ProviderName } from '@rasat/contract';
import type { AdapterSettings } from '../platform/config.ts';
import type { ConnectorAdapter, ProviderAdapter } from './adapter.ts';
import { binance } from './binance/adapter.ts';
import { demoBank } from './demo-bank/adapter.ts';
import { eodhd, eodhdForex } from './eodhd/adapter.ts';
import { iyzico } from './iyzico/adapter.ts';
import { laplace } from './laplace/adapter.ts';
import { massive, massiveIndex } from './massive/adapter.ts';
import { referenceCbar, referenceEcb, referenceTcmb } from './reference/adapter.ts';
import { simulated } from './simulated/adapter.ts';
import { twelvedata, twelvedataEod } from './twelvedata/adapter.ts';

/** Every payment provider, by the name of its folder. */
export const PROVIDERS: Readonly<Record<ProviderName, ProviderAdapter>> = {
  'demo-bank': demoBank,
  iyzico,
};

/** Every price source that the server connects to. A vendor whose prices have several ages has a source for each. */
export const CONNECTORS: Readonly<Record<ConnectorName, ConnectorAdapter>> = {
  binance,
  eodhd,
  'eodhd-forex': eodhdForex,
  massive,
  'massive-index': massiveIndex,
  laplace,
  'reference-tcmb': referenceTcmb,
  'reference-cbar': referenceCbar,
  'reference-ecb': referenceEcb,
  simulated,
  twelvedata,
  'twelvedata-eod': twelvedataEod,
};

/** Folders of the adapters whose folder has another name: that of their vendor. */
const FOLDERS: Readonly<Record<string, string>> = {
  'eodhd-forex': 'eodhd',
  'massive-index': 'massive',
  'reference-tcmb': 'reference',
  'reference-cbar': 'reference',
  'reference-ecb': 'reference',
  'twelvedata-eod': 'twelvedata',
};

/** Returns the folder beside this file that holds an adapter. */
export function folderOf(name: ProviderName | ConnectorName): string {
  return FOLDERS[name] ?? name;
}

const ADAPTERS = { ...PROVIDERS, ...CONNECTORS };

/** The settings of every adapter, chosen or not; adapters of one vendor have the same. */
export const ADAPTER_SETTINGS: readonly AdapterSettings[] = [
  ...new Map(Object.values(ADAPTERS).map((one) => [one.family, one])).values(),
];

/**
 * npm packages that each folder beside this file may import. `files` reads imported files and `vendor-wire` holds what
 * connectors of vendors share; both are no adapters.
 */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(ADAPTERS).map(([name, { packages }]) => [FOLDERS[name] ?? name, packages]),
  ),
  files: ['fflate'],
  'vendor-wire': ['pino', 'ws', 'zod/mini'],
};
