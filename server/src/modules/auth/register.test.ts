import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { LEGAL_TEXTS } from '@rasat/contract';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import {
  type Answered,
  type CallOptions,
  freshAddress,
  NOON_MS,
  REGISTRATION,
  readMails,
  startAuthServer,
} from '../../testing/auth.ts';

const clock = createManualClock(NOON_MS);
const { context, call, solve } = await startAuthServer({ after }, { clock });
const { db, keys } = context;

async function register(
  change: Readonly<Record<string, unknown>>,
  options?: CallOptions,
): Promise<Answered> {
  const challenge = await solve('register');
  return call('PUT', '/auth/register', { ...REGISTRATION, ...change, challenge }, options);
}

describe('a registration', () => {
  test('makes an account with its consents and a welcome mail, and opens no session', async () => {
    const ip = freshAddress();
    const email = 'Isil.Gok@Rasat.example';
    const answer = await register({ email }, { ip });
    assert.deepEqual([answer.status, answer.body, answer.cookie], [200, {}, undefined]);

    const { rows } = await sql<Record<string, unknown>>`
      select p.*, (select json_agg(c order by text) from
        (select text, version, encode(sha256, 'hex') as sha256, given_at, ip from consent
          where person_id = p.id) c) as consents
      from person p where mail_key = 'isil.gok@rasat.example'`.execute(db);
    const [person] = rows;
    assert.ok(person);
    assert.equal(person.mail, email);
    assert.match(String(person.password_hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal(keys.decrypt(person.identity as Buffer, 'person.identity'), '10000000146');
    assert.equal(keys.decrypt(person.address as Buffer, 'person.address'), 'Deneme Sokak 1');
    const given = { given_at: NOON_MS, ip };
    const { privacy, kvkk } = LEGAL_TEXTS;
    assert.deepEqual(person.consents, [
      { text: 'kvkk', version: kvkk.version, sha256: kvkk.sha256, ...given },
      { text: 'privacy', version: privacy.version, sha256: privacy.sha256, ...given },
    ]);
    const [mail] = await readMails(context, email);
    assert.equal(mail?.template, 'welcome');
    assert.match(mail?.subject ?? '', /Rasat’a hoş geldiniz/);
    assert.match(mail?.text ?? '', /Merhaba Işıl/);
  });

  test('speaks the language of the choice, of the cookie, of the browser, in this order', async () => {
    const rows: readonly (readonly [unknown, Readonly<Record<string, string>>, RegExp])[] = [
      ['en', { cookie: 'lang=az', 'accept-language': 'tr' }, /Welcome/],
      [undefined, { cookie: 'a=b; lang=az', 'accept-language': 'en' }, /xoş gəlmisiniz/],
      [undefined, { 'accept-language': 'de, en;q=0.8, tr;q=0.5' }, /Welcome/],
      [undefined, { 'accept-language': 'de' }, /hoş geldiniz/],
    ];
    for (const [at, [language, headers, subject]] of rows.entries()) {
      const email = `dil${at}@rasat.example`;
      assert.equal((await register({ email, language }, { headers })).status, 200);
      assert.match((await readMails(context, email))[0]?.subject ?? '', subject);
    }
  });

  test('takes numbers of every country, and 32 characters however many units they have', async () => {
    const rows = [
      { gsm: '+994501234567', country: 'AZ' },
      { gsm: '+12125550123', country: 'US' },
      { gsm: '+447400123456', country: 'GB' },
      { password: '🐦'.repeat(32) },
      { password: '  boşluk  ' },
    ];
    for (const [at, change] of rows.entries()) {
      const answer = await register({ email: `numara${at}@rasat.example`, ...change });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
  });

  test('R24: of many for one mailbox at once, one makes the account', async () => {
    const email = 'paralel@rasat.example';
    const spellings = [email, email.toUpperCase(), 'Paralel@Rasat.Example', ` ${email}`];
    const answers = await Promise.all(spellings.map((one) => register({ email: one })));
    assert.deepEqual(answers.map(({ code }) => code ?? '').toSorted(), [
      '',
      'user-exists-400',
      'user-exists-400',
      'user-exists-400',
    ]);
    const { rows } = await sql`select 1 from person where mail_key = ${email}`.execute(db);
    assert.equal(rows.length, 1);
    const written = (await readMails(context)).filter(({ to }) => to.toLowerCase() === email);
    assert.equal(written.length, 1);
  });

  test('R25: the sixth from an address within an hour has to wait', async () => {
    const ip = freshAddress();
    for (let at = 0; at < 5; at += 1) {
      assert.equal((await register({ email: `kota${at}@rasat.example` }, { ip })).status, 200);
    }
    // A mistake in a field costs nothing, and is reported before the limit.
    assert.equal((await register({ gsm: '+905' }, { ip })).code, 'bad-fields-400');
    const sixth = await register({ email: 'kota5@rasat.example' }, { ip });
    assert.deepEqual([sixth.status, sixth.code], [429, 'rate-429']);
    assert.equal(sixth.headers.get('retry-after'), '3600');
    // The answer no longer reveals whether the mailbox has an account.
    assert.equal((await register({ email: 'kota0@rasat.example' }, { ip })).code, 'rate-429');
    assert.equal((await register({ email: 'kota5@rasat.example' })).status, 200);
    await clock.advance(3_600_000);
    assert.equal((await register({ email: 'kota6@rasat.example' }, { ip })).status, 200);
  });

  test('counts for the network of an IPv6 address', async () => {
    for (let at = 0; at < 5; at += 1) {
      const ip = `2001:db8:1:2::${at + 1}`;
      assert.equal((await register({ email: `ag${at}@rasat.example` }, { ip })).status, 200);
    }
    const ip = '2001:0db8:0001:0002:ffff::9';
    assert.equal((await register({ email: 'ag5@rasat.example' }, { ip })).code, 'rate-429');
    const other = await register({ email: 'ag5@rasat.example' }, { ip: '2001:db8:1:3::1' });
    assert.equal(other.status, 200);
  });
});

test('H30: without a trusted proxy a caller cannot claim another address', async (t) => {
  const other = await startAuthServer(t, { clock, env: { TRUST_PROXY: '10.9.9.9' } });
  const codes: (string | undefined)[] = [];
  for (let at = 0; at < 22; at += 1) {
    const body = {
      email: `kimse${at}@rasat.example`,
      password: 'baska-bir-sey',
      challenge: await other.solve('login'),
    };
    codes.push((await other.call('POST', '/auth/login', body)).code);
  }
  assert.deepEqual(codes, [
    ...Array.from({ length: 20 }, () => 'password-not-match'),
    'rate-429',
    'rate-429',
  ]);
});
