import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';

const ORIGIN = 'https://rasat.example';

type Waiting = { waitUntil: (work: Promise<unknown>) => void };
type Heard = Waiting & Record<string, unknown>;

const listeners = new Map<string, (event: Heard) => void>();
/** Caches by name: what each holds by address. */
const stored = new Map<string, Map<string, Response>>();
const acts: string[] = [];
let pages = ['a'];

const keyOf = (asked: string | { readonly url: string }): string =>
  new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).pathname;

const caches = {
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
  open: async (name: string) => {
    const places = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, places);
    return {
      put: async (address: string, response: Response) => void places.set(keyOf(address), response),
      match: async (asked: string | { readonly url: string }) => places.get(keyOf(asked))?.clone(),
      addAll: async (files: readonly string[]) => {
        for (const file of files) places.set(file, new Response(`file ${file}`));
      },
    };
  },
};

const AROUND = {
  OFFLINE_FILES: ['/assets/a.js', '/assets/b.js'],
  OFFLINE_DOCUMENTS: ['/', '/offline'],
  OFFLINE_VERSION: 'v2',
  caches,
  self: {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: (event: Heard) => void) =>
      listeners.set(name, listener),
    skipWaiting: async () => void acts.push('skip'),
    clients: {
      claim: async () => void acts.push('claim'),
      matchAll: async (which: unknown) => {
        assert.deepEqual(which, { type: 'window', includeUncontrolled: true });
        return pages.map((id) => ({ id }));
      },
    },
  },
};
Object.assign(globalThis, AROUND);
after(() => {
  for (const name of Object.keys(AROUND)) Reflect.deleteProperty(globalThis, name);
});
// A worker's types differ from a page's, so the compiler must not follow this import.
await import(new URL('./worker.ts', import.meta.url).href);

/** Dispatches an event to the worker and waits until it is handled. */
async function dispatch(name: string, more: Record<string, unknown> = {}): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(name)?.({ ...more, waitUntil: (one) => void work.push(one) });
  await Promise.all(work);
}

/** Returns the worker's answer to a request; null when it does not handle it. */
function ask(path: string, mode = 'navigate'): Promise<Response> | null {
  let answer: Promise<Response> | null = null;
  listeners.get('fetch')?.({
    request: { method: 'GET', mode, url: `${ORIGIN}${path}` },
    respondWith: (one: Promise<Response>) => {
      answer = one;
    },
    waitUntil: () => undefined,
  });
  return answer;
}

function serve(t: TestContext, answer: (path: string, init?: RequestInit) => unknown): void {
  t.mock.method(globalThis, 'fetch', async (asked: string | { url: string }, init?: RequestInit) =>
    answer(keyOf(asked), init),
  );
}

const HTML =
  '<title data-served>Rasat</title><script src="/assets/c.js"></script><link href="/assets/a.js">';

test('the worker caches the documents of a guest and their files, each once', async (t) => {
  const asked: unknown[] = [];
  serve(t, (path, init) => {
    asked.push([path, init]);
    return new Response(HTML, {
      headers: { 'content-type': 'text/html', 'content-length': '9', 'content-encoding': 'br' },
    });
  });
  const rules: unknown[] = [];
  await dispatch('install', {
    addRoutes: async (rule: unknown) => {
      rules.push(rule);
      throw new TypeError('not in this browser');
    },
  });
  assert.deepEqual(rules, [{ condition: { urlPattern: '/api/*' }, source: 'network' }]);
  const how = { cache: 'no-store', credentials: 'omit', redirect: 'error' };
  assert.deepEqual(asked, [
    ['/', how],
    ['/offline', how],
  ]);
  const kept = stored.get('rasat-shell-v2');
  assert.deepEqual([...(kept?.keys() ?? [])].toSorted(), [
    '/',
    '/assets/a.js',
    '/assets/b.js',
    '/assets/c.js',
    '/offline',
  ]);
  assert.equal(await kept?.get('/')?.clone().text(), HTML);
  const every = kept?.get('/offline')?.clone();
  assert.equal(
    await every?.text(),
    HTML.replace(/<title.*<\/title>/, ''),
    'the document serves every page',
  );
  assert.deepEqual([...(every?.headers ?? [])], [['content-type', 'text/html']]);
});

