// Checks of the server's settings. A separate entry point, because a start reads the settings before it loads the
// routes.
export { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './languages.ts';
export {
  CONNECTOR_NAMES,
  type ConnectorName,
  LICENCES,
  PROVIDER_NAMES,
  type ProviderName,
} from './providers.ts';
export { readCosts } from './record-costs.ts';
export { SYMBOL_PATTERN } from './symbols.ts';
export { isWebAddress } from './web-address.ts';
