import type { Clock } from '../../platform/clock.ts';

/** A request for JSON. */
export interface JsonRequest {
  readonly address: URL;
  readonly clock: Clock;
  /** Time for the whole answer, on the clock. */
  readonly timeoutMs: number;
  readonly limitBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Answer to a request for JSON. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined when the body is not JSON. */
  readonly body: unknown;
}

/** Error for a request without a whole answer. Its message has the path alone, since a query may hold a key. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Sends a GET request and reads the answer of any status as JSON. Follows no redirection. Throws `NoAnswer`
 * without an answer within the time and the size, and the signal's reason when it aborts.
 */
export async function requestJson(request: JsonRequest): Promise<JsonAnswer> {
  const { address, clock, timeoutMs, limitBytes, headers, signal } = request;
  const late = new AbortController();
  const timer = clock.setTimeout(() => late.abort(new Error('time-out')), timeoutMs);
  const signals = signal ? [late.signal, signal] : [late.signal];
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json', ...headers },
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
    return { status: response.status, headers: response.headers, body: parse(text) };
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
