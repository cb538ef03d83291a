import { DAY_MS, HOUR_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Audience, Connector } from '../connector.ts';
import { createDailyConnector } from '../vendor-wire/daily-connector.ts';
import { bistCatalogue } from './catalogue.ts';
import { readActions } from './corporate-actions.ts';
import { pagesOf } from './twelvedata-connector.ts';
import type { TwelveDataRest } from './twelvedata-rest.ts';

/** Time after the close of Borsa İstanbul at which the vendor has its day. */
const READY_MS = 3 * HOUR_MS;
/** Pages overlap by more than the longest feast. */
const OVERLAP_MS = 15 * DAY_MS;

/** Options of the connector. */
export interface TwelveDataEodOptions {
  readonly rest: TwelveDataRest;
  /** Symbols that are listed at once. */
  readonly symbols: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly audience: Audience;
}

/** Creates the shares of Borsa İstanbul at Twelve Data as a source, which has them at the end of the day. */
export function createTwelveDataEodConnector(options: TwelveDataEodOptions): Connector {
  const { rest, clock, log, audience, symbols: chosen } = options;
  const catalogue = bistCatalogue({ rest, chosen, clock, log });
  return createDailyConnector({
    name: 'twelvedata-eod',
    vendor: 'Twelve Data',
    audience,
    delay: 'end-of-day',
    clock,
    log,
    catalogue,
    pages: (offered) => pagesOf(rest, offered, '1day', OVERLAP_MS),
    firstMs: ({ vendorSymbol }, sending) => rest.earliest(vendorSymbol, '1day', sending),
    readyMs: ({ closeMs }) => closeMs + READY_MS,
    actions: async (symbols, fromMs) =>
      readActions(rest, await Promise.all(symbols.map((one) => catalogue.know(one))), fromMs),
  });
}
