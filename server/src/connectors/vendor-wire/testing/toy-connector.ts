import { type Bar, MINUTE_MS, type SourceResolution } from '@rasat/engine';
import { type RawData, WebSocket } from 'ws';
import type { Clock } from '../../../platform/clock.ts';
import type { Connector, ConnectorState, Subscription, VenueTick } from '../../connector.ts';
import { watchSilence } from '../silence-watch.ts';
import { TickMerger } from '../tick-merger.ts';
import type { RigLog } from './rig.ts';
import { ToyRest } from './toy-rest.ts';
import { TOY_MARKETS } from './toy-wire.ts';

/** Options of the toy connector. */
export interface ToyOptions {
  readonly url: string;
  readonly streamUrl: string;
  readonly key: string;
  readonly clock: Clock;
  readonly log: RigLog;
}

/** Silence after which a connection of the toy vendor is lost; its heartbeat comes every 5 s. */
export const TOY_SILENT_MS = 15_000;
const HANDSHAKE_MS = 8000;
const MOST_BYTES = 1024 * 1024;
const MINUTES: Partial<Record<SourceResolution, number>> = { '15': 15, '60': 60 };

/** Returns a minimal connector of the toy vendor, whose ticks are sampled. */
export function createToyConnector(options: ToyOptions): Connector {
  const rest = new ToyRest(options);
  return {
    name: 'toy',
    audience: 'signed-in',
    delay: { class: 'real-time', ms: 0 },
    ticks: 'sampled',
    fillOrder: 'oldest-first',
    instruments: async () => [],
    find: async () => null,
    available: async () => [],
    async *history(symbol, resolution, fromMs, toMs, signal) {
      const minutes = MINUTES[resolution];
      if (minutes === undefined) throw new RangeError(`no bars of ${resolution}`);
      for await (const page of rest.pages({ symbol, minutes, fromMs, toMs, signal })) {
        const isClosed = (bar: Bar): boolean => bar.openTimeMs + minutes * MINUTE_MS <= page.nowMs;
        const closed = page.bars.filter(isClosed);
        if (closed.length > 0) yield closed;
      }
    },
    subscribe(symbols, onTicks) {
      if (rest.blockedMs > 0) throw new Error('the toy vendor asks for no connections');
      return new ToySubscription(options, rest, symbols, onTicks);
    },
  };
}

type Wanted = readonly { readonly symbol: string; readonly fromMs: number }[];

class ToySubscription implements Subscription {
  readonly #options: ToyOptions;
  readonly #rest: ToyRest;
  readonly #wanted: Wanted;
  readonly #onTicks: (ticks: readonly VenueTick[]) => void;
  readonly #socket: WebSocket;
  readonly #watch: { hear(): void; stop(): void };
  readonly #merger: TickMerger;
  readonly #abort = new AbortController();
  /** Time through which the minutes of each symbol were handed over. */
  readonly #replayedMs = new Map<string, number>();
  /** Live ticks that wait for the minutes; null once these are handed over. */
  #early: VenueTick[] | null = [];
  #isAcknowledged = false;
  #isOver = false;
  #hasTold = false;
  #lastTickMs: number | null = null;

