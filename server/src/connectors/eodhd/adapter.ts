import {
  address,
  http,
  secret,
  setting,
  symbolList,
  text,
  whole,
} from '../../platform/settings.ts';
import { type ConnectorContext, declareConnector } from '../adapter.ts';
import type { EodhdRest } from './eodhd-rest.ts';

const symbols = (example: string) => symbolList(`symbols like ${example}`, 5000);

const settings = {
  token: setting('EODHD_TOKEN', text, null, 'token of EODHD', secret),
  shares: setting(
    'EODHD_SYMBOLS',
    symbols('AAPL,MSFT'),
    ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOG'],
    'shares of Nasdaq of EODHD that are listed at once',
  ),
  bist: setting(
    'EODHD_BIST_SYMBOLS',
    symbols('THYAO,GARAN'),
    ['THYAO', 'GARAN', 'AKBNK'],
    'shares of Borsa İstanbul of EODHD that are listed at once',
  ),
  indices: setting(
    'EODHD_INDICES',
    symbolList('indices like SPX,XU100', 50),
    ['SPX', 'NDX', 'DJI', 'XU100'],
    'indices of EODHD',
  ),
  pairs: setting(
    'EODHD_FOREX_SYMBOLS',
    symbolList('currencies like EURUSD,USDJPY', 500),
    ['EURUSD', 'GBPUSD', 'USDJPY'],
    'currencies of EODHD that are listed at once',
  ),
  settledMinutes: setting(
    'EODHD_FOREX_SETTLED',
    whole(0, 1440),
    180,
    'age in minutes from which the bars of EODHD of currencies are final',
  ),
  requests: setting(
    'EODHD_REQUESTS',
    whole(1, 1000),
    600,
    'requests that may be sent to EODHD in a minute',
  ),
  url: setting('EODHD_URL', http, 'https://eodhd.com', 'address of EODHD'),
  streamUrl: setting(
    'EODHD_STREAM_URL',
    address(['ws:', 'wss:']),
    'wss://ws.eodhistoricaldata.com',
    'address of the stream of EODHD',
  ),
};

const shared = {
  packages: ['pino', 'zod/mini'],
  family: 'EODHD_',
  settings,
  required: ['token'],
  licensed: true,
  audience: { personal: 'signed-in', display: 'signed-in' },
} as const;

/** Both sources of a token make the same count of requests. */
async function restOf(
  { share, clock, log }: ConnectorContext,
  {
    token,
    url,
    requests,
  }: { readonly token: string; readonly url: string; readonly requests: number },
): Promise<EodhdRest> {
  const { EodhdRest: Rest } = await import('./eodhd-rest.ts');
  return share('eodhd', () => new Rest({ token, url, requests, clock, log }));
}

/** The entry of EODHD's shares and indices in the register, which it has at the end of the day. */
export const eodhd = declareConnector({
  ...shared,
  async open(context, values) {
    const { createEodhdConnector } = await import('./eodhd-connector.ts');
    const { clock, log, audience } = context;
    const rest = await restOf(context, values);
    const { shares, bist, indices } = values;
    return createEodhdConnector({ rest, shares, bist, indices, clock, log, audience });
  },
});

/** The entry of EODHD's live currencies in the register. */
export const eodhdForex = declareConnector({
  ...shared,
  async open(context, values) {
    const { createEodhdForexConnector } = await import('./forex-connector.ts');
    const { clock, log, audience } = context;
    const rest = await restOf(context, values);
    const { token, streamUrl, pairs, settledMinutes } = values;
    return createEodhdForexConnector({
      rest,
      token,
      streamUrl,
      pairs,
      settledMinutes,
      clock,
      log,
      audience,
    });
  },
});
