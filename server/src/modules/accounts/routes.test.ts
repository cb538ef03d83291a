import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { hash, verify } from '@node-rs/argon2';
import { LEGAL_TEXTS, LIMITS } from '@rasat/contract';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import type { Person } from '../../platform/http/person.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { accountsData } from './personal-data.ts';
import { registerAccountRoutes } from './routes.ts';
import { findRequestSession, openSession } from './sessions.ts';
import { findPerson } from './store.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21, 12);
const clock = createManualClock(NOW);
const context = await testContext({ after }, { clock });
const { db } = context;
const passwordHash = await hash('kuzey yıldızı 7');

const server = await startTestServer(
  { after },
  {
    context,
    // The guard of a later module, as far as these calls need one.
    guard: async (_access, { headers }): Promise<Person | null> => {
      const session = await findRequestSession(context, headers);
      if (!session) return null;
      const { personId, publicId, id: sessionId } = session;
      const rights = { subscriber: false, student: false, admin: false };
      return { id: personId, publicId, sessionId, ...rights };
    },
    routes: (web) => {
      registerAccountRoutes(web, { data: [accountsData], verifyPassword: verify });
    },
  },
);

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

async function call(cookie: string, path: string, method = 'GET', body?: unknown): Promise<Answer> {
  const response = await server.fetch(`/api/account/${path}`, {
    method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const reply = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: reply, headers: response.headers };
}

async function signIn(personId: number, userAgent: string): Promise<string> {
  const { cookie } = await openSession(context, personId, {
    complete: true,
    headers: { 'user-agent': userAgent },
  });
  return cookie.split(';')[0] ?? '';
}

interface Listed {
  readonly id: string;
  readonly device: string;
  readonly current: boolean;
  readonly opened: number;
}

async function sessionsOf(cookie: string): Promise<readonly Listed[]> {
  return (await call(cookie, 'sessions')).body as unknown as Listed[];
}

let person: PlantedPerson;
beforeEach(async () => {
  person = await plantPerson(context, { passwordHash });
});

test('the list shows every session, which one asks, and what it runs on', async () => {
  const phone = await signIn(person.id, 'Mozilla/5.0 (iPhone) Version/18.0 Safari/605.1');
  const listed = await sessionsOf(phone);
  assert.deepEqual(
    listed.map(({ device, current, opened }) => ({ device, current, opened })),
    [
      { device: 'Safari, iPhone', current: true, opened: clock.now() },
      { device: '', current: false, opened: clock.now() },
    ],
  );
});

test('one other session is ended, or all others; the one that asks stays', async () => {
  const second = await signIn(person.id, '');
  const third = await signIn(person.id, '');
  const listed = await sessionsOf(person.cookie);
  const own = listed.find((one) => one.current)?.id;
  const other = listed.find((one) => !one.current)?.id;
  assert.equal((await call(person.cookie, 'sessions/end', 'POST', { id: other })).status, 200);
  assert.equal((await call(third, 'sessions')).status, 401, 'the newest was first in the list');
  const refused = await call(person.cookie, 'sessions/end', 'POST', { id: own });
  assert.equal(refused.body.code, 'not-found-404');
  assert.equal((await call(person.cookie, 'sessions/end', 'POST', { id: null })).status, 200);
  assert.equal((await call(second, 'sessions')).status, 401);
  assert.equal((await sessionsOf(person.cookie)).length, 1);
});

test('a person neither sees nor ends the session of another person', async () => {
  const stranger = await plantPerson(context);
  const id = (await sessionsOf(stranger.cookie))[0]?.id;
  const refused = await call(person.cookie, 'sessions/end', 'POST', { id });
  assert.equal(refused.body.code, 'not-found-404');
  assert.equal((await call(stranger.cookie, 'sessions')).status, 200);
  for (const bad of ['0', '-1', '1.5', '1e0', '0x1', ' 1', 1, '']) {
    const reply = await call(person.cookie, 'sessions/end', 'POST', { id: bad });
    assert.equal(reply.body.code, 'bad-fields-400', JSON.stringify(bad));
  }
});

test('A9: the cookie of a session that was ended is worth nothing on any of these calls', async () => {
  const lost = await signIn(person.id, '');
  await call(person.cookie, 'sessions/end', 'POST', { id: null });
  for (const [path, method, body] of [
    ['sessions', 'GET', undefined],
    ['data', 'GET', undefined],
    ['erasure', 'GET', undefined],
    ['erasure', 'POST', { erase: true, password: 'kuzey yıldızı 7' }],
    ['sessions/end', 'POST', { id: null }],
  ] as const) {
    const reply = await call(lost, path, method, body);
    assert.equal(reply.body.code, 'unauthorized-401', `${method} ${path}`);
  }
  assert.equal((await call(person.cookie, 'erasure')).body.requested, null);
});

test('what a person chooses is kept, and nothing else is taken', async () => {
  const chosen = { language: 'az', theme: 'dark', prices: 'blue-orange', keys: false };
  assert.equal((await call(person.cookie, 'settings', 'PUT', chosen)).status, 200);
  const { language, theme, prices, keys } = (await findPerson(db, person.id)) ?? {};
  assert.deepEqual({ language, theme, prices, keys }, chosen);
  for (const change of [
    { language: 'de' },
    { theme: 'blue' },
    { prices: '' },
    { keys: 'yes' },
    { mail: 'x' },
  ]) {
    const reply = await call(person.cookie, 'settings', 'PUT', { ...chosen, ...change });
    assert.equal(reply.body.code, 'bad-fields-400', JSON.stringify(change));
  }
  assert.equal((await findPerson(db, person.id))?.language, 'az');
});

test('a consent names the text that was in force, when and from where; another version is a conflict', async () => {
  const { privacy, kvkk } = LEGAL_TEXTS;
  const old = { terms: true, privacy: '0', kvkk: kvkk.version };
  assert.equal((await call(person.cookie, 'texts', 'POST', old)).body.code, 'conflict-409');
  const present = { terms: true, privacy: privacy.version, kvkk: kvkk.version };
  const unticked = await call(person.cookie, 'texts', 'POST', { ...present, terms: false });
  assert.equal(unticked.status, 400);
  for (let i = 0; i < 2; i++) {
    assert.equal((await call(person.cookie, 'texts', 'POST', present)).status, 200);
  }
  const { rows } = await sql`
    select text, version, encode(sha256, 'hex') as sha256, given_at, ip
    from consent where person_id = ${person.id} order by text desc`.execute(db);
  const given = { given_at: clock.now(), ip: '127.0.0.1' };
  assert.deepEqual(rows, [
    { text: 'privacy', version: privacy.version, sha256: privacy.sha256, ...given },
    { text: 'kvkk', version: kvkk.version, sha256: kvkk.sha256, ...given },
  ]);
});

test('the person downloads what is stored, readable, without what is secret', async () => {
  const { body, headers } = await call(person.cookie, 'data');
  const [, name] =
    /^attachment; filename="(.+)"$/.exec(headers.get('content-disposition') ?? '') ?? [];
  const publicId = (await findPerson(db, person.id))?.public_id ?? '';
  assert.match(publicId, /^[2-9A-HJ-NP-Z]{10}$/);
  assert.equal(name, `rasat-${publicId}-2026-11-21.json`);
  assert.equal(headers.get('cache-control'), 'no-store');
  const told = body.person as Record<string, unknown>;
  assert.equal(told.email, person.mail);
  assert.equal(told.identity, '10000000146');
  assert.equal(told.address, 'Deneme Sokak 1');
  assert.equal(told.city, 'İstanbul');
  const text = JSON.stringify(body);
  assert.ok(!text.includes('argon2'), 'no hash');
  assert.ok(!text.includes(person.cookie.slice(4)), 'no token');
});

test('everything is put together for a person ten times an hour, and no oftener', async () => {
  for (let at = 0; at < 10; at += 1) assert.equal((await call(person.cookie, 'data')).status, 200);
  const eleventh = await call(person.cookie, 'data');
  assert.equal(eleventh.body.code, 'rate-429');
  assert.equal(eleventh.headers.get('retry-after'), '3600');
  const other = await plantPerson(context);
  assert.equal((await call(other.cookie, 'data')).status, 200, 'for each person by themselves');
  await clock.advance(3_600_000);
  assert.equal((await call(person.cookie, 'data')).status, 200);
});

test('an erasure is asked for with the password, comes in fourteen days, and can be taken back', async () => {
  const password = 'kuzey yıldızı 7';
  const ask = (erase: boolean, given = password) =>
    call(person.cookie, 'erasure', 'POST', { erase, password: given });
  assert.deepEqual((await call(person.cookie, 'erasure')).body, { requested: null, due: null });
  assert.equal((await ask(true, 'guney yıldızı')).body.code, 'password-not-match');
  assert.equal((await call(person.cookie, 'erasure')).body.requested, null);

  const askedAt = clock.now();
  const asked = { requested: askedAt, due: askedAt + LIMITS.erasureDays * DAY };
  assert.equal((await ask(true)).status, 200);
  assert.deepEqual((await call(person.cookie, 'erasure')).body, asked);
  await clock.advance(60_000);
  await ask(true);
  assert.deepEqual((await call(person.cookie, 'erasure')).body, asked, 'the first request stands');
  assert.equal((await ask(false)).status, 200);
  assert.deepEqual((await call(person.cookie, 'erasure')).body, { requested: null, due: null });
});

test('when its day has come an erasure cannot be taken back', async () => {
  const password = 'kuzey yıldızı 7';
  const fresh = await plantPerson(context, { passwordHash });
  await call(fresh.cookie, 'erasure', 'POST', { erase: true, password });
  await clock.advance(LIMITS.erasureDays * DAY);
  const cookie = await signIn(fresh.id, '');
  const late = await call(cookie, 'erasure', 'POST', { erase: false, password });
  assert.equal(late.body.code, 'conflict-409');
});

test('passwords are not guessed here either: the sixth try in an hour has to wait, right or wrong', async () => {
  const body = { erase: true, password: 'guney yıldızı' };
  for (let i = 0; i < 5; i++) {
    const reply = await call(person.cookie, 'erasure', 'POST', body);
    assert.equal(reply.body.code, 'password-not-match');
  }
  const right = { erase: true, password: 'kuzey yıldızı 7' };
  const sixth = await call(person.cookie, 'erasure', 'POST', right);
  assert.equal(sixth.body.code, 'rate-429');
  assert.ok(Number(sixth.headers.get('retry-after')) > 0);
  await clock.advance(3_600_000);
  assert.equal((await call(person.cookie, 'erasure', 'POST', right)).status, 200);
});
