import { DAY_MS, HOUR_MS, type Session } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Audience, Connector } from '../connector.ts';
import type { BarPages } from '../vendor-wire/bar-pages.ts';
import { createDailyConnector } from '../vendor-wire/daily-connector.ts';
import type { Sending } from '../vendor-wire/rest-host.ts';
import { type DailySymbols, dailyCatalogue, type Offered } from './catalogue.ts';
import { readActions } from './corporate-actions.ts';
import type { EodhdRest } from './eodhd-rest.ts';
import { FIRST_DAY_MS, findFirstMs, minutePages } from './minute-pages.ts';

/** Options of the connector. */
export interface EodhdConnectorOptions extends DailySymbols {
  readonly rest: EodhdRest;
  readonly clock: Clock;
  readonly log: Logger;
  readonly audience: Audience;
}

/** Days are final three hours after the close. */
const DAY_READY_MS = 3 * HOUR_MS;
/** Minutes of Nasdaq are final three hours after the end of its extended hours, four hours after the close. */
const MINUTES_READY_MS = 7 * HOUR_MS;
/** Length of Nasdaq's session. */
const SESSION_MS = 6.5 * HOUR_MS;
/** A call of days has the whole history. */
const DAYS_SPAN_MS = 40_000 * DAY_MS;
/** Longer than the longest feast. */
const DAYS_OVERLAP_MS = 15 * DAY_MS;
/** The vendor has minutes of the United States from here on. */
const FIRST_MINUTE_MS = Date.UTC(2004, 0, 1);

/**
 * Creates EODHD as a source at the end of the day: hours of Nasdaq's shares, which are built from minutes of the
 * session, and days of Borsa İstanbul and of indices.
 */
export function createEodhdConnector(options: EodhdConnectorOptions): Connector {
  const { rest, clock, log, audience } = options;
  const catalogue = dailyCatalogue(options);
  return createDailyConnector<Offered>({
    name: 'eodhd',
    vendor: 'EODHD',
    audience,
    delay: 'end-of-day',
    clock,
    log,
    catalogue,
    settledMs: SESSION_MS + MINUTES_READY_MS,
    pages: (offered) => (isDays(offered) ? dayPages(rest, offered) : minutePages(rest, offered)),
    firstMs: (offered, sending) => readFirstMs(rest, offered, clock, sending),
    readyMs: ({ closeMs }: Session, offered) =>
      closeMs + (isDays(offered) ? DAY_READY_MS : MINUTES_READY_MS),
    actions: (symbols, fromMs) => readActions(rest, catalogue, symbols, fromMs),
  });
}

function isDays({ instrument }: Offered): boolean {
  return instrument.base === '1D';
}

function dayPages(rest: EodhdRest, { vendorSymbol, instrument }: Offered): BarPages {
  return {
    stepMs: DAY_MS,
    spanMs: DAYS_SPAN_MS,
    overlapMs: DAYS_OVERLAP_MS,
    page: (span, sending) => rest.days(vendorSymbol, instrument.digits, span, sending),
  };
}

async function readFirstMs(
  rest: EodhdRest,
  offered: Offered,
  clock: Clock,
  sending: Sending,
): Promise<number> {
  const nowMs = clock.now();
  if (!isDays(offered))
    return findFirstMs(rest, offered, { floorMs: FIRST_MINUTE_MS, nowMs, sending });
  const span = { fromMs: FIRST_DAY_MS, toMs: nowMs };
  const [firstMs] = await rest.dates(offered.vendorSymbol, span, sending);
  if (firstMs === undefined) throw new Error('EODHD has no bars of this symbol');
  return firstMs;
}
