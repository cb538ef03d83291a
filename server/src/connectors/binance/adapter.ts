import { SYMBOL_PATTERN } from '@rasat/contract';
import { address, http, type Kind, setting } from '../../platform/settings.ts';
import { declareConnector } from '../adapter.ts';

const pairs: Kind<readonly string[]> = {
  expected: 'names of pairs like BTCUSDT,ETHUSDT, separated by commas, at most 500',
  parse: (t) => {
    const names = t.split(',').map((name) => name.trim());
    const isSound =
      names.length <= 500 &&
      new Set(names).size === names.length &&
      names.every((name) => SYMBOL_PATTERN.test(name));
    return isSound ? names : undefined;
  },
};

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
