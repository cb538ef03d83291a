import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseText, type Language, type OwnTexts, SITE_TEXT_NAMES } from '@rasat/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from './escape-html.ts';

/** A built document, split where the language and the head of a visit are inserted. */
interface Document {
  readonly beforeLanguage: string;
  readonly beforeHead: string;
  /** Null for a document without a head. */
  readonly rest: string | null;
}

/** Parts of a document that depend on the visit. */
export interface Said {
  readonly language: Language;
  /** Additional lines of the document's head. */
  readonly head: string;
  /** Texts of the owner, which replace built-in ones. */
  readonly own?: OwnTexts;
  /**
   * Whether many visits get the same parts, so that the document may be cached. A visitor could invent any number of
   * addresses, each with a head of its own.
   */
  readonly isCommon: boolean;
}

/** The documents of a built site, by their addresses. */
export interface Documents {
  /** Returns whether there is a document at an address. */
  has(address: string): boolean;
  /** Sends the document at an address with the parts of a visit. */
  send(
    address: string,
    said: Said,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply>;
}

/** Number of cached documents, each counted per language and encoding. */
const KEPT = 400;
/** The best compression takes a tenth of a second, so it is used only for cached documents. */
const PACKING = { best: { brotli: 11, gzip: 9 }, quick: { brotli: 5, gzip: 6 } } as const;

const zip = promisify(gzip);
const brotli = promisify(brotliCompress);

/**
 * Reads the documents at `addresses` below `folder` once, so that a new build does not affect a running server.
 * Documents that many visits share are cached in compressed form; documents of a single address are not cached.
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
    send: async (address, { language, head, own = {}, isCommon }, { headers }, reply) => {
      const document = documents.get(address);
      if (!document) throw new Error(`there is no document ${address}`);
      const encoding = chooseEncoding(headers['accept-encoding']);
      const make = (packing: Packing): Promise<Buffer> =>
        compress(Buffer.from(write(document, language, head, own)), encoding, packing);
      const body = isCommon
        ? await keep([address, language, encoding, JSON.stringify(own), head].join('\n'), () =>
            make(PACKING.best),
          )
        : await make(PACKING.quick);
      reply.type('text/html; charset=utf-8');
      reply.header('vary', 'accept-encoding, accept-language, cookie');
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.send(body);
    },
  };
}

function write(document: Document, language: Language, head: string, own: OwnTexts): string {
  const { beforeLanguage, beforeHead, rest } = document;
  const begin = beforeLanguage === '' ? beforeHead : beforeLanguage + language + beforeHead;
  return rest === null ? begin : begin + head + say(rest, language, own);
}

const SAID = /<(\w+) data-text="([\w.]+)"([^<>]*)>[^<]*<\/\1>/g;

/**
 * Replaces each named text of a document with the visitor's language. A text that exists only in another language is
 * marked with that language.
 */
function say(html: string, language: Language, own: OwnTexts): string {
  return html.replace(SAID, (built, tag: string, named: string, more: string) => {
    const name = SITE_TEXT_NAMES.find((one) => one === named);
    if (name === undefined) return built;
    const chosen = chooseText(name, language, own);
    const mark = chosen.language === language ? '' : ` lang="${chosen.language}" data-fallback`;
    return `<${tag} data-text="${name}"${more}${mark}>${escapeHtml(chosen.text)}</${tag}>`;
  });
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

/** Returns the best content encoding that a browser accepts. */
function chooseEncoding(accepted = ''): Encoding {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';', 1)[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? 'identity';
}

type Packing = (typeof PACKING)[keyof typeof PACKING];

async function compress(content: Buffer, encoding: Encoding, packing: Packing): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: packing.brotli,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      });
    case 'gzip':
      return zip(content, { level: packing.gzip });
    case 'identity':
      return content;
  }
}
