import { CATEGORIES, LEGAL_TEXTS, type Page } from '@rasat/contract';

/** Values of the parameters of indexed pages. */
const EVERY: Readonly<Record<string, readonly string[]>> = { type: CATEGORIES };

/**
 * Returns the robots.txt for search engines: the barred paths, and the allowed ones below them. `baseUrl` is the site's
 * origin.
 */
export function writeRobots(pages: readonly Page[], baseUrl: string): string {
  const barred = beginnings(pages.filter(({ crawl }) => crawl === 'barred'));
  const open = beginnings(pages.filter(({ crawl }) => crawl !== 'barred')).filter((path) =>
    barred.some((above) => path.startsWith(above)),
  );
  return [
    'User-agent: *',
    ...open.map((path) => `Allow: ${path}`),
    'Disallow: /api/',
    ...barred.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

/** Returns the paths of the pages up to their first parameter, without paths below another one. */
function beginnings(pages: readonly Page[]): string[] {
  const paths = [...new Set(pages.map(({ path }) => path.replace(/:.*/, '')))];
  return paths.filter(
    (path) => !paths.some((other) => other !== path && path.startsWith(other) && other !== '/'),
  );
}

/** Returns the sitemap: every indexed page by its absolute address. Throws when a parameter's values are not known. */
export function writeSitemap(pages: readonly Page[], baseUrl: string): string {
  const entries = pages
    .filter(({ crawl }) => crawl === 'indexed')
    .flatMap(({ path }) => addresses(path))
    .map((path) => `  <url><loc>${baseUrl}${path}</loc>${lastChange(path)}</url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

function addresses(path: string): readonly string[] {
  const [found, name = ''] = /:(\w+)/.exec(path) ?? [];
  if (found === undefined) return [path];
  const values = EVERY[name];
  if (!values) throw new Error(`${path} is listed, but no list has every ${name}`);
  return values.flatMap((value) => addresses(path.replace(found, value)));
}

function lastChange(path: string): string {
  const text = Object.entries(LEGAL_TEXTS).find(([name]) => path === `/info/${name}`)?.[1];
  return text ? `<lastmod>${text.date}</lastmod>` : '';
}
