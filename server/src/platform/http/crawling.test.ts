import assert from 'node:assert/strict';
import test from 'node:test';
import { PAGES } from '@rasat/contract';
import { writeRobots, writeSitemap } from './crawling.ts';

const BASE = 'https://rasat.example';

/** Whether a search engine asks for a path: the longest rule that fits counts (RFC 9309, 2.2.2). */
function mayAsk(robots: string, path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)]
    .map(([, kind, rule = '']) => ({ kind, rule }))
    .filter(({ rule }) => path.startsWith(rule))
    .toSorted((a, b) => b.rule.length - a.rule.length);
  return rules[0]?.kind !== 'Disallow';
}

test('search engines may ask for every page but the barred ones, and for no call', () => {
  const robots = writeRobots(PAGES, BASE);
  for (const { path, crawl } of PAGES) {
    const filled = path.replace(/:\w+/g, 'x');
    assert.equal(mayAsk(robots, filled), crawl !== 'barred', filled);
  }
  assert.equal(mayAsk(robots, '/api/symbols'), false);
  assert.ok(robots.includes(`Sitemap: ${BASE}/sitemap.xml`));
});

test('the map of the site has every page that wants to be found, and no other', () => {
  const map = writeSitemap(PAGES, BASE);
  const named = [...map.matchAll(/<loc>https:\/\/rasat\.example([^<]*)<\/loc>/g)].map(
    ([, path = '']) => path,
  );
  const patterns = PAGES.map(({ path, crawl }) => ({
    crawl,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  }));
  for (const path of named) {
    assert.equal(patterns.find(({ pattern }) => pattern.test(path))?.crawl, 'indexed', path);
  }
  for (const { pattern, crawl } of patterns.filter((page) => page.crawl === 'indexed')) {
    assert.ok(
      named.some((path) => pattern.test(path)),
      `${pattern} ${crawl}`,
    );
  }
  assert.equal(new Set(named).size, named.length);
});

test('a listed page whose addresses cannot be listed is a fault', () => {
  const page = { path: '/symbols/:symbol', access: 'guest', crawl: 'indexed' } as const;
  assert.throws(() => writeSitemap([page], BASE), /no list has every symbol/);
});
