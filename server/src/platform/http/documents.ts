import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '@rasat/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A document as it was built, cut where the language and the head of a visit belong. */
interface Document {
  readonly beforeLanguage: string;
  readonly beforeHead: string;
  /** Null for a document without a head. */
  readonly rest: string | null;
}

/** The documents of a built site, by their addresses. */
export interface Documents {
  /** Whether there is a document at an address. */
  has(address: string): boolean;
  /** Sends the document at an address in a language, with more lines in its head. */
  send(
    address: string,
    said: { readonly language: Language; readonly head: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply>;
}

/** So many documents are kept as they were sent, each in its languages and ways to travel. */
const KEPT = 400;

const zip = promisify(gzip);
const brotli = promisify(brotliCompress);

/**
 * Reads the documents at `addresses` below `folder`, once: a build beneath a running server does not take them away. What
 * was sent is kept as it travelled.
 */
export function readDocuments(folder: string, addresses: readonly string[]): Documents {
  const documents = new Map(
    addresses.map((address) => [address, cut(readFileSync(path.join(folder, address), 'utf8'))]),
  );
  const kept = new Map<string, Promise<Buffer>>();
  const keep = (key: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const known = kept.get(key);
    if (known) return known;
    const made = make();
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return made;
  };
  return {
    has: (address) => documents.has(address),
    send: async (address, { language, head }, { headers }, reply) => {
      const document = documents.get(address);
      if (!document) throw new Error(`there is no document ${address}`);
      const encoding = chooseEncoding(headers['accept-encoding']);
      const body = await keep([address, language, encoding, head].join('\n'), () =>
        compress(Buffer.from(write(document, language, head)), encoding),
      );
      reply.type('text/html; charset=utf-8');
      reply.header('vary', 'accept-encoding, accept-language, cookie');
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.send(body);
    },
  };
}

function write(document: Document, language: Language, head: string): string {
  const { beforeLanguage, beforeHead, rest } = document;
  const begin = beforeLanguage === '' ? beforeHead : beforeLanguage + language + beforeHead;
  return rest === null ? begin : begin + head + rest;
}

function cut(html: string): Document {
  const [, beforeLanguage = '', after = html] =
    /^(.*?<html[^>]* lang=")[a-z]+(.*)$/s.exec(html) ?? [];
  const end = after.indexOf('</head>');
  return end === -1
    ? { beforeLanguage, beforeHead: after, rest: null }
    : { beforeLanguage, beforeHead: after.slice(0, end), rest: after.slice(end) };
}

type Encoding = 'br' | 'gzip' | 'identity';

/** The best way to travel that a browser takes. */
function chooseEncoding(accepted = ''): Encoding {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';', 1)[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? 'identity';
}

async function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
    case 'gzip':
      return zip(content, { level: 9 });
    case 'identity':
      return content;
  }
}
