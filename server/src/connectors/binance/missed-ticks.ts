import { MINUTE_MS } from '@rasat/engine';
import type { VenueTick } from '../connector.ts';
import { type BinanceRest, PAGE_ROWS } from './binance-rest.ts';
import { type KlineRow, toBar, type VenueTrade } from './wire.ts';

/** Pages of trades of a pair above which its past minutes are read as klines. */
const MOST_PAGES = 40;
/** Time after its end at which a minute is final. */
const SETTLED_MS = 2000;

/** Part of what a pair traded before its stream began. */
export type MissedPart =
  /** Ticks of whole minutes. */
  | { readonly kind: 'minutes'; readonly ticks: readonly VenueTick[] }
  /** Trades from `nextId` on; `before` is the newest trade where none came after the asked time. */
  | {
      readonly kind: 'trades';
      readonly nextId: number;
      readonly trades: readonly VenueTrade[];
      readonly before?: VenueTrade;
    };

/** The part of a pair's past that is asked for. */
export interface MissedRequest {
  readonly symbol: string;
  readonly fromMs: number;
  readonly signal: AbortSignal;
}

/**
 * Returns what a pair traded from `fromMs` to now, in order: whole past minutes first, when the trades would need more
 * than 40 pages, then trades up to the newest.
 */
export async function* listMissedTicks(
  rest: BinanceRest,
  request: MissedRequest,
): AsyncGenerator<MissedPart> {
  const { symbol, signal } = request;
  const sending = { urgency: 'live', signal } as const;
  let { fromMs } = request;
  let { page, newest } = await readEnds(rest, request);
  const [first] = page;
  if (first && newest && newest.id - first.id > MOST_PAGES * PAGE_ROWS) {
    const venueMs = await rest.time(sending);
    const untilMs = Math.floor((venueMs - SETTLED_MS) / MINUTE_MS) * MINUTE_MS;
    yield* listMinutes(rest, request, untilMs);
    fromMs = untilMs;
    ({ page, newest } = await readEnds(rest, { symbol, fromMs, signal }));
  }
  if (page.length === 0) {
    const nextId = (newest?.id ?? -1) + 1;
    yield { kind: 'trades', nextId, trades: [], ...(newest && { before: newest }) };
    return;
  }
  for (;;) {
    const [from] = page;
    const last = page.at(-1);
    if (from) yield { kind: 'trades', nextId: from.id, trades: page };
    if (!last || page.length < PAGE_ROWS) return;
    page = await rest.aggTrades(symbol, { id: last.id + 1 }, sending);
  }
}

/** Returns the first page of the trades from a time on, and the newest trade. */
async function readEnds(
  rest: BinanceRest,
  { symbol, fromMs, signal }: MissedRequest,
): Promise<{ page: readonly VenueTrade[]; newest: VenueTrade | undefined }> {
  const sending = { urgency: 'live', signal } as const;
  const page = await rest.aggTrades(symbol, { startMs: fromMs }, sending);
  const [newest] = await rest.aggTrades(symbol, 'newest', sending);
  // A trade may have happened between the two requests.
  if (page.length > 0 || !newest || newest.timeMs < fromMs) return { page, newest };
  return { page: await rest.aggTrades(symbol, { startMs: fromMs }, sending), newest };
}

/** Returns the ticks of a pair's minutes from `fromMs` until `untilMs`, which Binance has passed. */
async function* listMinutes(
  rest: BinanceRest,
  { symbol, fromMs, signal }: MissedRequest,
  untilMs: number,
): AsyncGenerator<MissedPart> {
  const sending = { urgency: 'live', signal } as const;
  for (let startMs = fromMs; startMs < untilMs; ) {
    const rows = await rest.klines(symbol, '1m', { startMs, endMs: untilMs - 1 }, sending);
    const lastMs = rows.at(-1)?.[0];
    if (lastMs === undefined) return;
    if (lastMs < startMs) throw new Error('a page of minutes that does not go on');
    const ticks = rows
      .filter(([openMs, , , , , , , , trades]) => trades > 0 && openMs >= startMs)
      .flatMap((row) => ticksOfMinute(symbol, row));
    yield { kind: 'minutes', ticks };
    startMs = lastMs + MINUTE_MS;
  }
}

/**
 * Returns four ticks that build the bar of a minute: the open at its start, the extremes after 20 and 40 seconds, the
 * close with the whole volume in its last millisecond. Their ids are negative, so that they equal no trade's.
 */
function ticksOfMinute(symbol: string, row: KlineRow): VenueTick[] {
  const { openTimeMs, open, high, low, close, volume } = toBar(row);
  const tick = (at: number, afterMs: number, price: number, size: number): VenueTick => ({
    symbol,
    timeMs: openTimeMs + afterMs,
    price,
    volume: size,
    id: -(openTimeMs + at) - 1,
  });
  return [
    tick(0, 0, open, 0),
    tick(1, 20_000, high, 0),
    tick(2, 40_000, low, 0),
    tick(3, MINUTE_MS - 1, close, volume),
  ];
}
