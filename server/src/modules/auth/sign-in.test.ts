import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { LEGAL_TEXTS } from '@rasat/contract';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import {
  type Answered,
  type CallOptions,
  deviceOf,
  freshAddress,
  NOON_MS,
  readMails,
  startAuthServer,
} from '../../testing/auth.ts';
import { untilLocked } from '../../testing/locks.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { acceptTexts, endSessions } from '../accounts/index.ts';
import { hashPassword, verifyPassword } from './index.ts';
import { hashMail } from './mail-hash.ts';
import { findFailures } from './store.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

const clock = createManualClock(NOON_MS);
const { context, call, solve } = await startAuthServer({ after }, { clock });
const { db } = context;

const PASSWORD = 'kuzgun-ve-deniz';
const passwordHash = await hashPassword(PASSWORD);
const plant = (options: Parameters<typeof plantPerson>[1] = {}): Promise<PlantedPerson> =>
  plantPerson(context, { passwordHash, ...options });

async function signIn(
  email: string,
  password = PASSWORD,
  options?: CallOptions,
): Promise<Answered> {
  const challenge = await solve('login');
  return call('POST', '/auth/login', { email, password, challenge }, options);
}

async function info(cookie?: string): Promise<Answered> {
  return call('POST', '/auth/info', undefined, cookie === undefined ? {} : { cookie });
}

describe('session info', () => {
  const GUEST = {
    logged: false,
    subscribed: false,
    id: null,
    student: false,
    admin: false,
    totp: null,
    name: null,
    surname: null,
    email: null,
    texts: [],
    settings: null,
  };

  test('I1: a guest', async () => {
    const { status, body, cookie } = await info();
    assert.deepEqual([status, body, cookie], [200, GUEST, undefined]);
  });

  test('I2: a session cookie without a session is removed', async () => {
    for (const sid of ['sid=', 'sid=x', `sid=${'A'.repeat(43)}`]) {
      const { status, body, cookie } = await info(sid);
      assert.deepEqual([status, body, cookie], [200, GUEST, ''], sid);
    }
  });

  test('I3: the id cookie of another person changes nothing', async () => {
    const [ada, other] = [await plant({ rights: ['subscription', 'lesson'] }), await plant()];
    const others = (await info(other.cookie)).body.id;
    const { body, cookie } = await info(`id=${String(others)}; ${ada.cookie}`);
    assert.equal(cookie, undefined, 'a cookie of a session stays');
    assert.match(String(body.id), /^[2-9A-HJ-NP-Z]{10}$/);
    assert.notEqual(body.id, others);
    assert.deepEqual(body, {
      logged: true,
      subscribed: true,
      id: body.id,
      student: true,
      admin: false,
      totp: null,
      name: 'Ada',
      surname: 'Deneme',
      email: ada.mail,
      texts: ['privacy', 'kvkk'],
      settings: { language: 'tr', theme: 'system', prices: 'teal-red', keys: true },
    });
    assert.equal((await info(`id=${String(others)}`)).body.id, null);
  });

  test('names the texts whose present version was not agreed to', async () => {
    const ada = await plant();
    await acceptTexts(
      db,
      ada.id,
      { privacy: LEGAL_TEXTS.privacy.version, kvkk: LEGAL_TEXTS.kvkk.version },
      { ip: null, atMs: NOON_MS },
    );
    assert.deepEqual((await info(ada.cookie)).body.texts, []);
    await sql`update consent set version = '0' where person_id = ${ada.id} and text = 'kvkk'`.execute(
      db,
    );
    assert.deepEqual((await info(ada.cookie)).body.texts, ['kvkk']);
  });

  test('ends with the session, after seven days at the latest', async (t) => {
    const early = await startAuthServer(t, { clock: createManualClock(NOON_MS) });
    const ada = await plantPerson(early.context, { passwordHash });
    const at = early.context.clock as ReturnType<typeof createManualClock>;
    const logged = async () =>
      (await early.call('POST', '/auth/info', undefined, { cookie: ada.cookie })).body.logged;
    await at.advance(604_800_000 - 1);
    assert.equal(await logged(), true);
    await at.advance(1);
    assert.equal(await logged(), false);
  });
});

