import { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import { beginLife, type SocketEnd } from './connection-life.ts';

const HANDSHAKE_MS = 8000;
const MOST_BYTES = 1024 * 1024;

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
  const socket = new WebSocket(address, {
    maxPayload: MOST_BYTES,
    handshakeTimeout: HANDSHAKE_MS,
    perMessageDeflate: false,
    followRedirects: false,
  });
  const life = beginLife({
    clock,
    silentMs,
    terminate: () => socket.terminate(),
    ended: (end) => listener.ended(end),
  });
  const ping = (): void => {
    if (pingEveryMs === undefined) return;
    socket.ping();
    life.after(pingEveryMs, ping);
  };

  socket.on('open', () => {
    if (life.isOver) return;
    life.hear();
    ping();
    listener.opened();
  });
  for (const sign of ['ping', 'pong'] as const) socket.on(sign, () => life.hear());
  socket.on('message', (data, isBinary) => {
    if (life.isOver) return;
    life.hear();
    listener.frame(isBinary ? null : (data as Buffer).toString('utf8'));
  });
  socket.on('unexpected-response', (_, response) => {
    const { statusCode: status = 0, headers } = response;
    life.end({ reason: `HTTP ${status}`, status, retryAfter: headers['retry-after'] });
  });
  socket.on('error', (error: NodeJS.ErrnoException) =>
    life.end({ reason: error.code ?? 'no connection' }),
  );
  socket.on('close', (code) => life.end({ reason: `closed (${code})` }));

  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    after: (ms, fn) => life.after(ms, fn),
    fail: (reason) => life.end({ reason }),
    close: () => life.close(),
  };
}
