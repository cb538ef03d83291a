import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import type { ChallengeAction } from '@rasat/contract';
import type { Role, Site } from './site.ts';

/** A proof-of-work challenge as the server issues it (https://altcha.org/docs/v2/proof-of-work). */
interface Challenge {
  readonly parameters: {
    readonly algorithm: string;
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength?: number;
    readonly keyPrefix: string;
  };
  readonly signature: string;
}

const MOST_TRIES = 100_000;

/** Calls the server as one of its own pages would. */
export function callSite(
  site: Site,
  method: string,
  path: string,
  body?: unknown,
  cookie?: string,
): Promise<Response> {
  return fetch(`${site.origin}/api${path}`, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie !== undefined && { cookie }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Solves a fresh human check by trying one number after another, as a visitor's browser does. */
export async function solveChallenge(site: Site, action: ChallengeAction): Promise<string> {
  const response = await callSite(site, 'GET', `/auth/challenge/${action}`);
  const challenge = (await response.json()) as Challenge;
  const { algorithm, nonce, salt, cost, keyLength = 32, keyPrefix } = challenge.parameters;
  assert.equal(algorithm, 'PBKDF2/SHA-256');
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
  for (let counter = 0; counter < MOST_TRIES; counter += 1) {
    password.writeUInt32BE(counter, password.length - 4);
    const key = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256');
    const derivedKey = key.toString('hex');
    if (!derivedKey.startsWith(keyPrefix)) continue;
    const solution = { counter, derivedKey };
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  }
  return assert.fail('the challenge has no solution');
}

const cookies = new WeakMap<Site, Map<Role, Promise<string>>>();

/** The session cookie (`name=value`) of a role, signed in once for the file. */
export function signIn(site: Site, role: Role): Promise<string> {
  const known = cookies.get(site) ?? new Map<Role, Promise<string>>();
  cookies.set(site, known);
  const before = known.get(role);
  if (before) return before;
  const signed = openSession(site, role);
  known.set(role, signed);
  return signed;
}

async function openSession(site: Site, role: Role): Promise<string> {
  const account = site.accounts.find((one) => one.role === role);
  assert.ok(account, `an account for ${role}`);
  const challenge = await solveChallenge(site, 'login');
  const { mail: email, password } = account;
  const answer = await callSite(site, 'POST', '/auth/login', { email, password, challenge });
  assert.equal(answer.status, 200, `${role} signs in: ${await answer.clone().text()}`);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  assert.ok(cookie, 'a session cookie');
  return cookie;
}

/** Reads data of the server as a subscriber. */
export async function readAs<T>(site: Site, path: string, role: Role = 'subscriber'): Promise<T> {
  const response = await callSite(site, 'GET', path, undefined, await signIn(site, role));
  assert.equal(response.status, 200, path);
  return (await response.json()) as T;
}
