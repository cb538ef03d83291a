import type { Clock } from '../../platform/clock.ts';

/** A request over HTTP. */
export interface TextRequest {
  readonly address: URL;
  readonly clock: Clock;
  /** Time for the whole answer, on the clock. */
  readonly timeoutMs: number;
  readonly limitBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of a POST request, sent as JSON; without it the request is a GET. */
  readonly json?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Answer to a request. */
export interface TextAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Error for a request without a whole answer. Its message has the path alone, since a query may hold a key. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Sends a request and reads the answer of any status as text. Follows no redirection. Throws `NoAnswer` without an answer
 * within the time and the size, and the signal's reason when it aborts.
 */
export async function requestText(request: TextRequest): Promise<TextAnswer> {
  const { address, clock, timeoutMs, limitBytes, headers, json, signal } = request;
  const late = new AbortController();
  const timer = clock.setTimeout(() => late.abort(new Error('time-out')), timeoutMs);
  const signals = signal ? [late.signal, signal] : [late.signal];
  try {
    const response = await fetch(address, {
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
      redirect: 'error',
      signal: AbortSignal.any(signals),
    });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > limitBytes) throw new NoAnswer(`${address.pathname}: an endless answer`);
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString('utf8');
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof NoAnswer) throw error;
    const { cause, message } = error as Error & { cause?: { code?: string } };
    const why = late.signal.aborted ? 'time-out' : (cause?.code ?? message);
    throw new NoAnswer(`${address.pathname}: no answer (${why})`);
  } finally {
    timer.cancel();
  }
}
