import { WebSocket } from 'ws';
import type { Clock, Timer } from '../../platform/clock.ts';
import { watchSilence } from './silence-watch.ts';

const HANDSHAKE_MS = 8000;
const MOST_BYTES = 1024 * 1024;

/** Reason for the end of a socket: the vendor refused the handshake with a status, or the connection was lost. */
export interface SocketEnd {
  readonly reason: string;
  readonly status?: number;
  readonly retryAfter?: string | undefined;
}

/** Receives what happens on a socket; nothing after `ended` and after `close`. */
export interface SocketListener {
  opened(): void;
  /** A text frame; null for a binary one. */
  frame(text: string | null): void;
  ended(end: SocketEnd): void;
}

/** Options of a socket. */
export interface SocketOptions {
  readonly address: URL;
  readonly clock: Clock;
  /** Silence after which the connection counts as lost. A frame, a ping and a pong end it. */
  readonly silentMs: number;
  /** Interval of our own pings, for a vendor that sends no sign of life; none when absent. */
  readonly pingEveryMs?: number;
}

/** A connection to a vendor's streams. */
export interface VendorSocket {
  send(text: string): void;
  /** Calls `fn` after a time, unless the socket is over by then. */
  after(ms: number, fn: () => void): void;
  /** Ends the connection for a reason of ours, which the listener receives. */
  fail(reason: string): void;
  close(): void;
}

/** Opens a WebSocket and watches over it. Its messages never have the address, which may hold a key. */
export function openVendorSocket(
  { address, clock, silentMs, pingEveryMs }: SocketOptions,
  listener: SocketListener,
): VendorSocket {
  const timers = new Set<Timer>();
  let isOver = false;
  const socket = new WebSocket(address, {
    maxPayload: MOST_BYTES,
    handshakeTimeout: HANDSHAKE_MS,
    perMessageDeflate: false,
    followRedirects: false,
  });
  const watch = watchSilence(clock, silentMs, () => end({ reason: 'silent for too long' }));
  const close = (): void => {
    isOver = true;
    watch.stop();
    for (const timer of timers) timer.cancel();
    socket.terminate();
  };
  const end = (reason: SocketEnd): void => {
    if (isOver) return;
    close();
    listener.ended(reason);
  };
  const after = (ms: number, fn: () => void): void => {
    if (isOver) return;
    const timer = clock.setTimeout(() => {
      timers.delete(timer);
      fn();
    }, ms);
    timers.add(timer);
  };
  const ping = (): void => {
    if (pingEveryMs === undefined) return;
    socket.ping();
    after(pingEveryMs, ping);
  };

  socket.on('open', () => {
    if (isOver) return;
    watch.hear();
    ping();
    listener.opened();
  });
  for (const sign of ['ping', 'pong'] as const) socket.on(sign, () => watch.hear());
  socket.on('message', (data, isBinary) => {
    if (isOver) return;
    watch.hear();
    listener.frame(isBinary ? null : (data as Buffer).toString('utf8'));
  });
  socket.on('unexpected-response', (_, response) => {
    const { statusCode: status = 0, headers } = response;
    end({ reason: `HTTP ${status}`, status, retryAfter: headers['retry-after'] });
  });
  socket.on('error', (error: NodeJS.ErrnoException) =>
    end({ reason: error.code ?? 'no connection' }),
  );
  socket.on('close', (code) => end({ reason: `closed (${code})` }));

  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    after,
    fail: (reason) => end({ reason }),
    close,
  };
}
