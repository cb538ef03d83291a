import {
  address,
  http,
  oneOf,
  secret,
  setting,
  symbolList,
  text,
  whole,
} from '../../platform/settings.ts';
import { type ConnectorContext, declareConnector } from '../adapter.ts';
import type { TwelveDataRest } from './twelvedata-rest.ts';

const symbols = (example: string) => symbolList(`symbols like ${example}`, 5000);

const settings = {
  key: setting('TWELVEDATA_KEY', text, null, 'key of Twelve Data', secret),
  symbols: setting(
    'TWELVEDATA_SYMBOLS',
    symbols('EURUSD,AAPL,SPX'),
    ['EURUSD', 'GBPUSD', 'USDJPY', 'USDTRY', 'EURTRY'],
    'symbols of Twelve Data that are listed at once',
  ),
  bistSymbols: setting(
    'TWELVEDATA_BIST_SYMBOLS',
    symbols('THYAO,GARAN'),
    ['THYAO', 'GARAN', 'AKBNK'],
    'shares of Borsa İstanbul of Twelve Data that are listed at once',
  ),
  credits: setting(
    'TWELVEDATA_CREDITS',
    whole(1, 100_000),
    8,
    'credits of Twelve Data that may be spent in a minute',
  ),
  mode: setting(
    'TWELVEDATA_MODE',
    oneOf(['poll', 'stream']),
    'poll',
    'how live prices of Twelve Data are read',
  ),
  url: setting('TWELVEDATA_URL', http, 'https://api.twelvedata.com', 'address of Twelve Data'),
  streamUrl: setting(
    'TWELVEDATA_STREAM_URL',
    address(['ws:', 'wss:']),
    'wss://ws.twelvedata.com',
    'address of the stream of Twelve Data',
  ),
};

const shared = {
  packages: ['pino', 'ws', 'zod/mini'],
  family: 'TWELVEDATA_',
  settings,
  required: ['key'],
  licensed: true,
  audience: { personal: 'signed-in', display: 'signed-in' },
} as const;

/** Both sources of a key spend the same credits. */
async function restOf(
  { share, clock, log }: ConnectorContext,
  options: { readonly key: string; readonly url: string; readonly credits: number },
): Promise<TwelveDataRest> {
  const { TwelveDataRest: Rest } = await import('./twelvedata-rest.ts');
  return share('twelvedata', () => new Rest({ ...options, clock, log }));
}

/** The entry of Twelve Data's live prices in the register: currencies, shares of Nasdaq and indices. */
export const twelvedata = declareConnector({
  ...shared,
  async open(context, values) {
    const { createTwelveDataConnector } = await import('./twelvedata-connector.ts');
    const { clock, log, audience } = context;
    const rest = await restOf(context, values);
    return createTwelveDataConnector({ ...values, rest, clock, log, audience });
  },
});

/** The entry of Twelve Data's Borsa İstanbul in the register, which it has at the end of the day. */
export const twelvedataEod = declareConnector({
  ...shared,
  async open(context, values) {
    const { createTwelveDataEodConnector } = await import('./eod-connector.ts');
    const { clock, log, audience } = context;
    const rest = await restOf(context, values);
    return createTwelveDataEodConnector({
      rest,
      symbols: values.bistSymbols,
      clock,
      log,
      audience,
    });
  },
});
