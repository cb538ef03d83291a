import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LEGAL_TEXTS, ROUTES, type RouteName } from '@rasat/contract';
import { sql } from 'kysely';
import { type App, startApp } from './app.ts';
import {
  enrolAuthenticator,
  hashPassword,
  newTotpSecret,
  totpCodeAt,
} from './modules/auth/index.ts';
import { setCourseSale } from './modules/payments/index.ts';
import { createClock } from './platform/clock.ts';
import { loadKeys } from './platform/keys.ts';
import { createLog } from './platform/log.ts';
import { testConfig, testDatabase } from './platform/testing.ts';
import { REGISTRATION, solveCheck } from './testing/auth.ts';
import { EARLY_CLOCK } from './testing/early-clock.ts';
import { plantSeries } from './testing/market.ts';
import { type PlantedPerson, plantPerson } from './testing/people.ts';

// Two people with the same rights: no call of one of them shows, changes or ends anything of the other.

const PASSWORD = 'kuzgun-ve-deniz';
const WORDS_OF_ADA = /ada-gizli|AdaGizli/;

const database = await testDatabase({ after });
for (const symbol of ['DENEME', 'BASKA']) {
  await plantSeries(database.db, { symbol, source: 'file' });
}
const config = testConfig();
const context = {
  db: database.db,
  clock: createClock(EARLY_CLOCK),
  config,
  keys: await loadKeys(config),
};
const logged: string[] = [];
let app: App;
let ada: PlantedPerson;
let bora: PlantedPerson;
before(async () => {
  app = await startApp(config, {
    clock: EARLY_CLOCK,
    database: database.address,
    site: null,
    log: createLog('trace', { write: (line) => void logged.push(line) }),
    stallLimitMs: Number.POSITIVE_INFINITY,
  });
  const passwordHash = await hashPassword(PASSWORD);
  const rights = ['subscription', 'lesson'] as const;
  ada = await plantPerson(context, { mail: 'ada-gizli@rasat.example', passwordHash, rights });
  bora = await plantPerson(context, { mail: 'bora@rasat.example', passwordHash, rights });
});
after(() => app.stop());

/** What a call cannot do without. */
const QUERIES: Readonly<Record<string, string>> = {
  '/account/orders/latest': '?product=subscription',
  '/account/imageUrl': '?type=image/png',
};

