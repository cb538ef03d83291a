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
import type { MassiveRest } from './massive-rest.ts';

const settings = {
  key: setting('MASSIVE_KEY', text, null, 'key of Massive', secret),
  symbols: setting(
    'MASSIVE_SYMBOLS',
    symbolList('symbols like AAPL,MSFT', 5000),
    ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOG'],
    'shares of Massive that are listed at once',
  ),
  indices: setting(
    'MASSIVE_INDICES',
    symbolList('indices like SPX,NDX', 50),
    ['SPX', 'NDX', 'DJI'],
    'indices of Massive',
  ),
  feed: setting(
    'MASSIVE_FEED',
    oneOf(['delayed', 'live']),
    'delayed',
    'how old the shares of Massive are',
  ),
  channel: setting(
    'MASSIVE_CHANNEL',
    oneOf(['trades', 'minutes']),
    'trades',
    'what the stream of shares of Massive sends',
  ),
  url: setting('MASSIVE_URL', http, 'https://api.massive.com', 'address of Massive'),
  streamUrl: setting(
    'MASSIVE_STREAM_URL',
    address(['ws:', 'wss:']),
    null,
    'address of the streams of Massive',
  ),
  requests: setting(
    'MASSIVE_REQUESTS',
    whole(1, 100_000),
    5,
    'requests that may be sent to Massive in a minute',
  ),
};

const shared = {
  packages: ['pino', 'zod/mini'],
  family: 'MASSIVE_',
  settings,
  required: ['key'],
  licensed: true,
} as const;

/** Both sources of a key spend the same requests. */
async function restOf(
  context: ConnectorContext,
  options: { readonly key: string; readonly url: string; readonly requests: number },
): Promise<MassiveRest> {
  const { MassiveRest: Rest } = await import('./massive-rest.ts');
  const { clock, log } = context;
  return context.share('massive', () => new Rest({ ...options, clock, log }));
}

/** The entry of Massive's shares of Nasdaq in the register. */
export const massive = declareConnector({
  ...shared,
  audience: ({ feed }) => ({
    personal: 'signed-in',
    display: feed === 'live' ? 'subscribers' : 'signed-in',
  }),
  async open(context, values) {
    const { createMassiveConnector } = await import('./massive-connector.ts');
    const { clock, log, audience } = context;
    const rest = await restOf(context, values);
    return createMassiveConnector({ ...values, rest, clock, log, audience });
  },
});

/** The entry of Massive's indices in the register. */
export const massiveIndex = declareConnector({
  ...shared,
  audience: { personal: 'signed-in', display: 'subscribers' },
  async open(context, values) {
    const { createMassiveIndexConnector } = await import('./massive-connector.ts');
    const { clock, log, audience } = context;
    const { key, streamUrl, indices } = values;
    const rest = await restOf(context, values);
    return createMassiveIndexConnector({
      rest,
      key,
      streamUrl,
      symbols: indices,
      clock,
      log,
      audience,
    });
  },
});
