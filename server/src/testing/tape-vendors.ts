import { MINUTE_MS } from '@rasat/engine';
import { createEodhdConnector } from '../connectors/eodhd/eodhd-connector.ts';
import { EodhdRest } from '../connectors/eodhd/eodhd-rest.ts';
import { createEodhdForexConnector } from '../connectors/eodhd/forex-connector.ts';
import { createEodhdStandIn, EODHD_MARKETS } from '../connectors/eodhd/testing/stand-in.ts';
import {
  EODHD_FAULTS,
  TOKEN as EODHD_TOKEN,
} from '../connectors/eodhd/testing/stand-in-replies.ts';
import {
  createLaplaceConnector,
  type LaplaceStream,
} from '../connectors/laplace/laplace-connector.ts';
import { LaplaceRest } from '../connectors/laplace/laplace-rest.ts';
import {
  createLaplaceStandIn,
  LAPLACE_FAULTS,
  KEY as LAPLACE_KEY,
  LAPLACE_MARKETS,
} from '../connectors/laplace/testing/stand-in.ts';
import type { LaplaceFeed } from '../connectors/laplace/wire.ts';
import {
  createMassiveConnector,
  createMassiveIndexConnector,
  type MassiveChannel,
  type MassiveFeed,
} from '../connectors/massive/massive-connector.ts';
import { MassiveRest } from '../connectors/massive/massive-rest.ts';
import { createMassiveStandIn, MASSIVE_MARKETS } from '../connectors/massive/testing/stand-in.ts';
import {
  MASSIVE_FAULTS,
  KEY as MASSIVE_KEY,
} from '../connectors/massive/testing/stand-in-replies.ts';
import type { Bank } from '../connectors/reference/rates.ts';
import { openReference } from '../connectors/reference/testing/rig.ts';
import { REFERENCE_FAULTS } from '../connectors/reference/testing/stand-in.ts';
import { trueBars } from '../connectors/reference/testing/stand-in-sheets.ts';
import { createTwelveDataEodConnector } from '../connectors/twelvedata/eod-connector.ts';
import {
  createTwelveDataStandIn,
  TWELVEDATA_FAULTS,
  KEY as TWELVEDATA_KEY,
  TWELVEDATA_MARKETS,
} from '../connectors/twelvedata/testing/stand-in.ts';
import {
  createTwelveDataConnector,
  type TwelveDataMode,
} from '../connectors/twelvedata/twelvedata-connector.ts';
import { TwelveDataRest } from '../connectors/twelvedata/twelvedata-rest.ts';
import type { TapeVendor } from './vendor-tapes.ts';

// The vendors whose trading days are played with faults.

/**
 * Faults that need their own test: they last for minutes or hours, show no sign on the wire, or change what the vendor
 * itself says later.
 */
const NOT_HERE: readonly string[] = [
  'day-used',
  'page-misses-row',
  'page-endless',
  'http-401',
  'http-403',
  'auth-fails',
  'auth-of-plan',
  'minute-again-late',
  'next-url-endless',
  'next-url-elsewhere',
  'no-access',
  'revoked',
  'token-unknown',
  'volume-late',
  'not-found',
  'evds-null-row',
];

const CREDITS = 600;

/** Days of New York: a Wednesday, the day after Thanksgiving, the Monday after clocks change, a Thursday and Friday. */
const NASDAQ_DAYS = {
  ordinary: Date.UTC(2026, 10, 18),
  half: Date.UTC(2026, 10, 27),
  'summer-time': Date.UTC(2026, 2, 9),
  split: Date.UTC(2026, 10, 19),
  closing: Date.UTC(2026, 10, 20),
} as const;

/** Days that are special for currencies, which have no splits. */
const CURRENCY_DAYS = {
  ordinary: NASDAQ_DAYS.ordinary,
  half: NASDAQ_DAYS.half,
  'summer-time': NASDAQ_DAYS['summer-time'],
} as const;

