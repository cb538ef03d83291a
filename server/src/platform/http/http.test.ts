import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test, { after, describe } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ROUTES, type RouteContract, route } from '@rasat/contract';
import * as z from 'zod/mini';
import { AppError } from '../app-error.ts';
import { createLog } from '../log.ts';
import { startTestServer, testContext } from '../testing.ts';
import { registerPlatformRoutes } from './platform-routes.ts';
import { Prepared, registerRoute } from './route.ts';
import { createWeb } from './web.ts';

/** Calls that only this test build has: the first body of the product comes with accounts. */
const person = route({
  method: 'POST',
  path: '/test/person',
  access: 'user',
  summary: 'A body of every kind of field',
  body: z.strictObject({
    email: z.string().check(z.minLength(1), z.maxLength(50)),
    password: z.string('bad-fields-400').check(z.minLength(6, 'password-field-400')),
    age: z.optional(z.number()),
    note: z.optional(z.record(z.string(), z.unknown())),
  }),
  reply: z.object({ email: z.string(), password: z.string() }),
  codes: ['bad-fields-400', 'password-field-400'],
});
const thrown = route({
  method: 'GET',
  path: '/test/thrown/:what',
  access: 'guest',
  summary: 'Fails in a given way',
  params: z.strictObject({ what: z.string() }),
  reply: z.object({ ok: z.boolean() }),
  codes: [],
});
const signed = route({
  method: 'POST',
  path: '/test/signed',
  access: 'signature',
  summary: 'Proves itself',
  reply: z.object({}),
  codes: [],
});
const counted = route({
  method: 'GET',
  path: '/test/counted',
  access: 'guest',
  summary: 'May be called three times a minute by a guest',
  reply: z.object({ ip: z.string() }),
  codes: [],
});
const CONTRACTS: readonly RouteContract[] = [person, thrown, signed, counted];

const BASE = { BASE_URL: 'https://rasat.example' };
const GOOD = { email: 'a@b.co', password: 'secret1' };

let handled = 0;

const server = await startTestServer(
  { after },
  {
    contracts: CONTRACTS,
    env: BASE,
    routes: (web) => {
      registerPlatformRoutes(web, ROUTES, {
        version: '1.2.3',
        parts: () => ({ web: { ready: true } }),
        filled: () => 0.5,
      });
      registerRoute(web, person, ({ body }) => {
        handled += 1;
        // More than the contract names: it must not leave the server.
        return { ...body, hash: 'secret' };
      });
      registerRoute(web, thrown, ({ params }) => {
        if (params.what === 'conflict') throw new AppError('conflict-409', { field: 'what' });
        if (params.what === 'wait') throw new AppError('rate-429', { retryAfterSeconds: 7 });
        if (params.what === 'wrong') return { ok: 1 } as unknown as { ok: boolean };
        if (params.what === 'bytes') return new Prepared(Buffer.from('{"ok":true}'));
        if (params.what === 'ok') return { ok: true };
        throw new Error(`internal detail ${params.what}`);
      });
      registerRoute(web, signed, () => ({}));
    },
  },
);

interface Case {
  readonly id: string;
  readonly what: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Record<string, string>;
  readonly path?: string;
  readonly method?: string;
  readonly expect: readonly [status: number, code?: string, field?: string];
}

const json = { 'content-type': 'application/json' };
const BF = 'bad-fields-400';
const text = (value: unknown): string => JSON.stringify(value);

