import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PAGES } from '@rasat/contract';
import { startTestServer } from '../testing.ts';
import { findSite } from './site.ts';

const SCRIPT = `window.x = "<b>";\nconsole.log(1)`;
const HOME = `<!doctype html><title>home</title><script>${SCRIPT}</script><script type="module" src="/assets/app-1a2b.js"></script>`;
const FALLBACK =
  '<!doctype html><title>app</title><script type="module">import "/assets/app-1a2b.js"</script>';
const PROGRAM = 'export const long = "'.padEnd(2000, 'x');

const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-site-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(path.join(folder, 'assets'));
for (const [file, content] of [
  ['index.html', HOME],
  ['__spa-fallback.html', FALLBACK],
  ['favicon.svg', '<svg/>'],
  ['sw.js', 'self;'],
  ['manifest.tr.webmanifest', '{"lang":"tr"}'],
  ['manifest.az.webmanifest', '{"lang":"az"}'],
  ['manifest.en.webmanifest', '{"lang":"en"}'],
  ['assets/app-1a2b.js', PROGRAM],
] as const) {
  writeFileSync(path.join(folder, file), content);
  writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(content));
  writeFileSync(path.join(folder, `${file}.gz`), gzipSync(content));
}
const site = findSite(folder, PAGES);
const server = await startTestServer(
  { after },
  {
    site,
    pageValues: { type: (value) => value === 'forex' },
    renamed: async (symbol) => (symbol === 'FB' ? 'META' : undefined),
  },
);

const get = (address: string, headers: Record<string, string> = {}): Promise<Response> =>
  server.fetch(address, { headers: { 'accept-encoding': 'identity', ...headers } });

test('a prerendered page is its own document, every other page the fallback', async () => {
  assert.equal(await (await get('/')).text(), HOME);
  for (const page of [
    '/dashboard',
    '/dashboard/',
    '/dashboard/symbol/BTCUSD',
    '/dashboard/chart?symbol=EURUSD',
    '/dashboard/predictor/forex',
  ]) {
    const reply = await get(page);
    assert.equal(reply.status, 200, page);
    assert.equal(await reply.text(), FALLBACK, page);
    assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(reply.headers.get('cache-control'), 'no-store', page);
  }
});

test('an address with an earlier name of a symbol leads to its present one', async () => {
  for (const [address, present] of [
    ['/dashboard/symbol/FB', '/dashboard/symbol/META'],
    ['/dashboard/symbol/FB/?tab=levels', '/dashboard/symbol/META/?tab=levels'],
    ['/dashboard/chart?symbol=FB&resolution=1D', '/dashboard/chart?symbol=META&resolution=1D'],
  ] as const) {
    const reply = await server.fetch(address, { redirect: 'manual' });
    assert.equal(reply.status, 307);
    assert.equal(reply.headers.get('location'), present);
  }
});

test('a document is served in the visitor’s language, with the head of its page', async () => {
  const whole =
    '<!doctype html><html lang="tr" data-theme="dark"><head><meta charset="utf-8"></head><body></body></html>';
  const own = mkdtempSync(path.join(os.tmpdir(), 'rasat-head-'));
  after(() => rmSync(own, { recursive: true }));
  mkdirSync(path.join(own, 'info/about'), { recursive: true });
  for (const file of ['__spa-fallback.html', 'info/about/index.html']) {
    writeFileSync(path.join(own, file), whole);
  }
  const server = await startTestServer({ after }, { site: findSite(own, PAGES) });
  for (const [address, headers, language, title] of [
    ['/info/about', { cookie: 'lang=az' }, 'az', 'Rasat haqqında'],
    ['/info/about/', { 'accept-language': 'en-GB,tr;q=0.4' }, 'en', 'About Rasat'],
    ['/record', {}, 'tr', 'Sicil · Rasat'],
    ['/nowhere', { cookie: 'lang=en' }, 'en', 'There is no page at this address · Rasat'],
  ] as const) {
    for (const encoding of ['identity', 'br', 'gzip;q=0, identity']) {
      const reply = await server.fetch(address, {
        headers: { 'accept-encoding': encoding, ...headers },
      });
      const html = await reply.text();
      assert.ok(
        html.startsWith(`<!doctype html><html lang="${language}" data-theme="dark"><head>`),
        html,
      );
      assert.ok(html.includes(`<title data-served>${title}</title>`), html);
      assert.match(html, /<\/head><body><\/body><\/html>$/);
      assert.match(reply.headers.get('vary') ?? '', /accept-language, cookie/);
      assert.equal(reply.headers.get('content-encoding'), encoding === 'br' ? 'br' : null);
    }
  }
  for (const file of ['/robots.txt', '/sitemap.xml']) {
    const reply = await server.fetch(file);
    assert.equal(reply.status, 200);
    assert.match(
      await reply.text(),
      /http:\/\/(localhost|127\.0\.0\.1):\d+\/sitemap\.xml|<loc>http:/,
    );
  }
});

