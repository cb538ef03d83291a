import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { startMailer } from '../../platform/mail/mailer.ts';
import {
  type Answered,
  type CallOptions,
  deliverMails,
  deviceOf,
  freshAddress,
  NOON_MS,
  REGISTRATION,
  readCode,
  readMails,
  startAuthServer,
} from '../../testing/auth.ts';
import { until } from '../../testing/eventually.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { hashPassword } from './index.ts';

const PASSWORD = 'kuzgun-ve-deniz';
const NEW_PASSWORD = 'yesil-vapur-3';
const passwordHash = await hashPassword(PASSWORD);
const clock = createManualClock(NOON_MS);
const { context, call, solve } = await startAuthServer({ after }, { clock });

const plant = (options = {}): Promise<PlantedPerson> =>
  plantPerson(context, { passwordHash, ...options });

const from = (ip?: string, cookie?: string): CallOptions => ({
  ...(ip !== undefined && { ip }),
  ...(cookie !== undefined && { cookie }),
});
async function request(email: string, ip?: string, cookie?: string): Promise<Answered> {
  const challenge = await solve('forgot');
  return call('PUT', '/auth/forgot/request', { email, challenge }, from(ip, cookie));
}
const validate = (email: string, token: string, ip?: string, cookie?: string): Promise<Answered> =>
  call('POST', '/auth/forgot/validate', { email, token }, from(ip, cookie));
const reset = (
  email: string,
  token: string,
  password = NEW_PASSWORD,
  options: CallOptions = {},
): Promise<Answered> => call('POST', '/auth/forgot/reset', { email, token, password }, options);
async function signIn(email: string, password: string, cookie?: string): Promise<Answered> {
  const challenge = await solve('login');
  return call('POST', '/auth/login', { email, password, challenge }, from(undefined, cookie));
}

/** Plants a person who has just received a code. */
async function withCode(): Promise<PlantedPerson & { readonly code: string }> {
  const ada = await plant();
  assert.equal((await request(ada.mail)).status, 200);
  await deliverMails(context);
  return { ...ada, code: await readCode(context, ada.mail) };
}

/** A person with a browser in which they signed in before, and a code that was handed over just now. */
async function withDevice(): Promise<
  PlantedPerson & { readonly code: string; readonly device: string }
> {
  const ada = await withCode();
  const device = deviceOf(await signIn(ada.mail, PASSWORD));
  return { ...ada, device };
}

const resets = async (to: string): Promise<number> =>
  (await readMails(context, to)).filter(({ template }) => template === 'reset').length;

function isNoMatch(answer: Answered, message?: string): void {
  assert.deepEqual([answer.status, answer.code], [400, 'token-not-match-400'], message);
}

/** Eight signs of the alphabet that are not the code. */
const another = (code: string): string => (code.startsWith('A') ? 'B' : 'A') + code.slice(1);

describe('asking for a code', () => {
  test('T1: is answered alike for a mailbox without an account, which gets no mail', async () => {
    const email = 'kimse@rasat.example';
    const [unknown, known] = [await request(email), await request((await plant()).mail)];
    assert.deepEqual([unknown.status, unknown.body], [200, {}]);
    assert.deepEqual([known.status, known.body], [200, {}]);
    assert.equal((await readMails(context, email)).length, 0);
  });

  test('T3: the fourth within an hour is answered alike and brings no mail', async () => {
    const ada = await plant();
    for (let at = 0; at < 4; at += 1) assert.equal((await request(ada.mail)).status, 200);
    assert.equal(await resets(ada.mail), 3);
    await clock.advance(3_600_000 - 1);
    assert.equal((await request(ada.mail)).status, 200);
    assert.equal(await resets(ada.mail), 3, 'in the last moment of the hour too');
    await clock.advance(1);
    assert.equal((await request(ada.mail)).status, 200);
    assert.equal(await resets(ada.mail), 4);
  });

  test('an address that asks too often has to wait', async () => {
    const ip = freshAddress();
    for (let at = 0; at < 20; at += 1) {
      assert.equal((await request(`yok${at}@rasat.example`, ip)).status, 200);
    }
    assert.equal((await request('yok@rasat.example', ip)).code, 'rate-429');
  });

  test('the mail is in the language of the profile and leads nowhere but to the site', async () => {
    const ada = await plant({ language: 'en' });
    await request(ada.mail);
    const [mail] = await readMails(context, ada.mail);
    assert.equal(mail?.subject, 'Your password reset code');
    assert.match(mail?.text ?? '', /valid for 10 minutes/);
    assert.deepEqual(mail?.text.match(/https?:\/\/\S+/g), null);
  });
});

