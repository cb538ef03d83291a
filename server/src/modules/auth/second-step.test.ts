import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { type Answered, NOON_MS, startAuthServer } from '../../testing/auth.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { grantRight } from '../rights/index.ts';
import { hashPassword, newTotpSecret, takeFreshCode, totpCodeAt } from './index.ts';

const PASSWORD = 'kuzgun-ve-deniz';
const passwordHash = await hashPassword(PASSWORD);
const QUARTER_MS = 15 * 60_000;
const clock = createManualClock(NOON_MS);
const { context, call, solve } = await startAuthServer({ after }, { clock });

const plantAdmin = (): Promise<PlantedPerson> =>
  plantPerson(context, { passwordHash, rights: ['admin'] });

async function signIn(email: string, cookie?: string): Promise<Answered & { cookie: string }> {
  const body = { email, password: PASSWORD, challenge: await solve('login') };
  const answer = await call('POST', '/auth/login', body, cookie === undefined ? {} : { cookie });
  assert.equal(answer.status, 200);
  assert.ok(answer.cookie);
  return { ...answer, cookie: answer.cookie };
}

const askSecret = (cookie: string): Promise<Answered> =>
  call('POST', '/auth/totp/secret', undefined, { cookie });
const step = (cookie: string, code: string): Promise<Answered> =>
  call('POST', '/auth/totp', { code }, { cookie });
const info = async (cookie: string) => {
  const answer = await call('POST', '/auth/info', undefined, { cookie });
  // A cookie is taken away where it names no session, not while a second step is owed.
  const isGuest = answer.body.logged === false && answer.body.totp === null;
  assert.equal(answer.cookie, isGuest ? '' : undefined);
  return answer.body;
};

const signedInAt = (mail: string) =>
  sql<{ at: number | null }>`select signed_in_at as at from person where mail = ${mail}`.execute(
    context.db,
  );

/** An administrator who has enrolled a minute ago. */
async function enrolled(): Promise<PlantedPerson & { readonly secret: string }> {
  const admin = await plantAdmin();
  const { cookie } = await signIn(admin.mail);
  const secret = String((await askSecret(cookie)).body.secret);
  const done = await step(cookie, await totpCodeAt(secret, clock.now()));
  assert.equal(done.status, 200);
  await clock.advance(60_000);
  return { ...admin, cookie: done.cookie ?? '', secret };
}

describe('the first sign-in of an administrator', () => {
  test('is a guest’s until an authenticator is enrolled', async () => {
    const { mail } = await plantAdmin();
    const { rows: before } = await signedInAt(mail);
    await clock.advance(60_000);
    const { body, cookie } = await signIn(mail);
    assert.deepEqual(body, { totp: 'enrol' });
    assert.deepEqual((await signedInAt(mail)).rows, before, 'it is no sign-in yet');
    const half = await info(cookie);
    assert.deepEqual(
      [half.logged, half.admin, half.id, half.email, half.totp],
      [false, false, null, null, 'enrol'],
    );
    const sessions = await call('GET', '/account/sessions', undefined, { cookie });
    assert.equal(sessions.code, 'unauthorized-401');

    const { body: offer } = await askSecret(cookie);
    const secret = String(offer.secret);
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.equal(
      offer.uri,
      `otpauth://totp/Rasat:${encodeURIComponent(mail)}?secret=${secret}&issuer=Rasat`,
    );
    assert.equal((await askSecret(cookie)).body.secret, secret, 'a reload shows the same');

    const done = await step(cookie, await totpCodeAt(secret, clock.now()));
    assert.deepEqual([done.status, done.body], [200, {}]);
    assert.ok(done.cookie && done.cookie !== cookie, 'the token is another one');
    assert.deepEqual((await signedInAt(mail)).rows, [{ at: clock.now() }]);
    const whole = await info(done.cookie);
    assert.deepEqual([whole.logged, whole.admin, whole.totp], [true, true, null]);
    assert.equal((await info(cookie)).totp, null, 'the old token is worth nothing');
  });

  test('offers each session a secret of its own, and stores none before it is proved', async () => {
    const { id, mail } = await plantAdmin();
    const [first, second] = [await signIn(mail), await signIn(mail)];
    const secrets = [first, second].map(
      async ({ cookie }) => (await askSecret(cookie)).body.secret,
    );
    assert.notEqual(await secrets[0], await secrets[1]);
    const { rows } = await sql<{ n: number }>`select count(totp_secret) as n from person
      where id = ${id}`.execute(context.db);
    assert.equal(rows[0]?.n, 0);
  });

  test('of two that enrol at once one does', async () => {
    const { mail } = await plantAdmin();
    const sessions = [await signIn(mail), await signIn(mail)];
    const codes = await Promise.all(
      sessions.map(async ({ cookie }) => {
        const { secret } = (await askSecret(cookie)).body;
        return totpCodeAt(String(secret), clock.now());
      }),
    );
    const answers = await Promise.all(
      sessions.map(({ cookie }, at) => step(cookie, codes[at] ?? '')),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 400]);
  });
});