/** Days of Istanbul: a Wednesday, the eve of Republic Day, a Thursday, a Friday. */
const BIST_DAYS = {
  ordinary: Date.UTC(2026, 10, 18),
  half: Date.UTC(2026, 9, 28),
  split: Date.UTC(2026, 10, 19),
  closing: Date.UTC(2026, 10, 20),
} as const;

function faultsOf(names: Readonly<Record<string, number>>): readonly string[] {
  return Object.keys(names).filter((name) => !NOT_HERE.includes(name));
}

function twelveData(mode: TwelveDataMode): TapeVendor {
  const markets = TWELVEDATA_MARKETS.filter(({ calendar }) => calendar !== 'bist-2');
  return {
    name: `twelvedata-${mode}`,
    days: NASDAQ_DAYS,
    markets,
    faults: faultsOf(TWELVEDATA_FAULTS),
    async open({ clock, log, ...tape }) {
      const standIn = await createTwelveDataStandIn({ ...tape, clock, credits: CREDITS });
      const { url, streamUrl } = standIn;
      const key = TWELVEDATA_KEY;
      const rest = new TwelveDataRest({ key, url, credits: CREDITS, clock, log });
      const symbols = markets.map(({ symbol }) => symbol);
      const given = { rest, key, streamUrl, mode, symbols, clock, log };
      return { standIn, connector: createTwelveDataConnector({ ...given, audience: 'signed-in' }) };
    },
  };
}

const twelveDataEod: TapeVendor = {
  name: 'twelvedata-eod',
  days: BIST_DAYS,
  markets: TWELVEDATA_MARKETS.filter(({ calendar }) => calendar === 'bist-2'),
  faults: faultsOf(TWELVEDATA_FAULTS),
  async open({ clock, log, markets, ...tape }) {
    const standIn = await createTwelveDataStandIn({ ...tape, markets, clock, credits: CREDITS });
    const key = TWELVEDATA_KEY;
    const rest = new TwelveDataRest({ key, url: standIn.url, credits: CREDITS, clock, log });
    const symbols = markets.map(({ symbol }) => symbol);
    const given = { rest, symbols, clock, log };
    return {
      standIn,
      connector: createTwelveDataEodConnector({ ...given, audience: 'signed-in' }),
    };
  },
};

function massive(name: string, feed: MassiveFeed, channel: MassiveChannel | 'index'): TapeVendor {
  const isIndex = channel === 'index';
  const markets = MASSIVE_MARKETS.filter(({ hasVolume }) => hasVolume !== isIndex);
  const { split, ...unsplit } = NASDAQ_DAYS;
  return {
    name,
    days: isIndex ? unsplit : { ...unsplit, split },
    markets,
    faults: faultsOf(MASSIVE_FAULTS),
    async open({ clock, log, ...tape }) {
      const delayMs = feed === 'delayed' ? 15 * MINUTE_MS : 0;
      const standIn = await createMassiveStandIn({ ...tape, clock, delayMs });
      const { url, streamUrl } = standIn;
      const key = MASSIVE_KEY;
      const rest = new MassiveRest({ key, url, requests: 600, clock, log });
      const symbols = markets.map(({ symbol }) => symbol);
      const audience = 'signed-in';
      const given = { rest, key, streamUrl, symbols, clock, log, audience } as const;
      const connector = isIndex
        ? createMassiveIndexConnector(given)
        : createMassiveConnector({ ...given, feed, channel });
      return { standIn, connector };
    },
  };
}

function laplace(feed: LaplaceFeed, stream: LaplaceStream): TapeVendor {
  const markets = LAPLACE_MARKETS.filter(({ hasVolume }) => hasVolume);
  return {
    name: `laplace-${stream}`,
    days: BIST_DAYS,
    markets,
    faults: faultsOf(LAPLACE_FAULTS),
    async open({ clock, log, ...tape }) {
      const standIn = await createLaplaceStandIn({ ...tape, clock, feed, stream });
      const key = LAPLACE_KEY;
      const rest = new LaplaceRest({ key, url: standIn.url, requests: 600, clock, log });
      const symbols = markets.map(({ symbol }) => symbol);
      const given = { rest, feed, stream, symbols, indices: [], user: 'rasat', clock, log };
      return { standIn, connector: createLaplaceConnector({ ...given, audience: 'signed-in' }) };
    },
  };
}

