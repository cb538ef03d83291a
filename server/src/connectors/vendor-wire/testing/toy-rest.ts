import { type Bar, MINUTE_MS } from '@rasat/engine';
import type { Clock } from '../../../platform/clock.ts';
import { type JsonAnswer, NoAnswer, requestJson } from '../json-request.ts';
import { RequestBudget, readRetryAfter } from '../request-budget.ts';
import type { RigLog } from './rig.ts';
import { TOY_PAGE } from './toy-wire.ts';

/** A page of the toy vendor with the venue's time at which it was answered. */
export interface ToyPage {
  readonly bars: readonly Bar[];
  readonly isLast: boolean;
  readonly nowMs: number;
}

/** Span of bars that is read. */
export interface ToySpan {
  readonly symbol: string;
  readonly minutes: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 8000;
const LIMIT_BYTES = 1024 * 1024;
const RETRY_MS: readonly number[] = [500, 1000];
const TRIES = 3;
/** Pauses after a refusal that states none, and what the refusal means. */
const REFUSALS: Readonly<Record<number, readonly [ms: number, reason: string]>> = {
  401: [5 * MINUTE_MS, 'the toy vendor refuses the key (HTTP 401)'],
  403: [5 * MINUTE_MS, 'the toy vendor refuses access (HTTP 403)'],
  429: [MINUTE_MS, 'the toy vendor asks for fewer requests (HTTP 429)'],
};

/** The toy vendor's bars, within its limits. */
export class ToyRest {
  readonly #options: {
    readonly url: string;
    readonly key: string;
    readonly clock: Clock;
    readonly log: RigLog;
  };
  readonly #budget: RequestBudget;

  constructor(options: { url: string; key: string; clock: Clock; log: RigLog }) {
    this.#options = options;
    const { clock } = options;
    this.#budget = new RequestBudget({ clock, weight: 1000, windowMs: MINUTE_MS, width: 4 });
  }

  /** Milliseconds until the vendor may be called again; 0 when it may be called now. */
  get blockedMs(): number {
    return this.#budget.blockedMs;
  }

  /** Stops all calls after a refusal by HTTP status, and returns whether it was one. */
  refuse(status: number, retryAfter?: string | null): boolean {
    const refusal = REFUSALS[status];
    if (!refusal) return false;
    const isNew = this.#budget.blockedMs === 0;
    const [ms, reason] = refusal;
    this.#budget.block(readRetryAfter(retryAfter, this.#options.clock.now()) ?? ms, reason);
    if (isNew) this.#options.log.warn(reason);
    return true;
  }

  /** Yields the pages of a span in order. The newest bar of the last one may form. */
  async *pages(span: ToySpan): AsyncGenerator<ToyPage> {
    let lastMs: number | null = null;
    for (;;) {
      const page = await this.#soundPage(span, lastMs);
      const fresh = page.bars.filter((bar) => lastMs === null || bar.openTimeMs > lastMs);
      yield { ...page, bars: fresh };
      if (page.isLast) return;
      lastMs = page.bars.at(-1)?.openTimeMs ?? lastMs;
    }
  }

  /** Returns the page from the last bar of the one before, which it must begin with. */
  async #soundPage(span: ToySpan, lastMs: number | null): Promise<ToyPage> {
    for (let tries = 1; ; tries += 1) {
      const page = await this.#page(span, lastMs);
      const isAscending = page.bars.every(
        (bar, i) => bar.openTimeMs > (page.bars[i - 1]?.openTimeMs ?? 0),
      );
      const [first] = page.bars;
      const hasBegin = lastMs === null ? first || tries > 1 : first?.openTimeMs === lastMs;
      if (isAscending && hasBegin) return page;
      if (tries === TRIES) throw new Error(`bars of ${span.symbol}: a page out of order`);
    }
  }

  async #page(span: ToySpan, lastMs: number | null): Promise<ToyPage> {
    const { symbol, minutes, fromMs, toMs, signal } = span;
    const query = new URLSearchParams({
      key: this.#options.key,
      symbol,
      minutes: String(minutes),
      from: String(lastMs ?? fromMs),
      to: String(toMs),
      page: lastMs === null ? '1' : '2',
    });
    const { body, headers } = await this.#get(
      new URL(`/bars?${query.toString()}`, this.#options.url),
      signal,
    );
    const { bars } = body as { bars: Record<'t' | 'o' | 'h' | 'l' | 'c' | 'v', number>[] };
    const all = bars.map(
      ({ t, o, h, l, c, v }): Bar => ({
        openTimeMs: t,
        open: o,
        high: h,
        low: l,
        close: c,
        volume: v,
      }),
    );
    const rows = all.filter((bar, i) => bar.openTimeMs !== all[i - 1]?.openTimeMs);
    const nowMs = Date.parse(headers.get('date') ?? '');
    return { bars: rows, isLast: rows.length < TOY_PAGE, nowMs };
  }

  async #get(address: URL, signal: AbortSignal | undefined): Promise<JsonAnswer> {
    const { clock } = this.#options;
    for (let tries = 0; ; tries += 1) {
      const send = () =>
        requestJson({ address, clock, timeoutMs: TIMEOUT_MS, limitBytes: LIMIT_BYTES, signal });
      const answer = await this.#budget
        .run(1, 'history', send, signal)
        .catch((error: unknown) => (error instanceof NoAnswer ? error : Promise.reject(error)));
      const isAnswer = !(answer instanceof NoAnswer);
      if (isAnswer && answer.status === 200 && answer.body) return answer;
      const wasRefused = isAnswer && this.refuse(answer.status, answer.headers.get('retry-after'));
      const waitMs = RETRY_MS[tries];
      if (waitMs === undefined) throw isAnswer ? new Error(`bars: HTTP ${answer.status}`) : answer;
      if (!wasRefused) await clock.sleep(waitMs, signal);
    }
  }
}
