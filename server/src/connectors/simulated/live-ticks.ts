import { HOUR_MS } from '@rasat/engine';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Subscription, VenueTick } from '../connector.ts';
import { SIMULATION_START_MS } from './market-group.ts';
import type { SimulatedMarkets, SlotPlace } from './simulated-markets.ts';
import type { SlotTicks } from './slot-ticks.ts';

/** Ticks that become due within this time are delivered together. */
const SHORTEST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 1000;
/** Missed ticks are delivered in stretches of this length, so that no turn of the event loop is long. */
const CATCH_UP_MS = HOUR_MS;

interface Cursor {
  readonly symbol: string;
  place: SlotPlace;
  ticks: SlotTicks;
  next: number;
}

/**
 * Delivers each symbol's ticks from its `fromMs` on as the clock reaches them. Due ticks are delivered in time order
 * across the symbols and in one turn, so that `throughMs` is exact at every pace of the clock.
 */
export function createLiveTicks(
  markets: SimulatedMarkets,
  clock: Clock,
  symbols: readonly { symbol: string; fromMs: number }[],
  onTicks: (ticks: readonly VenueTick[]) => void,
): Subscription {
  let timer: Timer | null = null;
  let stopped = false;
  let lastTickMs: number | null = null;
  const cursors = symbols.map(({ symbol, fromMs }) => startCursor(markets, symbol, fromMs));
  const firstMs = symbols.reduce((first, { fromMs }) => Math.min(first, fromMs), clock.now());
  let throughMs = Math.max(firstMs, SIMULATION_START_MS);

  const deliver = (): void => {
    if (stopped) return;
    const nowMs = clock.now();
    throughMs = Math.max(throughMs, Math.min(nowMs, throughMs + CATCH_UP_MS));
    const due: VenueTick[] = [];
    for (const cursor of cursors) takeDue(markets, cursor, throughMs, due);
    due.sort((a, b) => a.timeMs - b.timeMs);
    if (due.length > 0) {
      lastTickMs = due.at(-1)?.timeMs ?? lastTickMs;
      onTicks(due);
    }
    if (!stopped) timer = clock.setTimeout(deliver, nextWaitMs(cursors, throughMs, nowMs));
  };
  timer = clock.setTimeout(deliver, 0);

  return {
    state: () => ({ connected: !stopped, lastTickMs, throughMs }),
    async stop() {
      stopped = true;
      timer?.cancel();
    },
  };
}

function startCursor(markets: SimulatedMarkets, symbol: string, fromMs: number): Cursor {
  const place = markets.slotAt(symbol, fromMs);
  const ticks = markets.slotTicks(symbol, place);
  let next = 0;
  while (next < ticks.count && (ticks.timeMs[next] ?? 0) < fromMs) next += 1;
  return { symbol, place, ticks, next };
}

function takeDue(
  markets: SimulatedMarkets,
  cursor: Cursor,
  throughMs: number,
  due: VenueTick[],
): void {
  const { symbol } = cursor;
  for (;;) {
    if (cursor.next >= cursor.ticks.count) {
      const place = markets.slotAfter(symbol, cursor.place);
      if (markets.slotBar(place).openMs > throughMs) return;
      cursor.place = place;
      cursor.ticks = markets.slotTicks(symbol, place);
      cursor.next = 0;
    }
    const timeMs = cursor.ticks.timeMs[cursor.next] ?? 0;
    if (timeMs > throughMs) return;
    const price = cursor.ticks.price[cursor.next] ?? 0;
    due.push({ symbol, timeMs, price, volume: cursor.ticks.volume[cursor.next] ?? 0 });
    cursor.next += 1;
  }
}

function nextWaitMs(cursors: readonly Cursor[], throughMs: number, nowMs: number): number {
  if (throughMs < nowMs) return 0;
  let waitMs = LONGEST_WAIT_MS;
  for (const { ticks, next } of cursors) {
    const timeMs = ticks.timeMs[next];
    if (timeMs !== undefined) waitMs = Math.min(waitMs, timeMs - nowMs);
  }
  return Math.max(SHORTEST_WAIT_MS, waitMs);
}
