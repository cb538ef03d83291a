import { Readable } from 'node:stream';
import type { Reply, RouteContract } from '@rasat/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** The media type of every reply that is JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Smaller bodies do not gain from compression. */
export const GZIP_FROM_BYTES = 1024;

/** A reply that is already bytes: sent as it is, neither checked nor serialised. */
export class Prepared {
  readonly body: Buffer;
  readonly type: string;
  readonly status: number;
  /** How the body is compressed already; null when it is not. */
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

/** Leads a browser elsewhere; with 303 it asks there with GET. */
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

/** A file as it is served: whole, or the one range that was asked for. */
export interface FileContent {
  /** Bytes in all; null when it is unknown before it has been written: then there are no ranges of it. */
  readonly size: number | null;
  readonly type: string;
  /** The name that a browser gives it when it is kept. */
  readonly name?: string;
  /** Whether it is kept at once instead of shown. */
  readonly attachment?: boolean;
  /** Opens it, or a range of it; called once, and not when only the headers were asked for. */
  open(range?: ByteRange): Promise<Readable> | Readable;
}

/** Answers with a file, or with the range of it that the request names. */
export class FileAnswer {
  readonly content: FileContent;

  constructor(content: FileContent) {
    this.content = content;
  }
}

/** Sends an answer of a handler: bytes, a way on, a file, or a value that is checked against the contract. */
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
    // The file must not act as a page of ours.
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
  // Nothing at all would be sent with a length of 0.
  if (method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await content.open(range ?? undefined));
}

/** The one range of a Range header (RFC 9110, 14.2); null for the whole file, `none` when nothing of it lies in the file. */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'none' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  // What cannot be read, and several ranges at once, may be answered with all of it.
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