function eodhd(exchange: 'bist' | 'nasdaq'): TapeVendor {
  const isBist = exchange === 'bist';
  const markets = EODHD_MARKETS.filter(
    ({ calendar }) => calendar === (isBist ? 'bist-2' : 'nasdaq'),
  );
  return {
    name: `eodhd-${exchange}`,
    days: isBist ? BIST_DAYS : NASDAQ_DAYS,
    markets,
    faults: faultsOf(EODHD_FAULTS),
    async open({ clock, log, ...tape }) {
      const standIn = await createEodhdStandIn({ ...tape, clock });
      const token = EODHD_TOKEN;
      const rest = new EodhdRest({ token, url: standIn.url, requests: 600, clock, log });
      const shares = markets.filter(({ hasVolume }) => hasVolume).map(({ symbol }) => symbol);
      const indices = markets.filter(({ hasVolume }) => !hasVolume).map(({ symbol }) => symbol);
      const chosen = { shares: isBist ? [] : shares, bist: isBist ? shares : [], indices };
      const given = { ...chosen, rest, clock, log };
      return { standIn, connector: createEodhdConnector({ ...given, audience: 'signed-in' }) };
    },
  };
}

const eodhdForex: TapeVendor = {
  name: 'eodhd-forex',
  days: CURRENCY_DAYS,
  markets: EODHD_MARKETS.filter(({ calendar }) => calendar === 'forex'),
  faults: faultsOf(EODHD_FAULTS),
  async open({ clock, log, markets, ...tape }) {
    const standIn = await createEodhdStandIn({ ...tape, markets, clock });
    const { url, streamUrl } = standIn;
    const token = EODHD_TOKEN;
    const rest = new EodhdRest({ token, url, requests: 600, clock, log });
    const pairs = markets.map(({ symbol }) => symbol);
    const given = { rest, token, streamUrl, pairs, settledMinutes: 180, clock, log };
    return { standIn, connector: createEodhdForexConnector({ ...given, audience: 'signed-in' }) };
  },
};

/** Days of the banks: a Wednesday, the day before Republic Day of Türkiye, the first Monday of summer time in Frankfurt. */
const BANK_DAYS = {
  ordinary: Date.UTC(2026, 10, 18),
  half: Date.UTC(2026, 9, 28),
  'summer-time': Date.UTC(2026, 2, 30),
} as const;
/** First sheet of each bank at the stand-in. */
const BANKS_FROM_MS: Readonly<Record<Bank, number>> = {
  tcmb: Date.UTC(2024, 0, 1),
  cbar: Date.UTC(2024, 0, 1),
  ecb: Date.UTC(1999, 0, 4),
};

function reference(bank: Bank, symbols: readonly string[]): TapeVendor {
  return {
    name: `reference-${bank}`,
    days: BANK_DAYS,
    markets: [],
    rates: { symbols, trueBars },
    faults: faultsOf(REFERENCE_FAULTS),
    open: ({ clock, log }) =>
      openReference({ bank, symbols, fromMs: BANKS_FROM_MS[bank], years: 1 }, clock, log),
  };
}

/** Every vendor, once for each way in which its live prices are read. */
export const TAPE_VENDORS: readonly TapeVendor[] = [
  twelveData('poll'),
  twelveData('stream'),
  twelveDataEod,
  massive('massive-trades', 'delayed', 'trades'),
  massive('massive-minutes', 'live', 'minutes'),
  massive('massive-index', 'live', 'index'),
  laplace('delayed', 'websocket'),
  laplace('live', 'events'),
  eodhd('bist'),
  eodhd('nasdaq'),
  eodhdForex,
  reference('tcmb', ['USDTRY', 'EURTRY']),
  reference('cbar', ['USDAZN', 'RUBAZN']),
  reference('ecb', ['EURUSD.ECB', 'EURJPY.ECB']),
];
