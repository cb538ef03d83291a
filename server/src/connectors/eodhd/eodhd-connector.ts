import { type Category, SYMBOL_PATTERN } from '@rasat/contract';
import {
  type CalendarName,
  CURRENT_CALENDARS,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  sessionFrom,
} from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Audience, Connector, CorporateAction, Instrument } from '../connector.ts';
import { createDailyConnector, type DailyInstrument } from '../vendor-wire/daily-connector.ts';
import { instrumentName } from '../vendor-wire/instrument-names.ts';
import { KeptReading } from '../vendor-wire/kept-reading.ts';
import { RefusedCall } from '../vendor-wire/rest-host.ts';
import type { EodhdRest } from './eodhd-rest.ts';
import { readDate } from './wire.ts';

/** Options of the connector. */
export interface EodhdConnectorOptions {
  readonly rest: EodhdRest;
  /** Shares of Nasdaq, shares of Borsa İstanbul and indices that are listed at once, under our names. */
  readonly shares: readonly string[];
  readonly bist: readonly string[];
  readonly indices: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly audience: Audience;
}

/** Age at which the lists are read again. */
const KEPT_MS = DAY_MS;
/** Days and minutes are final three hours after the close. */
const READY_MS = 3 * HOUR_MS;
/** Longest span of minutes in a call, of the 120 days that the vendor allows. */
const MINUTES_SPAN_MS = 60 * DAY_MS;
/** A call of days has the whole history. */
const DAYS_SPAN_MS = 40_000 * DAY_MS;
const DAYS_OVERLAP_MS = 15 * DAY_MS;
const MINUTES_OVERLAP_MS = 5 * DAY_MS;
/** Minutes of shares of the United States go back to here, days of all to here. */
const FIRST_MINUTE_MS = Date.UTC(2004, 0, 1);
const FIRST_DAY_MS = Date.UTC(1990, 0, 1);

/** Names of indices at the vendor where they differ from the usual ones, and calendars that are not Nasdaq's. */
const INDEX_CODES: Readonly<Record<string, string>> = { SPX: 'GSPC', DAX: 'GDAXI' };
const INDEX_CALENDARS: Readonly<Record<string, CalendarName>> = {
  DAX: CURRENT_CALENDARS.xetra,
  XU100: CURRENT_CALENDARS.bist,
  XU030: CURRENT_CALENDARS.bist,
};

interface Offered extends DailyInstrument {
  /** `AAPL.US`, `THYAO.IS`, `GSPC.INDX`. */
  readonly vendorSymbol: string;
}

/**
 * Creates EODHD as a source at the end of the day: hours of Nasdaq's shares, which are built from minutes of the
 * session, and days of Borsa İstanbul and of indices.
 */
export function createEodhdConnector(options: EodhdConnectorOptions): Connector {
  const { rest, clock, log, audience } = options;
  const first = new Map<string, number>();
  const catalogue = catalogueOf(options);
  return createDailyConnector<Offered>({
    name: 'eodhd',
    vendor: 'EODHD',
    audience,
    delay: 'end-of-day',
    clock,
    log,
    catalogue,
    pages({ vendorSymbol, instrument: { base, digits } }) {
      const isDays = base === '1D';
      return {
        stepMs: isDays ? DAY_MS : MINUTE_MS,
        spanMs: isDays ? DAYS_SPAN_MS : MINUTES_SPAN_MS,
        overlapMs: isDays ? DAYS_OVERLAP_MS : MINUTES_OVERLAP_MS,
        page: (span, sending) =>
          isDays
            ? rest.days(vendorSymbol, digits, span, sending)
            : rest.minutes(vendorSymbol, digits, span, sending),
      };
    },
    async firstMs({ vendorSymbol, instrument }, _, sending) {
      const known = first.get(vendorSymbol);
      if (known !== undefined) return known;
      const span = { fromMs: FIRST_DAY_MS, toMs: clock.now() };
      const { rows } = await rest.days(vendorSymbol, instrument.digits, span, sending);
      const floorMs = instrument.base === '1D' ? FIRST_DAY_MS : FIRST_MINUTE_MS;
      const dayMs = rows.find(({ openTimeMs }) => openTimeMs >= floorMs)?.openTimeMs;
      if (dayMs === undefined) throw new Error('EODHD has no bars of this symbol');
      const firstMs =
        instrument.base === '1D' ? dayMs : sessionFrom(instrument.calendar, dayMs).openMs;
      first.set(vendorSymbol, firstMs);
      return firstMs;
    },
    readyMs: ({ closeMs }) => closeMs + READY_MS,
    actions: async (symbols, fromMs) => readActions(rest, await catalogue.get(), symbols, fromMs),
  });
}

