import { setTimeout as pause } from 'node:timers/promises';
import { SYMBOL_PATTERN } from '@rasat/contract';
import type { Bar } from '@rasat/engine';
import type { BarRow, Instrument } from '../../connectors/connector.ts';
import { createClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { PartContext } from '../../platform/part.ts';
import { createReplayVenue, type ReplayVenue } from './replay-venue.ts';
import { SourceFeed } from './source-feed.ts';
import {
  findReplay,
  findSymbol,
  insertSeries,
  lockSymbol,
  type Replay,
  updateReplay,
} from './store.ts';
import { calendarOf, type MarketSymbol, REPLAY_SOURCE } from './symbol.ts';
import type { ReplayOptions } from './tables.ts';
import { closedTopic, symbolsTopic } from './topics.ts';

/** Opens a file of bars as rows of the resolution that is to be played. Rejects with a sentence in the error's message. */
export type OpenBars = (path: string, options: ReplayOptions) => Promise<AsyncIterable<BarRow>>;

/** A replay whose command is silent for so long has nobody who watches it. */
export const SILENT_MS = 15_000;
const POLL_MS = 500;

/**
 * Plays a file through the feed of the running server as a temporary symbol, on a clock of its own, until it is over,
 * nobody watches it, or the signal aborts. How it went stands in its row; never rejects.
 */
export async function playReplay(
  context: PartContext,
  replay: Replay,
  openBars: OpenBars,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = context;
  try {
    const bars = await readBars(replay, openBars);
    const symbol = await makeSymbol(context, replay);
    await updateReplay(db, replay.id, { state: 'playing', total: bars.length });
    const over = await playBars(context, replay, symbol, bars, signal);
    await updateReplay(db, replay.id, {
      state: over ? 'done' : 'ended',
      played: over ? bars.length : 0,
    });
  } catch (error) {
    log.warn({ err: error, replay: replay.id }, 'a replay failed');
    const detail = error instanceof Error ? error.message : String(error);
    await updateReplay(db, replay.id, { state: 'failed', detail }).catch(() => {});
  }
}

async function readBars(replay: Replay, openBars: OpenBars): Promise<Bar[]> {
  const bars: Bar[] = [];
  for await (const row of await openBars(replay.file, replay.options)) {
    if ('bar' in row) bars.push(row.bar);
  }
  if (bars.length === 0) throw new Error(`${replay.file} has no bar that could be played.`);
  return bars;
}

/** Lists the temporary symbol with an empty history; one of an earlier replay makes room. */
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
      { symbol, source: REPLAY_SOURCE, category, digits, base },
      { name: { tr: symbol, az: symbol, en: symbol }, calendar: calendarOf(category) },
      clock.now(),
    );
  });
  bus.publish(symbolsTopic, { symbols: [symbol] });
  const listed = await findSymbol(db, symbol);
  if (!listed) throw new Error(`${symbol} is gone.`);
  return listed;
}

/** Feeds the bars; true when they were played to their end. */
async function playBars(
  context: PartContext,
  replay: Replay,
  symbol: MarketSymbol,
  bars: readonly Bar[],
  signal: AbortSignal,
): Promise<boolean> {
  const { category, digits, resolution } = replay.options;
  const clock = createClock({
    kind: 'accelerated',
    startMs: bars[0]?.openTimeMs ?? 0,
    realStartMs: performance.timeOrigin + performance.now(),
    speed: replay.speed,
  });
  const instrument: Instrument = {
    symbol: symbol.symbol,
    category,
    digits,
    name: symbol.name,
    calendar: symbol.calendar,
    base: symbol.series.base,
  };
  const venue = createReplayVenue({ instrument, bars, resolution, clock });
  let throughMs = Number.NEGATIVE_INFINITY;
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
      if (signal.aborted || !(await isWatched(context, replay, venue))) return false;
    }
    return true;
  } finally {
    unsubscribe();
    await feed.stop();
  }
}

/** The end of the last base bar that the file holds whole. */
function lastWholeMs(venue: ReplayVenue, { series }: MarketSymbol): number {
  const lengthMs = series.base === '1D' ? 86_400_000 : 3_600_000;
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
