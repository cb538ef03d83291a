import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { LIMITS, type Reply, ROUTES } from '@rasat/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { createManualClock } from '../../platform/clock.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { createGuard } from '../rights/index.ts';
import {
  cancelMessage,
  listMessages,
  messagesData,
  type NewMessage,
  registerMessageRoutes,
  sendMessage,
} from './index.ts';

const MINUTE_MS = 60_000;
const clock = createManualClock(Date.UTC(2026, 10, 21, 11));
const context = await testContext({ after }, { clock });
const { db, keys } = context;
const server = await startTestServer(
  { after },
  { context, guard: createGuard(context), routes: registerMessageRoutes },
);

type List = Reply<typeof ROUTES.platformMessages>;

async function get<T>(path: string, person: PlantedPerson): Promise<T> {
  const reply = await server.fetch(path, { headers: { cookie: person.cookie } });
  assert.equal(reply.status, 200, path);
  return (await reply.json()) as T;
}
const platform = (person: PlantedPerson) => get<List>('/api/account/platformMessages', person);
const lesson = (person: PlantedPerson) => get<List>('/api/account/classMessages', person);
const unread = (person: PlantedPerson) => get('/api/account/messages/unread', person);

async function read(person: PlantedPerson | null, body: unknown): Promise<string> {
  const reply = await server.fetch('/api/account/messages/read', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(person && { cookie: person.cookie }) },
    body: JSON.stringify(body),
  });
  const { code = '' } = (await reply.json()) as { code?: string };
  return `${reply.status} ${code}`.trim();
}

let sent = 0;
function send(change: Partial<NewMessage> = {}): Promise<number> {
  sent += 1;
  const texts = { tr: `${sent}. mesaj`, az: `${sent}-ci mesaj`, en: `Message ${sent}` };
  const message = { list: 'platform', texts, link: null, atMs: null, ...change } as const;
  return sendMessage(db, message, clock.now());
}

beforeEach(async () => {
  await sql`delete from message`.execute(db);
  await clock.advance(MINUTE_MS);
});

test('everybody reads a message in their own language, with its link, the newest first', async () => {
  const people = {
    tr: await plantPerson(context, { language: 'tr' }),
    az: await plantPerson(context, { language: 'az' }),
    en: await plantPerson(context, { language: 'en' }),
  };
  await clock.advance(1000);
  const texts = { tr: 'İlk ders ışığı', az: 'İlk dərs işığı', en: 'First light' };
  const first = await send({ texts, link: 'https://rasat.example/a?b=1' });
  const firstAt = clock.now();
  await clock.advance(1000);
  const second = await send();
  for (const [language, person] of Object.entries(people)) {
    const [newer, older, ...rest] = await platform(person);
    assert.equal(newer?.id, second);
    assert.ok(newer && !('link' in newer));
    assert.deepEqual(older, {
      id: first,
      message: texts[language as 'tr'],
      link: 'https://rasat.example/a?b=1',
      datetime: firstAt,
      unread: true,
    });
    assert.deepEqual(rest, []);
  }
});

test('class messages are for students alone', async () => {
  const student = await plantPerson(context, { rights: ['lesson'] });
  const others = [
    await plantPerson(context),
    await plantPerson(context, { rights: ['subscription'] }),
    await plantPerson(context, { rights: ['admin'] }),
  ];
  await clock.advance(1000);
  const id = await send({ list: 'class' });
  assert.deepEqual(
    (await lesson(student)).map((one) => one.id),
    [id],
  );
  assert.deepEqual(await unread(student), { platform: 0, class: 1 });
  for (const person of others) {
    assert.deepEqual(await lesson(person), []);
    assert.deepEqual(await unread(person), { platform: 0, class: 0 });
    assert.equal(await read(person, { list: 'class', through: id }), '404 not-found-404');
  }
});

test('what was read stays read, what comes later is new, and an older mark changes nothing', async () => {
  const person = await plantPerson(context);
  const other = await plantPerson(context);
  await clock.advance(1000);
  const first = await send();
  const second = await send();
  assert.deepEqual(await unread(person), { platform: 2, class: 0 });
  assert.equal(await read(person, { list: 'platform', through: first }), '200');
  assert.deepEqual(
    (await platform(person)).map((one) => one.unread),
    [true, false],
  );
  assert.equal(await read(person, { list: 'platform', through: second }), '200');
  assert.equal(await read(person, { list: 'platform', through: first }), '200');
  assert.deepEqual(await unread(person), { platform: 0, class: 0 });
  assert.deepEqual(await unread(other), { platform: 2, class: 0 });
  await clock.advance(1000);
  await send();
  assert.deepEqual(await unread(person), { platform: 1, class: 0 });
});

test('a message from before the registration is not unread', async () => {
  const id = await send();
  await clock.advance(1000);
  const person = await plantPerson(context);
  assert.deepEqual(await unread(person), { platform: 0, class: 0 });
  assert.deepEqual(
    (await platform(person)).map((one) => [one.id, one.unread]),
    [[id, false]],
  );
});

test('a scheduled message appears at its time, as unread though a later written one was read', async () => {
  const person = await plantPerson(context);
  const atMs = clock.now() + 10 * MINUTE_MS;
  const scheduled = await send({ atMs });
  await clock.advance(MINUTE_MS);
  const now = await send();
  assert.equal(await read(person, { list: 'platform', through: now }), '200');
  assert.equal(await read(person, { list: 'platform', through: scheduled }), '404 not-found-404');
  await clock.advance(9 * MINUTE_MS - 1);
  assert.deepEqual(await unread(person), { platform: 0, class: 0 });
  await clock.advance(1);
  assert.deepEqual(await unread(person), { platform: 1, class: 0 });
  const [newest] = await platform(person);
  assert.deepEqual([newest?.id, newest?.datetime, newest?.unread], [scheduled, atMs, true]);
});

