import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type ChallengeAction, LEGAL_TEXTS } from '@rasat/contract';
import { sql } from 'kysely';
import {
  type CallOptions,
  deliverMails,
  REGISTRATION,
  readCode,
  snapshotPeople,
  startAuthServer,
} from '../../testing/auth.ts';
import { plantPerson } from '../../testing/people.ts';
import { openSession } from '../accounts/index.ts';
import { hashPassword } from './index.ts';

// What is refused, input by input: a good body with one change each, against the real server, and the database as before.

const { context, call, solve } = await startAuthServer({ after });
const { db } = context;

const PASSWORD = 'kuzgun-ve-deniz';
const ada = await plantPerson(context, {
  mail: 'Ada.Deneme@rasat.example',
  passwordHash: await hashPassword(PASSWORD),
});
const { kvkk } = LEGAL_TEXTS;

const BF = [400, 'bad-fields-400'] as const;
const PF = [400, 'password-field-400'] as const;
const TF = [400, 'terms-field-400'] as const;
const TN = [400, 'token-not-match-400'] as const;
const PM = [401, 'password-not-match'] as const;

interface Row {
  readonly id: string;
  readonly what: string;
  /** Laid over the good body; undefined takes a field away. */
  readonly change?: Readonly<Record<string, unknown>>;
  readonly options?: CallOptions;
  readonly expect: readonly [status: number, code: string, field?: string];
}

const long = (length: number): string => 'ş'.repeat(length);

