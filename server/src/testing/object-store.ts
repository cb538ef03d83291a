import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Tidy } from '../platform/testing.ts';

/** Fault of the store: none, refuse everything, never answer, or close the connection in the middle of a body. */
export type StoreFault = 'none' | 'refuse' | 'silent' | 'hang-up';

/** Object store under test. */
export interface ObjectStore {
  /** Settings of its address and keys. */
  readonly env: Readonly<Record<string, string>>;
  /** Objects by key. */
  readonly objects: Map<string, { readonly type: string; readonly bytes: Buffer }>;
  /** Requests so far, as method and path. */
  readonly requests: string[];
  /** Requests refused for a wrong signature, hash, time or length. */
  readonly refused: string[];
  fault: StoreFault;
  /** Closes the store; a second call does nothing. */
  close(): Promise<void>;
}

const REGION = 'eu-central-1';
const BUCKET = 'rasat-files';
const KEY_ID = 'AKIDEXAMPLE';
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const SKEW_MS = 15 * 60_000;

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/**
 * Starts a store with the part of the S3 protocol that the product uses, over a real socket. It recomputes the
 * signature of every request from the raw request by the description of Signature Version 4, and refuses a request that
 * differs: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. `nowMs` is its clock.
 */
export async function startObjectStore(
  t: Tidy,
  nowMs: () => number = () => performance.timeOrigin + performance.now(),
): Promise<ObjectStore> {
  const objects: ObjectStore['objects'] = new Map();
  const requests: string[] = [];
  const refused: string[] = [];
  const server = http.createServer((request, reply) => {
    serve(request, reply).catch(() => request.destroy());
  });

  async function serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    if (store.fault === 'silent') return;
    if (store.fault === 'refuse') {
      request.resume();
      answer(reply, 503, 'SlowDown');
      return;
    }
    if (store.fault === 'hang-up') {
      request.once('data', () => request.destroy());
      if (method !== 'PUT') request.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      // An interrupted body is not stored.
      return;
    }
    const body = Buffer.concat(chunks);
    const wrong = findWrong(request, body, nowMs());
    if (wrong !== null) {
      refused.push(`${method} ${url} ${wrong}`);
      answer(reply, wrong === 'XAmzContentSHA256Mismatch' ? 400 : 403, wrong);
      return;
    }
    act(request, reply, body);
  }

  function act(
    { method, url = '', headers }: IncomingMessage,
    reply: ServerResponse,
    body: Buffer,
  ) {
    if (url === `/${BUCKET}`) {
      answer(reply, 200);
      return;
    }
    const key = decodeURIComponent(url.slice(BUCKET.length + 2));
    const found = objects.get(key);
    if (method === 'PUT') {
      objects.set(key, { type: String(headers['content-type']), bytes: body });
      answer(reply, 200);
    } else if (method === 'DELETE') {
      objects.delete(key);
      answer(reply, 204);
    } else if (!found) {
      answer(reply, 404, 'NoSuchKey');
    } else {
      const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(String(headers.range ?? '')) ?? [];
      const part = from === '' ? found.bytes : found.bytes.subarray(Number(from), Number(to) + 1);
      reply.writeHead(from === '' ? 200 : 206, {
        'content-type': found.type,
        'content-length': part.length,
      });
      reply.end(method === 'HEAD' ? undefined : part);
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  t.after(close);
  const store: ObjectStore = {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: REGION,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    objects,
    requests,
    refused,
    fault: 'none',
    close,
  };
  return store;
}

function answer(reply: ServerResponse, status: number, code?: string): void {
  const text = code === undefined ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
  reply.writeHead(status, { 'content-length': Buffer.byteLength(text) }).end(text);
}

/** Returns the S3 error code for a request; null for a correctly signed one. */
function findWrong(request: IncomingMessage, body: Buffer, nowMs: number): string | null {
  const { headers, method = '', url = '' } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return 'AccessDenied';
  const [, keyId, day = '', region = '', signed = '', signature = ''] = given;
  if (keyId !== KEY_ID) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const date = String(headers['x-amz-date']);
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date);
  if (!parts || !date.startsWith(day)) return 'AccessDenied';
  const [year = 0, month = 0, ...rest] = parts.slice(1).map(Number);
  const atMs = Date.UTC(year, month - 1, rest[0], rest[1], rest[2], rest[3]);
  if (Math.abs(nowMs - atMs) > SKEW_MS) return 'RequestTimeTooSkewed';
  const names = signed.split(';');
  if (!isWellSigned(names, headers)) return 'AccessDenied';
  const hash = String(headers['x-amz-content-sha256']);
  if (method === 'PUT' && headers['content-length'] === undefined) return 'MissingContentLength';
  const { pathname, searchParams } = new URL(url, 'http://store');
  const query = [...searchParams].map(([k, v]) => `${uri(k)}=${uri(v)}`).toSorted();
  const path = pathname.split('/').map((part) => uri(decodeURIComponent(part)));
  const canonical = [
    method,
    path.join('/'),
    query.join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signed,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day), region), 's3'), 'aws4_request');
  const expected = hmac(key, text);
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch';
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  return null;
}

/**
 * Returns whether the signed names are sorted and present, and include host, all `x-amz-*`, and type and length where
 * the request has them.
 */
function isWellSigned(names: readonly string[], headers: IncomingHttpHeaders): boolean {
  const must = Object.keys(headers).filter(
    (name) =>
      name.startsWith('x-amz-') || ['host', 'content-type', 'content-length'].includes(name),
  );
  const sorted = names.toSorted();
  return (
    must.every((name) => names.includes(name)) &&
    names.every((name, at) => name === sorted[at] && headers[name] !== undefined)
  );
}

/** Encodes a text by RFC 3986, as Amazon requires. */
function uri(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
