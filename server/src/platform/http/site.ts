import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { type Access, type Page, SYMBOL_PATTERN } from '@rasat/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { StartError } from '../start-error.ts';
import { toAppError } from './errors.ts';
import type { Guard } from './person.ts';

/** The built site, as found on the disk. */
export interface Site {
  readonly folder: string;
  readonly pages: readonly Page[];
  /** Every file below the folder by its address, without the compressed twins. */
  readonly files: ReadonlySet<string>;
  /** `'sha256-...'` of every script that stands inside a document. */
  readonly scriptHashes: readonly string[];
}

/** Whether the value that an address gives a parameter of its page names something; a parameter without one takes any. */
export type PageValues = Readonly<Record<string, (value: string) => boolean>>;

/** The document from which pages without a file of their own start. */
const FALLBACK = '/__spa-fallback.html';
/** Below this address every file's name holds a hash of its content. */
const HASHED = '/assets/';

/** Reads what was built into `folder`; throws `StartError` when nothing was. */
export function findSite(folder: string, pages: readonly Page[]): Site {
  const files = new Set<string>();
  let entries: string[] = [];
  try {
    entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    // Reported below.
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
 * Serves the files, and the document of each page to those who may open it; the others are led to where they can get
 * the right. Symbols in a page's address are led to capitals. The document of a page that names nothing has the status
 * of one that is missing.
 */
export async function serveSite(
  app: FastifyInstance,
  site: Site,
  guard: Guard,
  values: PageValues,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: site.folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    etag: false,
    lastModified: false,
  });
  const pages = site.pages.map((page) => ({ ...page, pattern: pagePattern(page.path) }));
  app.get('/*', { config: { isSite: true } }, async (request, reply) => {
    const [address = '/', search = ''] = request.url.split(/\?(.*)/s, 2);
    if (/^\/api(\/|$)/.test(address)) throw new AppError('not-found-404');
    const capitals = inCapitals(address, search);
    if (capitals) return reply.redirect(capitals, 308);
    if (site.files.has(address) && !address.endsWith('.html')) {
      if (address.startsWith(HASHED)) {
        reply.header('cache-control', 'public, max-age=31536000, immutable');
      }
      return reply.sendFile(address);
    }
    const place = address.replace(/\/+$/, '') || '/';
    const page = pages.find(({ pattern }) => pattern.test(place));
    const elsewhere = page && (await findDetour(page.access, guard, request));
    if (elsewhere) return reply.redirect(elsewhere, 303);
    const known = page !== undefined && leadsTo(page.pattern, place, values);
    return sendDocument(site, place, known, reply);
  });
}

/** Where somebody is led who may not open a page; null for those who may. Throws for pages of administrators. */
async function findDetour(
  access: Access,
  guard: Guard,
  request: FastifyRequest,
): Promise<string | null> {
  if (access === 'guest') return null;
  try {
    await guard(access, request);
    return null;
  } catch (error) {
    const { code } = toAppError(error);
    // Without the database nobody knows: the document alone shows nothing that is anybody's.
    if (code === 'unavailable-503') return null;
    if (code === 'unauthorized-401') {
      return `/auth/login?redirect=${encodeURIComponent(request.url)}`;
    }
    if (access === 'guestOnly') return '/dashboard';
    if (access === 'subscriber') return '/account?selected=subscription';
    throw error;
  }
}

function sendDocument(site: Site, page: string, known: boolean, reply: FastifyReply): FastifyReply {
  const own = `${page === '/' ? '' : page}/index.html`;
  reply.code(known ? 200 : 404);
  if (known && site.files.has(own)) return reply.sendFile(own);
  return reply.sendFile(site.files.has(FALLBACK) ? FALLBACK : '/index.html');
}

function pagePattern(page: string): RegExp {
  return new RegExp(`^${page.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function leadsTo(pattern: RegExp, page: string, values: PageValues): boolean {
  const match = pattern.exec(page);
  if (!match) return false;
  return Object.entries(match.groups ?? {}).every(([name, value]) => values[name]?.(value) ?? true);
}

/** Where a page belongs whose symbol is written with small letters; null for every other address. */
function inCapitals(address: string, search: string): string | null {
  const [, symbol, slash = ''] = /^\/dashboard\/symbol\/([^/]+)(\/?)$/.exec(address) ?? [];
  if (symbol && isSmall(symbol)) {
    return `/dashboard/symbol/${symbol.toUpperCase()}${slash}${search && `?${search}`}`;
  }
  if (!/^\/dashboard\/chart\/?$/.test(address)) return null;
  const query = new URLSearchParams(search);
  const asked = query.get('symbol');
  if (!asked || !isSmall(asked)) return null;
  query.set('symbol', asked.toUpperCase());
  return `${address}?${query.toString()}`;
}

function isSmall(symbol: string): boolean {
  const upper = symbol.toUpperCase();
  return upper !== symbol && SYMBOL_PATTERN.test(upper);
}
