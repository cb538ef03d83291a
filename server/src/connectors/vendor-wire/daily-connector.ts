import {
  type Bar,
  bucketStart,
  DAY_MS,
  type Session,
  type SourceResolution,
  sessionFrom,
} from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Audience, Connector } from '../connector.ts';
import { type BarPages, listBars } from './bar-pages.ts';
import { subscribeDays, type VendorDay } from './daily-mode.ts';
import { FirstTimes } from './first-times.ts';
import type { Sending } from './rest-host.ts';
import type { OfferedInstrument, VendorCatalogue } from './vendor-catalogue.ts';

/** A vendor that has its bars once a day. */
export interface DailyVendor<O extends OfferedInstrument> {
  /** Name of the source. */
  readonly name: string;
  /** Name of the vendor in messages. */
  readonly vendor: string;
  readonly audience: Audience;
  readonly delay: 'end-of-day' | 'reference';
  readonly clock: Clock;
  readonly log: Logger;
  readonly catalogue: VendorCatalogue<O>;
  /** Returns the pages of an instrument's bars; those of shorter bars may have rows outside the sessions. */
  pages(offered: O, resolution: SourceResolution): BarPages;
  /** Returns the time from which the vendor has bars of an instrument. */
  firstMs(offered: O, sending: Sending): Promise<number>;
  /** Time after its end after which the history has every hour; absent when all bars are days. */
  readonly settledMs?: number;
  /** Returns the time at which the vendor's day of a session is final. */
  readonly readyMs: (session: Session, offered: O) => number;
  readonly actions?: Connector['actions'];
}

/**
 * Creates a source of days. Its bars come from the history; once the vendor has a day, the day is handed over as ticks,
 * so that it is shown before it ends in UTC. A bar of a session that is not final is not in the history.
 */
export function createDailyConnector<O extends OfferedInstrument>(
  daily: DailyVendor<O>,
): Connector {
  const { name, vendor, audience, delay, clock, log, catalogue, settledMs, actions } = daily;
  const first = new FirstTimes();
  const firstOf = (offered: O, sending: Sending): Promise<number> =>
    first.get(offered.instrument.symbol, () => daily.firstMs(offered, sending));
  const readDay = async (
    symbol: string,
    dayMs: number,
    signal: AbortSignal,
  ): Promise<VendorDay | null> => {
    const offered = await catalogue.know(symbol);
    const { base, calendar } = offered.instrument;
    const pages = daily.pages(offered, base);
    const span = { fromMs: dayMs, toMs: dayMs + DAY_MS };
    const { rows } = await pages.page(span, { urgency: 'live', signal });
    const isInSession = ({ openTimeMs }: Bar): boolean =>
      sessionFrom(calendar, openTimeMs).openMs < openTimeMs + pages.stepMs;
    const own = rows.filter(({ openTimeMs }) => openTimeMs >= dayMs && openTimeMs < span.toMs);
    return base === '1D'
      ? joinDay(dayMs, own, true)
      : joinDay(dayMs, own.filter(isInSession), false);
  };

  return {
    name,
    audience,
    delay: { class: delay, ms: 0 },
    ticks: 'sampled',
    ...(settledMs !== undefined && { settledMs }),
    fillOrder: 'newest-first',
    ...(actions && { actions }),
    instruments: () => catalogue.list(),
    find: (symbol) => catalogue.find(symbol),
    async available(symbol) {
      const offered = await catalogue.know(symbol);
      const { base } = offered.instrument;
      const resolutions = base === '1D' ? (['1D'] as const) : (['60', '15'] as const);
      const firstMs = await firstOf(offered, { urgency: 'history' });
      return resolutions.map((resolution) => ({
        resolution,
        fromMs: bucketStart(resolution, firstMs, false),
      }));
    },
    async *history(symbol, resolution, fromMs, toMs, signal) {
      const offered = await catalogue.know(symbol);
      const { base, calendar } = offered.instrument;
      const firstMs = await firstOf(offered, { urgency: 'history', signal });
      const listedMs = bucketStart(resolution, firstMs, false);
      const request = { symbol, resolution, fromMs: Math.max(fromMs, listedMs), toMs, signal };
      const readyMs = (openTimeMs: number): number =>
        daily.readyMs(sessionFrom(calendar, openTimeMs), offered);
      const rules = { calendar, inSessions: base !== '1D', finalMs: 0, readyMs };
      // What is not final by our clock either is not asked for, since calls are counted.
      if (readyMs(request.fromMs) > clock.now()) return;
      yield* listBars(daily.pages(offered, resolution), request, rules);
    },
    subscribe(symbols, onTicks) {
      const own = symbols.map((one) => {
        const offered = catalogue.recall(one.symbol);
        if (!offered) throw new Error(`${vendor} has no such symbol`);
        const readyMs = (session: Session): number => daily.readyMs(session, offered);
        return { ...one, calendar: offered.instrument.calendar, readyMs };
      });
      const hasDaysOff = delay === 'reference';
      return subscribeDays(own, onTicks, { clock, log, hasDaysOff, readDay });
    },
  };
}

/** Returns a day from its parts, of which a whole one is the only one; null without any. */
function joinDay(dayMs: number, parts: readonly Bar[], isWhole: boolean): VendorDay | null {
  const sorted = parts.toSorted((a, b) => a.openTimeMs - b.openTimeMs);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) return null;
  const bar: Bar = {
    openTimeMs: dayMs,
    open: first.open,
    high: Math.max(...sorted.map(({ high }) => high)),
    low: Math.min(...sorted.map(({ low }) => low)),
    close: last.close,
    volume: sorted.reduce((sum, { volume }) => sum + volume, 0),
  };
  return { bar, lastMs: isWhole ? null : last.openTimeMs };
}
