import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { RequestBudget, readRetryAfter, type Urgency } from './request-budget.ts';
import { NoAnswer, requestText, type TextAnswer } from './text-request.ts';

/** How a request is sent. */
export interface Sending {
  readonly urgency: Urgency;
  readonly signal?: AbortSignal | undefined;
}

/** Answer of a vendor. */
export interface RestAnswer extends TextAnswer {
  /** The body as JSON; undefined when it is none. */
  readonly body: unknown;
  /** The vendor's time by the header `Date`, in whole seconds and never ahead of it; our own clock without it. */
  readonly venueMs: number;
}

/** A call of a vendor. */
export interface RestCall<T> {
  readonly address: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of a POST request, sent as JSON. */
  readonly json?: unknown;
  readonly weight: number;
  readonly limitBytes: number;
  /** Whether a refusal by 403 concerns this call alone, such as one that a plan does not include. */
  readonly isExtra?: boolean;
  /** Returns what a successful answer says; throws `NoAnswer` for one that has another form. */
  readonly read: (answer: RestAnswer) => T;
}

/** Pause after a refusal that does not state one, with a sentence about it without a full stop. */
export interface Refusal {
  /** Length of the pause, or a function of our clock that returns it. */
  readonly ms: number | ((nowMs: number) => number);
  readonly reason: string;
}

/** Options of a host. */
export interface RestHostOptions {
  /** Name of the vendor in messages. */
  readonly vendor: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Weight that may be spent within any `windowMs`. */
  readonly weight: number;
  readonly windowMs: number;
  /** Greatest number of requests at the same time. */
  readonly width: number;
  readonly timeoutMs?: number;
  /** Whether the header `Date` is the vendor's clock; else ours counts as it. */
  readonly hasDate: boolean;
  /** Pauses by status, besides those for 401, 403 and 429. */
  readonly refusals?: Readonly<Record<number, Refusal>>;
  /** Returns the status that an answer has by its body; its HTTP status when absent. */
  readonly statusOf?: (answer: RestAnswer) => number;
  /** Returns the error of an answer that must not be repeated; null for any other. */
  readonly errorOf?: (answer: RestAnswer) => Error | null;
  /** Notes what an answer says about the limits of the vendor. */
  readonly note?: (answer: RestAnswer, budget: RequestBudget) => void;
}

/** Error for a call that the vendor refused and would refuse again. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
  readonly status: number;

  constructor(path: string, status: number) {
    super(`${path}: HTTP ${status}`);
    this.status = status;
  }
}

/** Returns a reader of answers of one form; it throws `NoAnswer` for another form. */
export function readsAs<S extends z.ZodMiniType>(
  reply: S,
  { pathname }: URL,
): (answer: RestAnswer) => z.infer<S> {
  return ({ body }) => {
    const parsed = z.safeParse(reply, body);
    if (parsed.success) return parsed.data;
    throw new NoAnswer(`${pathname}: an answer of another form`);
  };
}

const TIMEOUT_MS = 10_000;
/** Pauses before a request is repeated after a failure that may pass. */
const RETRY_MS: readonly number[] = [500, 1000];
const OK = 200;
const FORBIDDEN = 403;
/** Client errors that may pass: a request that took too long, and one that came too early. */
const PASSING: readonly number[] = [408, 425];
/** Difference from the vendor's clock that is logged; the header `Date` has whole seconds. */
const CLOCK_MS = 1500;

/** The REST interface of a vendor, within its limits. Its errors and log lines have paths and no queries. */
export class RestHost {
  readonly #options: RestHostOptions;
  readonly #budget: RequestBudget;
  readonly #refusals: Readonly<Record<number, Refusal>>;
  #clockSaidMs = Number.NEGATIVE_INFINITY;

