import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Bar,
  bucketStart,
  DAY_MS,
  type Resolution,
  type SourceResolution,
} from '@rasat/engine';
import type { Connector } from '../../../connectors/connector.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SeriesWriter } from '../store/series-writer.ts';
import { isSound } from '../store/storable-bar.ts';
import { type HistorySpan, listSpans } from './history-spans.ts';
import type { LiveStart } from './live-symbol.ts';

/** Time after its end at which a bar is final, unless the source specifies more. */
export const GRACE_MS = 3000;
const BARS_PER_COMMIT = 4000;
/** Greatest gap between the history and the present that live ticks fill; longer than the longest weekends. */
const REACH_MS = 4 * DAY_MS;
/** Greatest age of the daily close with which the first tick of a symbol is compared. */
const PRICE_DAYS = 14;

/** Options of a fill besides the symbol. */
export interface FillOptions {
  readonly connector: Connector;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Stores the writer's pending bars; its base bars reach `throughMs`. */
  commit(writer: SeriesWriter, throughMs: number): Promise<void>;
  /** Receives every invalid bar of the source. */
  refuse(series: SeriesWriter['series'], resolution: Resolution, bar: Bar): void;
  /** Receives the stored share of the symbol's history, 0 to 1. */
  progress(share: number): void;
}

/**
 * Fills a symbol's stored bars up to the present: base bars, then 15-minute bars if the source has them. A history that
 * is not whole begins with its recent part, if that has bars. Stores bars in portions, after each of which a later start
 * continues. Returns the times at which live ticks must follow. Closes no
 * bars by our clock, which is not confirmed yet: higher bars close once the live feed knows its own delay.
 */
export async function fillHistory(writer: SeriesWriter, options: FillOptions): Promise<LiveStart> {
  const { connector, clock, signal } = options;
  const { series } = writer;
  const available = await connector.available(series.symbol);
  const spans = listSpans(series, available, clock.now());
  const base = spans.find(({ resolution }) => resolution === series.base);
  const quarter = spans.find(({ resolution }) => resolution === '15');
  const borders = (): { baseMs: number; quarterMs: number | null } => {
    const settledMs = clock.now() - GRACE_MS;
    return {
      baseMs: bucketStart(series.base, settledMs, false),
      quarterMs: quarter ? bucketStart('15', settledMs, false) : null,
    };
  };
  const shares = { base: base ? 0 : 1, quarter: quarter ? 0 : 1 };
  const tell = (part: keyof typeof shares, share: number): void => {
    shares[part] = share;
    options.progress((shares.base + shares.quarter) / 2);
  };
  for (;;) {
    const target = borders();
    if (base) {
      await fillUpTo(writer, base, target.baseMs, options, (share) => tell('base', share));
    }
    if (quarter && target.quarterMs !== null) {
      const toMs = target.quarterMs;
      await fillUpTo(writer, quarter, toMs, options, (share) => tell('quarter', share));
    }
    signal.throwIfAborted();
    const now = borders();
    // A long fill leaves a gap of its own.
    if (now.baseMs !== target.baseMs || now.quarterMs !== target.quarterMs) continue;
    const { closedThroughMs, lastQuarterEndMs } = writer;
    const baseThroughMs = base ? (closedThroughMs ?? Math.min(base.fromMs, target.baseMs)) : null;
    await options.commit(writer, baseThroughMs ?? target.baseMs);
    const price = writer.lastBase ? null : await findPrice(writer, available, options);
    const { quarterMs } = target;
    return {
      baseMs: beginLive(target.baseMs, baseThroughMs),
      baseThroughMs: baseThroughMs ?? target.baseMs,
      quarterMs: quarterMs === null ? null : beginLive(quarterMs, lastQuarterEndMs),
      quarterThroughMs: quarterMs === null ? null : (lastQuarterEndMs ?? quarterMs),
      price,
    };
  }
}

