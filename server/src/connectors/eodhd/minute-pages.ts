import { bucketStart, DAY_MS, HOUR_MS, MINUTE_MS, sessionFrom } from '@rasat/engine';
import { type BarPages, listBars } from '../vendor-wire/bar-pages.ts';
import { firstFound } from '../vendor-wire/first-found.ts';
import type { Sending } from '../vendor-wire/rest-host.ts';
import type { Offered } from './catalogue.ts';
import type { EodhdRest } from './eodhd-rest.ts';

/** Longest span of minutes in a call; the vendor allows 120 days, which are many megabytes of a currency. */
const SPAN_MS = 30 * DAY_MS;
/** Longer than the pauses of the markets. */
const OVERLAP_MS = 5 * DAY_MS;
/** The vendor has days of every exchange from here on at the earliest. */
export const FIRST_DAY_MS = Date.UTC(1980, 0, 1);

/**
 * Returns the pages of the minutes of a symbol, of which longer bars are made, for a span: a short one is one page, which
 * overlaps by an hour alone.
 */
export function minutePages(
  rest: EodhdRest,
  { vendorSymbol, instrument }: Offered,
  span: { readonly fromMs: number; readonly toMs: number } = { fromMs: 0, toMs: SPAN_MS },
): BarPages {
  const isShort = span.toMs - span.fromMs <= DAY_MS;
  return {
    stepMs: MINUTE_MS,
    spanMs: SPAN_MS,
    overlapMs: isShort ? HOUR_MS : OVERLAP_MS,
    page: (asked, sending) => rest.minutes(vendorSymbol, instrument.digits, asked, sending),
  };
}

/**
 * Returns the opening of the first quarter with minutes of a symbol. The vendor does not tell it: of its days, from
 * `floorMs` on, the first one with minutes is searched. Throws when there is none.
 */
export async function findFirstMs(
  rest: EodhdRest,
  offered: Offered,
  { floorMs, nowMs, sending }: { floorMs: number; nowMs: number; sending: Sending },
): Promise<number> {
  const { vendorSymbol, instrument } = offered;
  const { symbol } = instrument;
  const firstOf = async (dayMs: number): Promise<number | null> => {
    // A session of currencies begins the evening before.
    const { openMs } = sessionFrom(instrument.calendar, dayMs);
    const span = { fromMs: Math.min(dayMs, openMs), toMs: dayMs + DAY_MS };
    const request = { symbol, resolution: '15', ...span, signal: sending.signal } as const;
    const rules = {
      calendar: instrument.calendar,
      inSessions: true,
      finalMs: 0,
      urgency: sending.urgency,
    };
    const pages = minutePages(rest, offered, span);
    for await (const [bar] of listBars(pages, request, rules)) if (bar) return bar.openTimeMs;
    return null;
  };
  const days = await rest.dates(vendorSymbol, { fromMs: floorMs, toMs: nowMs }, sending);
  const firstMs = await firstFound(days, firstOf);
  if (firstMs === null) throw new Error(`EODHD has no minutes of ${symbol}`);
  return bucketStart('15', firstMs, false);
}