const CASES: readonly Case[] = [
  { id: 'H1', what: 'half a body', body: '{"email":', expect: [400, BF] },
  { id: 'H2', what: 'an empty body', body: '', expect: [400, BF] },
  { id: 'H3', what: 'a list', body: '[]', expect: [400, BF] },
  { id: 'H3', what: 'null', body: 'null', expect: [400, BF] },
  { id: 'H3', what: 'a number', body: '1', expect: [400, BF] },
  { id: 'H3', what: 'a text', body: '"x"', expect: [400, BF] },
  { id: 'H4', what: 'key __proto__', body: '{"__proto__":{"a":1}}', expect: [400, BF] },
  {
    id: 'H4',
    what: '__proto__ beside good fields',
    body: `{"__proto__":1,${text(GOOD).slice(1)}`,
    expect: [400, BF],
  },
  {
    id: 'H5',
    what: 'constructor.prototype nested',
    body: text({ ...GOOD, note: { constructor: { prototype: {} } } }),
    expect: [400, BF],
  },
  {
    id: 'H6',
    what: 'an extra key',
    body: text({ ...GOOD, role: 'admin' }),
    expect: [400, BF, 'role'],
  },
  { id: 'H7', what: '30,000 nested lists', body: '['.repeat(30_000), expect: [400, BF] },
  {
    id: 'H7',
    what: '30,000 closed lists',
    body: '['.repeat(30_000) + ']'.repeat(30_000),
    expect: [400, BF],
  },
  {
    id: 'H7',
    what: 'seventeen levels',
    body: text({ ...GOOD, note: { a: JSON.parse('['.repeat(16) + ']'.repeat(16)) } }),
    expect: [400, BF],
  },
  {
    id: 'H8',
    what: '65,537 bytes',
    body: text({ ...GOOD, email: 'x'.repeat(70_000) }).slice(0, 65_537),
    expect: [413, 'too-large-413'],
  },
  {
    id: 'H9',
    what: 'text/plain with JSON',
    headers: { 'content-type': 'text/plain' },
    expect: [415, 'media-type-415'],
  },
  {
    id: 'H10',
    what: 'application/xml',
    headers: { 'content-type': 'application/xml' },
    expect: [415, 'media-type-415'],
  },
  {
    id: 'H11',
    what: 'no Content-Type',
    headers: { 'content-type': '' },
    expect: [415, 'media-type-415'],
  },
  {
    id: 'H12',
    what: 'a tab in the type',
    headers: { 'content-type': 'application/json\ta' },
    expect: [415, 'media-type-415'],
  },
  {
    id: 'H13',
    what: 'spaces before the type',
    headers: { 'content-type': '   application/json' },
    body: '{"x":1}',
    expect: [400, BF],
  },
  {
    id: 'H14',
    what: 'odd case and a bare parameter',
    headers: { 'content-type': 'ApPlication/JSON ; a' },
    body: '{"x":1}',
    expect: [400, BF],
  },
  {
    id: 'H15',
    what: 'a form',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=a',
    expect: [415, 'media-type-415'],
  },
  {
    id: 'H16',
    what: 'invalid UTF-8',
    body: Buffer.from(text(GOOD).replace('a@b', '\u00ff\u00fe@b'), 'latin1'),
    expect: [400, BF],
  },
  {
    id: 'H17',
    what: 'U+0000 in a text',
    body: '{"email":"a\\u0000@b.co","password":"secret1"}',
    expect: [400, BF],
  },
  {
    id: 'H17',
    what: 'U+0000 in a key',
    body: '{"email":"a@b.co","password":"secret1","note":{"a\\u0000":1}}',
    expect: [400, BF],
  },
  {
    id: 'H18',
    what: 'a lone surrogate',
    body: '{"email":"a\\ud800@b.co","password":"secret1"}',
    expect: [400, BF],
  },
  {
    id: 'H19',
    what: 'a gzip bomb',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(10_000_000)),
    expect: [415, 'media-type-415'],
  },
  {
    id: 'H19',
    what: 'brotli',
    headers: { 'content-encoding': 'br' },
    body: brotliCompressSync(text(GOOD)),
    expect: [415, 'media-type-415'],
  },
  {
    id: 'H20',
    what: 'a key twice',
    body: '{"email":"a@b.co","password":"short","password":"secret2"}',
    expect: [200],
  },
  { id: 'H24', what: 'TRACE', method: 'TRACE', expect: [404, 'not-found-404'] },
  { id: 'H25', what: 'an unknown call', path: '/api/nothing', expect: [404, 'not-found-404'] },
  {
    id: 'H25',
    what: 'an unknown address outside /api',
    path: '/nothing',
    expect: [404, 'not-found-404'],
  },
  {
    id: 'H26',
    what: 'a broken escape',
    path: '/api/test/thrown/%E0%A4%A',
    method: 'GET',
    expect: [400, BF],
  },
  {
    id: 'H26',
    what: 'U+0000 in the path',
    path: '/api/test/thrown/ok%00',
    method: 'GET',
    expect: [400, BF],
  },
  {
    id: 'D',
    what: 'a number that is infinite',
    body: text({ ...GOOD, age: 0 }).replace(':0', ':1e400'),
    expect: [400, BF],
  },
  {
    id: 'D',
    what: 'a number for a text',
    body: text({ ...GOOD, password: 1_234_567 }),
    expect: [400, BF, 'password'],
  },
  {
    id: 'D',
    what: 'a list for a text',
    body: text({ ...GOOD, password: ['secret1'] }),
    expect: [400, BF, 'password'],
  },
  {
    id: 'D',
    what: 'only the first failing field',
    body: text({ email: '', password: 'x' }),
    expect: [400, BF, 'email'],
  },
  {
    id: 'D',
    what: 'a code of the field',
    body: text({ ...GOOD, password: 'x' }),
    expect: [400, 'password-field-400', 'password'],
  },
  {
    id: 'D',
    what: 'another method on a known path',
    method: 'PUT',
    expect: [404, 'not-found-404'],
  },
  {
    id: 'C1',
    what: 'another origin',
    headers: { origin: 'https://evil.test' },
    expect: [403, 'forbidden-403'],
  },
  { id: 'C2', what: 'origin null', headers: { origin: 'null' }, expect: [403, 'forbidden-403'] },
  {
    id: 'C3',
    what: 'cross-site',
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://rasat.example' },
    expect: [403, 'forbidden-403'],
  },
  {
    id: 'C4',
    what: 'same-site',
    headers: { 'sec-fetch-site': 'same-site' },
    expect: [403, 'forbidden-403'],
  },
  {
    id: 'C5',
    what: 'an origin that begins like ours',
    headers: { origin: 'https://rasat.example.evil.com' },
    expect: [403, 'forbidden-403'],
  },
  {
    id: 'C6',
    what: 'neither header',
    headers: { cookie: 'sid=x' },
    expect: [403, 'forbidden-403'],
  },
  {
    id: 'C',
    what: 'our own origin without Sec-Fetch-Site',
    headers: { origin: 'https://rasat.example' },
    expect: [200],
  },
  { id: 'C8', what: 'GET of a changing call', method: 'GET', expect: [404, 'not-found-404'] },
];

