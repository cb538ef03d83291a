import { Readable } from 'node:stream';
import type { Reply, RouteContract } from '@rasat/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** Media type of every JSON reply. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Size from which a body gains from compression. */
export const GZIP_FROM_BYTES = 1024;

/** A reply that is already bytes: it is sent unchanged, neither checked nor serialised. */
export class Prepared {
  readonly body: Buffer;
  readonly type: string;
  readonly status: number;
  /** Encoding in which the body is already compressed; null when it is not. */
  readonly encoding: 'gzip' | null;

  constructor(body: Uint8Array, type = JSON_TYPE, status = 200, encoding: 'gzip' | null = null) {
    this.body = Buffer.isBuffer(body)
      ? body
      : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    this.type = type;
    this.status = status;
    this.encoding = encoding;
  }
}

/** A redirect of a browser; with 303 the browser follows it with GET. */
export class Redirect {
  readonly location: string;
  readonly status: number;

  constructor(location: string, status = 303) {
    this.location = location;
    this.status = status;
  }
}

/** Some bytes of a file, both ends included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file to serve, in full or as the requested range. */
export interface FileContent {
  /** Size in bytes; null when it is unknown before the file has been written, and then ranges are not served. */
  readonly size: number | null;
  readonly type: string;
  /** File name that a browser suggests for saving. */
  readonly name?: string;
  /** Whether a browser saves the file at once instead of showing it. */
  readonly attachment?: boolean;
  /** Opens the file, or a range of it. It is called once, and not when only the headers are requested. */
  open(range?: ByteRange): Promise<Readable> | Readable;
}

/** A reply with a file, or with the requested range of it. */
export class FileAnswer {
  readonly content: FileContent;

  constructor(content: FileContent) {
    this.content = content;
  }
}

/** Sends a handler's answer: bytes, a redirect, a file, or a value that is checked against the contract. */
export async function send<R extends RouteContract>(
  contract: R,
  answer: Reply<R> | Prepared | Redirect | FileAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (answer instanceof Prepared) {
    if (answer.encoding !== null) reply.header('content-encoding', answer.encoding);
    return reply.code(answer.status).type(answer.type).send(answer.body);
  }
  if (answer instanceof Redirect) return reply.redirect(answer.location, answer.status);
  if (answer instanceof FileAnswer) return sendFile(answer.content, request, reply);
  const value = contract.rawReply ? answer : z.parse(contract.reply, answer);
  return reply.type(JSON_TYPE).send(JSON.stringify(value));
}

async function sendFile(
  content: FileContent,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { size, type, name, attachment = false } = content;
  const disposition = attachment ? 'attachment' : 'inline';
  reply.headers({
    ...(size !== null && { 'accept-ranges': 'bytes' }),
    'content-disposition': name
      ? `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`
      : disposition,
    // The file must not act as a page of the site.
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (size === null) {
    reply.type(type);
    return method === 'HEAD' ? reply.send() : reply.send(await content.open());
  }
  const range = readRange(headers.range, size);
  if (range === 'none') {
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.type(type).header('content-length', end - start + 1);
  // Without a body stream the reply would have a content length of 0.
  if (method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await content.open(range ?? undefined));
}

/**
 * Reads the single range of a Range header (RFC 9110, 14.2); null for the whole file, `none` when the range lies
 * outside the file.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'none' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  // An unreadable header, or several ranges, may be answered with the whole file.
  if (!match || (from === '' && to === '')) return null;
  if (from === '') {
    const start = Math.max(0, size - Number(to));
    return start < size ? { start, end: size - 1 } : 'none';
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return null;
  return start < size ? { start, end } : 'none';
}
