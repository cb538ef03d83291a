import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { type Access, closedPageAddress, type Page, SYMBOL_PATTERN } from '@rasat/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { StartError } from '../start-error.ts';
import { writeRobots, writeSitemap } from './crawling.ts';
import { readDocuments } from './documents.ts';
import { toAppError } from './errors.ts';
import { type PageVisit, type SiteFacts, writeHead } from './page-head.ts';
import type { Guard } from './person.ts';
import { requestLanguage } from './request-language.ts';

/** The files of a built site on the disk. */
export interface Site {
  readonly folder: string;
  readonly pages: readonly Page[];
  /** Address of every file below the folder, without the compressed copies. */
  readonly files: ReadonlySet<string>;
  /** `'sha256-...'` of every inline script of the documents. */
  readonly scriptHashes: readonly string[];
}

/**
 * Checks by parameter name. Each returns whether a value in an address exists; a parameter without a check accepts any
 * value.
 */
export type PageValues = Readonly<Record<string, (value: string) => boolean | Promise<boolean>>>;

/** Returns the present name of a symbol that had another name before; undefined for any other name. */
export type FindRenamed = (symbol: string) => Promise<string | undefined>;

/** Dependencies of the site's documents. */
export interface SiteOptions {
  readonly guard: Guard;
  readonly values: PageValues;
  readonly renamed: FindRenamed;
  /** Returns the facts about the site for the heads of its documents. */
  facts(this: void): Promise<SiteFacts>;
  /** Returns the origin of the site for people. */
  address(this: void): string;
}

/** Document of the pages without a file of their own. */
const FALLBACK = '/__spa-fallback.html';
/** Address below which every file's name contains a hash of its content. */
const HASHED = '/assets/';
/** Manifest of the installed app; there is a file for each language. */
const MANIFEST = '/manifest.webmanifest';

/** Reads the built site in `folder`; throws `StartError` when there is none. */
export function findSite(folder: string, pages: readonly Page[]): Site {
  const files = new Set<string>();
  let entries: string[] = [];
  try {
    entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    // An empty list is reported below.
  }
  const scriptHashes = new Set<string>();
  for (const entry of entries) {
    const address = `/${entry.split(path.sep).join('/')}`;
    if (/\.(br|gz)$/.test(address) || !path.extname(address)) continue;
    files.add(address);
    if (!address.endsWith('.html')) continue;
    const html = readFileSync(path.join(folder, entry), 'utf8');
    for (const hash of inlineScriptHashes(html)) scriptHashes.add(hash);
  }
  if (!files.has(FALLBACK) && !files.has('/index.html')) {
    throw new StartError(`The web app is not built: ${folder} holds no page; run npm run build.`);
  }
  return { folder, pages, files, scriptHashes: [...scriptHashes] };
}

