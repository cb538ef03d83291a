import { address, http, setting, symbolList } from '../../platform/settings.ts';
import { declareConnector } from '../adapter.ts';

const pairs = symbolList('pairs like BTCUSDT,ETHUSDT', 500);

/** Pairs that are listed when the setting names none. */
const PAIRS: readonly string[] = [
  'BTCUSDT',
  'ETHUSDT',
  'BNBUSDT',
  'SOLUSDT',
  'XRPUSDT',
  'DOGEUSDT',
  'ADAUSDT',
  'TRXUSDT',
  'AVAXUSDT',
  'LINKUSDT',
];

/** The entry of Binance's spot market in the register. */
export const binance = declareConnector({
  packages: ['pino', 'ws', 'zod/mini'],
  family: 'BINANCE_',
  settings: {
    symbols: setting('BINANCE_SYMBOLS', pairs, PAIRS, 'pairs of Binance that are listed at once'),
    url: setting(
      'BINANCE_URL',
      http,
      'https://data-api.binance.vision',
      'address of the REST interface of Binance',
    ),
    streamUrl: setting(
      'BINANCE_STREAM_URL',
      address(['ws:', 'wss:']),
      'wss://data-stream.binance.vision',
      'address of the streams of Binance',
    ),
  },
  required: [],
  licensed: true,
  audience: { personal: 'signed-in', display: 'anyone' },
  async open({ clock, log, audience }, settings) {
    const { createBinanceConnector } = await import('./binance-connector.ts');
    return createBinanceConnector({ ...settings, clock, log, audience });
  },
});