test('who asked for a page and cannot have one reads why, and where to go on', async () => {
  const asked = { accept: 'text/html,*/*', 'accept-language': 'en' };
  const page = await get('/%zz', asked);
  assert.equal(page.status, 400);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  const html = await page.text();
  assert.match(
    html,
    /<html lang="en">.*<h1>This address cannot be read<\/h1>.*<a href="\/">Home page/,
  );
  assert.match(html, /Request number: [\w-]+-[\w]+</);
  const call = await get('/api/nothing', asked);
  assert.match(call.headers.get('content-type') ?? '', /^application\/json/);
});

test('an address that is no page has the status of one that is missing', async () => {
  for (const address of [
    '/nothing',
    '/dashboard/nothing',
    '/dashboard/symbol',
    '/dashboard/predictor/nothing',
    '/index.html',
    '/__spa-fallback.html',
    '/assets',
    '/assets/other.js',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
  ]) {
    const reply = await get(address);
    assert.equal(reply.status, 404, address);
    assert.equal(await reply.text(), FALLBACK, address);
  }
});

test('a file whose name is a hash may be kept for ever, any other may not be kept', async () => {
  const hashed = await get('/assets/app-1a2b.js');
  assert.equal(hashed.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.match(hashed.headers.get('content-type') ?? '', /javascript/);
  assert.equal(await hashed.text(), PROGRAM);
  assert.equal((await get('/favicon.svg')).headers.get('cache-control'), 'no-store');
});

test('the worker is never kept, so that a new one arrives', async () => {
  const worker = await get('/sw.js');
  assert.equal(worker.headers.get('cache-control'), 'no-store');
  assert.match(worker.headers.get('content-type') ?? '', /javascript/);
});

test('what the installed app says about itself has the language of the visitor', async () => {
  for (const [cookie, wanted, language] of [
    ['lang=az', 'en-GB,en;q=0.9', 'az'],
    ['id=x; lang=en', 'tr', 'en'],
    ['lang=xx', 'de, az;q=0.5', 'az'],
    ['', 'de-DE', 'tr'],
  ] as const) {
    const reply = await get('/manifest.webmanifest', { cookie, 'accept-language': wanted });
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/manifest\+json/);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.deepEqual(await reply.json(), { lang: language });
  }
});

test('files and documents are compressed as the browser accepts', async () => {
  for (const address of ['/assets/app-1a2b.js', '/dashboard', '/']) {
    for (const encoding of ['br', 'gzip']) {
      const reply = await get(address, { 'accept-encoding': encoding });
      assert.equal(reply.headers.get('content-encoding'), encoding, address);
      assert.match(reply.headers.get('vary') ?? '', /accept-encoding/i);
      const body = await reply.text();
      assert.equal(
        body,
        address.startsWith('/assets') ? PROGRAM : address === '/' ? HOME : FALLBACK,
      );
    }
  }
});

test('the policy allows the inline scripts that were built and no other', async () => {
  const policy = (await get('/dashboard')).headers.get('content-security-policy') ?? '';
  for (const script of [SCRIPT, 'import "/assets/app-1a2b.js"']) {
    assert.ok(policy.includes(`'sha256-${createHash('sha256').update(script).digest('base64')}'`));
  }
  const scripts = policy.split(';').find((part) => part.startsWith('script-src')) ?? '';
  assert.ok(!scripts.includes('unsafe'));
  assert.equal(scripts.split('sha256-').length, 3);
});

test('a symbol in small letters is led to capitals, on pages and not in calls', async () => {
  for (const [address, location] of [
    ['/dashboard/symbol/btcusd', '/dashboard/symbol/BTCUSD'],
    ['/dashboard/symbol/brk.b/?a=b', '/dashboard/symbol/BRK.B/?a=b'],
    ['/dashboard/chart?symbol=eurUSD&a=b', '/dashboard/chart?symbol=EURUSD&a=b'],
  ] as const) {
    const reply = await get(address);
    assert.equal(reply.status, 308, address);
    assert.equal(reply.headers.get('location'), location);
  }
  assert.equal((await get('/dashboard/symbol/%C4%B1stanbul')).status, 200);
  assert.equal((await get('/api/seer/eurusd')).status, 404);
});

test('an unknown call stays a refusal of the API', async () => {
  const reply = await get('/api/nothing');
  assert.equal(reply.status, 404);
  assert.equal(((await reply.json()) as { code: string }).code, 'not-found-404');
});

test('a folder without a built site is one sentence', () => {
  assert.throws(() => findSite(path.join(folder, 'assets'), PAGES), /web app is not built/);
});
