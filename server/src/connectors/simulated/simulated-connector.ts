import { type Bar, bucketStart, DAY_MS, HOUR_MS } from '@rasat/engine';
import type { Clock } from '../../platform/clock.ts';
import type { Audience, Connector, Instrument } from '../connector.ts';
import { createLiveTicks } from './live-ticks.ts';
import { SIMULATION_START_MS, SLOT_MS } from './market-group.ts';
import { SimulatedMarkets } from './simulated-markets.ts';

const BATCH_BARS = 1000;
/** Days for which quarter-hour bars are available. */
const QUARTER_HOUR_DAYS = 366;

/**
 * Creates the simulated markets as a source: from 2 January 2023 on, the same for the same seed on every machine.
 * `seed` is a whole number below 2^32.
 */
export function createSimulatedConnector(options: {
  readonly seed: number;
  readonly clock: Clock;
  /** Everyone when absent. */
  readonly audience?: Audience;
}): Connector {
  const { clock, audience = 'anyone' } = options;
  const markets = new SimulatedMarkets(options.seed);

  const instruments = markets.instruments.map(
    ({ symbol, category, digits, name, calendar, base, optional }): Instrument => ({
      symbol,
      category,
      digits,
      name,
      calendar,
      base,
      ...(optional && { optional }),
    }),
  );

  const firstBar = (symbol: string, resolution: '15' | '60', fromMs: number): number => {
    const { openMs } = markets.slotBar(markets.slotAt(symbol, fromMs));
    return bucketStart(resolution, Math.max(openMs, SIMULATION_START_MS), false);
  };

  return {
    name: 'simulated',
    audience,
    delay: { class: 'simulated', ms: 0 },
    ticks: 'complete',
    fillOrder: 'oldest-first',
    instruments: async () => instruments,
    find: async (symbol) => instruments.find((one) => one.symbol === symbol) ?? null,
    async available(symbol) {
      const yearAgoMs = bucketStart('1D', clock.now() - QUARTER_HOUR_DAYS * DAY_MS, false);
      return [
        { resolution: '60', fromMs: firstBar(symbol, '60', SIMULATION_START_MS) },
        { resolution: '15', fromMs: firstBar(symbol, '15', yearAgoMs) },
      ];
    },
    history(symbol, resolution, fromMs, toMs, signal) {
      if (resolution === '1D') throw new RangeError('simulated markets have hourly bars');
      return listBars(markets, clock, symbol, resolution, fromMs, toMs, signal);
    },
    subscribe: (symbols, onTicks) => createLiveTicks(markets, clock, symbols, onTicks),
  };
}

/** Returns closed bars in batches, computed session by session. */
async function* listBars(
  markets: SimulatedMarkets,
  clock: Clock,
  symbol: string,
  resolution: '15' | '60',
  fromMs: number,
  toMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Bar[]> {
  markets.instrument(symbol);
  const stepMs = resolution === '60' ? HOUR_MS : SLOT_MS;
  // A bar is closed when its whole length has passed.
  const lastOpenMs = Math.min(toMs - 1, clock.now() - stepMs);
  const startMs = Math.max(SIMULATION_START_MS, Math.ceil(fromMs / stepMs) * stepMs);
  let batch: Bar[] = [];
  let forming: Forming | null = null;
  for (let session = markets.sessionAt(symbol, startMs); ; session++) {
    const slots = markets.slotsOf(symbol, session);
    if (slots.firstSlotMs > lastOpenMs + stepMs) break;
    for (let i = 0; i < slots.count; i++) {
      const slotMs = slots.firstSlotMs + i * SLOT_MS;
      if (slotMs < startMs) continue;
      const openTimeMs = Math.floor(slotMs / stepMs) * stepMs;
      if (forming !== null && forming.openTimeMs !== openTimeMs) {
        batch.push(forming);
        forming = null;
        if (batch.length >= BATCH_BARS) {
          yield batch;
          batch = [];
          if (signal?.aborted) return;
        }
      }
      if (openTimeMs > lastOpenMs) break;
      const high = slots.high[i] ?? 0;
      const low = slots.low[i] ?? 0;
      if (forming === null) {
        const open = slots.open[i] ?? 0;
        forming = { openTimeMs, open, high, low, close: 0, volume: 0 };
      } else {
        if (high > forming.high) forming.high = high;
        if (low < forming.low) forming.low = low;
      }
      forming.close = slots.close[i] ?? 0;
      forming.volume += slots.volume[i] ?? 0;
    }
    if (signal?.aborted) return;
  }
  if (forming !== null) batch.push(forming);
  if (batch.length > 0) yield batch;
}

type Forming = { -readonly [K in keyof Bar]: Bar[K] };
