/** Who can take payments. The names stand in settings, addresses and orders, and are never renamed. */
export const PROVIDER_NAMES = ['demo-bank', 'iyzico'] as const;

/** A payment provider. */
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Whether a provider moves money. What any other one takes is a demonstration. */
export const MOVES_MONEY: Readonly<Record<ProviderName, boolean>> = {
  'demo-bank': false,
  iyzico: true,
};

/** Sources of prices that the server connects to, as `SOURCES` names them. */
export const CONNECTOR_NAMES = ['simulated'] as const;

/** A source of prices that the server connects to. */
export type ConnectorName = (typeof CONNECTOR_NAMES)[number];

/**
 * Every source that a symbol can have: a connector, files that the operator imported, a file that is replayed. The names
 * stand on series and published rows, and are never renamed.
 */
export const SOURCE_NAMES = [...CONNECTOR_NAMES, 'file', 'replay'] as const;

/** A source of prices. */
export type SourceName = (typeof SOURCE_NAMES)[number];

/** Whether the prices of a source move on with the clock, so that its symbols have sessions. */
const HAS_SESSIONS: Readonly<Record<SourceName, boolean>> = {
  simulated: true,
  file: false,
  replay: false,
};

/** Whether the prices of a source move on with the clock; true of a source that is not known. */
export function hasSessions(source: string): boolean {
  const name = SOURCE_NAMES.find((one) => one === source);
  return name === undefined || HAS_SESSIONS[name];
}
