// What the server's settings are checked with. A face of its own: the settings are read before a start loads the calls.
export {
  CONNECTOR_NAMES,
  type ConnectorName,
  PROVIDER_NAMES,
  type ProviderName,
} from './providers.ts';
export { readCosts } from './record-costs.ts';
export { isWebAddress } from './web-address.ts';
