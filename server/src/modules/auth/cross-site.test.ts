import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { REGISTRATION, snapshotPeople, startAuthServer } from '../../testing/auth.ts';
import { plantPerson } from '../../testing/people.ts';

const { context, call, server } = await startAuthServer({ after });
const ada = await plantPerson(context);

describe('calls that another site makes a browser send', () => {
  const { port } = new URL(server.origin);
  const ROWS: readonly (readonly [id: string, headers: Readonly<Record<string, string>>])[] = [
    // Each origin differs from ours in one thing: host, scheme, port.
    ['C1', { 'sec-fetch-site': '', origin: `http://evil.test:${port}` }],
    ['C1', { 'sec-fetch-site': '', origin: `https://127.0.0.1:${port}` }],
    ['C1', { 'sec-fetch-site': '', origin: `http://127.0.0.1:${Number(port) + 1}` }],
    ['C2', { 'sec-fetch-site': '', origin: 'null' }],
    ['C3', { 'sec-fetch-site': 'cross-site' }],
    ['C4', { 'sec-fetch-site': 'same-site' }],
    ['C5', { 'sec-fetch-site': '', origin: `http://localhost.evil.com:${port}` }],
    ['C6', { 'sec-fetch-site': 'none' }],
  ];
  test('our own pages are let in, with either header', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': '', origin: server.origin },
      { 'sec-fetch-site': '', origin: `http://localhost:${port}` },
    ]) {
      const answer = await call('POST', '/auth/info', undefined, { headers, cookie: ada.cookie });
      assert.deepEqual([answer.status, answer.body.logged], [200, true], JSON.stringify(headers));
    }
  });

  for (const [id, headers] of ROWS) {
    test(`${id}: ${JSON.stringify(headers)}`, async () => {
      const before = await snapshotPeople(context);
      for (const path of ['/auth/logout', '/auth/info', '/account/sessions/end']) {
        const answer = await call('POST', path, {}, { headers, cookie: ada.cookie });
        assert.deepEqual([answer.status, answer.code], [403, 'forbidden-403'], path);
      }
      const register = await call('PUT', '/auth/register', REGISTRATION, { headers });
      assert.equal(register.status, 403);
      assert.equal(await snapshotPeople(context), before);
    });
  }

  test('C7: no other origin is let in by a preflight', async () => {
    const headers = { origin: 'https://evil.test', 'access-control-request-method': 'PUT' };
    const answer = await call('OPTIONS', '/auth/register', undefined, { headers });
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
  });

  test('C8: GET logout is no call', async () => {
    const answer = await call('GET', '/auth/logout', undefined, { cookie: ada.cookie });
    assert.deepEqual([answer.status, answer.code], [404, 'not-found-404']);
  });
});