test('a scheduled message is taken back, one that has appeared is not', async () => {
  const person = await plantPerson(context);
  const id = await send({ atMs: clock.now() + MINUTE_MS });
  await cancelMessage(db, id, clock.now());
  await assert.rejects(cancelMessage(db, id, clock.now()), { code: 'conflict-409' });
  await clock.advance(2 * MINUTE_MS);
  assert.deepEqual(await platform(person), []);
  assert.deepEqual(await unread(person), { platform: 0, class: 0 });
  const sentOne = await send();
  await assert.rejects(cancelMessage(db, sentOne, clock.now()), { code: 'conflict-409' });
  await assert.rejects(cancelMessage(db, 999_999, clock.now()), { code: 'not-found-404' });
});

test('a time that has passed or is years away is refused', async () => {
  const nowMs = clock.now();
  const bad = { code: 'bad-fields-400' };
  await assert.rejects(send({ atMs: nowMs }), bad);
  await assert.rejects(send({ atMs: nowMs - 1 }), bad);
  await assert.rejects(send({ atMs: nowMs + 367 * 86_400_000 }), bad);
});

test('a button that is pressed twice sends once', async () => {
  const texts = { tr: 'Aynı', az: 'Eyni', en: 'Same' };
  const twice = await Promise.allSettled([send({ texts }), send({ texts })]);
  assert.deepEqual(twice.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  await send({ texts, list: 'class' });
  await clock.advance(MINUTE_MS);
  await send({ texts });
});

test('the back office sees what was sent, what is to come, and how many people it reaches', async () => {
  const before = (await listMessages(db, clock.now())).audience;
  const student = await plantPerson(context, { rights: ['lesson'] });
  await clock.advance(1000);
  const early = await send({ list: 'class' });
  const platformOne = await send();
  await clock.advance(1000);
  await plantPerson(context, { rights: ['lesson'] });
  const later = await send({ list: 'class', atMs: clock.now() + 3_600_000 });
  const cancelled = await send({ atMs: clock.now() + 7_200_000 });
  await cancelMessage(db, cancelled, clock.now());
  const { audience, messages } = await listMessages(db, clock.now());
  assert.deepEqual(audience, { platform: before.platform + 2, class: before.class + 2 });
  assert.deepEqual(
    messages.map(({ id, state, recipients }) => [id, state, recipients]),
    [
      [cancelled, 'cancelled', 0],
      [later, 'scheduled', before.class + 2],
      [platformOne, 'sent', before.platform + 1],
      [early, 'sent', before.class + 1],
    ],
  );
  assert.ok(student.id);
});

test('a list shows its newest messages and no more', async () => {
  const person = await plantPerson(context);
  await sql`insert into message (list, text_tr, text_az, text_en, at, created_at)
    select 'platform', 'm' || i, 'm', 'm', ${clock.now()}::bigint - i, 1
    from generate_series(0, ${LIMITS.messages + 9}::int) i`.execute(db);
  const list = await platform(person);
  assert.equal(list.length, LIMITS.messages);
  assert.equal(list[0]?.message, 'm0');
});

test('a mark that is none is refused', async () => {
  const person = await plantPerson(context);
  const id = await send();
  assert.equal(await read(null, { list: 'platform', through: id }), '401 unauthorized-401');
  for (const body of [
    { list: 'all', through: id },
    { list: 'platform', through: 0 },
    { list: 'platform', through: 1.5 },
    { list: 'platform', through: String(id) },
    { list: 'platform' },
    { list: 'platform', through: id, person: 1 },
  ]) {
    assert.equal(await read(person, body), '400 bad-fields-400', JSON.stringify(body));
  }
  assert.equal(await read(person, { list: 'class', through: id }), '404 not-found-404');
});

test('links lead to the web alone, texts are in three languages', () => {
  const { body } = ROUTES.adminSendMessage;
  const texts = { tr: 'a', az: 'b', en: 'c' };
  const takes = (change: object): boolean =>
    z.safeParse(body, { list: 'class', texts, link: null, at: null, code: '123456', ...change })
      .success;
  assert.ok(takes({}));
  assert.ok(takes({ link: 'https://rasat.example/panel?a=b#c' }));
  assert.ok(takes({ link: 'http://rasat.example' }));
  for (const link of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://rasat.example',
    'tg://resolve?domain=x',
    '//rasat.example',
    '/panel',
    'rasat.example',
    'https://ada:sifre@rasat.example/',
    'https://rasat.example@evil.example/',
    `https://rasat.example/${'a'.repeat(500)}`,
    '',
  ]) {
    assert.ok(!takes({ link }), link);
  }
  assert.ok(!takes({ code: undefined }), 'without a fresh code');
  assert.ok(!takes({ texts: { tr: 'a', az: 'b' } }));
  assert.ok(!takes({ texts: { ...texts, en: '  ' } }));
  assert.ok(!takes({ texts: { ...texts, en: 'x'.repeat(LIMITS.message + 1) } }));
});

test('how far a person has read is exported and erased with them', async () => {
  const person = await plantPerson(context);
  const id = await send();
  await read(person, { list: 'platform', through: id });
  assert.deepEqual(await messagesData.export(db, keys, person.id), {
    message_read: [
      { list: 'platform', through: id, appeared: new Date(clock.now()).toISOString() },
    ],
  });
  await messagesData.erase(db, person.id, keys);
  assert.deepEqual(await messagesData.export(db, keys, person.id), { message_read: [] });
});
