import assert from 'node:assert/strict';
import test, { after, describe } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { GOOD, JSON_BODY, startCallServer } from './testing/call-server.ts';
import { broken, POST, send, sendRaw } from './testing/raw-requests.ts';

const server = await startCallServer({ after });

interface Case {
  readonly id: string;
  readonly what: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Record<string, string>;
  readonly path?: string;
  readonly method?: string;
  readonly expect: readonly [status: number, code?: string, field?: string];
}

const BF = 'bad-fields-400';
const text = (value: unknown): string => JSON.stringify(value);

const CASES: readonly Case[] = [
  { id: 'H', what: 'a good body', expect: [200] },
  {
    id: 'H',
    what: 'numbers and notes',
    body: text({ ...GOOD, age: 0, note: { a: 1 } }),
    expect: [200],
  },
  {
    id: 'D',
    what: 'a password of six',
    body: text({ ...GOOD, password: 'secret' }),
    expect: [200],
  },
  {
    id: 'D',
    what: 'a password of five',
    body: text({ ...GOOD, password: 'secre' }),
    expect: [400, 'password-field-400', 'password'],
  },
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
    what: 'sixteen levels',
    body: text({ ...GOOD, note: { a: JSON.parse('['.repeat(14) + ']'.repeat(14)) } }),
    expect: [200],
  },
  {
    id: 'H7',
    what: 'seventeen levels',
    body: text({ ...GOOD, note: { a: JSON.parse('['.repeat(15) + ']'.repeat(15)) } }),
    expect: [400, BF],
  },
  {
    id: 'H8',
    what: '65,536 bytes',
    body: text(GOOD).padEnd(65_536),
    expect: [200],
  },
  {
    id: 'H8',
    what: '65,537 bytes',
    body: text(GOOD).padEnd(65_537),
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
    expect: [200],
  },
  {
    id: 'H14',
    what: 'odd case and a bare parameter',
    headers: { 'content-type': 'ApPlication/JSON ; a' },
    expect: [200],
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
    what: 'gzip',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(text(GOOD)),
    expect: [415, 'media-type-415'],
  },
  {
    id: 'H19',
    what: 'no packing, said aloud',
    headers: { 'content-encoding': 'identity' },
    expect: [200],
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
  {
    id: 'C1',
    what: 'our host by another scheme',
    headers: { origin: 'http://rasat.example' },
    expect: [403, 'forbidden-403'],
  },
  {
    id: 'C1',
    what: 'our host at another port',
    headers: { origin: 'https://rasat.example:8443' },
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
      const before = server.handled();
      const asked = id.startsWith('C') ? {} : { 'sec-fetch-site': 'same-origin' };
      const reply = await send(
        server.origin,
        method,
        path,
        { ...JSON_BODY, ...asked, ...headers },
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
        assert.equal(server.handled(), before, 'the handler was not reached');
      }
    });
  }
});

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
      const answer = await sendRaw(server.origin, request);
      assert.equal(answer.status, status);
      assert.ok(!/FST_|at .*\.js|node:/.test(answer.raw), 'nothing of the inside is shown');
    });
  }
});

describe('F22 slow senders', () => {
  test('headers that never end are cut off', async () => {
    const startMs = performance.now();
    const answer = await sendRaw(
      server.origin,
      'GET /api/health HTTP/1.1\r\nHost: rasat.example\r\nX-',
    );
    assert.ok(performance.now() - startMs < 30_000);
    assert.equal(answer.status, 408);
  });

  test('a body that never ends is cut off', async () => {
    const startMs = performance.now();
    await sendRaw(server.origin, broken([...POST, 'Content-Length: 100'], '{"email"'));
    assert.ok(performance.now() - startMs < 30_000);
  });
});
