import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { type RouteContract, route } from '@rasat/contract';
import * as z from 'zod/mini';
import { startTestServer } from '../testing.ts';
import { readRange } from './answers.ts';
import { FileAnswer, Redirect, registerRoute } from './route.ts';

const reply = z.object({});
const form = route({
  method: 'POST',
  path: '/test/form',
  access: 'guest',
  summary: 'A browser form',
  body: z.strictObject({ type: z.enum(['3', '6']) }),
  bodyType: 'form',
  reply,
  codes: ['bad-fields-400'],
});
const raw = route({
  method: 'POST',
  path: '/test/raw',
  access: 'signature',
  summary: 'Bytes as they came',
  bodyType: 'raw',
  reply: z.object({ hex: z.string() }),
  codes: [],
});
const upload = route({
  method: 'PUT',
  path: '/test/upload',
  access: 'signature',
  summary: 'A file',
  bodyType: 'bytes',
  reply: z.object({ bytes: z.number() }),
  codes: [],
});
const file = route({
  method: 'GET',
  path: '/test/file',
  access: 'guest',
  summary: 'A file',
  reply,
  codes: [],
});
const contracts: readonly RouteContract[] = [form, raw, upload, file];
const CONTENT = Buffer.from('0123456789');

const server = await startTestServer(
  { after },
  {
    contracts,
    routes: (web) => {
      registerRoute(web, form, ({ body }) => new Redirect(`/there?type=${body.type}`), {
        onRefusal: ({ code }) => (code === 'bad-fields-400' ? new Redirect('/error') : null),
      });
      registerRoute(web, raw, ({ bytes }) => ({ hex: bytes.toString('hex') }));
      registerRoute(web, upload, async ({ stream }) => ({ bytes: (await buffer(stream)).length }));
      registerRoute(
        web,
        file,
        () =>
          new FileAnswer({
            size: CONTENT.length,
            type: 'video/mp4',
            name: 'ders 1.mp4',
            open: (range) =>
              Readable.from(range ? CONTENT.subarray(range.start, range.end + 1) : CONTENT),
          }),
      );
    },
  },
);

const SAME = { 'sec-fetch-site': 'same-origin' };
const FORM = { ...SAME, 'content-type': 'application/x-www-form-urlencoded' };
const post = (body: string, headers: Record<string, string> = FORM) =>
  server.fetch('/api/test/form', { method: 'POST', body, headers, redirect: 'manual' });

describe('a browser form', () => {
  test('leads on, and a refusal leads on too', async () => {
    const good = await post('type=6');
    assert.equal(good.status, 303);
    assert.equal(good.headers.get('location'), '/there?type=6');
    for (const body of [
      'type=7',
      'type=6&type=3',
      'type=%FF',
      '__proto__=1',
      'type=6&x=1',
      '%00=1',
    ]) {
      const bad = await post(body);
      assert.equal(bad.status, 303, body);
      assert.equal(bad.headers.get('location'), '/error', body);
    }
  });
  test('is refused from another site and in another type', async () => {
    assert.equal((await post('type=6', { ...FORM, 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal(
      (await post('{"type":"6"}', { ...SAME, 'content-type': 'application/json' })).status,
      415,
    );
  });
});

test('signed bytes arrive as they were sent, of any type', async () => {
  for (const type of ['application/json', 'text/plain']) {
    const answer = await server.fetch('/api/test/raw', {
      method: 'POST',
      body: '{ "a":1}',
      headers: { 'content-type': type },
    });
    assert.deepEqual(await answer.json(), { hex: Buffer.from('{ "a":1}').toString('hex') });
  }
  const long = await server.fetch('/api/test/raw', { method: 'POST', body: Buffer.alloc(65_537) });
  assert.equal(long.status, 413);
});

test('a file arrives as a stream, longer than any other body may be', async () => {
  const answer = await server.fetch('/api/test/upload', {
    method: 'PUT',
    body: Buffer.alloc(300_000, 1),
    headers: { 'content-type': 'image/png' },
  });
  assert.deepEqual(await answer.json(), { bytes: 300_000 });
});

describe('a file', () => {
  const get = (range?: string) =>
    server.fetch('/api/test/file', { headers: range === undefined ? {} : { range } });

  test('comes whole, with its name, and as nothing that runs', async () => {
    const whole = await get();
    assert.equal(whole.status, 200);
    assert.equal(await whole.text(), '0123456789');
    assert.equal(whole.headers.get('content-type'), 'video/mp4');
    assert.equal(whole.headers.get('accept-ranges'), 'bytes');
    assert.match(whole.headers.get('content-disposition') ?? '', /inline.*ders%201\.mp4/);
    assert.equal(whole.headers.get('x-content-type-options'), 'nosniff');
    assert.match(whole.headers.get('content-security-policy') ?? '', /sandbox/);
  });
  test('comes in the part that is asked for', async () => {
    const part = await get('bytes=2-4');
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), 'bytes 2-4/10');
    assert.equal(await part.text(), '234');
    const none = await get('bytes=10-');
    assert.equal(none.status, 416);
    assert.equal(none.headers.get('content-range'), 'bytes */10');
  });
});

test('ranges are read as RFC 9110 says', () => {
  assert.deepEqual(readRange('bytes=0-', 10), { start: 0, end: 9 });
  assert.deepEqual(readRange('bytes=-3', 10), { start: 7, end: 9 });
  assert.deepEqual(readRange('bytes=-30', 10), { start: 0, end: 9 });
  assert.deepEqual(readRange('bytes=8-30', 10), { start: 8, end: 9 });
  for (const header of [undefined, 'bytes=-', 'bytes=1-2,4-5', 'lines=1-2', 'bytes=4-2']) {
    assert.equal(readRange(header, 10), null, header);
  }
  for (const header of ['bytes=10-', 'bytes=-0']) assert.equal(readRange(header, 10), 'none');
});
