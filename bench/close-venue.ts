import type { BarColumns } from '@rasat/contract';
import type { Bar, Resolution } from '@rasat/engine';
import type { Connector, VenueTick } from '../server/src/connectors/connector.ts';
import { makeBars } from '../server/src/testing/bars.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
const DIGITS = 2;

/** A venue that prints when it is told to. */
export interface ToldVenue extends Connector {
  readonly symbols: readonly string[];
  /**
   * A print of every symbol at that venue time, a little away from the one before, delivered in one go; nothing that
   * happened up to `throughMs` is still to come.
   */
  printAll(timeMs: number, throughMs: number): void;
}

interface Group {
  throughMs: number | null;
  take(ticks: readonly VenueTick[]): void;
  readonly symbols: readonly string[];
}

/** A venue with that many symbols that have hours since `fromMs` and quarters of the last day before `liveMs`. */
export function createToldVenue(symbolCount: number, fromMs: number, liveMs: number): ToldVenue {
  const symbols = Array.from({ length: symbolCount }, (_, i) => `B${String(i).padStart(4, '0')}`);
  const starts: Readonly<Partial<Record<Resolution, number>>> = {
    '60': fromMs,
    '15': liveMs - 24 * HOUR_MS,
  };
  const prices = new Map<string, number>();
  const groups: Group[] = [];
  let prints = 0;

  const barsOf = (symbol: string, resolution: Resolution, toMs: number): BarColumns => {
    const stepMs = resolution === '15' ? QUARTER_MS : HOUR_MS;
    const startMs = starts[resolution] ?? toMs;
    const bars = Math.max(0, Math.ceil((toMs - startMs) / stepMs));
    const seed = Number(symbol.slice(1));
    return makeBars({ seed, fromMs: startMs, bars, stepMs, digits: DIGITS, price: 100 });
  };

  return {
    name: 'told',
    audience: 'anyone',
    symbols,
    instruments: async () =>
      symbols.map((symbol) => ({
        symbol,
        category: 'crypto' as const,
        digits: DIGITS,
        name: { tr: symbol, az: symbol, en: symbol },
        calendar: 'always' as const,
        base: '60' as const,
      })),
    available: async () => [
      { resolution: '60', fromMs: starts['60'] ?? 0 },
      { resolution: '15', fromMs: starts['15'] ?? 0 },
    ],
    async *history(symbol, resolution, from, to) {
      const columns = barsOf(symbol, resolution, to);
      const bars: Bar[] = [];
      for (let i = 0; i < columns.length; i++) {
        const openTimeMs = columns.openTimeMs[i] ?? 0;
        if (openTimeMs < from) continue;
        bars.push({
          openTimeMs,
          open: columns.open[i] ?? 0,
          high: columns.high[i] ?? 0,
          low: columns.low[i] ?? 0,
          close: columns.close[i] ?? 0,
          volume: columns.volume[i] ?? 0,
        });
      }
      if (resolution === '60') prices.set(symbol, bars.at(-1)?.close ?? 100);
      yield bars;
    },
    subscribe(wanted, onTicks) {
      const group: Group = {
        throughMs: wanted[0]?.fromMs ?? null,
        take: onTicks,
        symbols: wanted.map(({ symbol }) => symbol),
      };
      groups.push(group);
      return {
        state: () => ({ connected: true, lastTickMs: null, throughMs: group.throughMs }),
        async stop() {
          groups.splice(groups.indexOf(group), 1);
        },
      };
    },
    printAll(timeMs, throughMs) {
      for (const group of groups) {
        const ticks = group.symbols.map((symbol): VenueTick => {
          prints += 1;
          const price =
            (prices.get(symbol) ?? 100) * (1 + ((prints * 7919) % 201) / 20_000 - 0.005);
          const rounded = Math.max(0.01, Math.round(price * 100) / 100);
          prices.set(symbol, rounded);
          return { symbol, timeMs, price: rounded, volume: 1 };
        });
        group.throughMs = throughMs;
        group.take(ticks);
      }
    },
  };
}
