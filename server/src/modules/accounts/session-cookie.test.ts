import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hashSessionToken,
  newSessionToken,
  readSessionToken,
  sessionCookie,
} from './session-cookie.ts';

const HTTP = 'http://localhost:4000';
const HTTPS = 'https://rasat.example';
const TOKEN = 'A'.repeat(43);

test('a token is 256 bits of chance in 43 signs, and its hash is SHA-256', () => {
  const tokens = Array.from({ length: 20 }, newSessionToken);
  for (const token of tokens) assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.equal(new Set(tokens).size, 20);
  // printf abc | sha256sum
  assert.equal(
    hashSessionToken('abc').toString('hex'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('a browser keeps a token for seven days and drops it at once when it is taken away', () => {
  const rest = 'Path=/; HttpOnly; SameSite=Lax';
  assert.equal(sessionCookie(TOKEN, HTTP), `sid=${TOKEN}; ${rest}; Max-Age=604800`);
  assert.equal(sessionCookie(null, HTTP), `sid=; ${rest}; Max-Age=0`);
  assert.equal(sessionCookie(TOKEN, HTTPS), `__Host-sid=${TOKEN}; ${rest}; Max-Age=604800; Secure`);
  assert.equal(sessionCookie(null, HTTPS), `__Host-sid=; ${rest}; Max-Age=0; Secure`);
});

test('the token of a request is that of the cookie of its scheme; a malformed token differs from a missing one', () => {
  const rows: readonly (readonly [string | undefined, string, string | null])[] = [
    [undefined, HTTP, null],
    ['lang=tr', HTTP, null],
    [`lang=tr; sid=${TOKEN}; theme=dark`, HTTP, TOKEN],
    [`lang=tr;sid=${TOKEN}`, HTTP, TOKEN],
    [`mysid=${TOKEN}`, HTTP, null],
    ['sid=', HTTP, ''],
    [`sid=${TOKEN}A`, HTTP, ''],
    [`sid=${TOKEN.slice(1)}`, HTTP, ''],
    [`sid=${TOKEN.slice(1)}.`, HTTP, ''],
    [`sid=${TOKEN}`, HTTPS, null],
    [`__Host-sid=${TOKEN}`, HTTPS, TOKEN],
    [`__Host-sid=${TOKEN}`, HTTP, null],
  ];
  for (const [cookie, baseUrl, token] of rows) {
    const headers = cookie === undefined ? {} : { cookie };
    assert.equal(readSessionToken(headers, baseUrl), token, `${cookie} at ${baseUrl}`);
  }
});