function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return Array.from(
    scripts,
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/**
 * Serves the files, and the document of each page to callers with access; other callers are redirected to the page
 * where they can get it. Symbols in a page's address are redirected to capitals, and from an earlier name to the present
 * one. The document of a page whose parameter
 * does not exist has the status 404, that of a refused page the status 403.
 */
export async function serveSite(
  app: FastifyInstance,
  site: Site,
  options: SiteOptions,
): Promise<void> {
  const { guard, values } = options;
  await app.register(fastifyStatic, {
    root: site.folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    etag: false,
    lastModified: false,
  });
  const pages = site.pages.map((page) => ({ ...page, pattern: pagePattern(page.path) }));
  const send = documentSender(site, options);
  app.get('/*', { config: { isSite: true } }, async (request, reply) => {
    const [address = '/', search = ''] = request.url.split(/\?(.*)/s, 2);
    if (/^\/api(\/|$)/.test(address)) throw new AppError('not-found-404');
    const capitals = inCapitals(address, search);
    if (capitals) return reply.redirect(capitals, 308);
    const moved = await underPresentName(address, search, options.renamed);
    if (moved) return reply.redirect(moved, 307);
    if (address === '/robots.txt') {
      return reply
        .type('text/plain; charset=utf-8')
        .send(writeRobots(site.pages, options.address()));
    }
    if (address === '/sitemap.xml') {
      const map = writeSitemap(site.pages, options.address());
      return reply.type('application/xml; charset=utf-8').send(map);
    }
    if (site.files.has(address) && !address.endsWith('.html')) {
      if (address.startsWith(HASHED)) {
        reply.header('cache-control', 'public, max-age=31536000, immutable');
      }
      return reply.sendFile(address);
    }
    if (address === MANIFEST) {
      const own = `/manifest.${requestLanguage(request.headers)}.webmanifest`;
      if (site.files.has(own)) return reply.sendFile(own);
    }
    const place = address.replace(/(?<!\/)\/+$/, '') || '/';
    const page = pages.find(({ pattern }) => pattern.test(place));
    const allowed = page ? await authorizePage(page.access, guard, request) : OPEN;
    if (allowed.kind === 'elsewhere') return reply.redirect(allowed.to, 303);
    const named = { ...page?.pattern.exec(place)?.groups };
    const known = page !== undefined && (await leadsTo(named, values));
    const status = allowed.kind === 'refused' ? 403 : known ? 200 : 404;
    return send({ page, place, values: named, status }, request, reply);
  });
}

/** Returns a function that sends the document of a visit, with its status, language and head. */
function documentSender(
  site: Site,
  { facts, address }: SiteOptions,
): (
  visit: Omit<PageVisit, 'language'>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply> {
  const documents = readDocuments(
    site.folder,
    [...site.files].filter((file) => file.endsWith('.html')),
  );
  // The app renders the page of its address.
  const fallback = documents.has(FALLBACK) ? FALLBACK : '/index.html';
  return async (visit, request, reply) => {
    const own = `${visit.place === '/' ? '' : visit.place}/index.html`;
    const language = requestLanguage(request.headers);
    const known = await facts();
    const head = writeHead({ ...visit, language }, known, address());
    const document = visit.status === 200 && documents.has(own) ? own : fallback;
    const isCommon = visit.status === 200 && Object.keys(visit.values).length === 0;
    return documents.send(
      document,
      { language, head, own: known.own, isCommon },
      request,
      reply.code(visit.status),
    );
  };
}

/** The guard's answer to a request for a page. */
type PageAccess =
  | { readonly kind: 'open' | 'refused' }
  | { readonly kind: 'elsewhere'; readonly to: string };

const OPEN: PageAccess = { kind: 'open' };

/**
 * Returns whether a page is open to the caller, or the redirect. A page of administrators refuses other callers: its
 * document then says so and shows no personal data.
 */
async function authorizePage(
  access: Access,
  guard: Guard,
  request: FastifyRequest,
): Promise<PageAccess> {
  if (access === 'guest') return OPEN;
  try {
    await guard(access, request, { mayRecall: true });
    return OPEN;
  } catch (error) {
    const { code } = toAppError(error);
    // Without the database the rights are unknown. The document itself shows no personal data.
    if (code === 'unavailable-503') return OPEN;
    if (code === 'unauthorized-401') {
      return { kind: 'elsewhere', to: `/auth/login?redirect=${encodeURIComponent(request.url)}` };
    }
    if (access === 'guestOnly') return { kind: 'elsewhere', to: '/dashboard' };
    if (access === 'subscriber') {
      return { kind: 'elsewhere', to: closedPageAddress(request.url.split('?', 1)[0] ?? '') };
    }
    if (code === 'forbidden-403') return { kind: 'refused' };
    throw error;
  }
}

function pagePattern(page: string): RegExp {
  return new RegExp(`^${page.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

/** Returns whether every parameter of an address has an existing value; true while the database is unavailable. */
async function leadsTo(
  named: Readonly<Record<string, string>>,
  values: PageValues,
): Promise<boolean> {
  try {
    for (const [name, value] of Object.entries(named)) {
      if ((await values[name]?.(value)) === false) return false;
    }
    return true;
  } catch (error) {
    if (toAppError(error).code === 'unavailable-503') return true;
    throw error;
  }
}

/** A symbol in the address of a page, and the address with another symbol in its place. */
interface NamedAddress {
  readonly symbol: string;
  with(symbol: string): string;
}

/** Returns the symbol in an address; null without one. */
function findSymbolIn(address: string, search: string): NamedAddress | null {
  const [, symbol, slash = ''] = /^\/dashboard\/symbol\/([^/]+)(\/?)$/.exec(address) ?? [];
  if (symbol) {
    return {
      symbol,
      with: (other) => `/dashboard/symbol/${other}${slash}${search && `?${search}`}`,
    };
  }
  if (!/^\/dashboard\/chart\/?$/.test(address)) return null;
  const query = new URLSearchParams(search);
  const asked = query.get('symbol');
  if (!asked) return null;
  return {
    symbol: asked,
    with(other) {
      query.set('symbol', other);
      return `${address}?${query.toString()}`;
    },
  };
}

/** Returns the address with the symbol in capitals; null when the address has no symbol in small letters. */
function inCapitals(address: string, search: string): string | null {
  const named = findSymbolIn(address, search);
  return named && isSmall(named.symbol) ? named.with(named.symbol.toUpperCase()) : null;
}

/** Returns the address with the present name of a renamed symbol; null for any other address. */
async function underPresentName(
  address: string,
  search: string,
  renamed: FindRenamed,
): Promise<string | null> {
  const named = findSymbolIn(address, search);
  if (!named || !SYMBOL_PATTERN.test(named.symbol)) return null;
  try {
    const present = await renamed(named.symbol);
    return present === undefined ? null : named.with(present);
  } catch (error) {
    // Without the database the page itself says what is wrong.
    if (toAppError(error).code === 'unavailable-503') return null;
    throw error;
  }
}

function isSmall(symbol: string): boolean {
  const upper = symbol.toUpperCase();
  return upper !== symbol && SYMBOL_PATTERN.test(upper);
}