describe('bad requests', () => {
  for (const {
    id,
    what,
    body = text(GOOD),
    headers = {},
    path = '/api/test/person',
    method = 'POST',
    expect,
  } of CASES) {
    test(`${id} ${what}`, async () => {
      const before = handled;
      const asked = id.startsWith('C') ? {} : { 'sec-fetch-site': 'same-origin' };
      const reply = await send(
        method,
        path,
        { ...json, ...asked, ...headers },
        method === 'GET' ? '' : body,
      );
      const [status, code, field] = expect;
      assert.equal(reply.status, status, reply.body);
      assert.equal(reply.headers.get('cache-control'), 'no-store');
      if (code !== undefined) {
        const { requestId, ...rest } = JSON.parse(reply.body) as Record<string, unknown>;
        assert.deepEqual(
          rest,
          field === undefined
            ? { code, ...(rest.field !== undefined && { field: rest.field }) }
            : { code, field },
        );
        assert.ok(requestId);
        assert.equal(handled, before, 'the handler was not reached');
      }
    });
  }
});

interface Answer {
  readonly status: number;
  readonly headers: Map<string, string>;
  readonly body: string;
  readonly raw: string;
}

/** Sends a request byte for byte, as no client library would. */
async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Uint8Array = '',
): Promise<Answer> {
  const bytes = Buffer.from(body as Uint8Array);
  const lines = Object.entries(headers).filter(([, value]) => value !== '');
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: rasat.example',
    'Connection: close',
    ...lines.map(([name, value]) => `${name}: ${value}`),
    ...(method === 'GET' ? [] : [`Content-Length: ${bytes.length}`]),
  ];
  return raw(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]));
}