const REGISTER_ROWS: readonly Row[] = [
  { id: 'H6', what: 'an extra key', change: { role: 'admin' }, expect: [...BF, 'role'] },
  { id: 'H17', what: 'U+0000', change: { name: 'a\u0000b' }, expect: BF },
  { id: 'H18', what: 'a lone surrogate', change: { name: 'a\ud800' }, expect: BF },
  { id: 'R1', what: 'no mail', change: { email: undefined }, expect: [...BF, 'email'] },
  ...['a@b', 'a b@c.co', '@c.co', 'a@b..co', 'ı@rasat.example', 'İ@rasat.example'].map((email) => ({
    id: 'R2',
    what: `mail ${email}`,
    change: { email },
    expect: [...BF, 'email'] as const,
  })),
  {
    id: 'R3',
    what: 'a mail of 255 characters',
    change: { email: `${'a'.repeat(241)}@rasat.example` },
    expect: [...BF, 'email'],
  },
  {
    id: 'R4',
    what: 'a mail with a header in it',
    change: { email: 'a@b.co\r\nBcc:x@y.z' },
    expect: [...BF, 'email'],
  },
  {
    id: 'R5',
    what: 'a mail that has an account, in other letters',
    change: { email: 'aDA.dENEME@RASAT.example' },
    expect: [400, 'user-exists-400', 'email'],
  },
  { id: 'R6', what: 'password of 5', change: { password: 'k7-x!' }, expect: [...PF, 'password'] },
  { id: 'R7', what: 'password of 33', change: { password: long(33) }, expect: [...PF, 'password'] },
  {
    id: 'R8',
    what: 'password of 33 emoji',
    change: { password: '🐦'.repeat(33) },
    expect: [...PF, 'password'],
  },
  {
    id: 'R9',
    what: 'password as a number',
    change: { password: 1234567 },
    expect: [...BF, 'password'],
  },
  {
    id: 'R10',
    what: 'password as a list',
    change: { password: ['secret1'] },
    expect: [...BF, 'password'],
  },
  ...[
    '123456',
    'Password',
    'QWERTY',
    'galatasaray',
    'rasat123',
    'Rasat!2026',
    'ＰＡＳＳＷＯＲＤ',
  ].map((password) => ({
    id: 'R11',
    what: `password ${password}`,
    change: { password },
    expect: [...BF, 'password'] as const,
  })),
  ...['      ', '\u3164'.repeat(6), '\u200b'.repeat(8), '\u2003 \u00a0 \u2003 '].map(
    (password) => ({
      id: 'R11',
      what: `password of blanks alone, ${encodeURI(password)}`,
      change: { password },
      expect: [...BF, 'password'] as const,
    }),
  ),
  ...['Yeni.Kisi@rasat.example', ' yeni.kisi@RASAT.example '].map((password) => ({
    id: 'R11',
    what: `the mail address as the password, ${password}`,
    change: { email: 'yeni.kisi@rasat.example', password },
    expect: [...BF, 'password'] as const,
  })),
  ...['name', 'surname', 'city', 'district', 'address'].flatMap((field) =>
    [
      'Ada\nBcc: x@y.z',
      'Ada\rBcc',
      'Ada\tDeneme',
      'Ada\u2028Deneme',
      'Ada \u202eemeneD',
      '\u2066Ada\u2069',
      'A\u0007da',
      'A\u009bda',
      '\u200b\u200d\ufeff',
      '\u00ad',
      'Ödülünüz: https://kötü.example',
      'www.kotu.example',
      'kotu.com adresine',
      'Kotu.Com/a',
      'ödül.az',
      'ada@rasat.example',
    ].map((value) => ({
      id: 'R13',
      what: `${field} ${JSON.stringify(value)}`,
      change: { [field]: value },
      expect: [...BF, field] as const,
    })),
  ),
  { id: 'R12', what: 'name of 51', change: { name: long(51) }, expect: [...BF, 'name'] },
  { id: 'R13', what: 'name of blanks', change: { name: '  \t ' }, expect: [...BF, 'name'] },
  {
    id: 'R14',
    what: 'identity of 51',
    change: { identity: long(51) },
    expect: [...BF, 'identity'],
  },
  ...['country', 'city', 'district'].map((field) => ({
    id: 'R15',
    what: `${field} of 51`,
    change: { [field]: long(51) },
    expect: [...BF, field] as const,
  })),
  {
    id: 'R15',
    what: 'a country that is none',
    change: { country: 'XX' },
    expect: [...BF, 'country'],
  },
  {
    id: 'R15',
    what: 'a country by name',
    change: { country: 'Türkiye' },
    expect: [...BF, 'country'],
  },
  { id: 'R16', what: 'address of 151', change: { address: long(151) }, expect: [...BF, 'address'] },
  {
    id: 'R17',
    what: 'gsm of 21',
    change: { gsm: `+90532${'1'.repeat(15)}` },
    expect: [...BF, 'gsm'],
  },
  ...[
    '+90 5',
    '+905',
    '+90532123456',
    '+9053212345678',
    '+901234567890',
    '05321234567',
    'abc',
    '+994501234',
  ].map((gsm) => ({
    id: gsm === 'abc' ? 'R19' : 'R18',
    what: `gsm ${gsm}`,
    change: { gsm },
    expect: [...BF, 'gsm'] as const,
  })),
  { id: 'R20', what: 'terms false', change: { terms: false }, expect: [...TF, 'terms'] },
  { id: 'R20', what: 'no terms', change: { terms: undefined }, expect: [...TF, 'terms'] },
  { id: 'R21', what: 'terms as a text', change: { terms: 'true' }, expect: [...BF, 'terms'] },
  { id: 'R22', what: 'no check', change: { challenge: undefined }, expect: [...BF, 'challenge'] },
  { id: 'R22', what: 'an empty check', change: { challenge: '' }, expect: [...BF, 'challenge'] },
  {
    id: 'R22',
    what: 'a check that is none',
    change: { challenge: 'x'.repeat(40) },
    expect: [...BF, 'challenge'],
  },
  {
    id: 'R22',
    what: 'a check that nests deeply',
    change: { challenge: Buffer.from('['.repeat(3000)).toString('base64') },
    expect: [...BF, 'challenge'],
  },
  {
    id: 'R23',
    what: 'a right of one’s own',
    change: { subscribed: true },
    expect: [...BF, 'subscribed'],
  },
  {
    id: 'R',
    what: 'texts of another version',
    change: { texts: { privacy: '0', kvkk: kvkk.version } },
    expect: [...BF, 'texts'],
  },
  { id: 'R', what: 'no texts', change: { texts: undefined }, expect: [...BF, 'texts'] },
  {
    id: 'R',
    what: 'a language that we do not have',
    change: { language: 'de' },
    expect: [...BF, 'language'],
  },
  { id: 'R', what: 'two wrong fields', change: { gsm: 'abc', name: '' }, expect: [...BF, 'name'] },
];

const LOGIN = { email: ada.mail, password: PASSWORD };
const LOGIN_ROWS: readonly Row[] = [
  { id: 'L1', what: 'an unknown mail', change: { email: 'kimse@rasat.example' }, expect: PM },
  { id: 'L2', what: 'a wrong password', change: { password: 'baska-bir-sey' }, expect: PM },
  { id: 'L2', what: 'a password that is on the list', change: { password: '123456' }, expect: PM },
  { id: 'L3', what: 'a query as mail', change: { email: { $gt: '' } }, expect: [...BF, 'email'] },
  { id: 'L4', what: 'SQL as mail', change: { email: "' OR 1=1--" }, expect: [...BF, 'email'] },
  { id: 'L5', what: 'password of 33', change: { password: long(33) }, expect: [...PF, 'password'] },
  { id: 'L6', what: 'no check', change: { challenge: undefined }, expect: [...BF, 'challenge'] },
  {
    id: 'L14',
    what: 'a person who is signed in',
    options: { cookie: ada.cookie },
    expect: [403, 'forbidden-403'],
  },
  {
    id: 'L',
    what: 'an extra key',
    change: { redirect: '//evil.test' },
    expect: [...BF, 'redirect'],
  },
];

