import assert from 'node:assert/strict';
import test, { after, describe } from 'node:test';
import { LIMITS, ROUTES, type RouteContract, route } from '@rasat/contract';
import * as z from 'zod/mini';
import { AppError } from '../app-error.ts';
import { createManualClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { startTestServer, testContext } from '../testing.ts';
import { registerRoute } from './route.ts';
import {
  CONTRACTS,
  counted,
  GOOD,
  JSON_BODY,
  person,
  startCallServer,
  thrown,
} from './testing/call-server.ts';
import { broken, sendRaw } from './testing/raw-requests.ts';
import { createWeb } from './web.ts';

const server = await startCallServer({ after });

test('H27 a www host is led to the configured address, never to the one that was asked for', async () => {
  for (const [path, location] of [
    ['/a/b?c=d', 'https://rasat.example/a/b?c=d'],
    ['//evil.test/x', 'https://rasat.example/evil.test/x'],
    ['/api/health', 'https://rasat.example/api/health'],
  ] as const) {
    const answer = await sendRaw(
      server.origin,
      broken([`GET ${path} HTTP/1.1`, 'Host: www.evil.test', 'Connection: close']),
    );
    assert.equal(answer.status, 308);
    assert.equal(answer.headers.get('location'), location);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});

test('H30 a forged X-Forwarded-For does not lift the limit of an address', async (t) => {
  const guest = await startTestServer(t, {
    clock: createManualClock(Date.UTC(2026, 10, 18, 9)),
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
    assert.equal(reply.headers.get('retry-after'), '60');
    assert.equal(((await reply.json()) as { code: string }).code, 'rate-429');
  }
  assert.deepEqual(statuses, [200, 200, 200, ...Array.from({ length: 17 }, () => 429)]);
});

test('the addresses of one IPv6 network share a limit, as they do where people sign in', async (t) => {
  const guest = await startTestServer(t, {
    clock: createManualClock(Date.UTC(2026, 10, 18, 9)),
    contracts: CONTRACTS,
    guard: async () => null,
    env: { TRUST_PROXY: '127.0.0.1' },
    routes: (web) => {
      registerRoute(web, counted, ({ ip }) => ({ ip }), { guestCallsPerMinute: 3 });
      registerRoute(web, thrown, () => ({ ok: true }));
    },
  });
  const ask = (path: string, address: string): Promise<Response> =>
    guest.fetch(path, { headers: { 'x-forwarded-for': address } });
  const statuses: number[] = [];
  for (let i = 1; i <= 5; i++)
    statuses.push((await ask('/api/test/counted', `2001:db8:1:2::${i}`)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  assert.equal((await ask('/api/test/counted', '2001:db8:1:3::1')).status, 200);
  // The limit of every other call too.
  const many = new Map<number, number>();
  for (let i = 0; i < LIMITS.dataCallsPerMinute + 2; i++) {
    const { status } = await ask('/api/test/thrown/ok', `2001:db8:5:6:${i.toString(16)}::1`);
    many.set(status, (many.get(status) ?? 0) + 1);
  }
  assert.deepEqual(
    [...many],
    [
      [200, LIMITS.dataCallsPerMinute],
      [429, 2],
    ],
  );
});

test('behind a configured proxy each visitor has a limit of its own', async (t) => {
  const guest = await startTestServer(t, {
    clock: createManualClock(Date.UTC(2026, 10, 18, 9)),
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

test('D12 the 601st call of a person within a minute is refused, for every route', async (t) => {
  const clock = createManualClock(Date.UTC(2026, 10, 18, 9));
  const many = await startTestServer(t, {
    clock,
    contracts: CONTRACTS,
    // A cookie is the name of the session; ada has two.
    guard: async (_access, { headers }) => ({
      id: headers.cookie?.startsWith('ada') ? 1 : 2,
      publicId: 'TEST',
      sessionId: 1,
      subscriber: true,
      student: true,
      admin: false,
    }),
    routes: (web) => {
      registerRoute(web, counted, ({ ip }) => ({ ip }));
      registerRoute(web, thrown, () => ({ ok: true }));
    },
  });
  const call = (cookie: string, at = 0) =>
    many.web.app.inject({
      url: at % 2 ? '/api/test/counted' : '/api/test/thrown/ok',
      headers: { cookie },
    });
  const statuses = new Map<number, number>();
  for (let i = 0; i < 600; i++) {
    const { statusCode } = await call(i % 3 ? 'ada-1' : 'ada-2', i);
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  assert.deepEqual([...statuses], [[200, 600]]);
  // A minute after the first of them.
  await clock.advance(59_999);
  const refused = await call('ada-1');
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '1']);
  assert.equal((await call('ada-2', 1)).statusCode, 429);
  assert.equal((await call('bora')).statusCode, 200, 'another person may go on');
  await clock.advance(1);
  assert.equal((await call('ada-1')).statusCode, 200);
});

describe('answers', () => {
  const get = (path: string): Promise<Response> => server.fetch(path);

  test('a reply holds what the contract names and nothing else', async () => {
    const reply = await server.fetch('/api/test/person', {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(GOOD),
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

  test('F25 an unexpected error is a 500 without a word of it, and the server lives', async () => {
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

  test('F14 a file that finds no room on the disk is "not now", not an unexpected error', async () => {
    const reply = await get('/api/test/thrown/full');
    assert.equal(reply.status, 503);
    assert.equal(reply.headers.get('retry-after'), '5');
    assert.equal(((await reply.json()) as { code: string }).code, 'unavailable-503');
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
      const permissions = headers.get('permissions-policy') ?? '';
      for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
        assert.ok(permissions.split(', ').includes(`${feature}=()`), `${path}: ${feature}`);
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

  test('the public health says whether the server is ready, and nothing of its parts', async () => {
    const reply = await get('/api/health');
    const body = (await reply.json()) as Record<string, unknown>;
    assert.equal(typeof body.serverTime, 'number');
    assert.deepEqual(
      { ...body, serverTime: 0 },
      { ready: true, behind: true, filled: 0.5, busy: false, serverTime: 0 },
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
      '403',
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

test('who calls may be remembered where a call only reads, and where it is not about money', async (t) => {
  const asked: (boolean | undefined)[] = [];
  const { web } = await startTestServer(t, {
    guard: async (_access, _request, options) => {
      asked.push(options?.mayRecall);
      throw new AppError('forbidden-403');
    },
    routes: (one) => {
      for (const contract of Object.values(ROUTES))
        registerRoute(one, contract, () => ({}) as never);
    },
  });
  const isMoney = /payment|order|invoice|subscription/;
  for (const { method, path, access, body, bodyType } of Object.values<RouteContract>(ROUTES)) {
    asked.length = 0;
    const isForm = bodyType === 'form';
    const reply = await web.app.inject({
      method,
      url: `/api${path.replace(/:\w+/g, '1')}`,
      ...(method !== 'GET' && {
        headers: {
          'sec-fetch-site': 'same-origin',
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        },
        ...(body && { payload: isForm ? '' : '{}' }),
      }),
    });
    assert.equal(reply.statusCode, 403, `${method} ${path}: ${reply.body}`);
    const mayRecall = method === 'GET' && !(isMoney.test(path) && access === 'user');
    assert.deepEqual(asked, [mayRecall], `${method} ${path}`);
  }
});
