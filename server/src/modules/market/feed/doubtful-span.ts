import type { SourceResolution } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Connector } from '../../../connectors/connector.ts';
import type { Clock } from '../../../platform/clock.ts';

import { fetchBars } from './fill.ts';
import type { DoubtfulSpan, LiveSymbol } from './live-symbol.ts';

/** Pauses between two fetches of a doubtful span, on the clock of the source. */
const FIRST_FETCH_MS = 1000;
const LAST_FETCH_MS = 60_000;

/** Options of a fetch besides the symbol and its span. */
export interface SettleOptions {
  readonly connector: Connector;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Whether the symbol is still fed. */
  isFed(): boolean;
}

/**
 * Fetches a doubtful span again until the source's history contains it, then closes it. Returns without closing it when
 * the symbol is no longer fed. Throws the signal's reason when it aborts.
 */
export async function settleDoubtful(
  live: LiveSymbol,
  span: DoubtfulSpan,
  options: SettleOptions,
): Promise<void> {
  const { connector, clock, signal, log } = options;
  const { series, writer } = live;
  const offered = (await connector.available(series.symbol)).map(({ resolution }) => resolution);
  // A source without a history has no better data than its ticks.
  const ask = async (resolution: SourceResolution, part: DoubtfulSpan['base']) =>
    part && offered.includes(resolution) ? fetchBars(writer, resolution, part, options) : null;
  let waitMs = FIRST_FETCH_MS;
  for (let tries = 0; ; tries++) {
    const base = await ask(series.base, span.base);
    const quarter = await ask('15', span.quarter);
    signal.throwIfAborted();
    if (!options.isFed()) return;
    if (live.settle(span, { base, quarter }, tries)) return;
    if (tries === 0) {
      log.warn({ symbol: series.symbol, span }, 'bars wait for the history of their source');
    }
    await clock.sleep(waitMs, signal);
    waitMs = Math.min(waitMs * 2, LAST_FETCH_MS);
  }
}