describe('a known device', () => {
  test('is answered five times an hour, however often others have asked from wherever', async () => {
    const { mail, device } = await withDevice();
    const ip = freshAddress();
    for (let at = 0; at < 4; at += 1) await request(mail);
    for (let at = 0; at < 20; at += 1) await request(`yok${at}@rasat.example`, ip);
    const before = await resets(mail);
    for (let at = 1; at <= 5; at += 1) {
      assert.equal((await request(mail, ip, device)).status, 200);
      assert.equal(await resets(mail), before + at);
    }
    const sixth = await request(mail, ip, device);
    assert.deepEqual([sixth.status, sixth.code], [429, 'rate-429']);
    await clock.advance(3_600_000);
    assert.equal((await request(mail, ip, device)).status, 200);
  });

  test('keeps the code that it asked for while it lives, when a stranger asks for another', async () => {
    const { mail, device } = await withDevice();
    await request(mail, undefined, device);
    await deliverMails(context);
    const code = await readCode(context, mail);
    const before = await resets(mail);
    await request(mail);
    assert.equal(await resets(mail), before, 'no other code is mailed');
    assert.equal((await validate(mail, code)).status, 200, 'from wherever it is typed');
    await request(mail, undefined, device);
    await deliverMails(context);
    const newer = await readCode(context, mail);
    assert.notEqual(newer, code);
    isNoMatch(await validate(mail, code));
    await clock.advance(600_001);
    await request(mail);
    assert.equal(await resets(mail), before + 2, 'the code of the device has died');
  });

  test('asks for codes of other accounts as a stranger does', async () => {
    const { device } = await withDevice();
    const other = await plant();
    for (let at = 0; at < 5; at += 1) await request(other.mail, undefined, device);
    assert.equal(await resets(other.mail), 3);
  });

  test('is none any more after the password was set anew', async () => {
    const { mail, code, device } = await withDevice();
    assert.equal((await reset(mail, code)).status, 200);
    for (let at = 0; at < 5; at += 1) await request(mail, undefined, device);
    assert.equal(await resets(mail), 3, 'one before, two of five after');
  });
});

