import assert from 'node:assert/strict';
import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { Subscription, VenueTick } from '../../connector.ts';
import { createVendorRig, type VendorRig } from '../../vendor-wire/testing/rig.ts';
import { createBinanceConnector } from '../binance-connector.ts';
import { createBinanceStandIn, type StandIn, type StandInOptions } from './stand-in.ts';
import { TAPE_MARKETS } from './trade-tape.ts';

const QUARTER_MS = 15 * MINUTE_MS;

/** A connector over a stand-in of Binance. */
export type Rig = VendorRig<StandIn>;

/** Options of a rig: those of its stand-in, and the pairs that are listed at once. */
export interface RigOptions extends Partial<StandInOptions> {
  readonly symbols?: readonly string[];
}

/** Opens a connector over a stand-in at `nowMs`. */
export function createRig(nowMs: number, options: RigOptions = {}): Promise<Rig> {
  return createVendorRig({
    nowMs,
    open: async (clock, log) => {
      const standIn = await createBinanceStandIn({
        clock,
        seed: 7,
        markets: TAPE_MARKETS,
        fromMs: Math.floor(nowMs / HOUR_MS) * HOUR_MS - 48 * HOUR_MS,
        ...options,
      });
      const connector = createBinanceConnector({
        symbols: options.symbols ?? ['BTCUSDT', 'ETHUSDT', 'RAREUSDT'],
        url: standIn.url,
        streamUrl: standIn.streamUrl,
        clock,
        log,
        audience: 'signed-in',
      });
      return { standIn, connector };
    },
  });
}

/** A live subscription whose every tick is compared with the tape. */
export interface Listening {
  readonly subscription: Subscription;
  /** Returns how far the subscription is behind the venue's clock. */
  readonly behindMs: () => number;
  /** Fails unless every trade of the tape since the start was handed over once, in order, with its own values. */
  readonly checkWhole: () => void;
}

/** Subscribes to every pair of the rig from `fromMs` on. */
export function listen(rig: Rig, fromMs: number): Listening {
  const { connector, standIn, clock } = rig;
  const { markets } = standIn.tape.options;
  const ticks = new Map<string, VenueTick[]>(markets.map(({ symbol }) => [symbol, []]));
  let throughMs = Number.NEGATIVE_INFINITY;
  const subscription = connector.subscribe(
    markets.map(({ symbol }) => ({ symbol, fromMs })),
    (batch) => {
      for (const tick of batch) {
        const isOpen = tick.timeMs >= Math.floor(throughMs / QUARTER_MS) * QUARTER_MS;
        assert.ok(isOpen, `${tick.symbol} ${tick.id} comes after its quarter-hour`);
        ticks.get(tick.symbol)?.push(tick);
      }
      const state = subscription.state();
      throughMs = Math.max(throughMs, state.throughMs ?? throughMs);
    },
  );
  return {
    subscription,
    behindMs: () => clock.now() - (subscription.state().throughMs ?? 0),
    checkWhole() {
      const untilMs = subscription.state().throughMs ?? 0;
      for (const { symbol, digits } of markets) {
        const expected = standIn.tape.between(symbol, fromMs, untilMs + 1).map((trade) => ({
          symbol,
          id: trade.id,
          timeMs: trade.timeMs,
          price: Number(`${trade.price}e-${digits}`),
          volume: Number(`${trade.quantity}e-5`),
        }));
        const found = (ticks.get(symbol) ?? []).filter(({ timeMs }) => timeMs <= untilMs);
        assert.deepEqual(
          found.map(({ id }) => id),
          expected.map(({ id }) => id),
          `${symbol}: no trade is missing and none comes twice`,
        );
        assert.deepEqual(found, expected, symbol);
      }
    },
  };
}
