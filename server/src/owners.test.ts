import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ROUTES } from '@rasat/contract';
import { type App, startApp } from './app.ts';
import { hashPassword } from './modules/auth/index.ts';
import { createClock } from './platform/clock.ts';
import { loadKeys } from './platform/keys.ts';
import { testConfig, testDatabase } from './platform/testing.ts';
import { plantSeries } from './testing/market.ts';
import { type PlantedPerson, plantPerson } from './testing/people.ts';

// Two people with the same rights: whatever one of them does, nothing of the other is seen, changed or ended.

const PASSWORD = 'kuzgun-ve-deniz';
const WORDS_OF_ADA = /ada-gizli|AdaGizli/;

const database = await testDatabase({ after });
for (const symbol of ['DENEME', 'BASKA']) {
  await plantSeries(database.db, { symbol, source: 'file' });
}
const config = testConfig();
const context = {
  db: database.db,
  clock: createClock(),
  config,
  keys: await loadKeys(config),
};
let app: App;
let ada: PlantedPerson;
let bora: PlantedPerson;
before(async () => {
  app = await startApp(config, {
    database: database.address,
    site: null,
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
  test('sees nothing of the other, whatever is read', async () => {
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
      ['the wish to be erased', 'POST', '/account/erasure', { erase: true, password: PASSWORD }],
      ['that wish again', 'POST', '/account/erasure', { erase: false, password: PASSWORD }],
      ['the session', 'POST', '/auth/logout'],
    ];
  for (const [what, method, path, body] of changes) {
    test(`changes ${what} for nobody else`, async () => {
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