describe('a mailed code', () => {
  test('sets a new password, ends every session, and is used up', async () => {
    const { mail, cookie, code } = await withCode();
    assert.equal((await validate(mail, code)).status, 200);
    const answer = await reset(mail, code);
    assert.deepEqual([answer.status, answer.body, answer.cookie], [200, {}, undefined]);
    const sessions = await call('GET', '/account/sessions', undefined, { cookie });
    assert.deepEqual([sessions.status, sessions.code], [401, 'unauthorized-401'], 'T12');
    assert.equal((await signIn(mail, PASSWORD)).status, 401);
    assert.equal((await signIn(mail, NEW_PASSWORD)).status, 200);
    isNoMatch(await reset(mail, code, 'turuncu-kapi-9'), 'T9');
    isNoMatch(await validate(mail, code), 'T9');
    const templates = (await readMails(context, mail)).map(({ template }) => template);
    assert.ok(templates.includes('password-changed'));
  });

  test('may be typed in small letters and with blanks around', async () => {
    const { mail, code } = await withCode();
    // Eight signs at most, blanks around them included only where they are dropped.
    assert.equal((await validate(mail.toUpperCase(), ` ${code.toLowerCase()} `)).status, 200);
  });

  test('T6: is not looked at any more after five wrong ones from one address, and opens from another', async () => {
    const { mail, code } = await withCode();
    const ip = freshAddress();
    for (let at = 0; at < 5; at += 1) isNoMatch(await validate(mail, another(code), ip));
    isNoMatch(await validate(mail, code, ip));
    isNoMatch(await reset(mail, code, NEW_PASSWORD, { ip }));
    assert.equal((await reset(mail, code)).status, 200, 'its owner is somewhere else');
  });

  test('is counted however many tries come at once', async () => {
    const { mail, code } = await withCode();
    const ip = freshAddress();
    const guess = () => validate(mail, another(code), ip);
    for (const one of await Promise.all(Array.from({ length: 9 }, guess))) isNoMatch(one);
    isNoMatch(await validate(mail, code, ip));
  });

  test('takes fifteen wrong ones of strangers, and the last five of its twenty from known devices', async () => {
    const { mail, code, device } = await withDevice();
    const guesses = Array.from({ length: 15 }, (_, at) => `198.51.100.${1 + (at % 3)}`);
    for (const ip of guesses) isNoMatch(await validate(mail, another(code), ip));
    isNoMatch(await validate(mail, code), 'no other device has a try left');
    for (let at = 0; at < 4; at += 1) {
      isNoMatch(await validate(mail, another(code), freshAddress(), device));
    }
    const used = await reset(mail, code, NEW_PASSWORD, { cookie: device });
    assert.equal(used.status, 200, 'the last of twenty');
  });

  test('costs no try when it is right', async () => {
    const { mail, code } = await withCode();
    assert.equal((await validate(mail, code)).status, 200);
    for (let at = 0; at < 4; at += 1) isNoMatch(await validate(mail, another(code)));
    for (let at = 0; at < 7; at += 1) assert.equal((await validate(mail, code)).status, 200);
    assert.equal((await reset(mail, code)).status, 200);
  });

  test('T7: is valid for ten minutes after its mail was handed over', async () => {
    const { mail, code } = await withCode();
    await clock.advance(10 * 60_000);
    assert.equal((await validate(mail, code)).status, 200);
    await clock.advance(1000);
    isNoMatch(await validate(mail, code));
    isNoMatch(await reset(mail, code));
  });

  test('whose mail never went is worth nothing after a day', async () => {
    const ada = await plant();
    await request(ada.mail);
    const code = await readCode(context, ada.mail);
    await clock.advance(24 * 3_600_000);
    assert.equal((await validate(ada.mail, code)).status, 200);
    await clock.advance(1);
    isNoMatch(await validate(ada.mail, code));
  });

  test('T8: is of one mailbox alone', async () => {
    const [ada, other] = [await withCode(), await withCode()];
    isNoMatch(await validate(other.mail, ada.code));
    isNoMatch(await reset(other.mail, ada.code));
    isNoMatch(await validate('kimse@rasat.example', ada.code));
    assert.equal((await validate(ada.mail, ada.code)).status, 200);
  });

  test('T10: is kept when the new password is refused', async () => {
    const { mail, code } = await withCode();
    assert.equal((await reset(mail, code, 'k7-x!')).code, 'password-field-400');
    for (let at = 0; at < 6; at += 1) {
      assert.equal((await reset(mail, code, '123456')).code, 'bad-fields-400');
    }
    assert.equal((await reset(mail, code)).status, 200);
  });

  test('T11: is replaced by a newer one', async () => {
    const { mail, code } = await withCode();
    const ip = freshAddress();
    for (let at = 0; at < 5; at += 1) isNoMatch(await validate(mail, another(code), ip));
    await request(mail);
    await deliverMails(context);
    isNoMatch(await validate(mail, code));
    const newer = await readCode(context, mail);
    for (let at = 0; at < 4; at += 1) isNoMatch(await validate(mail, another(newer), ip));
    assert.equal((await validate(mail, newer, ip)).status, 200, 'the last of its own five tries');
  });

  test('T13: of two at once one sets the password', async () => {
    const { mail, code } = await withCode();
    const answers = await Promise.all([reset(mail, code), reset(mail, code, 'turuncu-kapi-9')]);
    assert.deepEqual(
      answers.map(({ code: refusal }) => refusal ?? '').toSorted((a, b) => a.localeCompare(b)),
      ['', 'token-not-match-400'],
    );
  });

  test('T15: says when it is right and the account is gone', async () => {
    const { id, mail, code } = await withCode();
    await context.db.transaction().execute(async (trx) => {
      await sql`delete from person where id = ${id}`.execute(trx);
    });
    for (const answer of [await validate(mail, code), await reset(mail, code)]) {
      assert.deepEqual([answer.status, answer.code], [404, 'user-not-found-404']);
    }
    isNoMatch(await validate(mail, another(code)));
  });

  test('opens an account again that had too many wrong passwords', async () => {
    const { mail, code } = await withCode();
    for (let at = 0; at < 5; at += 1) await signIn(mail, 'baska-bir-sey');
    assert.equal((await signIn(mail, PASSWORD)).status, 429);
    assert.equal((await reset(mail, code)).status, 200);
    assert.equal((await signIn(mail, NEW_PASSWORD)).status, 200);
  });

  test('an address that tries too often has to wait', async () => {
    const ip = freshAddress();
    for (let at = 0; at < 60; at += 1)
      isNoMatch(await validate(`yok@rasat.example`, 'ABCDEFGH', ip));
    const answer = await validate('yok@rasat.example', 'ABCDEFGH', ip);
    assert.deepEqual([answer.status, answer.code], [429, 'rate-429']);
  });
});

