import { MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import {
  type Refusal,
  type RestAnswer,
  RestHost,
  type RestHostOptions,
  readsAs,
  type Sending,
} from '../vendor-wire/rest-host.ts';
import {
  aggTradesReply,
  type ExchangeSymbol,
  exchangeInfoReply,
  type KlineRow,
  klinesReply,
  refusalReply,
  timeReply,
  toTrade,
  type VenueTrade,
} from './wire.ts';

/** Intervals of klines that we ask for. */
export type Interval = '1m' | '15m' | '1h' | '1d';

/** Error for a pair that Binance does not have. */
export class UnknownPair extends Error {
  override readonly name = 'UnknownPair';
}

/** Rows of the longest page of klines and of trades. */
export const PAGE_ROWS = 1000;
/** Weights of the calls by rest-api.md. */
const WEIGHT = { time: 1, exchangeInfo: 20, klines: 2, aggTrades: 4 } as const;
/** Part of the 6,000 per minute and address that we spend. */
const WEIGHT_PER_MINUTE = 5000;
const MIB = 1024 * 1024;
const PAGE_BYTES = 2 * MIB;
const CATALOGUE_BYTES = 64 * MIB;
/** Code of a refusal because of too many requests, and of one for an unknown pair (errors.md). */
const TOO_MANY = -1003;
const BAD_SYMBOL = -1121;

/** Pauses when a refusal does not state one, by HTTP status, and what the refusal means. */
const REFUSALS: Readonly<Record<number, Refusal>> = {
  401: { ms: 5 * MINUTE_MS, reason: 'Binance refuses access (HTTP 401)' },
  403: { ms: 5 * MINUTE_MS, reason: 'the firewall of Binance refuses us (HTTP 403)' },
  418: { ms: 2 * MINUTE_MS, reason: 'Binance has banned this address (HTTP 418)' },
  429: { ms: MINUTE_MS, reason: 'Binance asks for fewer requests (HTTP 429)' },
  451: { ms: 60 * MINUTE_MS, reason: 'Binance does not serve this region (HTTP 451)' },
};

/** Binance tells the weight that its address has spent in this minute, and refuses some calls by a code. */
const WIRE: Pick<RestHostOptions, 'statusOf' | 'errorOf' | 'note'> = {
  note({ headers }, budget) {
    budget.noteUsed(Number(headers.get('x-mbx-used-weight-1m') ?? 0) || 0);
  },
  statusOf: (answer) =>
    codeOf(answer) === TOO_MANY && !(answer.status in REFUSALS) ? 429 : answer.status,
  errorOf: (answer) =>
    codeOf(answer) === BAD_SYMBOL ? new UnknownPair('Binance has no such pair') : null,
};

function codeOf({ body }: RestAnswer): number | undefined {
  return z.safeParse(refusalReply, body).data?.code;
}

/** Binance's REST interface for public data, within its limits. */
export class BinanceRest {
  readonly #url: string;
  readonly #host: RestHost;

  constructor(options: { readonly url: string; readonly clock: Clock; readonly log: Logger }) {
    this.#url = options.url;
    this.#host = new RestHost({
      vendor: 'Binance',
      clock: options.clock,
      log: options.log,
      weight: WEIGHT_PER_MINUTE,
      windowMs: MINUTE_MS,
      width: 6,
      hasDate: false,
      refusals: REFUSALS,
      ...WIRE,
    });
  }

  /** Milliseconds until Binance may be called again; 0 when it may be called now. Holds for streams as well. */
  get blockedMs(): number {
    return this.#host.blockedMs;
  }

  /** Stops all requests for as long as a refusal by HTTP status asks, or for its usual time. */
  refuse(status: number, retryAfter: string | null | undefined): void {
    this.#host.refuse(status, retryAfter);
  }

  /** Returns Binance's clock. */
  async time(sending: Sending): Promise<number> {
    const reply = await this.#get('time', {}, timeReply, PAGE_BYTES, sending);
    return reply.serverTime;
  }

  /** Returns every pair. */
  async exchangeInfo(sending: Sending): Promise<readonly ExchangeSymbol[]> {
    const query = { showPermissionSets: 'false' };
    const reply = await this.#get(
      'exchangeInfo',
      query,
      exchangeInfoReply,
      CATALOGUE_BYTES,
      sending,
    );
    return reply.symbols;
  }

  /** Returns a page of klines from `startMs` through `endMs`, as Binance sent it. */
  klines(
    symbol: string,
    interval: Interval,
    span: { readonly startMs: number; readonly endMs?: number; readonly limit?: number },
    sending: Sending,
  ): Promise<KlineRow[]> {
    const query = {
      symbol,
      interval,
      startTime: String(span.startMs),
      ...(span.endMs !== undefined && { endTime: String(span.endMs) }),
      limit: String(span.limit ?? PAGE_ROWS),
    };
    return this.#get('klines', query, klinesReply, PAGE_BYTES, sending);
  }

  /** Returns a page of trades from an id or a time on, or without both the newest trade; ascending and without a gap. */
  async aggTrades(
    symbol: string,
    from: { readonly id: number } | { readonly startMs: number } | 'newest',
    sending: Sending,
  ): Promise<VenueTrade[]> {
    const query: Record<string, string> = { symbol, limit: String(PAGE_ROWS) };
    if (from === 'newest') query.limit = '1';
    else if ('id' in from) query.fromId = String(from.id);
    else query.startTime = String(from.startMs);
    const rows = await this.#get('aggTrades', query, aggTradesReply, PAGE_BYTES, sending);
    return rows.map(toTrade);
  }

  /** Refuses every waiting request. */
  stop(): void {
    this.#host.stop();
  }

  #get<S extends z.ZodMiniType>(
    name: keyof typeof WEIGHT,
    query: Readonly<Record<string, string>>,
    reply: S,
    limitBytes: number,
    sending: Sending,
  ): Promise<z.infer<S>> {
    const address = new URL(`/api/v3/${name}`, this.#url);
    address.search = new URLSearchParams(query).toString();
    const read = readsAs(reply, address);
    return this.#host.call({ address, weight: WEIGHT[name], limitBytes, read }, sending);
  }
}
