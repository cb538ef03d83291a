import { MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { NoAnswer, requestJson } from '../vendor-wire/json-request.ts';
import { RequestBudget, readRetryAfter, type Urgency } from '../vendor-wire/request-budget.ts';
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

/** How a request is sent. */
export interface Sending {
  readonly urgency: Urgency;
  readonly signal?: AbortSignal | undefined;
}

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
const TIMEOUT_MS = 10_000;
const MIB = 1024 * 1024;
const PAGE_BYTES = 2 * MIB;
const CATALOGUE_BYTES = 64 * MIB;
/** Pauses before a request is repeated after a failure that may pass. */
const RETRY_MS: readonly number[] = [500, 1000];
/** Code of a refusal because of too many requests, and of one for an unknown pair (errors.md). */
const TOO_MANY = -1003;
const BAD_SYMBOL = -1121;

/** Pauses when a refusal does not state one, by HTTP status, and what the refusal means. */
const REFUSALS: Readonly<Record<number, { readonly ms: number; readonly reason: string }>> = {
  401: { ms: 5 * MINUTE_MS, reason: 'Binance refuses access (HTTP 401)' },
  403: { ms: 5 * MINUTE_MS, reason: 'the firewall of Binance refuses us (HTTP 403)' },
  418: { ms: 2 * MINUTE_MS, reason: 'Binance has banned this address (HTTP 418)' },
  429: { ms: MINUTE_MS, reason: 'Binance asks for fewer requests (HTTP 429)' },
  451: { ms: 60 * MINUTE_MS, reason: 'Binance does not serve this region (HTTP 451)' },
};

/** Binance's REST interface for public data, within its limits. */
export class BinanceRest {
  readonly #url: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #budget: RequestBudget;

  constructor(options: { readonly url: string; readonly clock: Clock; readonly log: Logger }) {
    this.#url = options.url;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#budget = new RequestBudget({
      clock: options.clock,
      weight: WEIGHT_PER_MINUTE,
      windowMs: MINUTE_MS,
      width: 6,
    });
  }

  /** Milliseconds until Binance may be called again; 0 when it may be called now. Holds for streams as well. */
  get blockedMs(): number {
    return this.#budget.blockedMs;
  }

  /** Stops all requests for as long as a refusal by HTTP status asks, or for its usual time. */
  refuse(status: number, retryAfter: string | null | undefined): void {
    const refusal = REFUSALS[status];
    if (!refusal) return;
    const askedMs = readRetryAfter(retryAfter, this.#clock.now());
    const isNew = this.#budget.blockedMs === 0;
    this.#budget.block(askedMs ?? refusal.ms, refusal.reason);
    if (isNew) this.#log.error({ status, forMs: Math.round(this.blockedMs) }, refusal.reason);
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
    this.#budget.stop();
  }

  async #get<S extends z.ZodMiniType>(
    name: keyof typeof WEIGHT,
    query: Readonly<Record<string, string>>,
    reply: S,
    limitBytes: number,
    { urgency, signal }: Sending,
  ): Promise<z.infer<S>> {
    const address = new URL(`/api/v3/${name}`, this.#url);
    address.search = new URLSearchParams(query).toString();
    const send = () =>
      requestJson({ address, clock: this.#clock, timeoutMs: TIMEOUT_MS, limitBytes, signal });
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await this.#budget.run(WEIGHT[name], urgency, send, signal);
        this.#budget.noteUsed(Number(answer.headers.get('x-mbx-used-weight-1m') ?? 0) || 0);
        if (answer.status === 200) {
          const parsed = z.safeParse(reply, answer.body);
          if (parsed.success) return parsed.data;
          throw new NoAnswer(`${address.pathname}: an answer of another form`);
        }
        this.#throwRefusal(address.pathname, answer);
      } catch (error) {
        const pauseMs = RETRY_MS[tries];
        if (!(error instanceof NoAnswer) || pauseMs === undefined) throw error;
        this.#log.debug({ err: error }, 'a request to Binance is repeated');
        await this.#clock.sleep(pauseMs, signal);
      }
    }
  }

  #throwRefusal(
    path: string,
    { status, headers, body }: { status: number; headers: Headers; body: unknown },
  ): never {
    const refusal = z.safeParse(refusalReply, body).data;
    if (refusal?.code === BAD_SYMBOL) throw new UnknownPair('Binance has no such pair');
    const isTooMany = refusal?.code === TOO_MANY && REFUSALS[status] === undefined;
    this.refuse(isTooMany ? 429 : status, headers.get('retry-after'));
    // A repeated request waits in the queue until the host may be called again, or is refused there.
    throw new NoAnswer(`${path}: HTTP ${status}${refusal ? `, code ${refusal.code}` : ''}`);
  }
}
