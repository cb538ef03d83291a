import { setTimeout as pause } from 'node:timers/promises';
import { forEachLanguage, SYMBOL_PATTERN } from '@rasat/contract';
import { type Bar, DAY_MS, HOUR_MS } from '@rasat/engine';
import type { BarRow, Instrument } from '../../../connectors/connector.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import type { PartContext } from '../../../platform/part.ts';
import { SourceFeed } from '../feed/source-feed.ts';
import { findReplay, type Replay, updateReplay } from '../store/replay-store.ts';
import { findSymbol, insertSeries, lockSymbol } from '../store/symbol-store.ts';
import { calendarOf, type MarketSymbol, REPLAY_SOURCE } from '../symbol.ts';
import type { ReplayOptions } from '../tables.ts';
import { closedTopic, symbolsTopic } from '../topics.ts';
import { createReplayClock } from './replay-clock.ts';
import { createReplayVenue, type ReplayVenue } from './replay-venue.ts';

/** Opens a file of bars as rows of the resolution to play. Rejects with a sentence in the error's message. */
export type OpenBars = (path: string, options: ReplayOptions) => Promise<AsyncIterable<BarRow>>;

/** A replay ends when its command has not reported for this time. */
export const SILENT_MS = 15_000;
const POLL_MS = 500;

/**
 * Plays a file through the feed of the running server as a temporary symbol, on a clock of its own, until the file
 * ends, the command stops reporting, or the signal aborts. Stores the result in the row of the replay; never rejects.
 */
export async function playReplay(
  context: PartContext,
  replay: Replay,
  openBars: OpenBars,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = context;
  try {
    const { bars, refused } = await readBars(replay, openBars);
    const symbol = await makeSymbol(context, replay);
    await updateReplay(db, replay.id, { state: 'playing', total: bars.length });
    const { isOver, played, reached } = await playBars(context, replay, symbol, bars, signal);
    const detail = describe(bars.slice(0, played), refused, replay.speed, reached);
    await updateReplay(db, replay.id, { state: isOver ? 'done' : 'ended', played, detail });
  } catch (error) {
    log.warn({ err: error, replay: replay.id }, 'a replay failed');
    const detail = error instanceof Error ? error.message : String(error);
    await updateReplay(db, replay.id, { state: 'failed', detail }).catch(() => {});
  }
}

interface ReplayFile {
  readonly bars: readonly Bar[];
  readonly refused: number;
}

async function readBars(replay: Replay, openBars: OpenBars): Promise<ReplayFile> {
  const bars: Bar[] = [];
  let refused = 0;
  for await (const row of await openBars(replay.file, replay.options)) {
    if ('bar' in row) bars.push(row.bar);
    else refused += 1;
  }
  if (bars.length === 0) throw new Error(`${replay.file} has no bar that could be played.`);
  return { bars, refused };
}

/** A replay slower than this share of the requested speed is reported as slower. */
const AS_ASKED = 0.9;

/** Describes what was played, how fast, and what was left out. */
function describe(
  bars: readonly Bar[],
  refused: number,
  asked: number,
  reached: number,
): string | null {
  const [first] = bars;
  const last = bars.at(-1);
  if (!first || !last) return null;
  const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
  const speed = reached >= 10 ? Math.round(reached) : Number(reached.toPrecision(2));
  return [
    `from ${dayOf(first.openTimeMs)} to ${dayOf(last.openTimeMs)}`,
    reached >= asked * AS_ASKED
      ? `${asked} times as fast as the market`
      : `${speed} times as fast as the market, for the server could not keep up with ${asked}`,
    ...(refused > 0 ? [`${refused} rows of the file refused`] : []),
  ].join(', ');
}

/** Lists the temporary symbol with an empty history; replaces the symbol of an earlier replay. */
async function makeSymbol(context: PartContext, replay: Replay): Promise<MarketSymbol> {
  const { db, bus, clock } = context;
  const { symbol, options } = replay;
  if (!SYMBOL_PATTERN.test(symbol)) throw new Error(`${symbol} is no name of a symbol.`);
  const { category, digits, resolution } = options;
  await inTransaction(db, async (trx) => {
    await lockSymbol(trx, symbol);
    const known = await findSymbol(trx, symbol);
    if (known && known.series.source !== REPLAY_SOURCE) {
      throw new Error(`${symbol} is a symbol of the source "${known.series.source}".`);
    }
    const base = resolution === '1D' ? '1D' : '60';
    await insertSeries(
      trx,
      { symbol, source: REPLAY_SOURCE, category, digits, base, calendar: calendarOf(category) },
      forEachLanguage(() => symbol),
      clock.now(),
    );
  });
  bus.publish(symbolsTopic, { symbols: [symbol] });
  const listed = await findSymbol(db, symbol);
  if (!listed) throw new Error(`${symbol} is gone.`);
  return listed;
}

/** Result of a replay. */
interface Played {
  /** Whether the replay reached the end of its file. */
  readonly isOver: boolean;
  readonly played: number;
  /** Average speed compared with the market's. */
  readonly reached: number;
}

/** Feeds the bars, until they end or the command stops reporting. */
async function playBars(
  context: PartContext,
  replay: Replay,
  symbol: MarketSymbol,
  bars: readonly Bar[],
  signal: AbortSignal,
): Promise<Played> {
  const { category, digits, resolution } = replay.options;
  const clock = createReplayClock(bars[0]?.openTimeMs ?? 0, replay.speed);
  const instrument: Instrument = {
    symbol: symbol.symbol,
    category,
    digits,
    name: symbol.name,
    calendar: symbol.series.calendar,
    base: symbol.series.base,
  };
  let throughMs = Number.NEGATIVE_INFINITY;
  const storedThroughMs = (): number => throughMs;
  const venue = createReplayVenue({ instrument, bars, resolution, clock, storedThroughMs });
  const unsubscribe = context.bus.subscribe(closedTopic, (event) => {
    if (event.symbols.includes(symbol.symbol)) throughMs = Math.max(throughMs, event.throughMs);
  });
  const feed = new SourceFeed({
    context,
    connector: venue,
    clock,
    listSymbols: async () => [symbol],
  });
  feed.start();
  try {
    while (throughMs < lastWholeMs(venue, symbol)) {
      await pause(POLL_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted || !(await isWatched(context, replay, venue))) {
        return { isOver: false, played: venue.played(), reached: clock.reached() };
      }
    }
    return { isOver: true, played: bars.length, reached: clock.reached() };
  } finally {
    unsubscribe();
    await feed.stop();
  }
}

/** Returns the end of the last base bar that the file covers completely. */
function lastWholeMs(venue: ReplayVenue, { series }: MarketSymbol): number {
  const lengthMs = series.base === '1D' ? DAY_MS : HOUR_MS;
  return Math.floor(venue.endMs / lengthMs) * lengthMs;
}

async function isWatched(
  { db, log }: PartContext,
  replay: Replay,
  venue: ReplayVenue,
): Promise<boolean> {
  try {
    await updateReplay(db, replay.id, { played: venue.played() });
    const row = await findReplay(db, replay.id);
    return row?.state === 'playing' && row.silentMs < SILENT_MS;
  } catch (error) {
    log.warn({ err: error }, 'a replay could not be looked after');
    return true;
  }
}
