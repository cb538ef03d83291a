import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import type { ChallengeAction } from '@rasat/contract';
import { STEP_MS, totpCode } from './authenticator.ts';
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

/** Calls the server like one of its own pages. */
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
      ...site.proxied,
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

/** Returns the session cookie (`name=value`) of a role; signs in once for the file. */
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
  const { totp } = (await answer.json()) as { totp: string | null };
  return totp === null ? cookie : showCode(site, cookie);
}

/** The administrator's authenticator of a site: its secret, and the last step whose code was shown. */
const authenticators = new WeakMap<Site, { readonly secret: string; step: number }>();

/** Connects an authenticator and completes a session with it. Returns the new cookie. */
async function showCode(site: Site, cookie: string): Promise<string> {
  const offer = await callSite(site, 'POST', '/auth/totp/secret', undefined, cookie);
  assert.equal(offer.status, 200, await offer.clone().text());
  const { secret } = (await offer.json()) as { secret: string };
  // The previous code, unless it expires meanwhile, so that more codes are left for the test.
  const step = Math.floor(site.now() / STEP_MS) - 1;
  authenticators.set(site, { secret, step });
  const show = (code: string) => callSite(site, 'POST', '/auth/totp', { code }, cookie);
  let answer = await show(totpCode(secret, step * STEP_MS));
  if (answer.status === 400) answer = await show(await nextCode(site));
  assert.equal(answer.status, 200, await answer.clone().text());
  const complete = answer.headers.getSetCookie()[0]?.split(';')[0];
  assert.ok(complete, 'a complete session');
  return complete;
}

/**
 * Returns an unused code of the administrator's authenticator, after `signIn`. The server accepts each code once, from
 * one step of half a minute before its time, so that the third code within a step has to wait.
 */
export async function nextCode(site: Site): Promise<string> {
  const authenticator = authenticators.get(site);
  assert.ok(authenticator, 'an administrator who is signed in');
  const stepNow = () => Math.floor(site.now() / STEP_MS);
  authenticator.step = Math.max(authenticator.step + 1, stepNow());
  while (authenticator.step > stepNow() + 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return totpCode(authenticator.secret, authenticator.step * STEP_MS);
}

/** Reads data of the server as a role, by default a subscriber. */
export async function readAs<T>(site: Site, path: string, role: Role = 'subscriber'): Promise<T> {
  const response = await callSite(site, 'GET', path, undefined, await signIn(site, role));
  assert.equal(response.status, 200, path);
  return (await response.json()) as T;
}

/** A mail that the site keeps, as its operator reads it. */
export interface KeptMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Reads the mails that the site keeps, newest first. */
export async function readKeptMails(site: Site): Promise<readonly KeptMail[]> {
  const { address } = (await (await callSite(site, 'GET', '/mails')).json()) as {
    readonly address: string;
  };
  const reply = await fetch(address, { headers: { accept: 'application/json' } });
  assert.equal(reply.status, 200);
  return (await reply.json()) as readonly KeptMail[];
}
