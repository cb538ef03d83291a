import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { authorizePage, findPageAccess, type Rights, readReturnPath } from './access.ts';

const ORIGIN = 'https://rasat.example';
const guest: Rights = { logged: false, subscribed: false, student: false, admin: false };
const person: Rights = { ...guest, logged: true };
const subscriber: Rights = { ...person, subscribed: true };
const admin: Rights = { ...person, admin: true };

const access = (address: string, rights: Rights | null) =>
  authorizePage(address.split('?')[0] ?? '', address, rights);

test('a guest is redirected to sign in, with the way back', () => {
  assert.deepEqual(access('/dashboard/chart?symbol=EURUSD', guest), {
    kind: 'redirect',
    to: '/auth/login?redirect=%2Fdashboard%2Fchart%3Fsymbol%3DEURUSD',
  });
  assert.deepEqual(access('/dashboard/symbol/EURUSD', guest).kind, 'redirect');
  assert.deepEqual(access('/dashboard/predictor/forex', guest), { kind: 'open' });
  assert.deepEqual(access('/auth/login', guest), { kind: 'open' });
});

test('without a subscription the offer names the closed page; an administrator sees every market page', () => {
  const offer = (closed: string) => ({
    kind: 'redirect',
    to: `/account?selected=subscription&closed=${closed}`,
  });
  assert.deepEqual(
    access('/dashboard/symbol/EURUSD?x=1', person),
    offer('%2Fdashboard%2Fsymbol%2FEURUSD'),
  );
  assert.deepEqual(
    access('/dashboard/portfolio/forex/', person),
    offer('%2Fdashboard%2Fportfolio%2Fforex%2F'),
  );
  assert.deepEqual(access('/dashboard', person), { kind: 'open' });
  for (const rights of [subscriber, admin]) {
    assert.deepEqual(access('/dashboard/symbol/EURUSD', rights), { kind: 'open' });
  }
});

test('a person who is signed in is redirected from pages for guests', () => {
  for (const page of ['/auth/login', '/auth/register', '/auth/forgot', '/auth/login/']) {
    assert.deepEqual(access(page, person), { kind: 'redirect', to: '/dashboard' });
  }
});

test('until the session is known a protected page waits, and an open one does not', () => {
  assert.deepEqual(access('/dashboard', null), { kind: 'wait' });
  assert.deepEqual(access('/account', null), { kind: 'wait' });
  assert.deepEqual(access('/auth/login', null), { kind: 'open' });
  assert.deepEqual(access('/dashboard/predictor/forex', null), { kind: 'open' });
  assert.deepEqual(
    access('/no/such/page', null),
    { kind: 'open' },
    'the page reports that it does not exist',
  );
});

test('the page of an address is found with and without a slash at its end', () => {
  assert.equal(findPageAccess('/'), 'guest');
  assert.equal(findPageAccess('/dashboard/'), 'user');
  assert.equal(findPageAccess('/dashboard/symbol/BRK.B'), 'subscriber');
  assert.equal(findPageAccess('/dashboard/symbol'), null);
});

test('a way back is a path of this site', () => {
  for (const path of [
    '/dashboard',
    '/dashboard/chart?symbol=EURUSD#x',
    '/account?selected=settings',
  ]) {
    assert.equal(readReturnPath(path, ORIGIN), path);
  }
});

test('a return path that leaves the site becomes the dashboard', () => {
  const ways = [
    null,
    '',
    'dashboard',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '\t//evil.test',
    ' //evil.test',
    '/..//evil.test',
    '/.//evil.test',
    '/%2e%2e//evil.test',
    '/a/..//evil.test',
    'javascript:alert(1)',
    'https://evil.test/dashboard',
    `${ORIGIN}@evil.test`,
    '/auth/login?redirect=/auth/login',
    '/auth/register/',
  ];
  for (const way of ways) assert.equal(readReturnPath(way, ORIGIN), '/dashboard', String(way));
});

test('the return path stays on this site for every input, as a browser resolves it', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '//',
    '..',
    '.',
    '%2e',
    '%2f',
    '%5c',
    '\t',
    '\n',
    '\r',
    ' ',
    '@',
    ':',
    '?',
    '#',
    ';',
    'evil.test',
    'javascript:',
    'data:',
    'https:',
    'dashboard',
    '\u0000',
    '\u2028',
    'é',
    '%00',
  );
  const asked = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 8 }).map((list) => list.join('')),
  );
  fc.assert(
    fc.property(asked, fc.boolean(), (text, rooted) => {
      const path = readReturnPath(rooted ? `/${text}` : text, ORIGIN);
      assert.match(path, /^\/(?![/\\])/);
      const url = new URL(path, ORIGIN);
      assert.equal(url.origin, ORIGIN);
      assert.equal(
        `${url.pathname}${url.search}${url.hash}`,
        path,
        'reading it again gives the same path',
      );
      assert.notEqual(findPageAccess(url.pathname), 'guestOnly');
    }),
    { numRuns: 3000 },
  );
});
