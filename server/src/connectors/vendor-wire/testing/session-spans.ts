import { type CalendarName, HOUR_MS, MINUTE_MS, type Session, sessionFrom } from '@rasat/engine';
import { cutSpans, type Span } from './tape-parts.ts';

/** When a market of a tape trades. */
export interface SessionMarket {
  readonly calendar: CalendarName;
  /** Times within a session without a trade. */
  readonly halts?: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** Whether it also trades before and after its sessions, by Nasdaq's hours: 04:00 to 20:00 New York on a full day. */
  readonly extendedHours?: boolean;
}

/** What a market does in one hour. */
export interface HourPlan {
  /** Spans in which trades of the session fall, and those outside of it. */
  readonly session: readonly Span[];
  readonly extended: readonly Span[];
  /** First and last possible times of a session's trade, and the times of the closing cross. */
  readonly opens: readonly number[];
  readonly closes: readonly number[];
  readonly crosses: readonly number[];
}

/** Lengths of extended trading before a session and after it. */
const BEFORE_MS = 5.5 * HOUR_MS;
const AFTER_MS = 4 * HOUR_MS;
/** Delay after which the closing cross of a session is reported. */
const CROSS_MS = 2000;
/** Istanbul's opening auction trades in its first minute, the continuous market five minutes after it. */
const AUCTION_MS = MINUTE_MS;
const CONTINUOUS_AFTER_MS = 5 * MINUTE_MS;
/** Istanbul's closing price is found in the last ten minutes, and trades at it are in the last two. */
const CLOSING_MS = 10 * MINUTE_MS;
const AT_CLOSING_MS = 2 * MINUTE_MS;

/** Returns the spans of an hour in which a market trades, and the edges of sessions in it. */
export function planHour(market: SessionMarket, hourMs: number): HourPlan {
  const endMs = hourMs + HOUR_MS;
  const isWithin = (timeMs: number): boolean => timeMs >= hourMs && timeMs < endMs;
  const sessions = sessionsOf(market.calendar, hourMs - AFTER_MS, endMs + BEFORE_MS);
  const holes = [...(market.halts ?? []), ...sessions.flatMap((one) => phases(market, one))];
  const clip = (spans: readonly Span[]): Span[] =>
    cutSpans(spans, [
      { fromMs: Number.NEGATIVE_INFINITY, toMs: hourMs },
      { fromMs: endMs, toMs: Number.POSITIVE_INFINITY },
      ...holes,
    ]);
  const isTrading = (timeMs: number): boolean =>
    isWithin(timeMs) && !holes.some(({ fromMs, toMs }) => timeMs >= fromMs && timeMs < toMs);
  const outside = cutSpans(
    sessions.map(({ openMs, closeMs }): Span => [openMs - BEFORE_MS, closeMs + AFTER_MS]),
    sessions.map(({ openMs, closeMs }) => ({ fromMs: openMs, toMs: closeMs })),
  );
  const hasExtended = market.extendedHours === true;
  return {
    session: clip(sessions.map(({ openMs, closeMs }): Span => [openMs, closeMs])),
    extended: hasExtended ? clip(outside) : [],
    opens: sessions.map(({ openMs }) => openMs).filter(isTrading),
    closes: sessions.map(({ closeMs }) => closeMs - 1).filter(isTrading),
    crosses: hasExtended ? sessions.map(({ closeMs }) => closeMs + CROSS_MS).filter(isTrading) : [],
  };
}

/** Returns the sessions that a span touches. */
function sessionsOf(calendar: CalendarName, fromMs: number, toMs: number): Session[] {
  const sessions: Session[] = [];
  let session = sessionFrom(calendar, fromMs);
  while (session.openMs < toMs) {
    sessions.push(session);
    session = sessionFrom(calendar, session.closeMs);
  }
  return sessions;
}

/** Returns the times of a session in which Istanbul's auctions collect orders and nothing trades. */
function phases(
  { calendar }: SessionMarket,
  { openMs, closeMs }: Session,
): { fromMs: number; toMs: number }[] {
  if (calendar !== 'bist' && calendar !== 'bist-2') return [];
  const closing = { fromMs: closeMs - CLOSING_MS, toMs: closeMs - AT_CLOSING_MS };
  if (calendar === 'bist') return [closing];
  return [{ fromMs: openMs + AUCTION_MS, toMs: openMs + CONTINUOUS_AFTER_MS }, closing];
}
