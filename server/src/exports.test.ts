import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ROUTES } from '@rasat/contract';
import { sql } from 'kysely';
import { registerAccountRoutes } from './modules/accounts/index.ts';
import { registerAdminRoutes } from './modules/admin/index.ts';
import {
  enrolAuthenticator,
  hashPassword,
  newTotpSecret,
  registerAuthRoutes,
  verifyPassword,
} from './modules/auth/index.ts';
import { registerEducationRoutes, seedEducation } from './modules/education/index.ts';
import { registerTelegramRoutes } from './modules/telegram/index.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { openFileStore } from './platform/files/open-file-store.ts';
import { createLightCheck, readCode, solveCheck } from './testing/auth.ts';
import { type PlantedAdmin, plantAdmin, uidOf } from './testing/back-office.ts';
import { BOT_NAME, BOT_TOKEN } from './testing/bot-api.ts';
import { type PlantedPerson, plantPerson } from './testing/people.ts';
import { AGREED, SHOP_NOON_MS, startShop } from './testing/shop.ts';

// A person who has everything on its way at once. The holder of a file of what is stored about them must not be able to
// do anything with it.

const PASSWORD = 'kuzgun-ve-deniz';
const KEY = 'idempotency-key-of-the-open-order';
const RED_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAkAAAAJCAMAAADXT/YiAAAAA1BMVEX/AAAZ4gk3AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgoBUAAABaAAEB3q7iAAAAAElFTkSuQmCC',
  'base64',
);
const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-exports-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const shop = await startShop(
  { after },
  {
    env: { TELEGRAM_TOKEN: BOT_TOKEN },
    async routes(web, payments) {
      const { context } = web;
      const faces = {
        files: openFileStore({ ...context.config, dataDir: folder }, context.clock),
        tell: async () => true,
      };
      registerAuthRoutes(web, createLightCheck(context));
      registerAccountRoutes(web, { data: PERSONAL_DATA, verifyPassword });
      registerTelegramRoutes(web);
      registerEducationRoutes(web, faces);
      registerAdminRoutes(web, {
        ...faces,
        data: PERSONAL_DATA,
        payments,
        market: {
          sources: [],
          feeds: () => [],
          licenceOf: () => null,
          gaps: () => undefined,
          parts: () => ({}),
          board: { quotes: () => [] },
        },
      });
    },
  },
);
const { context, clock, iyzico, call, server } = shop;
const { db, keys } = context;
const passwordHash = await hashPassword(PASSWORD);
const totpSecret = await newTotpSecret();
let admin: PlantedAdmin;
let ada: PlantedPerson;
/** What lets its holder in, by what it is. */
const live = new Map<string, string>();
/** Addresses that prove themselves, each read or, the last one, written to in the end. */
const addresses: string[] = [];

const param = (address: unknown, name: string): string =>
  new URL(String(address), server.origin).searchParams.get(name) ?? '';
const ask = (method: string, address: string, body?: unknown) =>
  call(method, address, { cookie: ada.cookie, ...(body !== undefined && { body }) });
const addressOfUpload = async () => {
  const { body } = await ask('GET', '/account/imageUrl?type=image/png');
  return { id: body.id, url: String(body.url) };
};
const put = (url: string) =>
  server.fetch(url, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: RED_PNG });

before(async () => {
  admin = await plantAdmin(context, clock);
  await seedEducation(db);
  await sql`insert into telegram_bot (bot_id, username)
    values (${Number(BOT_TOKEN.split(':')[0])}, ${BOT_NAME})`.execute(db);
  ada = await plantPerson(context, { passwordHash });
  // A course that was paid, with its invoice and the address of its file.
  const paid = await shop.order(ada);
  iyzico.pay(paid);
  await shop.comeBack(paid);
  const invoice = await ask('GET', '/account/invoice/1');
  live.set('the address of an invoice', param(invoice.body.url, 'signature'));
  // A homework with an image, and an address for another one.
  const image = await addressOfUpload();
  assert.equal((await put(image.url)).status, 200);
  const work = { text: 'Çizim', homeworkNumber: 1, imageId: image.id };
  assert.equal((await ask('POST', '/account/homework', work)).status, 200);
  const { '1': shown } = (await ask('GET', '/account/homework')).body as Record<
    string,
    { imageUrl?: string }
  >;
  const upload = (await addressOfUpload()).url;
  live.set('the address of an image', param(shown?.imageUrl, 'signature'));
  live.set('an address of an upload', param(upload, 'signature'));
  addresses.push(String(invoice.body.url), String(shown?.imageUrl), upload);
  // A subscription whose page of the provider is open.
  const order = await call('PUT', '/payment/subscribe', {
    cookie: ada.cookie,
    body: { type: 3, ...AGREED },
    headers: { 'idempotency-key': KEY },
  });
  assert.equal(order.status, 200, order.code);
  live.set('the page of an open order', String(order.body.url));
  live.set('the token of that page', param(order.body.url, 'token'));
  live.set('the idempotency key', KEY);
  // A link to the bot, an authenticator, a session, a forgotten password.
  live.set(
    'the token of a link',
    param((await ask('GET', '/account/telegram')).body.link, 'start'),
  );
  await enrolAuthenticator(db, keys, ada.id, { secret: totpSecret, confirmedAtMs: clock.now() });
  live.set('the secret of an authenticator', totpSecret);
  live.set('the token of a session', ada.cookie.split('=')[1] ?? '');
  live.set('the password', PASSWORD);
  live.set('the hash of the password', passwordHash);
  const solve = async (action: string) =>
    solveCheck((await call('GET', `/auth/challenge/${action}`)).body);
  const signedIn = await server.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: ada.mail,
      password: PASSWORD,
      challenge: await solve('login'),
    }),
  });
  assert.equal(signedIn.status, 200, await signedIn.text());
  for (const set of signedIn.headers.getSetCookie()) {
    const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
    live.set(`the cookie ${name}`, value);
    // A device is known by a name of its own for each person, with a signature over all.
    for (const part of value.split('.')) live.set(`a part of the cookie ${name}: ${part}`, part);
  }
  assert.ok(live.has('the cookie sid') && live.has('the cookie device'));
  const asked = await call('PUT', '/auth/forgot/request', {
    body: { email: ada.mail, challenge: await solve('forgot') },
  });
  assert.equal(asked.status, 200, asked.code);
  live.set('a reset code', await readCode(context, ada.mail));
});

