import { http, secret, setting, symbolList, text, whole } from '../../platform/settings.ts';
import { declareConnector } from '../adapter.ts';

const symbols = (example: string) => symbolList(`symbols like ${example}`, 5000);

/** The entry of EODHD in the register, which has its bars at the end of the day. */
export const eodhd = declareConnector({
  packages: ['pino', 'zod/mini'],
  family: 'EODHD_',
  settings: {
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
    requests: setting(
      'EODHD_REQUESTS',
      whole(1, 1000),
      600,
      'requests that may be sent to EODHD in a minute',
    ),
    url: setting('EODHD_URL', http, 'https://eodhd.com', 'address of EODHD'),
  },
  required: ['token'],
  licensed: true,
  audience: { personal: 'signed-in', display: 'signed-in' },
  async open({ clock, log, audience }, { token, url, requests, ...chosen }) {
    const { createEodhdConnector } = await import('./eodhd-connector.ts');
    const { EodhdRest } = await import('./eodhd-rest.ts');
    const rest = new EodhdRest({ token, url, requests, clock, log });
    return createEodhdConnector({ ...chosen, rest, clock, log, audience });
  },
});
