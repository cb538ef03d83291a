import assert from 'node:assert/strict';
import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import { createManualClock, type ManualClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import type { Connector, Subscription, VenueTick } from '../../connector.ts';
import { createBinanceConnector } from '../binance-connector.ts';
import { createBinanceStandIn, type StandIn, type StandInOptions } from './stand-in.ts';
import { TAPE_MARKETS } from './trade-tape.ts';

const QUARTER_MS = 15 * MINUTE_MS;

/** A line of the log. */
interface LogLine {
  readonly level: string;
  readonly msg: string;
}

/** A connector over a stand-in, on one clock that a test moves. */
export interface Rig {
  readonly clock: ManualClock;
  readonly standIn: StandIn;
  readonly connector: Connector;
  /** Lines of the log from `warn` on. */
  readonly lines: readonly LogLine[];
  /** Lets time pass with everything that the venue does in it; `stepMs` apart the sockets are read. */
  readonly advance: (ms: number, stepMs?: number) => Promise<void>;
  /** Lets time pass until `isSo`, and returns how much it was; fails after `mostMs`. */
  readonly until: (what: string, isSo: () => boolean, mostMs: number) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Options of a rig: those of its stand-in, and the pairs that are listed at once. */
export interface RigOptions extends Partial<StandInOptions> {
  readonly symbols?: readonly string[];
}

/** Opens a connector over a stand-in at `nowMs`. */
export async function createRig(nowMs: number, options: RigOptions = {}): Promise<Rig> {
  const clock = createManualClock(nowMs);
  const standIn = await createBinanceStandIn({
    clock,
    seed: 7,
    markets: TAPE_MARKETS,
    fromMs: Math.floor(nowMs / HOUR_MS) * HOUR_MS - 48 * HOUR_MS,
    ...options,
  });
  const lines: LogLine[] = [];
  const write = (text: string): void => void lines.push(JSON.parse(text) as LogLine);
  const connector = createBinanceConnector({
    symbols: options.symbols ?? ['BTCUSDT', 'ETHUSDT', 'RAREUSDT'],
    url: standIn.url,
    streamUrl: standIn.streamUrl,
    clock,
    log: createLog('warn', { write }),
    audience: 'signed-in',
  });
  const advance = async (ms: number, stepMs = 1000): Promise<void> => {
    const endMs = clock.steady() + ms;
    await standIn.settle();
    while (clock.steady() < endMs) {
      await clock.advance(Math.min(stepMs, endMs - clock.steady()));
      await standIn.settle();
    }
  };
  return {
    clock,
    standIn,
    connector,
    lines,
    advance,
    async until(what, isSo, mostMs) {
      // A long wait is for something of the tape, whose own time does not matter.
      const stepMs = mostMs > MINUTE_MS ? 1000 : 250;
      for (let ms = 0; ms <= mostMs; ms += stepMs) {
        if (isSo()) return ms;
        await advance(stepMs);
      }
      assert.fail(`${what} within ${mostMs} ms`);
    },
    stop: () => standIn.stop(),
  };
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
