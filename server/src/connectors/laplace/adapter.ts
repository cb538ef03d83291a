import { http, oneOf, secret, setting, symbolList, text, whole } from '../../platform/settings.ts';
import { declareConnector } from '../adapter.ts';

/** The entry of Laplace in the register: Borsa İstanbul in real time or 15 minutes late. */
export const laplace = declareConnector({
  packages: ['pino', 'zod/mini'],
  family: 'LAPLACE_',
  settings: {
    key: setting('LAPLACE_KEY', text, null, 'key of Laplace', secret),
    url: setting('LAPLACE_URL', http, 'https://api.finfree.app', 'address of Laplace'),
    feed: setting(
      'LAPLACE_FEED',
      oneOf(['delayed', 'live']),
      'delayed',
      'whether prices of Laplace are 15 minutes late or in real time',
    ),
    stream: setting(
      'LAPLACE_STREAM',
      oneOf(['websocket', 'events']),
      'websocket',
      'how live prices of Laplace are read',
    ),
    symbols: setting(
      'LAPLACE_SYMBOLS',
      symbolList('shares like THYAO,GARAN', 500),
      ['THYAO', 'GARAN', 'AKBNK', 'ASELS', 'EREGL', 'KCHOL', 'SISE', 'BIMAS', 'TUPRS', 'FROTO'],
      'shares of Laplace that are listed at once',
    ),
    indices: setting(
      'LAPLACE_INDICES',
      symbolList('indices like XU100,XU030', 50),
      [],
      'indices that are asked of Laplace, which may not have them',
    ),
    user: setting(
      'LAPLACE_USER',
      text,
      'rasat',
      'name under which Laplace counts the connections of this server',
    ),
    requests: setting(
      'LAPLACE_REQUESTS',
      whole(10, 100_000),
      120,
      'requests to Laplace that may be sent in a minute',
    ),
  },
  required: ['key'],
  licensed: true,
  audience: ({ feed }) => ({
    personal: 'signed-in',
    display: feed === 'live' ? 'subscribers' : 'signed-in',
  }),
  async open({ clock, log, audience }, { key, url, requests, ...values }) {
    const { LaplaceRest } = await import('./laplace-rest.ts');
    const { createLaplaceConnector } = await import('./laplace-connector.ts');
    const rest = new LaplaceRest({ key, url, requests, clock, log });
    return createLaplaceConnector({ ...values, rest, clock, log, audience });
  },
});