test('if one file cannot be cached, the worker is not installed', async (t) => {
  serve(t, (path) => new Response(HTML, { status: path === '/offline' ? 500 : 200 }));
  await assert.rejects(dispatch('install'), new TypeError('/offline answers 500'));
});

test('a new worker deletes the caches of earlier ones, and no others', async () => {
  for (const name of ['rasat-shell-v1', 'rasat-prices', 'other']) await caches.open(name);
  await dispatch('activate');
  assert.deepEqual([...stored.keys()].toSorted(), ['other', 'rasat-prices', 'rasat-shell-v2']);
  assert.deepEqual(acts.splice(0), ['claim']);
});

test('a new worker activates at once when the asking page runs its build and is the only one open', async () => {
  const say = (data: unknown, id: string) => dispatch('message', { data, source: { id } });
  await say('/assets/old.js', 'a');
  await say({ file: '/assets/b.js' }, 'a');
  await say('/assets/b.js', 'closed');
  pages = [];
  await say('/assets/b.js', 'closed');
  pages = ['a'];
  await dispatch('message', { data: '/assets/b.js', source: null });
  pages = ['a', 'b'];
  await say('/assets/b.js', 'a');
  assert.deepEqual(acts, []);
  pages = ['a'];
  await say('/assets/b.js', 'a');
  assert.deepEqual(acts.splice(0), ['skip']);
});

test('a file comes from the cache, else from the server; an API call is not handled', async (t) => {
  serve(t, (path) => new Response(`served ${path}`));
  assert.equal(ask('/api/symbols', 'cors'), null);
  assert.equal(await (await ask('/assets/b.js', 'cors'))?.text(), 'file /assets/b.js');
  assert.equal(await (await ask('/assets/new.js', 'cors'))?.text(), 'served /assets/new.js');
});

test('a page comes from the server while it answers, and from the cache when only a gateway answers', async (t) => {
  let status = 200;
  serve(t, () => new Response('served', { status }));
  const read = async (path: string) => (await ask(path))?.text();
  const kept = HTML.replace(/<title.*<\/title>/, '');
  for (status of [200, 404, 500, 501, 505]) assert.equal(await read('/dashboard'), 'served');
  for (status of [502, 503, 504]) assert.equal(await read('/dashboard'), kept, String(status));
  assert.equal(await read('/'), HTML);
  const elsewhere = await ask('/account?selected=a');
  assert.equal(elsewhere?.status, 302);
  assert.equal(
    elsewhere?.headers.get('location'),
    `${ORIGIN}/offline?to=%2Faccount%3Fselected%3Da`,
  );
});

test('without a connection, or after six seconds without an answer, a page is the cached one', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => {
    throw new TypeError('no connection');
  });
  assert.equal(await (await ask('/'))?.text(), HTML);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let late: (response: Response) => void = () => undefined;
  t.mock.method(globalThis, 'fetch', () => new Promise<Response>((resolve) => (late = resolve)));
  let isAnswered = false;
  const answer = ask('/')?.then((response) => {
    isAnswered = true;
    return response.text();
  });
  t.mock.timers.tick(5999);
  await new Promise(setImmediate);
  assert.equal(isAnswered, false);
  t.mock.timers.tick(1);
  assert.equal(await answer, HTML);
  stored.clear();
  const waited = ask('/')?.then((response) => response.text());
  t.mock.timers.tick(6000);
  late(new Response('late'));
  assert.equal(await waited, 'late', "without a cached document the server's answer is awaited");
});