async function call(who: PlantedPerson, method: string, address: string, body?: unknown) {
  const reply = await fetch(`${app.address}/api${address}`, {
    method,
    headers: {
      cookie: who.cookie,
      'sec-fetch-site': 'same-origin',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, text, body: JSON.parse(text) as unknown };
}

const sessionsOf = async (who: PlantedPerson) =>
  (await call(who, 'GET', '/account/sessions')).body as { id: string; current: boolean }[];

/** Everything that Ada can see of herself; what Bora does must leave it as it is. */
async function whatAdaSees(): Promise<string> {
  const seen: Record<string, unknown> = {};
  for (const address of [
    '/account/sessions',
    '/account/favorites',
    '/account/erasure',
    '/account/question',
    '/account/lessons',
  ]) {
    seen[address] = (await call(ada, 'GET', address)).body;
  }
  seen.telegram = (await call(ada, 'GET', '/account/telegram?for=state')).body;
  seen.info = (await call(ada, 'POST', '/auth/info')).body;
  return JSON.stringify(seen, (key, value: unknown) => (key === 'seen' ? null : value));
}

describe('one of two people', () => {
  test('sees nothing of the other in any read', async () => {
    await call(ada, 'POST', '/account/favorites', { symbol: 'DENEME' });
    const question = { question: 'ada-gizli bir soru' };
    assert.equal((await call(ada, 'POST', '/account/question', question)).status, 200);
    const adaInfo = (await call(ada, 'POST', '/auth/info')).body as { id: string };
    const adaSession = (await sessionsOf(ada))[0]?.id;
    const reads = Object.values(ROUTES).filter(
      ({ method, path, access }) =>
        method === 'GET' &&
        access !== 'guest' &&
        path.startsWith('/account') &&
        // What is named in the address is asked for by its own tests.
        !path.includes(':'),
    );
    assert.ok(reads.length >= 5, 'the calls of the account page were found');
    for (const { path } of reads) {
      const { status, text } = await call(bora, 'GET', path + (QUERIES[path] ?? ''));
      assert.equal(status, 200, path);
      assert.doesNotMatch(text, WORDS_OF_ADA, path);
      assert.ok(!text.includes(adaInfo.id), path);
    }
    assert.deepEqual((await call(bora, 'GET', '/account/favorites')).body, []);
    assert.ok(!(await sessionsOf(bora)).some(({ id }) => id === adaSession));
    // To be sure that the words would have been seen.
    assert.match((await call(ada, 'GET', '/account/data')).text, WORDS_OF_ADA);
  });

  test("cannot end the other's session, and is told what a missing one is told", async () => {
    const [session] = await sessionsOf(ada);
    const refused = await call(bora, 'POST', '/account/sessions/end', { id: session?.id });
    const missing = await call(bora, 'POST', '/account/sessions/end', { id: '999999999' });
    assert.equal(refused.status, 404);
    assert.equal(missing.status, 404);
    assert.equal((refused.body as { code: string }).code, (missing.body as { code: string }).code);
    assert.equal((await call(ada, 'GET', '/account/sessions')).status, 200);
  });

  const changes: readonly (readonly [what: string, method: string, path: string, body?: object])[] =
    [
      ['favourites', 'POST', '/account/favorites', { symbol: 'DENEME' }],
      ['other favourites', 'POST', '/account/favorites', { symbol: 'BASKA' }],
      [
        'settings',
        'PUT',
        '/account/settings',
        { language: 'en', theme: 'light', prices: 'blue-orange', keys: false },
      ],
      ['Telegram', 'POST', '/account/telegram', { signals: false }],
      ['the question', 'POST', '/account/question', { question: 'Başka bir soru' }],
      [
        'how far a lesson was played',
        'POST',
        '/account/lessons/progress',
        { lesson: 1, position: 10, progress: 0.5 },
      ],
      ['all other sessions', 'POST', '/account/sessions/end', { id: null }],
      ['the request to be erased', 'POST', '/account/erasure', { erase: true, password: PASSWORD }],
      ['that request again', 'POST', '/account/erasure', { erase: false, password: PASSWORD }],
      ['the session', 'POST', '/auth/logout'],
    ];
  for (const [what, method, path, body] of changes) {
    test(`changes ${what} for no one else`, async () => {
      const before = await whatAdaSees();
      const { status, text } = await call(bora, method, path, body);
      assert.ok([200, 409].includes(status), text);
      assert.equal(await whatAdaSees(), before);
    });
  }

  test("cannot be the other by a word in the call: an id, a mail, the other's id cookie", async () => {
    const { cookie } = await plantPerson(context, { mail: 'can@rasat.example' });
    const { id } = (await call(ada, 'POST', '/auth/info')).body as { id: string };
    const can = { ...bora, cookie: `${cookie}; id=${id}` };
    const info = (await call(can, 'POST', '/auth/info')).body as { id: string; email: string };
    assert.notEqual(info.id, id);
    assert.equal(info.email, 'can@rasat.example');
    for (const more of [`?person=${ada.id}`, `?id=${id}`, `?email=${ada.mail}`]) {
      const { status, text } = await call(can, 'GET', `/account/sessions${more}`);
      assert.equal(status, 400);
      assert.doesNotMatch(text, WORDS_OF_ADA);
    }
    const forged = { id: null, person: ada.id };
    assert.equal((await call(can, 'POST', '/account/sessions/end', forged)).status, 400);
  });
});

describe('what a failed call leaves in the log', () => {
  /** Of a body, and of the rows that a database shows when it refuses them. */
  const MARKS = [
    'isaret.mail@rasat.example',
    'İşaretAd',
    'İşaretSoyad',
    '10000000146',
    '905321234567',
    'İşaretŞehir',
    'İşaretİlçe',
    'İşaret Sokak',
    'isaret-sifre-17',
    'isaret-yeni-18',
    'isaret-metin',
    'isaret-kod',
    'ISARETKD',
    '5528790000000008',
    '4242424242',
    'emre@rasat.example',
    'ada-gizli@rasat.example',
    'yonetici@rasat.example',
    // Of what plantPerson stores, and how a password or a token is stored.
    'Kadıköy',
    'Deneme Sokak',
    '$argon2id',
    'sid=',
  ];
  const TEXTS = { tr: 'isaret-metin', az: 'isaret-metin', en: 'isaret-metin' };
  const AGREED = { terms: true, agreement: LEGAL_TEXTS.agreement.version } as const;
  type Role = 'guest' | 'emre' | 'buyer' | 'admin';
  /** A body that is taken, for each call that has words of a person or about one. */
  const bodies: Partial<Record<RouteName, readonly [Role, object, string?]>> = {
    login: ['guest', { email: 'emre@rasat.example', password: 'isaret-sifre-17' }, 'login'],
    register: [
      'guest',
      {
        ...REGISTRATION,
        email: 'isaret.mail@rasat.example',
        password: 'isaret-sifre-17',
        name: 'İşaretAd',
        surname: 'İşaretSoyad',
        city: 'İşaretŞehir',
        district: 'İşaretİlçe',
        address: 'İşaret Sokak 1',
      },
      'register',
    ],
    forgotRequest: ['guest', { email: 'emre@rasat.example' }, 'forgot'],
    password: ['emre', { oldPassword: PASSWORD, newPassword: 'isaret-yeni-18' }, 'password'],
    saveSettings: ['emre', { language: 'en', theme: 'light', prices: 'blue-orange', keys: false }],
    requestErasure: ['emre', { erase: true, password: PASSWORD }],
    ask: ['emre', { question: 'isaret-metin' }],
    saveProgress: ['emre', { lesson: 1, position: 10, progress: 0.5 }],
    toggleFavorite: ['emre', { symbol: 'DENEME' }],
    readMessages: ['emre', { list: 'platform', through: 1 }],
    buyLesson: ['buyer', AGREED],
    adminPeopleFile: ['admin', { search: 'isaret-metin', filter: 'all', code: '' }],
    adminPersonFile: ['admin', { code: '' }],
    adminSendMessage: ['admin', { list: 'platform', texts: TEXTS, link: null, at: null, code: '' }],
    adminGrant: ['admin', { right: 'lesson', reason: 'isaret-metin', code: '' }],
    adminSaveLesson: [
      'admin',
      { title: TEXTS, minutes: 1, video: { kind: 'link', url: 'https://isaret-metin.example/a' } },
    ],
    adminSaveTask: ['admin', { title: TEXTS, text: TEXTS }],
  };
  test('is nothing of a person: no word of the body, of a refused row or of the session', async () => {
    const { db } = database;
    const secret = await newTotpSecret();
    const admin = await plantPerson(context, { mail: 'yonetici@rasat.example', rights: ['admin'] });
    const { keys, clock } = context;
    await enrolAuthenticator(db, keys, admin.id, { secret, confirmedAtMs: clock.now() });
    const emre = await plantPerson(context, {
      mail: 'emre@rasat.example',
      passwordHash: await hashPassword(PASSWORD),
      rights: ['subscription', 'lesson'],
    });
    const buyer = await plantPerson(context, { mail: 'alici@rasat.example' });
    const uid = ((await call(emre, 'POST', '/auth/info')).body as { id: string }).id;
    const who: Record<Role, PlantedPerson | null> = { guest: null, emre, buyer, admin };
    const send = async (role: Role, name: RouteName, body: object) => {
      const { method, path } = ROUTES[name];
      const isForm = 'bodyType' in ROUTES[name] && ROUTES[name].bodyType === 'form';
      const address = path
        .replace(':uid', uid)
        .replace(':provider', 'demo-bank')
        .replace(/:\w+/g, '1');
      const reply = await fetch(`${app.address}/api${address}`, {
        method,
        redirect: 'manual',
        headers: {
          'sec-fetch-site': 'same-origin',
          authorization: 'Bearer isaret-kod',
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
          ...(who[role] && { cookie: who[role].cookie }),
        },
        body: isForm ? new URLSearchParams({ ...body }).toString() : JSON.stringify(body),
      });
      return { status: reply.status, text: await reply.text() };
    };

    await sql`insert into message (list, text_tr, text_az, text_en, at, created_at)
      values ('platform', 'a', 'a', 'a', 1, 1)`.execute(db);
    await setCourseSale(db, { onSale: true, by: null }, clock.now());
    // The tables in which people, their rights, money and words stand.
    const free =
      /^(attempt|used_challenge|session|kysely|bar_|series|symbol|analysis|ledger|record|telegram_(bot|cursor)|publisher|correction|refused|replay)/;
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
    const guarded = rows.map(({ name }) => name).filter((name) => !free.test(name));
    assert.ok(guarded.includes('person') && guarded.includes('mail'));
    // Its detail is then the whole row: "Failing row contains (...)".
    for (const table of guarded) {
      await sql`alter table ${sql.id(table)} add constraint refused check (false) not valid`.execute(
        db,
      );
    }
    logged.length = 0;
    const statuses: Record<string, number> = {};
    for (const [name, { method }] of Object.entries(ROUTES) as [RouteName, { method: string }][]) {
      if (method === 'GET' || name === 'logout') continue;
      const [role = 'emre', body = {}, action] = bodies[name] ?? [];
      let challenge: string | undefined;
      if (action !== undefined) {
        const issued = await fetch(`${app.address}/api/auth/challenge/${action}`);
        challenge = await solveCheck((await issued.json()) as Record<string, unknown>);
      }
      const whole = {
        ...body,
        ...(challenge !== undefined && { challenge }),
        ...('code' in body && { code: await totpCodeAt(secret, clock.now()) }),
      };
      await send(role, name, { ...whole, cardNumber: '5528790000000008', note: 'isaret-metin' });
      if (bodies[name]) statuses[name] = (await send(role, name, whole)).status;
    }
    assert.deepEqual(
      statuses,
      Object.fromEntries(Object.keys(statuses).map((name) => [name, 500])),
      'each good body reaches a row that is refused',
    );
    assert.deepEqual(Object.keys(statuses).toSorted(), Object.keys(bodies).toSorted());
    const all = logged.join('').toLocaleLowerCase('tr');
    const failed = logged.filter((line) => line.includes('a call failed'));
    assert.ok(failed.length >= Object.keys(bodies).length);
    for (const mark of MARKS) {
      const line = logged.find((one) =>
        one.toLocaleLowerCase('tr').includes(mark.toLocaleLowerCase('tr')),
      );
      assert.equal(line, undefined, `${mark} was logged`);
    }
    assert.ok(!/\b\d{11}\b/.test(all), 'nor a number as long as an identity');
    // It says enough to find the cause.
    assert.match(all, /"code":"23514"/);
    assert.match(all, /"table":"person"/);
    assert.match(all, /"constraint":"refused"/);
  });
});