const REQUEST = { email: ada.mail };
const REQUEST_ROWS: readonly Row[] = [
  { id: 'T2', what: 'no check', change: { challenge: undefined }, expect: [...BF, 'challenge'] },
  { id: 'T', what: 'no mail', change: { email: '' }, expect: [...BF, 'email'] },
  { id: 'T', what: 'a person', options: { cookie: ada.cookie }, expect: [403, 'forbidden-403'] },
];

const VALIDATE = { email: ada.mail, token: 'ABCDEFGH' };
const VALIDATE_ROWS: readonly Row[] = [
  { id: 'T4', what: 'a code of 9', change: { token: 'ABCDEFGHJ' }, expect: [...BF, 'token'] },
  { id: 'T5', what: 'a code without a request', expect: [...TN, 'token'] },
  {
    id: 'T8',
    what: 'an unknown mail',
    change: { email: 'kimse@rasat.example' },
    expect: [...TN, 'token'],
  },
  { id: 'T14', what: 'an empty code', change: { token: '' }, expect: [...BF, 'token'] },
  { id: 'T14', what: 'a code of blanks', change: { token: '   ' }, expect: [...BF, 'token'] },
];

const PASSWORD_CHANGE = { oldPassword: PASSWORD, newPassword: 'yesil-vapur-3' };
const asAda = { options: { cookie: ada.cookie } };
const PASSWORD_ROWS: readonly Row[] = [
  {
    id: 'P1',
    what: 'a wrong old password',
    change: { oldPassword: 'baska-bir-sey' },
    ...asAda,
    expect: PM,
  },
  {
    id: 'P2',
    what: 'new of 33',
    change: { newPassword: long(33) },
    ...asAda,
    expect: [...PF, 'newPassword'],
  },
  {
    id: 'P3',
    what: 'no old password',
    change: { oldPassword: undefined },
    ...asAda,
    expect: [...BF, 'oldPassword'],
  },
  {
    id: 'P4',
    what: 'no check',
    change: { challenge: undefined },
    ...asAda,
    expect: [...BF, 'challenge'],
  },
  {
    id: 'P5',
    what: 'the old one again',
    change: { newPassword: PASSWORD },
    ...asAda,
    expect: [...BF, 'newPassword'],
  },
  ...['Dragon', '       ', 'ada.deneme@rasat.example', 'ADA.Deneme@rasat.example'].map(
    (newPassword) => ({
      id: 'P',
      what: `one that others know, ${newPassword}`,
      change: { newPassword },
      ...asAda,
      expect: [...BF, 'newPassword'] as const,
    }),
  ),
  { id: 'P7', what: 'a guest', expect: [401, 'unauthorized-401'] },
];

/** What is taken: beside each limit above the value that keeps it, all at once where they do not touch each other. */
const TAKEN: readonly (readonly [what: string, change: Readonly<Record<string, unknown>>])[] = [
  [
    'everything as long as it may be',
    {
      // 254 characters: 240 and the 14 of its domain.
      email: `${'b'.repeat(240)}@rasat.example`,
      password: long(32),
      name: long(50),
      surname: long(50),
      identity: long(50),
      city: long(50),
      district: long(50),
      address: long(150),
      language: 'az',
    },
  ],
  [
    'everything as short as it may be',
    {
      email: 'a@b.co',
      password: 'k7-x!9',
      name: 'a',
      surname: 'b',
      city: 'c',
      district: 'd',
      address: 'e',
    },
  ],
  ['32 emoji', { password: '🐦'.repeat(32) }],
];

