import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { REGISTRATION, snapshotPeople, startAuthServer } from '../../testing/auth.ts';
import { plantPerson } from '../../testing/people.ts';

const { context, call } = await startAuthServer({ after });
const ada = await plantPerson(context);

describe('calls that another site makes a browser send', () => {
  const ROWS: readonly (readonly [id: string, headers: Readonly<Record<string, string>>])[] = [
    ['C1', { 'sec-fetch-site': '', origin: 'https://evil.test' }],
    ['C2', { 'sec-fetch-site': '', origin: 'null' }],
    ['C3', { 'sec-fetch-site': 'cross-site' }],
    ['C4', { 'sec-fetch-site': 'same-site' }],
    ['C5', { 'sec-fetch-site': '', origin: 'https://localhost.evil.com' }],
    ['C6', { 'sec-fetch-site': 'none' }],
  ];
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
