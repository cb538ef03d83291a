import type { ErrorCode } from './errors.ts';
import type { Access } from './route.ts';
import { CATEGORIES, type Category, SYMBOL_PATTERN } from './symbols.ts';

/** The kinds of channels of the live socket. */
export const CHANNEL_KINDS = ['tick', 'ticks', 'analysis'] as const;
/** A kind of channel. */
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** A channel of the live socket. */
export type Channel =
  | { readonly kind: 'tick'; readonly symbol: string }
  | { readonly kind: 'ticks'; readonly category: Category }
  | { readonly kind: 'analysis'; readonly symbol: string };

/** Access to each kind of channel; the socket itself needs a session. */
export const CHANNEL_ACCESS = {
  tick: 'user',
  ticks: 'user',
  analysis: 'subscriber',
} as const satisfies Readonly<Record<ChannelKind, Access>>;

/** One price on the wire: symbol, time (UTC epoch milliseconds), price. */
export interface WireTick {
  readonly s: string;
  readonly d: number;
  readonly p: number;
}

/** A source that sends nothing, and when its last ticks came. */
export interface SilentSource {
  readonly source: string;
  readonly since: number;
}

/** A frame of the client, one object each. */
export type ClientFrame = { readonly join: string } | { readonly leave: string };

/**
 * A frame of the server: a batch of ticks, or one object. `analysis` names a symbol whose analysis changed. `lists`
 * goes to members of `ticks:{category}`: the category's quotes, predictor or portfolio changed other than by ticks.
 * `silent` names every source that sends nothing although its markets are open, with the time of its last ticks (UTC
 * epoch milliseconds); it goes to every socket when that changes, and to a new one unless there is none.
 */
export type ServerFrame =
  | readonly WireTick[]
  | { readonly joined: string }
  | { readonly left: string }
  | { readonly analysis: string }
  | { readonly lists: Category }
  | { readonly silent: readonly SilentSource[] }
  | { readonly error: ErrorCode; readonly channel?: string };

/** Returns the channel of a name; null when it is none. */
export function parseChannel(name: string): Channel | null {
  const at = name.indexOf(':');
  const kind = CHANNEL_KINDS.find((one) => one === name.slice(0, at));
  const rest = name.slice(at + 1);
  switch (kind) {
    case 'ticks': {
      const category = CATEGORIES.find((c) => c === rest);
      return category ? { kind, category } : null;
    }
    case 'tick':
    case 'analysis':
      return SYMBOL_PATTERN.test(rest) ? { kind, symbol: rest } : null;
    case undefined:
      return null;
  }
}

/** Returns a channel's name, the inverse of `parseChannel`. */
export function channelName(channel: Channel): string {
  return channel.kind === 'ticks'
    ? `ticks:${channel.category}`
    : `${channel.kind}:${channel.symbol}`;
}

/** Reasons why the server closes a live socket, with close codes (RFC 6455, section 7.4; ours from 4000). */
export const CLOSE_CODES = {
  tooLarge: 1009,
  notText: 1003,
  restarting: 1012,
  badFrames: 4400,
  signedOut: 4401,
  slowReader: 4408,
  tooManySockets: 4409,
  tooManyMessages: 4429,
} as const;
