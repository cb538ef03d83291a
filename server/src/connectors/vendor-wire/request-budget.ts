import type { Clock, Timer } from '../../platform/clock.ts';

/** Order in which waiting requests are sent: missing live ticks, then bars of the past, then lists of instruments. */
const URGENCIES = ['live', 'history', 'catalogue'] as const;

/** Urgency of a request. */
export type Urgency = (typeof URGENCIES)[number];

/** Options of a budget. */
export interface BudgetOptions {
  readonly clock: Clock;
  /** Weight that may be spent within any `windowMs`. */
  readonly weight: number;
  readonly windowMs: number;
  /** Greatest number of requests at the same time. */
  readonly width: number;
}

/** Error for a request that was not sent, because the host asked for none until `untilMs`. */
export class HostBlocked extends Error {
  override readonly name = 'HostBlocked';
  readonly untilMs: number;

  constructor(reason: string, untilMs: number) {
    super(`${reason}; nothing is sent until ${new Date(untilMs).toISOString()}`);
    this.untilMs = untilMs;
  }
}

interface Waiting {
  readonly weight: number;
  readonly signal: AbortSignal | undefined;
  start(): void;
  refuse(error: unknown): void;
}

/** Longest block that requests wait for; during a longer one they are refused at once. */
const LONGEST_WAIT_MS = 30_000;
/** Greatest number of requests that wait. */
const MOST_WAITING = 10_000;

/**
 * Budget of the requests to one host: a weight per sliding window, a queue by urgency, and the pauses that the host
 * asks for.
 */
export class RequestBudget {
  readonly #options: BudgetOptions;
  readonly #queues: Record<Urgency, Waiting[]> = { live: [], history: [], catalogue: [] };
  /** Requests of the last window, oldest first, by steady time. */
  readonly #spent: { atMs: number; weight: number }[] = [];
  #spentWeight = 0;
  #running = 0;
  #blockedUntilMs = Number.NEGATIVE_INFINITY;
  #blockReason = '';
  #timer: Timer | null = null;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  /** Weight spent within the last window. */
  get used(): number {
    this.#forget();
    return this.#spentWeight;
  }

  /** Milliseconds until the host may be called again; 0 when it may be called now. */
  get blockedMs(): number {
    return Math.max(0, this.#blockedUntilMs - this.#options.clock.steady());
  }

  /**
   * Sends a request as soon as the budget allows, and returns its result. Throws `HostBlocked` during a long block, and
   * the signal's reason when it aborts before the request is sent.
   */
  run<T>(
    weight: number,
    urgency: Urgency,
    send: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (weight > this.#options.weight) throw new RangeError(`a request of weight ${weight}`);
    return new Promise<T>((resolve, reject) => {
      const queue = this.#queues[urgency];
      if (signal?.aborted) return reject(signal.reason);
      if (this.blockedMs > LONGEST_WAIT_MS) return reject(this.#blockError());
      if (queue.length >= MOST_WAITING) return reject(new Error('too many requests wait'));
      const waiting: Waiting = {
        weight,
        signal,
        start: () => {
          signal?.removeEventListener('abort', leave);
          this.#running += 1;
          send()
            .then(resolve, reject)
            .finally(() => {
              this.#running -= 1;
              this.#pump();
            });
        },
        refuse: reject,
      };
      const leave = (): void => {
        const at = queue.indexOf(waiting);
        if (at >= 0) queue.splice(at, 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(waiting);
      this.#pump();
    });
  }

  /** Sends nothing for `ms`, because the host asked for it or refused us. `reason` completes the error's sentence. */
  block(ms: number, reason: string): void {
    const untilMs = this.#options.clock.steady() + ms;
    if (untilMs <= this.#blockedUntilMs) return;
    this.#blockedUntilMs = untilMs;
    this.#blockReason = reason;
    if (ms > LONGEST_WAIT_MS) {
      const error = this.#blockError();
      for (const urgency of URGENCIES)
        for (const waiting of this.#queues[urgency].splice(0)) waiting.refuse(error);
    }
    this.#pump();
  }

  /** Takes over the host's own count of the weight within its window, when it is larger than ours. */
  noteUsed(weight: number): void {
    const more = weight - this.used;
    if (more > 0) this.#spend(more);
  }

  /** Refuses every waiting request. */
  stop(): void {
    this.#timer?.cancel();
    const error = new Error('the source is closed');
    for (const urgency of URGENCIES)
      for (const waiting of this.#queues[urgency].splice(0)) waiting.refuse(error);
  }

  #blockError(): HostBlocked {
    return new HostBlocked(this.#blockReason, this.#options.clock.now() + this.blockedMs);
  }

  #spend(weight: number): void {
    this.#spent.push({ atMs: this.#options.clock.steady(), weight });
    this.#spentWeight += weight;
  }

  #forget(): void {
    const sinceMs = this.#options.clock.steady() - this.#options.windowMs;
    for (let first = this.#spent[0]; first && first.atMs <= sinceMs; first = this.#spent[0]) {
      this.#spentWeight -= first.weight;
      this.#spent.shift();
    }
  }

  #pump(): void {
    this.#timer?.cancel();
    this.#timer = null;
    for (;;) {
      const queue = URGENCIES.map((one) => this.#queues[one]).find((one) => one.length > 0);
      const next = queue?.[0];
      if (!queue || !next || this.#running >= this.#options.width) return;
      const waitMs = Math.max(this.blockedMs, this.#waitMs(next.weight));
      if (waitMs > 0) {
        this.#timer = this.#options.clock.setTimeout(() => this.#pump(), waitMs);
        return;
      }
      queue.shift();
      this.#spend(next.weight);
      next.start();
    }
  }

  /** Returns the time until a request of this weight fits into the window. */
  #waitMs(weight: number): number {
    this.#forget();
    const { clock, windowMs } = this.#options;
    let over = this.#spentWeight + weight - this.#options.weight;
    if (over <= 0) return 0;
    for (const { atMs, weight: old } of this.#spent) {
      over -= old;
      if (over <= 0) return Math.max(1, atMs + windowMs - clock.steady());
    }
    return windowMs;
  }
}

/**
 * Reads the header `Retry-After` (RFC 9110, 10.2.3): whole seconds or an HTTP date. Returns milliseconds from now, at
 * least 0; null when the header is absent or unreadable.
 */
export function readRetryAfter(header: string | null | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const atMs = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  return Number.isFinite(atMs) ? Math.max(0, atMs - nowMs) : null;
}