function catalogueOf(options: EodhdConnectorOptions): KeptReading<ReadonlyMap<string, Offered>> {
  const { rest, clock, log } = options;
  const chosen = [...options.shares, ...options.bist, ...options.indices];
  return new KeptReading({
    clock,
    log,
    keptMs: KEPT_MS,
    failed: 'the lists of EODHD could not be read again',
    async read() {
      const offered = new Map<string, Offered>();
      for (const one of await listAll(rest, options.indices)) {
        const { symbol } = one.instrument;
        if (!SYMBOL_PATTERN.test(symbol) || offered.has(symbol)) continue;
        const isChosen = chosen.includes(symbol);
        const instrument = { ...one.instrument, ...(!isChosen && { optional: true }) };
        offered.set(symbol, { ...one, instrument });
      }
      const missing = chosen.filter((symbol) => !offered.has(symbol));
      if (missing.length > 0) log.error({ missing }, 'EODHD has no such symbols');
      return offered;
    },
  });
}

/** Returns the shares of both exchanges, and the chosen indices: of the others no calendar is known. */
async function listAll(rest: EodhdRest, indices: readonly string[]): Promise<readonly Offered[]> {
  const sending = { urgency: 'catalogue' } as const;
  const usual = await rest.symbols('US', sending);
  const istanbul = await rest.symbols('IS', sending);
  const codes = new Map((await rest.symbols('INDX', sending)).map((one) => [one.Code, one.Name]));
  const isShare = ({ Type: type }: { Type?: string | null | undefined }): boolean =>
    type === 'Common Stock';
  return [
    ...usual
      .filter((one) => isShare(one) && one.Exchange === 'NASDAQ')
      .map(({ Code: code, Name: name }) =>
        offer(code, `${code}.US`, 'nasdaq', CURRENT_CALENDARS.nasdaq, name),
      ),
    ...istanbul
      .filter(isShare)
      .map(({ Code: code, Name: name }) =>
        offer(code, `${code}.IS`, 'bist', CURRENT_CALENDARS.bist, name),
      ),
    ...indices.flatMap((symbol) => {
      const code = INDEX_CODES[symbol] ?? symbol;
      const calendar = INDEX_CALENDARS[symbol] ?? CURRENT_CALENDARS.nasdaq;
      return codes.has(code)
        ? [offer(symbol, `${code}.INDX`, 'index', calendar, codes.get(code))]
        : [];
    }),
  ];
}

function offer(
  symbol: string,
  vendorSymbol: string,
  category: Category,
  calendar: CalendarName,
  name: string | null | undefined,
): Offered {
  const isHours = category === 'nasdaq';
  const instrument: Instrument = {
    symbol,
    category,
    digits: isHours ? 4 : 2,
    name: instrumentName(symbol, name ?? symbol),
    calendar,
    base: isHours ? '60' : '1D',
  };
  return { instrument, vendorSymbol };
}

async function readActions(
  rest: EodhdRest,
  offered: ReadonlyMap<string, Offered>,
  symbols: readonly string[],
  fromMs: number,
): Promise<readonly CorporateAction[] | null> {
  const sending = { urgency: 'catalogue' } as const;
  const shares = symbols.flatMap((symbol) => {
    const found = offered.get(symbol);
    return found && found.instrument.category !== 'index' ? [found] : [];
  });
  const actions: CorporateAction[] = [];
  try {
    for (const { vendorSymbol, instrument } of shares) {
      const { symbol, calendar } = instrument;
      for (const { dayMs, factor } of await rest.splits(vendorSymbol, sending)) {
        const effectiveMs = sessionFrom(calendar, dayMs).openMs;
        if (effectiveMs >= fromMs) actions.push({ kind: 'split', symbol, effectiveMs, factor });
      }
    }
    const usual = new Map(
      shares
        .filter(({ instrument }) => instrument.category === 'nasdaq')
        .map(({ instrument }) => [instrument.symbol, instrument.calendar]),
    );
    // The whole list of the past is long; a name is only followed from its symbol's listing on.
    const rows = usual.size === 0 || fromMs === 0 ? [] : await rest.renames(fromMs, sending);
    for (const { old_symbol: symbol, new_symbol: to, effective } of rows) {
      const calendar = usual.get(symbol);
      if (calendar === undefined) continue;
      const effectiveMs = sessionFrom(calendar, readDate(effective)).openMs;
      if (effectiveMs >= fromMs) actions.push({ kind: 'rename', symbol, effectiveMs, to });
    }
  } catch (error) {
    if (error instanceof RefusedCall) return null;
    throw error;
  }
  return actions;
}