describe('a later sign-in of an administrator', () => {
  test('asks for a code of the authenticator, and offers no secret', async () => {
    const { mail, secret } = await enrolled();
    const { body, cookie } = await signIn(mail);
    assert.deepEqual(body, { totp: 'code' });
    const refused = await askSecret(cookie);
    assert.deepEqual([refused.status, refused.code], [409, 'conflict-409']);
    const done = await step(cookie, await totpCodeAt(secret, clock.now()));
    assert.equal((await info(done.cookie ?? '')).logged, true);
  });

  test('takes the code before and the code after, and each once', async () => {
    const { mail, secret } = await enrolled();
    for (const offsetMs of [-30_000, 30_000]) {
      const { cookie } = await signIn(mail);
      const code = await totpCodeAt(secret, clock.now() + offsetMs);
      assert.equal((await step(cookie, code)).status, 200, String(offsetMs));
    }
    const { cookie } = await signIn(mail);
    for (const offsetMs of [30_000, 0, 60_000, -60_000]) {
      const code = await totpCodeAt(secret, clock.now() + offsetMs);
      assert.equal((await step(cookie, code)).code, 'token-not-match-400', String(offsetMs));
    }
  });

  test('a code that two sessions send at once opens one', async () => {
    const { mail, secret } = await enrolled();
    const sessions = [await signIn(mail), await signIn(mail)];
    const code = await totpCodeAt(secret, clock.now());
    const answers = await Promise.all(sessions.map(({ cookie }) => step(cookie, code)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 400]);
  });

  test('has ten tries in a quarter of an hour, whichever session they come from', async () => {
    const { mail, secret } = await enrolled();
    await clock.advance(QUARTER_MS);
    const [first, second] = [await signIn(mail), await signIn(mail)];
    const code = await totpCodeAt(secret, clock.now());
    const wrong = code === '123456' ? '654321' : '123456';
    for (const { cookie } of Array.from({ length: 5 }, () => [first, second]).flat()) {
      assert.equal((await step(cookie, wrong)).code, 'token-not-match-400');
    }
    const answer = await step(second.cookie, code);
    assert.deepEqual([answer.status, answer.code], [429, 'rate-429']);
    assert.equal(answer.headers.get('retry-after'), '900');
    await clock.advance(QUARTER_MS);
    assert.equal((await step(second.cookie, await totpCodeAt(secret, clock.now()))).status, 200);
  });

  test('ends the half session that the browser still had', async () => {
    const { mail } = await enrolled();
    const half = await signIn(mail);
    const again = await signIn(mail, half.cookie);
    assert.notEqual(again.cookie, half.cookie);
    assert.equal((await info(half.cookie)).totp, null);
    assert.equal((await info(again.cookie)).totp, 'code');
  });

  test('can be given up', async () => {
    const { mail } = await enrolled();
    const { cookie } = await signIn(mail);
    assert.equal((await call('POST', '/auth/logout', undefined, { cookie })).cookie, '');
    assert.equal((await info(cookie)).totp, null);
  });
});

describe('a fresh code before an action', () => {
  const take = (personId: number, code: string) => takeFreshCode(context, personId, code);
  const NO_MATCH = { code: 'token-not-match-400', field: 'code' };
  const now = (secret: string) => totpCodeAt(secret, clock.now());

  test('counts once, costs no try when it is right, and is asked for ten times in a quarter of an hour', async () => {
    const { id, secret } = await enrolled();
    await clock.advance(QUARTER_MS);
    for (let at = 0; at < 12; at += 1) {
      await clock.advance(30_000);
      await take(id, await now(secret));
    }
    const used = await now(secret);
    for (let at = 0; at < 10; at += 1) await assert.rejects(take(id, used), NO_MATCH);
    await clock.advance(30_000);
    // The quarter of an hour began with the first code, twelve times thirty seconds ago.
    const tooOften = { code: 'rate-429', retryAfterSeconds: 900 - 360 };
    await assert.rejects(take(id, await now(secret)), tooOften);
    await clock.advance(QUARTER_MS);
    await take(id, await now(secret));
  });

  test('is of an authenticator that is enrolled', async () => {
    const { id, secret } = await enrolled();
    const code = await now(secret);
    const ada = await plantPerson(context);
    for (const one of [ada.id, 0]) await assert.rejects(take(one, code), NO_MATCH);
    const confirm = (at: number | null) =>
      sql`update person set totp_confirmed_at = ${at} where id = ${id}`.execute(context.db);
    await confirm(null);
    await assert.rejects(take(id, code), NO_MATCH);
    await confirm(NOON_MS);
    await assert.rejects(take(id, await totpCodeAt(secret, NOON_MS - 86_400_000)), NO_MATCH);
    await take(id, code);
  });
});

test('a fresh secret is 160 bits in base 32', async () => {
  const secrets = [await newTotpSecret(), await newTotpSecret()];
  for (const secret of secrets) assert.match(secret, /^[A-Z2-7]{32}$/);
  assert.notEqual(secrets[0], secrets[1]);
});

test('who becomes an administrator while signed in has to sign in again', async () => {
  const ada = await plantPerson(context, { passwordHash });
  const grant = {
    personId: ada.id,
    right: 'admin',
    startsAt: clock.now(),
    origin: 'test',
  } as const;
  await grantRight(context.db, grant, clock.now());
  assert.equal((await info(ada.cookie)).logged, false);
  assert.deepEqual((await signIn(ada.mail)).body, { totp: 'enrol' });
});

test('the secret stands encrypted in the database', async () => {
  const { id, secret } = await enrolled();
  const { rows } = await sql<{ stored: Buffer }>`
    select totp_secret as stored from person where id = ${id}`.execute(context.db);
  const stored = rows[0]?.stored ?? Buffer.alloc(0);
  assert.ok(stored.length > secret.length && !stored.includes(secret));
});

test('a session without a pending second step is refused', async () => {
  const ada = await plantPerson(context);
  const calls = [() => askSecret(ada.cookie), () => step(ada.cookie, '123456')];
  for (const ask of calls) assert.equal((await ask()).code, 'forbidden-403');
  const guests = [() => askSecret('sid='), () => step('sid=', '123456')];
  for (const ask of guests) assert.equal((await ask()).code, 'unauthorized-401');
  for (const code of ['12345', '1234567', 'abcdef', '１２３４５６', ' 123456']) {
    assert.equal((await step(ada.cookie, code)).code, 'bad-fields-400', code);
  }
});
