/** Payment providers. The names are stored in settings, addresses and orders, and are never renamed. */
export const PROVIDER_NAMES = ['demo-bank', 'iyzico'] as const;

/** A payment provider. */
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Whether a provider moves money; payments of the others are demonstrations. */
export const MOVES_MONEY: Readonly<Record<ProviderName, boolean>> = {
  'demo-bank': false,
  iyzico: true,
};

/** Sources of prices that the server connects to, as `SOURCES` names them. */
export const CONNECTOR_NAMES = [
  'simulated',
  'binance',
  'twelvedata',
  'twelvedata-eod',
  'massive',
  'massive-index',
  'laplace',
  'eodhd',
  'eodhd-forex',
  'reference-tcmb',
  'reference-cbar',
  'reference-ecb',
] as const;

/** A source of prices that the server connects to. */
export type ConnectorName = (typeof CONNECTOR_NAMES)[number];

/**
 * How old a source's prices are by its licence: `simulated` (invented, as they are made), `real-time`, `delayed` by a
 * fixed time, `end-of-day` (once a day, after the session), `reference` (a daily rate of a bank, not a traded price).
 */
export const DELAY_CLASSES = [
  'simulated',
  'real-time',
  'delayed',
  'end-of-day',
  'reference',
] as const;

/** Delay class of a source. */
export type DelayClass = (typeof DELAY_CLASSES)[number];

/**
 * Returns whether prices are daily rates of a bank. Such a series has no range and no trade, so that nothing is computed
 * from it: it has no analysis, no signals and no record. False for prices without a delay class, such as those of a file.
 */
export function isReference(delay: { readonly class: DelayClass } | null | undefined): boolean {
  return delay?.class === 'reference';
}

/**
 * Licences under which prices are shown: `personal` to people with a session on a server that takes no real payments,
 * `display` as the adapter of the source says.
 */
export const LICENCES = ['personal', 'display'] as const;

/** Licence under which prices are shown. */
export type Licence = (typeof LICENCES)[number];

/**
 * Every source that a symbol can have: a connector, files that the operator imported, a file that is replayed. The
 * names are stored with series and published rows, and are never renamed.
 */
export const SOURCE_NAMES = [...CONNECTOR_NAMES, 'file', 'replay'] as const;

/** A source of prices. */
export type SourceName = (typeof SOURCE_NAMES)[number];

/** Names under which vendors are shown, in every language, by their sources or the first word of these. */
const VENDOR_NAMES: Readonly<Record<string, string>> = {
  binance: 'Binance',
  twelvedata: 'Twelve Data',
  massive: 'Massive',
  laplace: 'Laplace',
  eodhd: 'EODHD',
  'reference-tcmb': 'TCMB',
  'reference-cbar': 'CBAR',
  'reference-ecb': 'ECB',
};

/** Returns the name under which a vendor's source is shown: the vendor's own, or the stored one without it. */
export function vendorName(source: string): string {
  return VENDOR_NAMES[source] ?? VENDOR_NAMES[source.split('-', 1)[0] ?? ''] ?? source;
}

/**
 * Returns whether the prices of a source follow the clock, so that its symbols have sessions: not those of files and
 * replays, and not the daily rates of a bank. True for an unknown source.
 */
export function hasSessions(source: string): boolean {
  return source !== 'file' && source !== 'replay' && !source.startsWith('reference-');
}
