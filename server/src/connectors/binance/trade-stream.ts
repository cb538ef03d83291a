import type { Clock } from '../../platform/clock.ts';
import type { SocketEnd } from '../vendor-wire/connection-life.ts';
import { openVendorSocket } from '../vendor-wire/vendor-socket.ts';
import { type Frame, readFrame } from './wire.ts';

/** Streams that one connection may carry (web-socket-streams.md, “WebSocket Limits”). */
export const MOST_STREAMS = 1024;
/** Streams in the address; further ones are subscribed to, so that the address stays short. */
const STREAMS_IN_ADDRESS = 100;
const STREAMS_PER_REQUEST = 200;
/** Two requests a second leave room for pongs within the five messages that Binance takes. */
const REQUEST_EVERY_MS = 500;
const ACKNOWLEDGED_WITHIN_MS = 10_000;
/** Binance pings every 20 seconds; a connection that is silent for longer is lost. */
const SILENT_MS = 45_000;

/** Receives what happens on a stream; nothing after `ended` and after `close`. */
export interface StreamListener {
  /** Every stream is subscribed to. */
  ready(): void;
  frame(frame: Frame): void;
  ended(end: SocketEnd): void;
}

/** A connection with combined streams. */
export interface TradeStream {
  /** Steady time at which it was opened. */
  readonly openedMs: number;
  readonly isReady: boolean;
  close(): void;
}

/** Returns the streams of pairs: their aggregate trades and their klines of fifteen minutes. */
export function streamsOf(symbols: readonly string[]): string[] {
  return symbols.flatMap((symbol) => {
    const name = symbol.toLowerCase();
    return [`${name}@aggTrade`, `${name}@kline_15m`];
  });
}

/** Opens a connection to combined streams. It is ready once it is open and every subscription is acknowledged. */
export function openTradeStream(
  options: { readonly url: string; readonly clock: Clock; readonly symbols: readonly string[] },
  listener: StreamListener,
): TradeStream {
  const { clock } = options;
  const streams = streamsOf(options.symbols);
  const address = new URL('/stream', options.url);
  address.search = `streams=${streams.slice(0, STREAMS_IN_ADDRESS).join('/')}`;
  const requests = chunk(streams.slice(STREAMS_IN_ADDRESS), STREAMS_PER_REQUEST);
  const unanswered = new Set<number>();
  let sent = 0;
  let isOver = false;
  let isReady = false;
  const becomeReady = (): void => {
    isReady = true;
    listener.ready();
  };
  const subscribe = (at: number): void => {
    const params = requests[at];
    if (!params) return;
    unanswered.add(at + 1);
    sent = at + 1;
    socket.send(JSON.stringify({ method: 'SUBSCRIBE', params, id: at + 1 }));
    socket.after(ACKNOWLEDGED_WITHIN_MS, () => {
      if (unanswered.has(at + 1)) socket.fail('a subscription is not acknowledged');
    });
    if (at + 1 < requests.length) socket.after(REQUEST_EVERY_MS, () => subscribe(at + 1));
  };
  const socket = openVendorSocket(
    { address, clock, silentMs: SILENT_MS },
    {
      opened() {
        if (requests.length === 0) becomeReady();
        else subscribe(0);
      },
      frame(text) {
        const frame = readFrame(text);
        if (frame.kind === 'refusal') return socket.fail(`a request is refused: ${frame.text}`);
        if (frame.kind !== 'reply') return listener.frame(frame);
        unanswered.delete(frame.id);
        const isWhole = sent === requests.length && unanswered.size === 0;
        if (isWhole && !isReady) becomeReady();
      },
      ended(end) {
        isOver = true;
        listener.ended(end);
      },
    },
  );

  return {
    openedMs: clock.steady(),
    get isReady() {
      return isReady && !isOver;
    },
    close() {
      isOver = true;
      socket.close();
    },
  };
}

function chunk<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}
