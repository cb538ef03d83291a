import { forEachLanguage } from '@rasat/contract';
import { DAY_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Audience, Connector } from '../connector.ts';
import { createDailyConnector } from '../vendor-wire/daily-connector.ts';
import { dayOf } from '../vendor-wire/daily-mode.ts';
import { pairName } from '../vendor-wire/instrument-names.ts';
import type { Sending } from '../vendor-wire/rest-host.ts';
import { type OfferedInstrument, VendorCatalogue } from '../vendor-wire/vendor-catalogue.ts';
import type { BankRates } from './bank.ts';
import { BANKS, type Bank, RATES, type ReferenceRate } from './rates.ts';

/** Options of the connector. */
export interface ReferenceOptions {
  /** Name of the source. */
  readonly name: string;
  readonly bank: Bank;
  readonly rates: BankRates;
  /** Symbols of all banks that are listed at once. */
  readonly symbols: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly audience: Audience;
}

interface Offered extends OfferedInstrument {
  readonly rate: ReferenceRate;
}

/** Time from the beginning of what a bank is asked for within which it has its first sheet. */
const FIRST_WITHIN_MS = 60 * DAY_MS;
const FIRST_STEP_MS = 5 * DAY_MS;

/**
 * Creates the daily rates of a central bank as a source. A bar of a day has one price, the rate of the sheet with the
 * date of that day, and no volume. A day without a sheet of its own, such as a holiday, has no bar.
 */
export function createReferenceConnector(options: ReferenceOptions): Connector {
  const { name, bank, rates, clock, log, audience } = options;
  const { vendor, calendar, readyMs } = BANKS[bank];
  const own = RATES.filter((rate) => rate.bank === bank);
  const findFirst = async (rate: ReferenceRate, sending: Sending): Promise<number> => {
    const endMs = rates.sinceMs + FIRST_WITHIN_MS;
    for (let fromMs = rates.sinceMs; fromMs < endMs; fromMs += FIRST_STEP_MS) {
      const [found] = await rates.read(rate, { fromMs, toMs: fromMs + FIRST_STEP_MS }, sending);
      if (found) return found.dayMs;
    }
    throw new Error(`${vendor} has no sheet of ${rate.symbol} at the beginning of its history`);
  };
  return createDailyConnector<Offered>({
    name,
    vendor,
    audience,
    delay: 'reference',
    clock,
    log,
    catalogue: new VendorCatalogue({
      vendor,
      chosen: own.map(({ symbol }) => symbol).filter((one) => options.symbols.includes(one)),
      clock,
      log,
      read: () => Promise.resolve(own.map((rate) => ({ rate, instrument: instrumentOf(rate) }))),
    }),
    pages: ({ rate }) => ({
      stepMs: DAY_MS,
      spanMs: rates.spanMs,
      overlapMs: 0,
      async page(span, sending) {
        const found = await rates.read(rate, span, sending);
        const rows = found.map(({ dayMs, rate: price }) => ({
          openTimeMs: dayMs,
          open: price,
          high: price,
          low: price,
          close: price,
          volume: 0,
        }));
        return { rows, venueMs: rates.nowMs };
      },
    }),
    firstMs: ({ rate }, sending) => findFirst(rate, sending),
    readyMs: (session) => dayOf(session) + readyMs,
  });

  function instrumentOf({ symbol, base, quote, digits }: ReferenceRate): Offered['instrument'] {
    const pair = pairName(base, quote);
    return {
      symbol,
      category: 'forex',
      digits,
      // The market's pair of this name can be listed beside it.
      name: bank === 'ecb' ? forEachLanguage((one) => `${pair[one]} (ECB)`) : pair,
      calendar,
      base: '1D',
    };
  }
}