/**
 * Returns the time from which ticks build bars: the end of the history, if that is recent, else `targetMs`. Bars
 * missing at its end may not be over yet for the source, whose clock may differ from ours.
 */
function beginLive(targetMs: number, throughMs: number | null): number {
  if (throughMs === null) return targetMs;
  return throughMs >= targetMs - REACH_MS ? throughMs : targetMs;
}

/** Returns the last daily close of a symbol that has no base bars yet; null when the source has none. */
async function findPrice(
  writer: SeriesWriter,
  available: Awaited<ReturnType<Connector['available']>>,
  { connector, clock, signal }: FillOptions,
): Promise<number | null> {
  const { symbol } = writer.series;
  if (!available.some(({ resolution }) => resolution === '1D')) return null;
  const toMs = bucketStart('1D', clock.now(), false);
  let price: number | null = null;
  for await (const batch of connector.history(
    symbol,
    '1D',
    toMs - PRICE_DAYS * DAY_MS,
    toMs,
    signal,
  )) {
    for (const bar of batch) if (isSound(bar, '1D', writer.series)) price = bar.close;
  }
  return price;
}

/**
 * Fetches the closed bars of a symbol again, from the last stored one on to the end of the source's history. Stores
 * nothing. Leaves invalid bars out.
 */
export async function fetchBars(
  writer: SeriesWriter,
  resolution: SourceResolution,
  span: { readonly fromMs: number; readonly toMs: number },
  { connector, clock, signal }: Pick<FillOptions, 'connector' | 'clock' | 'signal'>,
): Promise<Bar[]> {
  const { series, lastBase, lastQuarterMs } = writer;
  const lastMs = resolution === '15' ? lastQuarterMs : (lastBase?.openTimeMs ?? null);
  const fromMs = lastMs === null ? span.fromMs : lastMs + 1;
  const toMs = Math.max(span.toMs, clock.now());
  const bars: Bar[] = [];
  for await (const batch of connector.history(series.symbol, resolution, fromMs, toMs, signal)) {
    for (const bar of batch) {
      const isNext = bar.openTimeMs > (bars.at(-1)?.openTimeMs ?? fromMs - 1);
      if (isNext && isSound(bar, resolution, writer.series)) bars.push(bar);
    }
  }
  return bars;
}

async function fillUpTo(
  writer: SeriesWriter,
  { resolution, fromMs, recentMs }: HistorySpan,
  toMs: number,
  options: FillOptions,
  progress: (share: number) => void,
): Promise<void> {
  const { connector, signal } = options;
  const { series } = writer;
  const lastMs = (): number | null =>
    resolution === '15' ? writer.lastQuarterMs : (writer.lastBase?.openTimeMs ?? null);
  const store = (): Promise<void> => options.commit(writer, writer.lastBaseEndMs ?? fromMs);
  const tell = (throughMs: number): void => {
    const isOver = throughMs >= toMs && recentMs === fromMs;
    progress(isOver ? 1 : Math.max(0, throughMs - recentMs) / (toMs - fromMs));
  };
  const fill = async (firstMs: number): Promise<void> => {
    if (firstMs >= toMs) return;
    for await (const batch of connector.history(series.symbol, resolution, firstMs, toMs, signal)) {
      for (const bar of batch) {
        if (!isSound(bar, resolution, series)) options.refuse(series, resolution, bar);
        else if (bar.openTimeMs > (lastMs() ?? Number.NEGATIVE_INFINITY)) {
          if (resolution === '15') writer.addQuarter(bar);
          else writer.addBase(bar);
        }
      }
      if (writer.pendingBars >= BARS_PER_COMMIT) await store();
      tell(lastMs() ?? recentMs);
      signal.throwIfAborted();
      await nextTurn();
    }
  };
  const last = lastMs();
  await fill(last === null ? recentMs : last + 1);
  signal.throwIfAborted();
  if (lastMs() === null && fromMs < recentMs) await fill(fromMs);
  if (writer.pendingBars > 0) await store();
  tell(toMs);
}
