import type { IncomingHttpHeaders } from 'node:http';
import type { SessionTapeMarket, SessionTrade } from './session-tape.ts';

/** A request of the client: an HTTP request, or the opening of a websocket. */
export interface VendorRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Body of the request; empty without one. */
  readonly body: string;
}

/** Reply to a request, or server-sent events that stay open. */
export type VendorAnswer =
  | {
      readonly status: number;
      /** Body as it is sent when it is a string, otherwise as JSON. */
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      /**
       * Time for which the client owes silence after this reply. When absent, that of the status: the `Retry-After` of
       * a 429, a minute for 429 without it, 401 and 403, and none for every other one.
       */
      readonly owedMs?: number;
    }
  | {
      /** Symbols whose live frames are sent as server-sent events. */
      readonly stream: readonly string[];
      /** Frames that are sent at once. */
      readonly greeting?: readonly string[];
    };

/** Answer to the opening of a websocket: its refusal by an HTTP status, or frames that are sent at once. */
export type VendorAcceptance =
  | { readonly status: number; readonly owedMs?: number }
  | { readonly greeting?: readonly string[] };

/** An open live connection of the client. */
export interface VendorClient {
  readonly kind: 'socket' | 'events';
  /** Path, query and headers with which it was opened. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Symbols whose live frames it gets. */
  readonly symbols: Set<string>;
  /** Free for the vendor's wire. */
  readonly state: Record<string, unknown>;
  /** Sends a frame that is no live price, such as an acknowledgement. */
  send(text: string): void;
  /** Sends live prices, with the faults of frames that are on. */
  sendLive(text: string): void;
  /** Calls `fn` every `ms` while the connection is open. */
  every(ms: number, fn: () => void): void;
  /** Ends the connection, a websocket with this code. */
  close(code: number): void;
}

/** Value that a frame has in place of a price. */
export interface SpoiledPrice {
  /** Wrong price; absent when the price is the trade's own. */
  readonly price?: string | number;
}

/** The wire of one vendor, which the stand-in's core plays with its faults. */
export interface VendorWire {
  /** Returns the reply to a request at the venue's time; null for a path that does not exist. */
  answer(request: VendorRequest, nowMs: number): VendorAnswer | null;
  /** Decides on the opening of a websocket. */
  accept(request: VendorRequest): VendorAcceptance;
  /** Acts on a text that a client sent. */
  message(client: VendorClient, text: string): void;
  /**
   * Returns the live frame, or several, of one trade for one client; null when the client gets none. A string in
   * `spoiled.price` goes into the frame as a string, a number as a number.
   */
  frame(
    market: SessionTapeMarket,
    trade: SessionTrade,
    spoiled: SpoiledPrice,
    client: VendorClient,
  ): string | readonly string[] | null;
  /** A sign of life that the venue sends to every connection by itself; none when absent. */
  readonly heartbeat?: { readonly everyMs: number; readonly text: string };
  /** Returns a frame of an unknown kind; one of another JSON shape when absent. */
  unknownFrame?(): string;
}
