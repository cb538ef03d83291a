import type { Bar, Resolution } from '@rasat/engine';
import { type BarColumns, createColumns } from '@rasat/ledger';
import type { Connector, Instrument, VenueTick } from '../server/src/connectors/connector.ts';
import { makeBars } from '../server/src/testing/bars.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
const DAY_MS = 24 * HOUR_MS;
const DIGITS = 2;

/** A venue that ticks on command. */
export interface ManualVenue extends Connector {
  /**
   * Delivers in one call a tick of every symbol at that venue time, near its previous price. No tick up to `throughMs`
   * follows.
   */
  tickAll(timeMs: number, throughMs: number): void;
  /** Delivers one tick of the next symbol at that venue time. */
  tickNext(timeMs: number): void;
}

interface Group {
  throughMs: number | null;
  take(ticks: readonly VenueTick[]): void;
  readonly symbols: readonly string[];
}

/** Options of the venue. */
export interface ManualVenueOptions {
  readonly symbols: readonly string[];
  /** Hours begin at `fromMs`, quarters a year before `liveMs`; from `liveMs` on bars come from ticks. */
  readonly fromMs: number;
  readonly liveMs: number;
  /** The last price of each symbol; by default that of its history. */
  readonly prices: ReadonlyMap<string, number>;
  /** Whether it reports `throughMs`, as few real venues do; bars then close by it. */
  readonly saysThrough: boolean;
}

/** Returns a venue of symbols that trade around the clock. */
export function createManualVenue({
  symbols,
  fromMs,
  liveMs,
  ...rest
}: ManualVenueOptions): ManualVenue {
  const starts: Readonly<Partial<Record<Resolution, number>>> = {
    '60': fromMs,
    '15': Math.max(fromMs, liveMs - 365 * DAY_MS),
  };
  const prices = new Map(rest.prices);
  const groups: Group[] = [];
  let tickCount = 0;
  let next = 0;
  const tickOf = (symbol: string, timeMs: number, mostMove: number): VenueTick => {
    tickCount += 1;
    const move = (((tickCount * 7919) % 201) / 100 - 1) * mostMove;
    const price = Math.max(0.01, Math.round((prices.get(symbol) ?? 100) * (1 + move) * 100) / 100);
    prices.set(symbol, price);
    return { symbol, timeMs, price, volume: 1 };
  };

  const historyOf = (symbol: string, resolution: Resolution): BarColumns => {
    const bars = Math.max(0, Math.ceil((liveMs - fromMs) / HOUR_MS));
    const seed = symbols.indexOf(symbol);
    const hours = makeBars({ seed, fromMs, bars, digits: DIGITS, price: 100 });
    return resolution === '15' ? quartersOf(hours, starts['15'] ?? liveMs) : hours;
  };
  /** Returns flat bars after the history. */
  const flatBars = (symbol: string, resolution: Resolution, from: number, to: number): Bar[] => {
    const stepMs = resolution === '15' ? QUARTER_MS : HOUR_MS;
    const price = prices.get(symbol) ?? 100;
    const bars: Bar[] = [];
    const firstMs = Math.ceil(Math.max(from, liveMs) / stepMs) * stepMs;
    for (let t = firstMs; t + stepMs <= to; t += stepMs) {
      bars.push({ openTimeMs: t, open: price, high: price, low: price, close: price, volume: 1 });
    }
    return bars;
  };

  const instrumentOf = (symbol: string): Instrument => ({
    symbol,
    category: 'crypto',
    digits: DIGITS,
    name: { tr: symbol, az: symbol, en: symbol },
    calendar: 'always',
    base: '60',
  });
  return {
    name: 'told',
    audience: 'anyone',
    delay: { class: 'real-time', ms: 0 },
    ticks: 'complete',
    fillOrder: 'oldest-first',
    instruments: async () => symbols.map(instrumentOf),
    find: async (symbol) => (symbols.includes(symbol) ? instrumentOf(symbol) : null),
    available: async () => [
      { resolution: '60', fromMs: starts['60'] ?? 0 },
      { resolution: '15', fromMs: starts['15'] ?? 0 },
    ],
    async *history(symbol, resolution, from, to) {
      if (from < liveMs) {
        const columns = historyOf(symbol, resolution);
        const bars: Bar[] = [];
        for (let i = 0; i < columns.length; i++) {
          const openTimeMs = columns.openTimeMs[i] ?? 0;
          if (openTimeMs < from || openTimeMs >= to) continue;
          bars.push({
            openTimeMs,
            open: columns.open[i] ?? 0,
            high: columns.high[i] ?? 0,
            low: columns.low[i] ?? 0,
            close: columns.close[i] ?? 0,
            volume: columns.volume[i] ?? 0,
          });
        }
        const last = bars.at(-1);
        if (resolution === '60' && last) prices.set(symbol, last.close);
        yield bars;
      }
      yield flatBars(symbol, resolution, from, to);
    },
    subscribe(wanted, onTicks) {
      const group: Group = {
        throughMs: rest.saysThrough ? (wanted[0]?.fromMs ?? null) : null,
        take: onTicks,
        symbols: wanted.map(({ symbol }) => symbol),
      };
      groups.push(group);
      // A venue first sends the ticks since the last stored bar, so that a bar that was forming is complete again.
      const since = wanted.flatMap(({ symbol, fromMs: timeMs }) =>
        prices.has(symbol) ? [{ symbol, timeMs, price: prices.get(symbol) ?? 0, volume: 1 }] : [],
      );
      queueMicrotask(() => onTicks(since));
      return {
        state: () => ({ connected: true, lastTickMs: null, throughMs: group.throughMs }),
        async stop() {
          groups.splice(groups.indexOf(group), 1);
        },
      };
    },
    tickAll(timeMs, throughMs) {
      for (const group of groups) {
        const ticks = group.symbols.map((symbol) => tickOf(symbol, timeMs, 0.005));
        if (rest.saysThrough) group.throughMs = throughMs;
        group.take(ticks);
      }
    },
    tickNext(timeMs) {
      const symbol = symbols[next++ % symbols.length] ?? '';
      const group = groups.find((one) => one.symbols.includes(symbol));
      group?.take([tickOf(symbol, timeMs, 0.0005)]);
    },
  };
}

/** Returns four bars for each hour from `startMs` on that stay within its range. */
function quartersOf(hours: BarColumns, startMs: number): BarColumns {
  const skipped = hours.openTimeMs.findIndex((timeMs) => timeMs >= startMs);
  const first = skipped < 0 ? hours.length : skipped;
  const quarters = createColumns((hours.length - first) * 4);
  for (let row = 0; row < quarters.length; row++) {
    const [hour, quarter] = [first + Math.floor(row / 4), row % 4];
    const names = ['open', 'high', 'low', 'close', 'close'] as const;
    const [from, to] = [names[quarter] ?? 'open', names[quarter + 1] ?? 'close'];
    const [open, close] = [hours[from][hour] ?? 0, hours[to][hour] ?? 0];
    quarters.openTimeMs[row] = (hours.openTimeMs[hour] ?? 0) + quarter * QUARTER_MS;
    quarters.open[row] = open;
    quarters.high[row] = Math.max(open, close);
    quarters.low[row] = Math.min(open, close);
    quarters.close[row] = close;
    quarters.volume[row] = (hours.volume[hour] ?? 0) / 4;
  }
  return quarters;
}
