import { createHash } from 'node:crypto';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Clock } from '../clock.ts';
import { assertKey, type FileKey, type FileStore, storeUnavailable } from './file-store.ts';

/** Address of an object store with the protocol of Amazon S3, and our credentials there. */
export interface S3Address {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Time-outs of a call to the store; milliseconds. */
export interface S3Timeouts {
  /** Until the answer begins, for requests without content. */
  readonly answerMs: number;
  /** Longest pause without a byte in either direction while a file is transferred. */
  readonly silenceMs: number;
}

const USUAL_TIMEOUTS: S3Timeouts = { answerMs: 10_000, silenceMs: 30_000 };
/** A caller waits during the probe, so its time-out is short. */
const PROBE_MS = 3000;
const EMPTY_SHA256 = createHash('sha256').digest('hex');

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: Readable | Buffer;
  readonly answerMs?: number;
}

/**
 * Opens a store of objects in a bucket, addressed by path. Each request is signed by AWS Signature Version 4 with all
 * of its headers (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html); content in memory is
 * signed with its hash, a stream with its length. The store itself discards an object whose upload breaks off.
 */
export function openS3Store(
  address: S3Address,
  clock: Clock,
  timeouts: S3Timeouts = USUAL_TIMEOUTS,
): FileStore {
  const base = new URL(address.endpoint);
  const root = `${base.pathname.replace(/\/+$/, '')}/${address.bucket}`;
  const transport = base.protocol === 'https:' ? https : http;
  const agent = new transport.Agent({ keepAlive: true, maxSockets: 50 });
  const signingKeys = new Map<string, ArrayBuffer>();
  const placeOf = (key: FileKey): string => {
    assertKey(key);
    return `${root}/${key}`;
  };

  async function sign({ method, path, headers, content }: S3Request): Promise<Headers> {
    const hash = Buffer.isBuffer(content)
      ? createHash('sha256').update(content).digest('hex')
      : content
        ? 'UNSIGNED-PAYLOAD'
        : EMPTY_SHA256;
    const signer = new AwsV4Signer({
      method,
      url: new URL(path, base).href,
      headers: { ...headers, 'x-amz-content-sha256': hash },
      accessKeyId: address.accessKeyId,
      secretAccessKey: address.secretAccessKey,
      region: address.region,
      service: 's3',
      datetime: new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      allHeaders: true,
      cache: signingKeys,
    });
    return (await signer.sign()).headers;
  }

  /** Sends a request; resolves when the answer begins. Errors of the content are thrown unchanged. */
  async function ask(request: S3Request, again = true): Promise<IncomingMessage> {
    const { content, method, path } = request;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = transport.request(new URL(path, base), {
      method,
      // The other side may have closed a kept connection, and a stream cannot be sent twice.
      agent: content instanceof Readable ? false : agent,
      headers: Object.fromEntries(await sign(request)),
    });
    const giveUp = (): void => {
      sent.destroy(new Error('the object store is silent'));
    };
    sent.setTimeout(timeouts.silenceMs, giveUp);
    const timer = content
      ? undefined
      : setTimeout(giveUp, request.answerMs ?? timeouts.answerMs).unref();
    sent.on('response', resolve).on('error', reject);
    try {
      if (content instanceof Readable) await sendStream(content, sent, promise);
      else sent.end(content);
      const answer = await promise;
      // The reader may pause for any time without a time-out.
      sent.setTimeout(0);
      answer.once('close', () => {
        if (!sent.writableFinished) sent.destroy();
      });
      return answer;
    } catch (error) {
      promise.catch(() => {});
      if (error instanceof ContentError) throw error.cause;
      if (again && sent.reusedSocket && !(content instanceof Readable)) return ask(request, false);
      throw storeUnavailable(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Sends a request whose answer has no content and returns the answer. Throws for any status but the expected ones.
   */
  async function tell(request: S3Request, expected: readonly number[]): Promise<IncomingMessage> {
    const answer = await ask(request);
    if (!expected.includes(answer.statusCode ?? 0)) await refuse(answer);
    answer.resume();
    return answer;
  }

  return {
    async put(key, content, { bytes, type }) {
      const headers = { 'content-type': type, 'content-length': String(bytes) };
      const path = placeOf(key);
      const whole = Buffer.isBuffer(content) ? content : exactly(content, bytes);
      if (Buffer.isBuffer(content) && content.length !== bytes) {
        throw new RangeError(`a file of ${content.length} bytes instead of ${bytes}`);
      }
      await tell({ method: 'PUT', path, headers, content: whole }, [200, 201, 204]);
    },
    async open(key, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await ask({ method: 'GET', path: placeOf(key), headers });
      if (answer.statusCode === 404) {
        answer.resume();
        return undefined;
      }
      if (answer.statusCode !== (range ? 206 : 200)) await refuse(answer);
      return answer;
    },
    async remove(key) {
      await tell({ method: 'DELETE', path: placeOf(key) }, [200, 202, 204, 404]);
    },
    async probe() {
      await tell({ method: 'HEAD', path: root, answerMs: PROBE_MS }, [200]);
    },
    sweep: async () => 0,
  };
}

/** An error of the content, not of the store. */
class ContentError extends Error {}

async function sendStream(
  content: Readable,
  sent: http.ClientRequest,
  answer: Promise<IncomingMessage>,
): Promise<void> {
  let broken: { readonly cause: unknown } | undefined;
  content.once('error', (cause) => {
    broken ??= { cause };
  });
  try {
    // A store that refuses may answer before it has read everything.
    await Promise.race([pipeline(content, sent), answer]);
  } catch (error) {
    if (broken) throw new ContentError('the content broke off', { cause: broken.cause });
    throw error;
  }
}

/** Returns the content as a stream that fails when its length differs from `bytes`. */
function exactly(content: Readable, bytes: number): Readable {
  async function* counted(): AsyncGenerator<Buffer> {
    let sum = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      sum += chunk.length;
      if (sum > bytes) break;
      yield chunk;
    }
    if (sum !== bytes) throw new RangeError(`a file of ${sum} bytes instead of ${bytes}`);
  }
  return Readable.from(counted(), { objectMode: false });
}

const LONGEST_REFUSAL = 2000;

/** Throws the error that the store answered, without anything that we sent. */
async function refuse(answer: IncomingMessage): Promise<never> {
  let text = '';
  try {
    for await (const chunk of answer) {
      text += String(chunk);
      if (text.length > LONGEST_REFUSAL) break;
    }
  } catch {
    // The text received so far is enough.
  }
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? '';
  throw storeUnavailable(
    new Error(`the object store answered ${answer.statusCode} ${code}`.trim()),
  );
}