function raw(request: Uint8Array | string, timeoutMs = 60_000): Promise<Answer> {
  const { port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    const chunks: Buffer[] = [];
    const limit = setTimeout(() => socket.destroy(new Error('no answer in time')), timeoutMs);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A refusal may come before everything was sent.
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => {
      clearTimeout(limit);
      resolve(read(Buffer.concat(chunks).toString('utf8')));
    });
    socket.write(request);
  });
}

function read(answer: string): Answer {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 2),
    ]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n'), raw: answer };
}

const broken = (lines: readonly string[], body = ''): string =>
  `${lines.join('\r\n')}\r\n\r\n${body}`;
const POST = [
  'POST /api/test/person HTTP/1.1',
  'Host: rasat.example',
  'Content-Type: application/json',
  'Sec-Fetch-Site: same-origin',
];

describe('requests that are none', () => {
  const cases: readonly (readonly [id: string, what: string, request: string, status: number])[] = [
    [
      'H21',
      'two lengths of different kinds',
      broken([...POST, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
      400,
    ],
    [
      'H22',
      'two Content-Length',
      broken([...POST, 'Content-Length: 2', 'Content-Length: 3'], '{}'),
      400,
    ],
    ['H23', 'headers above 8 KiB', broken([...POST, `X-A: ${'a'.repeat(9000)}`]), 431],
    ['H24', 'a method that does not exist', broken(['FOO / HTTP/1.1', 'Host: rasat.example']), 400],
    [
      'H28',
      'two Host headers',
      broken([
        'GET /api/health HTTP/1.1',
        'Host: rasat.example',
        'Host: evil.test',
        'Connection: close',
      ]),
      400,
    ],
    ['H29', 'no Host', broken(['GET /api/health HTTP/1.1', 'Connection: close']), 400],
    ['H', 'no HTTP at all', 'hello\r\n\r\n', 400],
  ];
  for (const [id, what, request, status] of cases) {
    test(`${id} ${what}`, async () => {
      const answer = await raw(request);
      assert.equal(answer.status, status);
      assert.ok(!/FST_|at .*\.js|node:/.test(answer.raw), 'nothing of the inside is shown');
    });
  }
});

test('H27 a www host is led to the configured address, never to the one that was asked for', async () => {
  for (const [path, location] of [
    ['/a/b?c=d', 'https://rasat.example/a/b?c=d'],
    ['//evil.test/x', 'https://rasat.example/evil.test/x'],
    ['/api/health', 'https://rasat.example/api/health'],
  ] as const) {
    const answer = await raw(
      broken([`GET ${path} HTTP/1.1`, 'Host: www.evil.test', 'Connection: close']),
    );
    assert.equal(answer.status, 308);
    assert.equal(answer.headers.get('location'), location);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});

test('H30 a forged X-Forwarded-For does not lift the limit of an address', async (t) => {
  const guest = await startTestServer(t, {
    contracts: CONTRACTS,
    guard: async () => null,
    routes: (web) => registerRoute(web, counted, ({ ip }) => ({ ip }), { guestCallsPerMinute: 3 }),
  });
  const statuses: number[] = [];
  for (let i = 0; i < 20; i++) {
    const reply = await guest.fetch('/api/test/counted', {
      headers: { 'x-forwarded-for': `10.0.0.${i}` },
    });
    statuses.push(reply.status);
    if (reply.status !== 429) continue;
    assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
    assert.equal(((await reply.json()) as { code: string }).code, 'rate-429');
  }
  assert.deepEqual(statuses, [200, 200, 200, ...Array.from({ length: 17 }, () => 429)]);
});

test('behind a configured proxy each visitor has a limit of its own', async (t) => {
  const guest = await startTestServer(t, {
    contracts: CONTRACTS,
    guard: async () => null,
    env: { TRUST_PROXY: '127.0.0.1' },
    routes: (web) => registerRoute(web, counted, ({ ip }) => ({ ip }), { guestCallsPerMinute: 3 }),
  });
  for (let i = 0; i < 5; i++) {
    const reply = await guest.fetch('/api/test/counted', {
      headers: { 'x-forwarded-for': `6.6.6.6, 10.0.0.${i}` },
    });
    assert.deepEqual(
      await reply.json(),
      { ip: `10.0.0.${i}` },
      'what the proxy did not add is not believed',
    );
  }
});

test('D12 the 601st call of a person within a minute is refused, whatever it calls', async (t) => {
  const many = await startTestServer(t, {
    contracts: CONTRACTS,
    routes: (web) => {
      registerRoute(web, counted, ({ ip }) => ({ ip }));
      registerRoute(web, thrown, () => ({ ok: true }));
    },
  });
  const statuses = new Map<number, number>();
  for (let i = 0; i < 601; i++) {
    const reply = await many.web.app.inject(i % 2 ? '/api/test/counted' : '/api/test/thrown/ok');
    statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1);
  }
  assert.deepEqual(
    [...statuses],
    [
      [200, 600],
      [429, 1],
    ],
  );
});

describe('answers', () => {
  const get = (path: string): Promise<Response> => server.fetch(path);

  test('a reply holds what the contract names and nothing else', async () => {
    const reply = await server.fetch('/api/test/person', {
      method: 'POST',
      headers: json,
      body: text(GOOD),
    });
    assert.deepEqual(await reply.json(), GOOD);
  });

  test('a refusal of the handler travels as its code', async () => {
    const reply = await get('/api/test/thrown/conflict');
    assert.equal(reply.status, 409);
    const body = (await reply.json()) as Record<string, unknown>;
    assert.equal(body.code, 'conflict-409');
    assert.equal(body.field, 'what');
    assert.equal(body.requestId, reply.headers.get('x-request-id'));
  });

  test('a limit says when to come back', async () => {
    assert.equal((await get('/api/test/thrown/wait')).headers.get('retry-after'), '7');
  });

  test('F25 an error nobody foresaw is a 500 without a word of it, and the server lives', async () => {
    for (const what of ['stack', 'wrong']) {
      const reply = await get(`/api/test/thrown/${what}`);
      assert.equal(reply.status, 500);
      const { code, requestId, ...rest } = (await reply.json()) as Record<string, unknown>;
      assert.equal(code, '500');
      assert.ok(requestId);
      assert.deepEqual(rest, {});
    }
    assert.equal((await get('/api/test/thrown/ok')).status, 200);
  });

  test('prepared bytes are sent as they are', async () => {
    const reply = await get('/api/test/thrown/bytes');
    assert.equal(await reply.text(), '{"ok":true}');
    assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
  });

  test('every reply, a refusal too, is never stored and carries the protective headers', async () => {
    for (const path of [
      '/api/health',
      '/api/test/thrown/stack',
      '/api/nothing',
      '/x',
      '/api/%E0%A4%A',
    ]) {
      const { headers } = await get(path);
      assert.equal(headers.get('cache-control'), 'no-store', path);
      assert.match(
        headers.get('content-security-policy') ?? '',
        /default-src 'self'.*frame-ancestors 'none'/,
        path,
      );
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('access-control-allow-origin'), null, path);
    }
  });

  test('C7 a preflight of another site gets no permission', async () => {
    const reply = await server.fetch('/api/test/person', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    });
    assert.equal(reply.headers.get('access-control-allow-origin'), null);
    assert.equal(reply.status, 404);
  });

  test('a call that proves itself needs no origin', async () => {
    const reply = await server.fetch('/api/test/signed', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(reply.status, 200);
  });

  test('the health shows the parts', async () => {
    const reply = await get('/api/health');
    const body = (await reply.json()) as Record<string, unknown>;
    assert.equal(typeof body.serverTime, 'number');
    assert.deepEqual(
      { ...body, serverTime: 0 },
      {
        ready: true,
        version: '1.2.3',
        serverTime: 0,
        parts: { web: { ready: true } },
        filled: 0.5,
      },
    );
  });

  test('the description names every call with its parameters, replies and codes', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as {
      openapi: string;
      paths: Record<
        string,
        Record<
          string,
          { operationId: string; parameters: { name: string; in: string }[]; responses: object }
        >
      >;
    };
    assert.equal(document.openapi, '3.1.0');
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    assert.deepEqual(
      operations.map((operation) => operation.operationId).toSorted(),
      Object.keys(ROUTES).toSorted(),
    );
    const history = document.paths['/historical/{key}']?.get;
    assert.deepEqual(
      history?.parameters.map(({ name, in: place }) => [name, place]),
      [
        ['key', 'path'],
        ['to', 'query'],
        ['limit', 'query'],
      ],
    );
    assert.deepEqual(Object.keys(history?.responses ?? {}), [
      '200',
      '400',
      '401',
      '404',
      '429',
      '500',
      '503',
    ]);
  });
});