test('fault 19: while the mail server is unavailable requests succeed, and a code lives from its sending', async (t) => {
  const finder = await startMailServer(t);
  await finder.stop();
  const at = createManualClock(NOON_MS);
  const env = { SMTP_URL: finder.url, MAIL_FROM: 'noreply@rasat.example' };
  const down = await startAuthServer(t, { clock: at, env });
  const mailer = startMailer(down.context);
  t.after(() => mailer.stop());
  const email = REGISTRATION.email;
  const registration = { ...REGISTRATION, challenge: await down.solve('register') };
  assert.equal((await down.call('PUT', '/auth/register', registration)).status, 200);
  const asked = { email, challenge: await down.solve('forgot') };
  assert.equal((await down.call('PUT', '/auth/forgot/request', asked)).status, 200);
  await until('a try has failed', () => /2 mails wait: /.test(mailer.status().detail ?? ''));

  for (let minutes = 0; minutes < 20; minutes += 1) await at.advance(60_000);
  const server = await startMailServer(t, { port: finder.port });
  await until('both mails are there', async () => {
    if (server.mails.length === 0) await at.advance(10_000);
    await sleep(100);
    return server.mails.length === 2;
  });
  const text = server.mails.find(({ subject }) => subject === 'Şifre yenileme kodunuz')?.text ?? '';
  const [, token = ''] = /^ {4}([2-9A-Z]{8})$/m.exec(text) ?? [];
  await until('it is known to be handed over', async () => {
    const { rows } = await sql`select 1 from mail where sent_at is null`.execute(down.context.db);
    return rows.length === 0;
  });
  const check = () => down.call('POST', '/auth/forgot/validate', { email, token });
  await at.advance(9 * 60_000);
  assert.equal((await check()).status, 200, 'nine minutes after it arrived');
  await at.advance(61_000);
  isNoMatch(await check());
});