  constructor(
    options: ToyOptions,
    rest: ToyRest,
    wanted: Wanted,
    onTicks: (ticks: readonly VenueTick[]) => void,
  ) {
    this.#options = options;
    this.#rest = rest;
    this.#wanted = wanted;
    this.#onTicks = onTicks;
    this.#merger = new TickMerger(options.clock, (ticks) => this.#deliver(ticks));
    this.#socket = new WebSocket(`${options.streamUrl}/live?key=${options.key}`, {
      maxPayload: MOST_BYTES,
      handshakeTimeout: HANDSHAKE_MS,
    });
    this.#watch = watchSilence(options.clock, TOY_SILENT_MS, () => this.#lose('it is silent'));
    this.#socket.on('open', () => {
      const subscribe = wanted.map(({ symbol }) => symbol);
      this.#socket.send(JSON.stringify({ subscribe }));
    });
    this.#socket.on('unexpected-response', (_, { statusCode, headers }) => {
      if (rest.refuse(statusCode ?? 0, headers['retry-after'])) this.#end();
      else this.#lose(`HTTP ${statusCode}`);
    });
    this.#socket.on('message', (data, isBinary) => this.#read(data, isBinary));
    this.#socket.on('close', (code) => this.#lose(`code ${code}`));
    this.#socket.on('error', () => this.#lose('an error of the wire'));
    void this.#replay().catch(() => this.#lose('no minutes'));
  }

  state(): ConnectorState {
    const connected = this.#isAcknowledged && this.#early === null && !this.#isOver;
    return { connected, lastTickMs: this.#lastTickMs, throughMs: null };
  }

  async stop(): Promise<void> {
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    this.#abort.abort();
    this.#watch.stop();
    this.#merger.stop();
    this.#socket.terminate();
  }

  #lose(why: string): void {
    if (this.#isOver) return;
    this.#end();
    if (this.#rest.blockedMs === 0) this.#options.log.warn(`the toy stream is lost: ${why}`);
  }

  #read(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return;
    this.#watch.hear();
    const frame = isBinary ? null : parse((data as Buffer).toString('utf8'));
    const { subscribed, s, p, v, t } = frame ?? {};
    if (subscribed) this.#isAcknowledged = true;
    const digits = TOY_MARKETS.find(({ symbol }) => symbol === s)?.digits;
    const isPrice = typeof p === 'number' && Number.isFinite(p) && p > 0;
    const isSound = isPrice && digits !== undefined && Number(p.toFixed(digits)) === p;
    if (isSound) this.#take({ symbol: String(s), price: p, volume: Number(v), timeMs: Number(t) });
    else if (!frame || s !== undefined) this.#tellOnce();
  }

  #tellOnce(): void {
    if (!this.#hasTold) this.#options.log.warn('the toy vendor sends frames that are not sound');
    this.#hasTold = true;
  }

  #take(tick: VenueTick): void {
    if (this.#early) this.#early.push(tick);
    else if (tick.timeMs >= (this.#replayedMs.get(tick.symbol) ?? 0)) this.#merger.take([tick]);
  }

  #deliver(ticks: readonly VenueTick[]): void {
    this.#lastTickMs = this.#options.clock.now();
    this.#onTicks(ticks);
  }

  /** Hands the closed minutes since `fromMs` over as four ticks each, then the live ticks that came meanwhile. */
  async #replay(): Promise<void> {
    const { signal } = this.#abort;
    const toMs = Number.MAX_SAFE_INTEGER;
    for (const { symbol, fromMs } of this.#wanted) {
      this.#replayedMs.set(symbol, fromMs);
      for await (const page of this.#rest.pages({ symbol, minutes: 1, fromMs, toMs, signal })) {
        const closed = page.bars.filter((bar) => bar.openTimeMs + MINUTE_MS <= page.nowMs);
        const ticks = closed.flatMap((bar) => ticksOf(symbol, bar));
        const last = closed.at(-1);
        if (last) this.#replayedMs.set(symbol, last.openTimeMs + MINUTE_MS);
        if (ticks.length > 0 && !this.#isOver) this.#deliver(ticks);
      }
    }
    const early = this.#early ?? [];
    this.#early = null;
    if (!this.#isOver) for (const tick of early) this.#take(tick);
  }
}

function ticksOf(symbol: string, bar: Bar): VenueTick[] {
  const { openTimeMs, open, high, low, close, volume } = bar;
  const tick = (afterMs: number, price: number, size: number): VenueTick => ({
    symbol,
    timeMs: openTimeMs + afterMs,
    price,
    volume: size,
  });
  return [
    tick(0, open, 0),
    tick(20_000, high, 0),
    tick(40_000, low, 0),
    tick(59_999, close, volume),
  ];
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
