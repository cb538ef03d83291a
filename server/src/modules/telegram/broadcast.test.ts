import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Right } from '@rasat/contract';
import { createManualClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { ServerContext } from '../../platform/part.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { BOT_TOKEN, startBotServer } from '../../testing/bot-api.ts';
import { until } from '../../testing/eventually.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { cancelMessage, sendMessage } from '../messages/index.ts';
import { createGuard } from '../rights/index.ts';
import { passMessagesOn } from './broadcast.ts';
import { insertBroadcasts, lockBroadcast } from './broadcast-store.ts';
import { registerTelegramRoutes, startTelegram } from './index.ts';
import { insertChat, updateChatSettings } from './store.ts';
import type { TelegramTables } from './tables.ts';

const NOW = Date.UTC(2026, 10, 21, 11);
const CHAT = 52_000_001;
const HOUR_MS = 3_600_000;
const TEXTS = { tr: 'Kutular güncellendi', az: 'Qutular yeniləndi', en: 'Boxes are new' };

async function contextOf(t: TestContext, env: Record<string, string> = {}) {
  const clock = createManualClock(NOW);
  return { ...(await testContext(t, { env, clock })), clock };
}

interface Linked {
  readonly language?: 'tr' | 'az' | 'en';
  readonly rights?: readonly Right[];
  readonly wants?: boolean;
}

async function link(context: ServerContext, chatId: number, options: Linked = {}) {
  const { language = 'tr', rights = [], wants = true } = options;
  const person = await plantPerson(context, { language, rights });
  await insertChat(context.db, person.id, chatId, NOW);
  if (!wants) await updateChatSettings(context.db, person.id, { messages: false });
  return person;
}

/** Lists the messages of the outbox in the order of writing. */
async function outbox({ db }: ServerContext): Promise<[number, string][]> {
  const rows = await db
    .withTables<TelegramTables>()
    .selectFrom('telegram_message')
    .select(['chat_id', 'text'])
    .orderBy('id')
    .execute();
  return rows.map(({ chat_id, text }) => [chat_id, text ?? '']);
}

const send = (
  { db, clock }: ServerContext,
  list: 'platform' | 'class',
  options: { link?: string; atMs?: number } = {},
): Promise<number> => {
  const { link: href = null, atMs = null } = options;
  return sendMessage(db, { list, texts: TEXTS, link: href, atMs }, clock.now());
};

test('a message reaches the chats of those who want it, each in their language, and once', async (t) => {
  const context = await contextOf(t);
  await link(context, CHAT, { language: 'az' });
  await link(context, CHAT + 1, { wants: false });
  await link(context, CHAT + 2, { language: 'en' });
  await plantPerson(context);
  await send(context, 'platform', { link: 'https://rasat.example/panel' });
  while ((await passMessagesOn(context)) === 0);
  const expected: [number, string][] = [
    [CHAT, 'Platforma mesajı\n\nQutular yeniləndi\n\nhttps://rasat.example/panel'],
    [CHAT + 2, 'Platform message\n\nBoxes are new\n\nhttps://rasat.example/panel'],
  ];
  assert.deepEqual(await outbox(context), expected);
  // Who links a chat afterwards reads it on the site.
  await link(context, CHAT + 3);
  while ((await passMessagesOn(context)) === 0);
  assert.deepEqual(await outbox(context), expected);
});

test('class messages reach students alone', async (t) => {
  const context = await contextOf(t);
  await link(context, CHAT);
  await link(context, CHAT + 1, { rights: ['lesson'] });
  await link(context, CHAT + 2, { rights: ['subscription'] });
  await send(context, 'class');
  while ((await passMessagesOn(context)) === 0);
  assert.deepEqual(await outbox(context), [[CHAT + 1, 'Sınıf mesajı\n\nKutular güncellendi']]);
});

test('a scheduled message waits for its time; one that is taken back is never said', async (t) => {
  const context = await contextOf(t);
  const { clock, db } = context;
  await link(context, CHAT);
  await send(context, 'platform', { atMs: NOW + HOUR_MS });
  await clock.advance(120_000);
  const other = await send(context, 'platform', { atMs: NOW + HOUR_MS });
  await cancelMessage(db, other, clock.now());
  assert.ok((await passMessagesOn(context)) > 0);
  assert.deepEqual(await outbox(context), []);
  await clock.advance(HOUR_MS);
  while ((await passMessagesOn(context)) === 0);
  assert.equal((await outbox(context)).length, 1);
});

test('a message that could not be passed on for a day is not sent', async (t) => {
  const context = await contextOf(t);
  await link(context, CHAT);
  await send(context, 'platform');
  await context.clock.advance(25 * HOUR_MS);
  while ((await passMessagesOn(context)) === 0);
  assert.deepEqual(await outbox(context), []);
});

test('hundreds of chats, several processes and a crash in the middle: every chat is notified once', async (t) => {
  const context = await contextOf(t);
  const { db } = context;
  const people: PlantedPerson[] = [];
  for (let at = 0; at < 450; at += 1) people.push(await link(context, CHAT + at));
  const id = await send(context, 'platform');
  assert.equal(await passMessagesOn(context), 0);
  assert.equal((await outbox(context)).length, 200);
  // A process that dies takes its part back.
  await assert.rejects(
    inTransaction(db, async (trx) => {
      await passMessagesOn({ ...context, db: trx });
      throw new Error('killed');
    }),
    /killed/,
  );
  assert.equal((await outbox(context)).length, 200);
  const work = async (): Promise<void> => {
    while ((await passMessagesOn(context)) === 0);
  };
  await Promise.all([work(), work(), work()]);
  await work();
  const notified = (await outbox(context)).map(([chat]) => chat);
  assert.deepEqual(
    notified.toSorted((a, b) => a - b),
    people.map((_, at) => CHAT + at),
  );
  await insertBroadcasts(db, [id]);
  assert.equal(await inTransaction(db, (trx) => lockBroadcast(trx, [id])), undefined);
});

test('the switch is on with a new chat, is turned off and on, and means nothing without one', async (t) => {
  const context = await contextOf(t);
  const server = await startTestServer(t, {
    context,
    guard: createGuard(context),
    routes: registerTelegramRoutes,
  });
  const person = await plantPerson(context);
  const save = async (body: object): Promise<number> => {
    const headers = { cookie: person.cookie, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await server.fetch('/api/account/telegram', request)).status;
  };
  const state = async (): Promise<unknown> => {
    const headers = { cookie: person.cookie };
    const reply = await server.fetch('/api/account/telegram?for=state', { headers });
    return ((await reply.json()) as { messages: unknown }).messages;
  };
  assert.equal(await state(), false);
  assert.equal(await save({ messages: true }), 409);
  await insertChat(context.db, person.id, CHAT, NOW);
  assert.equal(await state(), true);
  assert.equal(await save({ messages: false }), 200);
  assert.equal(await state(), false);
  await send(context, 'platform');
  while ((await passMessagesOn(context)) === 0);
  assert.deepEqual(await outbox(context), []);
  assert.equal(await save({ messages: true }), 200);
  assert.equal(await state(), true);
  assert.equal(await save({ messages: 1 }), 400);
  assert.equal(await save({ messages: true, signals: false }), 400);
});

test('the running bot says it', async (t) => {
  const bot = await startBotServer(t);
  const context = await contextOf(t, { TELEGRAM_TOKEN: BOT_TOKEN, TELEGRAM_API: bot.url });
  await link(context, CHAT);
  const part = startTelegram(context);
  t.after(() => part.stop());
  await send(context, 'platform');
  await until('it is said', async () => {
    await context.clock.advance(1000);
    return bot.said.length === 1;
  });
  assert.deepEqual(
    bot.said.map(({ chatId, text }) => [chatId, text]),
    [[CHAT, 'Platform mesajı\n\nKutular güncellendi']],
  );
});