test('a route that the contract does not know keeps the server from starting', async (t) => {
  const other = await startTestServer(t);
  const web = await createWeb({
    context: other.web.context,
    guard: other.web.guard,
    contracts: [],
  });
  assert.throws(
    () => web.app.get('/api/secret', async () => 'x'),
    /\/api\/secret is not in the contract/,
  );
  for (const address of ['/secret', '/admin/*', '/']) {
    assert.throws(() => web.app.get(address, async () => 'x'), /is not in the contract/, address);
  }
  assert.throws(() => registerRoute(web, person, () => GOOD), /not in the contract/);
});

describe('F22 slow senders', () => {
  test('headers that never end are cut off', async () => {
    const startMs = performance.now();
    const answer = await raw('GET /api/health HTTP/1.1\r\nHost: rasat.example\r\nX-');
    assert.ok(performance.now() - startMs < 30_000);
    assert.equal(answer.status, 408);
  });

  test('a body that never ends is cut off', async () => {
    const startMs = performance.now();
    await raw(broken([...POST, 'Content-Length: 100'], '{"email"'));
    assert.ok(performance.now() - startMs < 30_000);
  });
});

test('the log names the call that failed, and nothing that its address carries', async (t) => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const searched = route({
    method: 'GET',
    path: '/test/searched',
    access: 'guest',
    summary: 'Fails',
    query: z.strictObject({ search: z.string(), signature: z.string() }),
    reply: z.object({}),
    codes: [],
  });
  const failing = await startTestServer(t, {
    context: { ...(await testContext(t)), log },
    contracts: [searched],
    routes: (web) =>
      registerRoute(web, searched, ({ query }) => {
        if (query.search === 'away') throw new AppError('unavailable-503');
        throw new Error('unforeseen');
      }),
  });
  for (const search of ['away', 'Hayyam']) {
    await failing.fetch(`/api/test/searched?search=${search}&signature=c2VjcmV0`);
  }
  const logged = lines.join('');
  assert.equal(logged.split('/api/test/searched').length - 1, 2);
  assert.doesNotMatch(logged, /Hayyam|away|c2VjcmV0/);
});