/** A secret as it may stand in a file: as it is, and as what is stored of it. */
function formsOf(secret: string): readonly string[] {
  const hash = createHash('sha256').update(secret).digest();
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('base64'),
    hash.toString('hex'),
    hash.toString('base64'),
    hash.toString('base64url'),
    JSON.stringify([...hash]).slice(1, -1),
  ];
}

/** Hashes that are stored and that nothing else is computed from here. */
const HASHES = [
  ['session', 'token_hash'],
  ['known_device', 'token_hash'],
  ['reset_code', 'code_hash'],
  ['reset_code', 'mail_hash'],
  ['telegram_link', 'token_hash'],
  ['purchase_key', 'body_sha256'],
] as const;

async function assertHarmless(text: string): Promise<void> {
  for (const [what, secret] of live) {
    assert.ok(secret.length >= 8, `${what} was made`);
    for (const form of formsOf(secret)) assert.ok(!text.includes(form), what);
  }
  for (const [table, column] of HASHES) {
    const { rows } = await sql<{ value: Buffer | string }>`
      select ${sql.id(column)} as value from ${sql.id(table)}`.execute(db);
    assert.ok(rows.length > 0, `${table} has a row`);
    for (const { value } of rows) {
      const forms = Buffer.isBuffer(value)
        ? [value.toString('hex'), value.toString('base64'), value.toString('base64url')]
        : [value];
      for (const form of forms) assert.ok(!text.includes(form), `${table}.${column}`);
    }
  }
  // An address that proves itself carries one of these.
  assert.doesNotMatch(text, /[?&](signature|expires|token|start)=/);
}

describe('what a person is handed holds no secret that still works', () => {
  const asRead = (text: string) =>
    JSON.parse(text) as Record<string, Record<string, unknown>[] | undefined>;
  /** To be sure that it is the file of a person with all of that. */
  const assertWhole = (text: string): void => {
    const document = asRead(text);
    for (const table of [
      'session',
      'known_device',
      'mail',
      'invoice',
      'homework',
      'purchase_key',
    ]) {
      assert.ok((document[table]?.length ?? 0) > 0, table);
    }
    assert.equal(document.purchase?.length, 2);
    assert.equal(document.education_file?.length, 2);
    const mail = document.mail?.find(({ subject }) => subject === 'Şifre yenileme kodunuz');
    assert.deepEqual([mail?.text, mail?.written], [null, new Date(SHOP_NOON_MS).toISOString()]);
    assert.ok(
      document.mail?.some((one) => typeof one.text === 'string'),
      'other mails are shown',
    );
  };

  const fetchAsAdmin = async (address: string): Promise<string> => {
    const code = await admin.freshCode();
    const reply = await server.fetch(`/api${address}`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    assert.equal(reply.status, 200);
    return reply.text();
  };

  test('in their own export', async () => {
    const reply = await server.fetch('/api/account/data', { headers: { cookie: ada.cookie } });
    const text = await reply.text();
    assert.equal(reply.status, 200);
    assertWhole(text);
    await assertHarmless(text);
  });

  test('in the export of the back office', async () => {
    const uid = await uidOf(context, ada.id);
    const text = await fetchAsAdmin(ROUTES.adminPersonFile.path.replace(':uid', uid));
    assertWhole(text);
    await assertHarmless(text);
  });

  test('and the file of the people list has none either', async () => {
    const text = await fetchAsAdmin(ROUTES.adminPeopleFile.path);
    assert.ok(text.includes(ada.mail));
    await assertHarmless(text);
  });

  test('though each of them works', async () => {
    const code = live.get('a reset code') ?? '';
    const answer = await call('POST', '/auth/forgot/validate', {
      body: { email: ada.mail, token: code },
    });
    assert.equal(answer.status, 200, answer.code);
    assert.equal((await ask('GET', '/account/sessions')).status, 200);
    const [invoice = '', image = '', upload = ''] = addresses;
    for (const address of [invoice, image]) {
      const reply = await server.fetch(address, { headers: { cookie: ada.cookie } });
      assert.equal(reply.status, 200, address);
      await reply.body?.cancel();
    }
    assert.equal((await put(upload)).status, 200);
  });
});
