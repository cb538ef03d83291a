import assert from 'node:assert/strict';
import test from 'node:test';
import { LANGUAGES, PAGE_TEXTS, PAGES, type PagePath } from '@rasat/contract';
import { type PageVisit, type SiteFacts, writeHead } from './page-head.ts';

const BASE = 'https://rasat.example';
const FACTS: SiteFacts = {
  courseOnSale: true,
  own: {},
  prices: { '3-months': 225_050, '6-months': 390_000, lesson: 1_250_000 },
  seller: { title: 'Bir </script><b> A.Ş.', address: 'İstanbul' },
};

function head(path: PagePath, more: Partial<PageVisit> = {}, facts = FACTS): string {
  const page = PAGES.find((one) => one.path === path);
  return writeHead(
    { page, place: path, values: {}, status: 200, language: 'tr', ...more },
    facts,
    BASE,
  );
}

/** The structured data of a head. */
function graph(html: string): { '@type': string; [name: string]: unknown }[] {
  const [, json = ''] = /<script [^>]*ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json)['@graph'];
}

test('every page has a title in each language, and a description where search engines may list it', () => {
  for (const { path, crawl } of PAGES) {
    for (const language of LANGUAGES) {
      const { title, description } = PAGE_TEXTS[path][language];
      assert.ok(title.length > 0 && title.length <= 70, `${path} ${language}: ${title}`);
      if (crawl !== 'indexed') continue;
      const length = description?.length ?? 0;
      assert.ok(length >= 20 && length <= 170, `${path} ${language}: ${length} characters`);
    }
  }
});

test('descriptions and titles of listed pages differ from each other', () => {
  const listed = PAGES.filter(({ crawl }) => crawl === 'indexed');
  for (const language of LANGUAGES) {
    const texts = listed.map(({ path }) => PAGE_TEXTS[path][language]);
    assert.equal(new Set(texts.map(({ title }) => title)).size, listed.length);
    assert.equal(new Set(texts.map(({ description }) => description)).size, listed.length);
  }
});

test('a listed page names its one address and its picture absolutely', () => {
  const html = head('/dashboard/predictor/:type', {
    place: '/dashboard/predictor/forex',
    values: { type: 'forex' },
    language: 'en',
  });
  assert.ok(html.includes('<title data-served>Predictor, Forex · Rasat</title>'));
  assert.ok(html.includes(`rel="canonical" href="${BASE}/dashboard/predictor/forex"`));
  assert.ok(html.includes(`property="og:url" content="${BASE}/dashboard/predictor/forex"`));
  assert.ok(html.includes(`property="og:image" content="${BASE}/social/general.png"`));
  assert.ok(html.includes('property="og:locale" content="en_GB"'));
  assert.ok(html.includes('name="twitter:card" content="summary_large_image"'));
  assert.ok(!html.includes('noindex'));
});

test('a page that does not want to be found, one that is refused, and an address without one say noindex', () => {
  for (const html of [
    head('/auth/forgot'),
    head('/record/:seq', { place: '/record/7', values: { seq: '7' } }),
    head('/admin', { status: 403 }),
    head('/record', { status: 404 }),
    writeHead(
      { page: undefined, place: '/x', values: {}, status: 404, language: 'az' },
      FACTS,
      BASE,
    ),
  ]) {
    assert.ok(html.includes('<meta data-served name="robots" content="noindex">'));
    assert.ok(!html.includes('canonical') && !html.includes('ld+json'));
  }
});

test('the landing page tells machines what is sold at today’s prices, and by whom', () => {
  const html = head('/');
  const said = graph(html);
  const offers = said.filter((one) => one['@type'] === 'Product').map((one) => one.offers);
  assert.deepEqual(
    offers.map((offer) => (offer as { price: string }).price),
    ['2250.50', '3900.00', '12500.00'],
  );
  const organization = said.find((one) => one['@type'] === 'Organization');
  assert.equal(organization?.legalName, FACTS.seller?.title);
  assert.ok(said.some((one) => one['@type'] === 'WebSite' && one.url === `${BASE}/`));
  assert.ok(!html.includes('</script><b>'), 'no text ends the script');
  assert.ok(graph(head('/info/about')).every((one) => one['@type'] !== 'Product'));
  const states = (facts: SiteFacts) =>
    graph(head('/', {}, facts))
      .filter((one) => one['@type'] === 'Product')
      .map(({ offers }) => (offers as { availability: string }).availability.split('/').at(-1));
  assert.deepEqual(states(FACTS), ['InStock', 'InStock', 'InStock']);
  assert.deepEqual(states({ ...FACTS, courseOnSale: false }), ['InStock', 'InStock', 'OutOfStock']);
  const quiet = graph(head('/', {}, { prices: null, courseOnSale: false, own: {}, seller: null }));
  assert.ok(quiet.every((one) => one['@type'] !== 'Product' && one.legalName === undefined));
});

test('what an address names stands in the head as text', () => {
  const html = head('/dashboard/symbol/:symbol', {
    place: '/dashboard/symbol/%22%3E%3Cscript%3E',
    values: { symbol: '%22%3E%3Cscript%3E' },
  });
  assert.ok(html.includes('<title data-served>&quot;&gt;&lt;script&gt; · Rasat</title>'));
  assert.ok(!html.includes('"><script>'));
  assert.doesNotThrow(() =>
    head('/dashboard/symbol/:symbol', {
      place: '/dashboard/symbol/%zz',
      values: { symbol: '%zz' },
    }),
  );
});
