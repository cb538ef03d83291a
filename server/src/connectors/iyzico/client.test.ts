import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import * as z from 'zod/mini';
import { ProviderUnavailable } from '../payment-provider.ts';
import { callIyzico, type IyzicoCall } from './client.ts';
import { signRequest } from './signing.ts';

let answer: (response: ServerResponse) => void = () => {};
let asked: IncomingMessage | undefined;
let sent = '';
const server = createServer((request, response) => {
  asked = request;
  sent = '';
  request.on('data', (chunk: Buffer) => {
    sent += chunk.toString('utf8');
  });
  request.on('end', () => answer(response));
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
after(() => {
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;
const access = { url: `http://127.0.0.1:${port}`, apiKey: 'key', secretKey: 'secret' };
const reply = z.object({ status: z.string() });

const call = (more: Partial<IyzicoCall> = {}) =>
  callIyzico(access, { path: '/a/b', signal: AbortSignal.timeout(60_000), ...more }, reply);
const unavailable = (message: RegExp) => (error: unknown) =>
  error instanceof ProviderUnavailable && message.test(error.message);

/** A JSON answer of that many bytes. */
const padded = (bytes: number): string => '{"status":"success"}'.padEnd(bytes);

test('what is asked is posted with its body, what is only read is got with its query; both are signed', async () => {
  answer = (response) => response.end('{"status":"success","more":1}');
  assert.deepEqual(await call({ body: { locale: 'tr' } }), { status: 'success' });
  for (const [more, method, type, url, body] of [
    [{ body: { price: 'ş' } }, 'POST', 'application/json', '/a/b', '{"price":"ş"}'],
    [{ query: { locale: 'tr', id: '7&8' } }, 'GET', undefined, '/a/b?locale=tr&id=7%268', ''],
  ] as const) {
    await call(more);
    const headers = asked?.headers ?? {};
    assert.deepEqual([asked?.method, headers['content-type'], asked?.url], [method, type, url]);
    assert.equal(sent, body);
    assert.equal(headers.accept, 'application/json');
    assert.equal(headers['x-iyzi-client-version'], 'rasat-1');
    const random = String(headers['x-iyzi-rnd']);
    assert.match(random, /^[0-9a-f]{32}$/);
    const { apiKey, secretKey } = access;
    const signature = signRequest({ apiKey, secretKey, random, path: '/a/b', body });
    assert.equal(headers.authorization, signature);
  }
  const first = asked?.headers['x-iyzi-rnd'];
  await call();
  assert.notEqual(asked?.headers['x-iyzi-rnd'], first, 'a fresh one for each call');
});

test('a status of 500 and above is no answer, a refusal below is one', async () => {
  for (const status of [200, 400, 422, 499]) {
    answer = (response) => response.writeHead(status).end('{"status":"failure"}');
    assert.deepEqual(await call(), { status: 'failure' }, String(status));
  }
  for (const status of [500, 503, 599]) {
    answer = (response) => response.writeHead(status).end('{"status":"success"}');
    await assert.rejects(call(), unavailable(new RegExp(`^/a/b: status ${status}$`)));
  }
});

test('an answer of a mebibyte is read, a longer one is not, in however many pieces it comes', async () => {
  const most = 1_048_576;
  answer = (response) => response.end(padded(most));
  assert.deepEqual(await call(), { status: 'success' });
  answer = (response) => response.end(padded(most + 1));
  await assert.rejects(call(), unavailable(/^\/a\/b: an endless answer$/));
  answer = (response) => {
    response.write(padded(most));
    response.end(' ');
  };
  await assert.rejects(call(), unavailable(/an endless answer/));
});

test('what cannot be read is no answer, and says nothing of the request', async () => {
  for (const [text, message] of [
    ['<html>', /^\/a\/b: no answer \(SyntaxError\)$/],
    ['', /no answer/],
    ['{"status":1}', /^\/a\/b: an answer of another form$/],
    ['[]', /an answer of another form/],
  ] as const) {
    answer = (response) => response.end(text);
    await assert.rejects(call({ body: { identity: '10000000146' } }), (error: Error) => {
      assert.ok(!error.message.includes('10000000146'));
      return unavailable(message)(error);
    });
  }
  answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
  await assert.rejects(call(), unavailable(/no answer \(TypeError\)/), 'it is not led elsewhere');
  answer = () => {};
  const aborted = AbortSignal.abort();
  await assert.rejects(call({ signal: aborted }), unavailable(/no answer \(AbortError\)/));
});