async function countUsed(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from used_challenge`.execute(db);
  return rows[0]?.n ?? 0;
}

const spare = new Map<ChallengeAction, string>();

/** A solved check; one that a refused call did not use is good for the next. */
async function solved(action: ChallengeAction): Promise<string> {
  const token = spare.get(action) ?? (await solve(action));
  spare.set(action, token);
  return token;
}

function refuses(
  method: string,
  path: string,
  action: ChallengeAction | null,
  good: Readonly<Record<string, unknown>>,
  rows: readonly Row[],
): void {
  describe(`${method} ${path}`, () => {
    for (const { id, what, change, options, expect } of rows) {
      test(`${id}: ${what}`, async () => {
        const challenge = action && { challenge: await solved(action) };
        const [before, used] = [await snapshotPeople(context), await countUsed()];
        const body = { ...good, ...challenge, ...change };
        const answer = await call(method, path, body, options);
        const [status, code, field] = expect;
        assert.deepEqual(
          { status: answer.status, code: answer.code, ...(field && { field: answer.field }) },
          { status, code, ...(field && { field }) },
        );
        assert.deepEqual(
          Object.keys(answer.body)
            .filter((key) => key !== 'field')
            .toSorted(),
          ['code', 'requestId'],
        );
        assert.equal(answer.cookie, undefined);
        assert.equal(await snapshotPeople(context), before, 'the database is as before');
        if (action && (await countUsed()) > used) spare.delete(action);
      });
    }
  });
}

refuses('PUT', '/auth/register', 'register', REGISTRATION, REGISTER_ROWS);
refuses('POST', '/auth/login', 'login', LOGIN, LOGIN_ROWS);
refuses('PUT', '/auth/forgot/request', 'forgot', REQUEST, REQUEST_ROWS);
refuses('POST', '/auth/forgot/validate', null, VALIDATE, VALIDATE_ROWS);
refuses('POST', '/auth/forgot/reset', null, { ...VALIDATE, password: 'yesil-vapur-3' }, [
  ...VALIDATE_ROWS,
  { id: 'T10', what: 'password of 5', change: { password: 'k7-x!' }, expect: [...PF, 'password'] },
  {
    id: 'T10',
    what: 'one of the list',
    change: { password: '123456' },
    expect: [...BF, 'password'],
  },
  {
    id: 'T10',
    what: 'the mail address',
    change: { password: ada.mail },
    expect: [...BF, 'password'],
  },
  { id: 'T10', what: 'blanks alone', change: { password: '       ' }, expect: [...BF, 'password'] },
]);
refuses('POST', '/account/password', 'password', PASSWORD_CHANGE, PASSWORD_ROWS);

describe('what lies on the other side of each limit', () => {
  for (const [at, [what, change]] of TAKEN.entries()) {
    test(`is taken: ${what}`, async () => {
      const email = `komsu${at}@rasat.example`;
      const body = { ...REGISTRATION, email, ...change, challenge: await solve('register') };
      const answer = await call('PUT', '/auth/register', body);
      assert.deepEqual([answer.status, answer.field], [200, undefined]);
    });
  }

  test('names of people and places are taken as they are, in the composed form', async () => {
    const names = {
      name: 'Gu\u0308l\u0327en J.R.',
      surname: "O'Neil-Şahin",
      city: 'St. Gallen',
      district: 'Mh. 5/A',
      address: 'Atatürk Cad. No:12 D.3, 34000',
    };
    const email = 'adlar@rasat.example';
    const body = { ...REGISTRATION, email, ...names, challenge: await solve('register') };
    const answer = await call('PUT', '/auth/register', body);
    assert.deepEqual([answer.status, answer.field], [200, undefined]);
    const stored = await sql<{ name: string; surname: string; city: string }>`
      select name, surname, city from person where mail = ${email}`.execute(db);
    // ü is one letter now; an l with a cedilla is ļ.
    assert.deepEqual(stored.rows, [
      { name: 'G\u00fc\u013cen J.R.', surname: "O'Neil-Şahin", city: 'St. Gallen' },
    ]);
  });

  test('a good sign-in, request, reset and change of the password are taken', async () => {
    const checked = async (action: ChallengeAction) => ({ challenge: await solve(action) });
    const signedIn = await call('POST', '/auth/login', { ...LOGIN, ...(await checked('login')) });
    assert.equal(signedIn.status, 200);
    const asked = await call('PUT', '/auth/forgot/request', {
      ...REQUEST,
      ...(await checked('forgot')),
    });
    assert.equal(asked.status, 200);
    await deliverMails(context);
    const token = await readCode(context, ada.mail);
    const good = { email: ada.mail, token };
    assert.equal((await call('POST', '/auth/forgot/validate', good)).status, 200);
    const reset = { ...good, password: 'k7-x!9' };
    assert.equal((await call('POST', '/auth/forgot/reset', reset)).status, 200);
    const { id } = ada;
    const second = (await openSession(context, id, { complete: true, headers: {} })).cookie;
    const change = { oldPassword: 'k7-x!9', newPassword: long(32), ...(await checked('password')) };
    const cookie = second.split(';')[0] ?? '';
    assert.equal((await call('POST', '/account/password', change, { cookie })).status, 200);
  });
});