describe('signing in', () => {
  test('gives a cookie of seven days that scripts cannot read', async () => {
    const ada = await plant();
    const answer = await signIn(` ${ada.mail.toUpperCase()} `);
    assert.deepEqual([answer.status, answer.body], [200, { totp: null }]);
    const [session, device] = answer.headers.getSetCookie();
    assert.match(
      session ?? '',
      /^sid=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/,
    );
    assert.match(
      device ?? '',
      /^device=[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
    );
    assert.equal((await info(answer.cookie)).body.email, ada.mail);
  });

  test('promises on https that no other host has set the cookie', async (t) => {
    const https = await startAuthServer(t, { env: { BASE_URL: 'https://rasat.example' } });
    const ada = await plantPerson(https.context, { passwordHash });
    const challenge = await https.solve('login');
    const body = { email: ada.mail, password: PASSWORD, challenge };
    const answer = await https.call('POST', '/auth/login', body);
    const [session, device] = answer.headers.getSetCookie();
    assert.match(
      session ?? '',
      /^__Host-sid=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure$/,
    );
    assert.match(device ?? '', /^__Host-device=[\w.-]{66}; .*; Max-Age=31536000; Secure$/);
  });

  test('knows a password in every form in which it can be typed', async () => {
    const ada = await plant({ passwordHash: await hashPassword('şölen-gecesi') });
    assert.equal((await signIn(ada.mail, 'şölen-gecesi'.normalize('NFD'))).status, 200);
    assert.equal((await signIn(ada.mail, 'Şölen-gecesi')).status, 401);
    assert.equal((await signIn(ada.mail, 'şölen-gecesi ')).status, 401);
  });

  test('L13: never goes on with a cookie that was there before', async () => {
    const ada = await plant();
    for (const preset of [`sid=${'B'.repeat(43)}`, 'sid=evil']) {
      const { status, cookie } = await signIn(ada.mail, PASSWORD, { cookie: preset });
      assert.equal(status, 200);
      assert.notEqual(cookie, preset);
      assert.equal((await info(preset)).body.logged, false);
    }
  });

  test('L15: a person whose account is gone is a guest', async () => {
    const ada = await plant();
    await sql`delete from person where id = ${ada.id}`.execute(db);
    assert.equal((await signIn(ada.mail)).code, 'password-not-match');
    assert.equal((await info(ada.cookie)).body.logged, false);
  });

  test('L9: the 21st within a minute from an address has to wait, for every mailbox', async () => {
    const ip = freshAddress();
    for (let at = 0; at < 20; at += 1) {
      const { code } = await signIn(`hic${at}@rasat.example`, 'baska-bir-sey', { ip });
      assert.equal(code, 'password-not-match');
    }
    const ada = await plant();
    const answer = await signIn(ada.mail, PASSWORD, { ip });
    assert.deepEqual([answer.status, answer.code], [429, 'rate-429']);
    assert.equal(answer.headers.get('retry-after'), '60');
    assert.equal((await signIn(ada.mail)).status, 200);
  });

  test('with a password that is changed meanwhile opens nothing', async () => {
    const ada = await plant();
    let answered: Promise<Answered> | undefined;
    await db.transaction().execute(async (trx) => {
      await sql`update person set password_hash = 'another' where id = ${ada.id}`.execute(trx);
      answered = signIn(ada.mail);
      await untilLocked(db);
    });
    const answer = await answered;
    assert.deepEqual([answer?.code, answer?.cookie], ['password-not-match', undefined]);
  });

  test('writes when a person signs in from a new device, under any browser name', async () => {
    const ada = await plant({ language: 'en' });
    const sign = (agent: string, cookie?: string) =>
      signIn(ada.mail, PASSWORD, {
        headers: { 'user-agent': agent },
        ...(cookie !== undefined && { cookie }),
      });
    const mails = async () =>
      (await readMails(context, ada.mail)).filter(({ template }) => template === 'new-session');
    const first = deviceOf(await sign(FIREFOX));
    assert.equal((await mails()).length, 1);
    const again = deviceOf(await sign(SAFARI, first));
    assert.equal((await mails()).length, 1, 'the same browser, updated');
    assert.equal(again, first);
    await sign(FIREFOX);
    assert.equal((await mails()).length, 2, 'another browser of the same kind');
    await sign(SAFARI, `device=${'A'.repeat(22)}.${'A'.repeat(43)}`);
    const last = (await mails())[2];
    assert.match(last?.text ?? '', /Device: Safari, iPhone/);
    assert.match(last?.text ?? '', /18 November 2026/);
    assert.match(last?.text ?? '', /\/account\?selected=security/);
  });
});

describe('a known device', () => {
  const wrong = (email: string, options?: CallOptions) => signIn(email, 'baska-bir-sey', options);
  const known = async (options?: Parameters<typeof plant>[0]) => {
    const ada = await plant(options);
    return { ...ada, device: deviceOf(await signIn(ada.mail)) };
  };

  test('lets its person in after strangers have used up their tries from many addresses', async () => {
    const { mail, device } = await known();
    for (let at = 0; at < 5; at += 1) await wrong(mail);
    await sql`update sign_in_failure set failures = 100`.execute(db);
    const ip = freshAddress();
    for (let at = 0; at < 20; at += 1) await wrong(`hic${at}@rasat.example`, { ip });
    assert.equal((await signIn(mail)).status, 429);
    assert.equal((await signIn(mail, PASSWORD, { ip, cookie: device })).status, 200);
    assert.equal((await signIn(mail)).status, 429, 'strangers are where they were');
  });

  test('has ten wrong passwords an hour of its own, which cost strangers nothing', async () => {
    const { mail, device } = await known();
    for (let at = 0; at < 10; at += 1) {
      assert.equal((await wrong(mail, { cookie: device })).status, 401);
      // A right one costs nothing.
      if (at < 3) assert.equal((await signIn(mail, PASSWORD, { cookie: device })).status, 200);
    }
    const eleventh = await signIn(mail, PASSWORD, { cookie: device });
    assert.deepEqual(
      [eleventh.status, eleventh.code, eleventh.headers.get('retry-after')],
      [429, 'rate-429', '3600'],
    );
    assert.equal(await findFailures(db, hashMail(context.keys, mail)), undefined);
    assert.equal((await signIn(mail)).status, 200);
    await clock.advance(3_600_000);
    assert.equal((await signIn(mail, PASSWORD, { cookie: device })).status, 200);
  });

  test('is known of one person: of others it is a stranger, also with their mark beside it', async () => {
    const [ada, other] = [await known(), await plant()];
    for (let at = 0; at < 5; at += 1) await wrong(other.mail, { cookie: ada.device });
    assert.equal((await signIn(other.mail, PASSWORD, { cookie: ada.device })).status, 429);
    await clock.advance(900_000);
    const both = deviceOf(await signIn(other.mail, PASSWORD, { cookie: ada.device }));
    assert.match(both, /^device=([\w-]{22}\.){2}[\w-]{43}$/);
    for (const { mail } of [ada, other]) {
      await sql`delete from mail`.execute(db);
      const { status } = await signIn(mail, PASSWORD, { cookie: both });
      assert.deepEqual([status, (await readMails(context, mail)).length], [200, 0]);
    }
    // Neither wears out the other's tries.
    for (let at = 0; at < 10; at += 1) await wrong(ada.mail, { cookie: both });
    assert.equal((await signIn(ada.mail, PASSWORD, { cookie: both })).status, 429);
    assert.equal((await signIn(other.mail, PASSWORD, { cookie: both })).status, 200);
  });

  test('is none with a signature for another person, after a year, and of an account that is gone', async () => {
    const { id, mail, device } = await known();
    await sql`update sign_in_failure set failures = 100`.execute(db);
    for (let at = 0; at < 5; at += 1) await wrong(mail);
    const asked = async (cookie: string) => (await signIn(mail, PASSWORD, { cookie })).status;
    const [name = '', signature = ''] = device.replace('device=', '').split('.');
    for (const forged of [
      `device=${name}`,
      `device=${name}.`,
      `device=${name}.${signature.slice(0, -1)}`,
      `device=${name}.${'A'.repeat(43)}`,
      `device=${'A'.repeat(22)}.${name}.${signature}`,
      `device=.${signature}`,
      `device=${Array.from({ length: 9 }, () => name).join('.')}.${signature}`,
    ]) {
      assert.equal(await asked(forged), 429, forged);
    }
    assert.equal(await asked(device), 200);
    await clock.advance(365 * 86_400_000 - 1);
    await sql`update sign_in_failure set blocked_until = ${clock.now() + 60_000}`.execute(db);
    assert.equal(await asked(device), 200, 'in the last moment of the year');
    await clock.advance(365 * 86_400_000);
    await sql`update sign_in_failure set blocked_until = ${clock.now() + 60_000}`.execute(db);
    assert.equal(await asked(device), 429);
    await sql`delete from person where id = ${id}`.execute(db);
    const { rows } = await sql`select from known_device where person_id = ${id}`.execute(db);
    assert.equal(rows.length, 0);
  });

  test('ends with a change of the password, but for the browser in which it was changed', async () => {
    const { mail, cookie, device } = await known();
    const other = deviceOf(await signIn(mail));
    const body = { oldPassword: PASSWORD, newPassword: 'yesil-vapur-3' };
    const changed = await call(
      'POST',
      '/account/password',
      { ...body, challenge: await solve('password') },
      { cookie: `${cookie}; ${device}` },
    );
    assert.equal(changed.status, 200);
    const renewed = deviceOf(changed);
    assert.notEqual(renewed, device);
    await sql`delete from mail`.execute(db);
    const mailsAfter = async (used: string): Promise<number> => {
      assert.equal((await signIn(mail, 'yesil-vapur-3', { cookie: used })).status, 200);
      return (await readMails(context, mail)).length;
    };
    assert.equal(await mailsAfter(renewed), 0);
    assert.equal(await mailsAfter(device), 1, 'its old name');
    assert.equal(await mailsAfter(other), 2, 'another browser');
  });

  test('is one of ten: the eleventh takes the place of the one that was used longest ago', async () => {
    const { id, mail, device } = await known();
    const devices = [device];
    for (let at = 0; at < 9; at += 1) {
      await clock.advance(1000);
      devices.push(deviceOf(await signIn(mail)));
    }
    await clock.advance(1000);
    await signIn(mail, PASSWORD, { cookie: device });
    await signIn(mail);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from known_device where person_id = ${id}`.execute(db);
    assert.equal(rows[0]?.n, 10);
    await sql`delete from mail`.execute(db);
    await signIn(mail, PASSWORD, { cookie: device });
    assert.equal((await readMails(context, mail)).length, 0, 'the first was used again');
    await signIn(mail, PASSWORD, { cookie: devices[1] ?? '' });
    assert.equal((await readMails(context, mail)).length, 1, 'the second is gone');
  });

  test('serves eight people: a ninth takes the place of the one who used it longest ago', async () => {
    const people = await Promise.all(Array.from({ length: 9 }, () => plant()));
    let cookie = '';
    for (const { mail } of people) {
      cookie = deviceOf(await signIn(mail, PASSWORD, cookie === '' ? {} : { cookie }));
    }
    assert.match(cookie, /^device=([\w-]{22}\.){8}[\w-]{43}$/);
    // Strangers have used up the tries of all nine; a known device is still let in.
    for (const { mail } of people) {
      for (let at = 0; at < 5; at += 1) await wrong(mail);
    }
    const statuses = [];
    for (const { mail } of people) {
      statuses.push((await signIn(mail, PASSWORD, { cookie })).status);
    }
    assert.deepEqual(statuses, [429, ...Array.from({ length: 8 }, () => 200)]);
  });

  test('of an administrator is known after the second step', async () => {
    const ada = await plant({ rights: ['admin'] });
    const answer = await signIn(ada.mail);
    assert.equal(answer.status, 200);
    assert.throws(() => deviceOf(answer), /no device was set/);
  });
});

describe('wrong passwords', () => {
  const wrong = (email: string) => signIn(email, 'baska-bir-sey');
  const mails = async (): Promise<readonly (readonly [string, string])[]> => [
    ['an account', (await plant()).mail],
    ['a mailbox without one', `hayalet${String(performance.now())}@rasat.example`],
  ];

  test('L7, L8: after five in a row one waits, longer each time, for known and unknown alike', async () => {
    for (const [what, email] of await mails()) {
      for (let at = 1; at <= 5; at += 1) assert.equal((await wrong(email)).status, 401, what);
      for (let at = 0; at < 12; at += 1) {
        const seconds = Math.min(2 ** at, 900);
        for (const password of ['baska-bir-sey', PASSWORD]) {
          const answer = await signIn(email, password);
          assert.deepEqual([answer.status, answer.code], [429, 'rate-429'], `${what} ${at}`);
          assert.equal(answer.headers.get('retry-after'), String(seconds), `${what} ${at}`);
        }
        await clock.advance(seconds * 1000 - 1);
        assert.equal((await wrong(email)).status, 429, `${what} ${at}`);
        await clock.advance(1);
        assert.equal((await wrong(email)).status, 401, `${what} ${at}`);
      }
      await clock.advance(900_000);
      const after = await signIn(email);
      assert.equal(after.status, what === 'an account' ? 200 : 401);
    }
  });

  test('are forgotten with the right one', async () => {
    const { mail } = await plant();
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 4; at += 1) assert.equal((await wrong(mail)).status, 401);
      assert.equal((await signIn(mail)).status, 200);
    }
  });

  test('count however many come at once', async () => {
    for (const [what, email] of await mails()) {
      const tokens = await Promise.all(Array.from({ length: 9 }, () => solve('login')));
      const answers = await Promise.all(
        tokens.map((challenge) =>
          call('POST', '/auth/login', { email, password: 'baska-bir-sey', challenge }),
        ),
      );
      const refused = answers.filter(({ status }) => status === 429);
      assert.equal(refused.length, 4, what);
    }
  });

  test('are not counted while the server has no time to look at them', async () => {
    const { mail } = await plant();
    const device = deviceOf(await signIn(mail));
    const challenges = [await solve('login'), await solve('login')];
    let isFull = true;
    // Two at work and eight behind them; each that ends is followed by another at once.
    const work = async (): Promise<void> => {
      while (isFull) await verifyPassword(undefined, 'baska-bir-sey');
    };
    const works = Array.from({ length: 10 }, work);
    for (const [at, cookie] of ['', device].entries()) {
      const body = { email: mail, password: PASSWORD, challenge: challenges[at] };
      const answer = await call('POST', '/auth/login', body, { cookie });
      assert.deepEqual([answer.status, answer.code], [503, 'unavailable-503']);
    }
    isFull = false;
    await Promise.allSettled(works);
    const failed = await findFailures(db, hashMail(context.keys, mail));
    assert.deepEqual([failed?.failures, failed?.blockedUntil], [0, 0]);
    const { rows } = await sql`
      select from attempt join known_device d on key = 'login.device ' || d.id
      join person p on p.id = d.person_id where p.mail = ${mail} and count > 0`.execute(db);
    assert.equal(rows.length, 0);
  });

  test('after a hundred only a new password helps', async () => {
    const { mail } = await plant();
    assert.equal((await wrong(mail)).status, 401);
    await sql`update sign_in_failure set failures = 99 where failures = 1`.execute(db);
    assert.equal((await wrong(mail)).status, 401);
    await clock.advance(30 * 86_400_000);
    const answer = await signIn(mail);
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '900']);
  });
});

test('a mailbox with an account takes as much work to refuse as one without', async () => {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let at = 0; at < 12; at += 1) {
    const known = (await plant()).mail;
    for (const kind of ['known', 'unknown'] as const) {
      const email = kind === 'known' ? known : `yok${at}@rasat.example`;
      const body = { email, password: 'baska-bir-sey', challenge: await solve('login') };
      const began = process.cpuUsage();
      assert.equal((await call('POST', '/auth/login', body)).status, 401);
      // Linux knows the sum of the two exactly, and guesses how it is divided.
      const { user, system } = process.cpuUsage(began);
      times[kind].push((user + system) / 1000);
    }
  }
  // Work of this process, in which the server runs, and not time: the machine has other things to do too.
  const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)];
  assert.ok(known / unknown < 2 && unknown / known < 2, `${known} ms and ${unknown} ms`);
});

describe('signing out', () => {
  test('ends the session and removes the cookie', async () => {
    const ada = await plant();
    const answer = await call('POST', '/auth/logout', undefined, { cookie: ada.cookie });
    assert.deepEqual([answer.status, answer.body, answer.cookie], [200, {}, '']);
    const again = await call('GET', '/account/sessions', undefined, { cookie: ada.cookie });
    assert.deepEqual([again.status, again.code], [401, 'unauthorized-401'], 'A9');
  });

  test('does nothing for a guest', async () => {
    const answer = await call('POST', '/auth/logout');
    assert.deepEqual([answer.status, answer.body, answer.cookie], [200, {}, undefined]);
  });

  test('leaves the other sessions', async () => {
    const ada = await plant();
    const { cookie } = await signIn(ada.mail);
    await call('POST', '/auth/logout', undefined, { cookie: ada.cookie });
    assert.equal((await info(cookie)).body.logged, true);
  });
});

describe('changing the password', () => {
  const change = async (
    cookie: string,
    oldPassword: string,
    newPassword: string,
  ): Promise<Answered> => {
    const challenge = await solve('password');
    return call('POST', '/account/password', { oldPassword, newPassword, challenge }, { cookie });
  };

  test('renews this session, ends the others, writes a mail', async () => {
    const ada = await plant({ language: 'az' });
    const { cookie: second = '' } = await signIn(ada.mail);
    const answer = await change(ada.cookie, PASSWORD, 'yesil-vapur-3');
    assert.deepEqual([answer.status, answer.body], [200, {}]);
    assert.ok(answer.cookie && answer.cookie !== ada.cookie);
    assert.equal((await info(answer.cookie)).body.logged, true);
    assert.equal((await info(ada.cookie)).body.logged, false, 'the old token');
    assert.equal((await info(second)).body.logged, false, 'the other session');
    assert.equal((await signIn(ada.mail)).status, 401);
    assert.equal((await signIn(ada.mail, 'yesil-vapur-3')).status, 200);
    const mail = (await readMails(context, ada.mail)).find(
      ({ template }) => template === 'password-changed',
    );
    assert.equal(mail?.subject, 'Şifrəniz dəyişdirildi');
  });

  test('P6: the sixth try within an hour has to wait', async () => {
    const ada = await plant();
    for (let at = 0; at < 5; at += 1) {
      assert.equal((await change(ada.cookie, 'baska-bir-sey', 'yesil-vapur-3')).status, 401);
    }
    const sixth = await change(ada.cookie, PASSWORD, 'yesil-vapur-3');
    assert.deepEqual([sixth.status, sixth.code], [429, 'rate-429']);
    await clock.advance(3_600_000);
    assert.equal((await change(ada.cookie, PASSWORD, 'yesil-vapur-3')).status, 200);
  });

  test('of two at once from two devices one is done', async () => {
    const ada = await plant();
    const { cookie = '' } = await signIn(ada.mail);
    const answers = await Promise.all([
      change(ada.cookie, PASSWORD, 'yesil-vapur-3'),
      change(cookie, PASSWORD, 'turuncu-kapi-9'),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 401]);
  });

  test('a session that ends meanwhile changes nothing', async () => {
    const ada = await plant();
    await endSessions(db, ada.id);
    assert.equal((await change(ada.cookie, PASSWORD, 'yesil-vapur-3')).code, 'unauthorized-401');
  });
});
