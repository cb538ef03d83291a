import {
  http,
  secret,
  setting,
  someOf,
  text,
  type Values,
  whole,
} from '../../platform/settings.ts';
import { type ConnectorAdapter, type ConnectorContext, declareConnector } from '../adapter.ts';
import type { Audience } from '../connector.ts';
import type { BankRates } from './bank.ts';
import { type Bank, DEFAULT_SYMBOLS, RATE_SYMBOLS } from './rates.ts';

const settings = {
  symbols: setting(
    'REFERENCE_SYMBOLS',
    someOf(RATE_SYMBOLS),
    DEFAULT_SYMBOLS,
    'daily rates of central banks that are listed at once',
  ),
  years: setting(
    'REFERENCE_YEARS',
    whole(1, 20),
    2,
    'years before this one of which TCMB and CBAR are asked for every sheet',
  ),
  requests: setting(
    'REFERENCE_REQUESTS',
    whole(1, 600),
    60,
    'requests that may be sent to a central bank in a minute',
  ),
  tcmbUrl: setting('REFERENCE_TCMB_URL', http, 'https://www.tcmb.gov.tr', 'address of TCMB'),
  evdsUrl: setting('REFERENCE_EVDS_URL', http, 'https://evds3.tcmb.gov.tr', 'address of EVDS'),
  evdsKey: setting('REFERENCE_EVDS_KEY', text, null, 'key of EVDS, the database of TCMB', secret),
  cbarUrl: setting('REFERENCE_CBAR_URL', http, 'https://cbar.az', 'address of CBAR'),
  ecbUrl: setting('REFERENCE_ECB_URL', http, 'https://www.ecb.europa.eu', 'address of the ECB'),
};

/** What the connector of a bank is opened with, besides its rates. */
interface Opened {
  readonly name: string;
  readonly clock: ConnectorContext['clock'];
  readonly log: ConnectorContext['log'];
}

/** Returns the entry of a bank in the register. */
function entryOf(
  bank: Bank,
  audience: Audience,
  openRates: (opened: Opened, values: Values<typeof settings>) => Promise<BankRates>,
): ConnectorAdapter {
  return declareConnector({
    packages: ['@rgrove/parse-xml', 'pino', 'zod/mini'],
    family: 'REFERENCE_',
    settings,
    required: [],
    licensed: false,
    audience: { personal: audience, display: audience },
    async open({ clock, log, audience: seenBy }, values) {
      const { createReferenceConnector } = await import('./reference-connector.ts');
      const opened = { name: `reference-${bank}`, clock, log };
      const rates = await openRates(opened, values);
      return createReferenceConnector({
        ...opened,
        bank,
        rates,
        symbols: values.symbols,
        audience: seenBy,
      });
    },
  });
}

/** The entry of TCMB's rates in the register: currencies in lira. */
export const referenceTcmb = entryOf('tcmb', 'anyone', async (opened, values) => {
  const { Tcmb } = await import('./tcmb.ts');
  return new Tcmb({ ...values, ...opened, url: values.tcmbUrl });
});

/** The entry of CBAR's rates in the register: currencies in manat. The bank states no licence. */
export const referenceCbar = entryOf('cbar', 'signed-in', async (opened, values) => {
  const { Cbar } = await import('./cbar.ts');
  return new Cbar({ ...values, ...opened, url: values.cbarUrl });
});

/** The entry of the ECB's rates in the register: pairs of the euro and crosses through it. */
export const referenceEcb = entryOf('ecb', 'anyone', async (opened, values) => {
  const { Ecb } = await import('./ecb.ts');
  return new Ecb({ ...values, ...opened, url: values.ecbUrl });
});