  constructor(options: RestHostOptions) {
    const { vendor, clock, weight, windowMs, width } = options;
    this.#options = options;
    this.#budget = new RequestBudget({ clock, weight, windowMs, width });
    this.#refusals = {
      401: { ms: 5 * MINUTE_MS, reason: `${vendor} does not know the key (HTTP 401)` },
      403: { ms: 5 * MINUTE_MS, reason: `${vendor} refuses access (HTTP 403)` },
      429: { ms: MINUTE_MS, reason: `${vendor} asks for fewer requests (HTTP 429)` },
      ...options.refusals,
    };
  }

  /** Milliseconds until the vendor may be called again; 0 when it may be called now. */
  get blockedMs(): number {
    return this.#budget.blockedMs;
  }

  /** Stops all requests for as long as a refusal by status asks, or for its usual time. */
  refuse(status: number, retryAfter: string | null | undefined): void {
    const refusal = this.#refusals[status];
    if (!refusal) return;
    const { clock, log } = this.#options;
    const askedMs = readRetryAfter(retryAfter, clock.now());
    const isNew = this.#budget.blockedMs === 0;
    const usualMs = typeof refusal.ms === 'number' ? refusal.ms : refusal.ms(clock.now());
    this.#budget.block(askedMs ?? usualMs, refusal.reason);
    if (isNew) log.error({ status, forMs: Math.round(this.blockedMs) }, refusal.reason);
  }

  /**
   * Calls the vendor as soon as the budget allows. A failure that may pass is repeated twice. Throws `RefusedCall` for a
   * call that the vendor refuses, `HostBlocked` during a long pause, else `NoAnswer`.
   */
  async call<T>(call: RestCall<T>, { urgency, signal }: Sending): Promise<T> {
    const { clock, log, vendor } = this.#options;
    for (let tries = 0; ; tries += 1) {
      try {
        const send = () => this.#send(call, signal);
        return this.#read(call, await this.#budget.run(call.weight, urgency, send, signal));
      } catch (error) {
        const pauseMs = RETRY_MS[tries];
        if (!(error instanceof NoAnswer) || pauseMs === undefined) throw error;
        log.debug({ err: error }, `a request to ${vendor} is repeated`);
        await clock.sleep(pauseMs, signal);
      }
    }
  }

  /** Takes over the vendor's own count of the weight within its window, when it is larger than ours. */
  noteUsed(weight: number): void {
    this.#budget.noteUsed(weight);
  }

  /** Refuses every waiting request. */
  stop(): void {
    this.#budget.stop();
  }

  async #send<T>(call: RestCall<T>, signal: AbortSignal | undefined): Promise<RestAnswer> {
    const { address, headers, json, limitBytes } = call;
    const { clock, hasDate, timeoutMs = TIMEOUT_MS } = this.#options;
    const answer = await requestText({
      address,
      clock,
      timeoutMs,
      limitBytes,
      ...(headers && { headers }),
      ...(json !== undefined && { json }),
      signal,
    });
    const body = parse(answer.text);
    const dateMs = hasDate ? Date.parse(answer.headers.get('date') ?? '') : Number.NaN;
    if (!Number.isFinite(dateMs)) return { ...answer, body, venueMs: clock.now() };
    this.#compareClocks(dateMs);
    return { ...answer, body, venueMs: dateMs };
  }

  #read<T>({ address: { pathname }, isExtra, read }: RestCall<T>, answer: RestAnswer): T {
    const { statusOf, errorOf, note } = this.#options;
    note?.(answer, this.#budget);
    const status = statusOf?.(answer) ?? answer.status;
    if (status === OK) return read(answer);
    const error = errorOf?.(answer);
    if (error) throw error;
    const isFinal = status >= 400 && status < 500 && !PASSING.includes(status);
    const isRefused = status in this.#refusals && !(isExtra && status === FORBIDDEN);
    if (isFinal && !isRefused) throw new RefusedCall(pathname, status);
    this.refuse(status, answer.headers.get('retry-after'));
    // A repeated request waits in the queue until the vendor may be called again, or is refused there.
    throw new NoAnswer(`${pathname}: HTTP ${status}`);
  }

  #compareClocks(dateMs: number): void {
    const { clock, log, vendor } = this.#options;
    const offMs = clock.now() - (dateMs + 500);
    const isSaid = clock.steady() - this.#clockSaidMs < HOUR_MS;
    if (Math.abs(offMs) <= CLOCK_MS || isSaid) return;
    this.#clockSaidMs = clock.steady();
    log.warn({ offMs: Math.round(offMs) }, `the clock of ${vendor} is not ours`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
