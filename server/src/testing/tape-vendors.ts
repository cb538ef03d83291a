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

/** Faults that need their own test: they last for hours, or show no sign on the wire. */
const TOO_LONG: readonly string[] = [
  'day-used',
  'page-misses-row',
  'page-endless',
  'http-401',
  'http-403',
];

const CREDITS = 600;

/** Days of New York: a Wednesday, the day after Thanksgiving, the Monday after clocks change. */
const NASDAQ_DAYS = {
  ordinary: Date.UTC(2026, 10, 18),
  half: Date.UTC(2026, 10, 27),
  'summer-time': Date.UTC(2026, 2, 9),
} as const;

/** Days of Istanbul: a Wednesday, the eve of Republic Day. */
const BIST_DAYS = { ordinary: Date.UTC(2026, 10, 18), half: Date.UTC(2026, 9, 28) } as const;

function faultsOf(names: Readonly<Record<string, number>>): readonly string[] {
  return Object.keys(names).filter((name) => !TOO_LONG.includes(name));
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

/** Every vendor, by polling and by its stream where it has both. */
export const TAPE_VENDORS: readonly TapeVendor[] = [
  twelveData('poll'),
  twelveData('stream'),
  twelveDataEod,
];
