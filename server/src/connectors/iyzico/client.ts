import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { ProviderUnavailable } from '../payment-provider.ts';
import { signRequest } from './signing.ts';

/** Address of iyzico, and our account there. */
export interface IyzicoAccess {
  readonly url: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

/** One call of iyzico's interface. */
export interface IyzicoCall {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Body of a POST request; without it the request is a GET. */
  readonly body?: unknown;
  /** Aborts the call when its answer is no longer needed. */
  readonly signal: AbortSignal;
}

const REPLY_LIMIT_BYTES = 1024 * 1024;
const CLIENT_VERSION = 'rasat-1';

/**
 * Calls iyzico and reads the reply. Refusals are returned as replies (`status` is `failure`). Throws
 * `ProviderUnavailable` without a readable answer. An error holds nothing of the request, which may name a person.
 */
export async function callIyzico<S extends z.ZodMiniType>(
  { url, apiKey, secretKey }: IyzicoAccess,
  { path, query, body, signal }: IyzicoCall,
  reply: S,
): Promise<z.infer<S>> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const random = randomBytes(16).toString('hex');
  const address = new URL(path, url);
  address.search = new URLSearchParams(query).toString();
  const answer = await readAnswer(
    address,
    {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'x-iyzi-rnd': random,
        'x-iyzi-client-version': CLIENT_VERSION,
        authorization: signRequest({ apiKey, secretKey, random, path, body: text }),
      },
      ...(body !== undefined && { body: text }),
    },
    signal,
  );
  const parsed = z.safeParse(reply, answer);
  if (!parsed.success) throw new ProviderUnavailable(`${path}: an answer of another form`);
  return parsed.data;
}

async function readAnswer(address: URL, init: RequestInit, signal: AbortSignal): Promise<unknown> {
  const { pathname } = address;
  try {
    const response = await fetch(address, { ...init, signal, redirect: 'error' });
    if (response.status >= 500)
      throw new ProviderUnavailable(`${pathname}: status ${response.status}`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > REPLY_LIMIT_BYTES)
        throw new ProviderUnavailable(`${pathname}: an endless answer`);
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error;
    const { name } = error as Error;
    throw new ProviderUnavailable(`${pathname}: no answer (${name})`);
  }
}
