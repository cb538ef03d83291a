import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createManualClock, type ManualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { ServerContext } from '../../platform/part.ts';
import {
  startTestServer,
  type TestDatabase,
  type TestServer,
  testContext,
  testDatabase,
} from '../../platform/testing.ts';
import {
  BOT_NAME,
  BOT_TOKEN,
  type BotRefusal,
  type BotServer,
  startBotServer,
} from '../../testing/bot-api.ts';
import { until } from '../../testing/eventually.ts';
import { foldAll, plantCondition } from '../../testing/ledger.ts';
import { plantSeries } from '../../testing/market.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { createGuard } from '../rights/index.ts';
import { registerTelegramRoutes, sendTelegram, startTelegram, telegramData } from './index.ts';
import { createLinkToken } from './links.ts';
import { countWaiting, leaseMessage } from './message-store.ts';
import { tellSignals } from './signals.ts';
import { findChat, insertChat, updateChatSettings } from './store.ts';
import type { TelegramTables } from './tables.ts';
import { takeUpdate } from './updates.ts';

const NOW = Date.UTC(2026, 10, 21, 11, 2);
const MINUTE_MS = 60_000;
const SECRET = 'a-secret-of-the-webhook';
const CHAT = 42_000_001;

const envOf = (bot: Pick<BotServer, 'url'>, mode: 'polling' | 'webhook' = 'polling') => ({
  TELEGRAM_TOKEN: BOT_TOKEN,
  TELEGRAM_API: bot.url,
  TELEGRAM_MODE: mode,
  TELEGRAM_SECRET: SECRET,
});

type Clocked = ServerContext & { readonly clock: ManualClock };

async function contextOf(
  t: TestContext,
  env: Record<string, string>,
  options: { database?: TestDatabase; clock?: ManualClock } = {},
): Promise<Clocked> {
  const clock = options.clock ?? createManualClock(NOW);
  const { database } = options;
  const context = await testContext(t, { env, clock, ...(database && { database }) });
  return { ...context, clock };
}

function runBot(t: TestContext, context: ServerContext) {
  const part = startTelegram(context);
  t.after(() => part.stop());
  return part;
}

/** A site and a bot whose webhook leads to it. */
async function webhookSite(t: TestContext) {
  const bot = await startBotServer(t);
  const context = await contextOf(t, envOf(bot, 'webhook'));
  const server = await startTestServer(t, {
    context,
    guard: createGuard(context),
    routes: registerTelegramRoutes,
  });
  const config = { ...context.config, baseUrl: server.origin };
  runBot(t, { ...context, config });
  await until('the webhook is set', () => bot.webhook() !== null);
  assert.equal(bot.webhook()?.secret, SECRET);
  return { bot, server, context };
}

interface Section {
  readonly UID: string;
  readonly active: boolean;
  readonly link: string | null;
  readonly signals: boolean;
  readonly messages: boolean;
}

async function section(server: TestServer, person: PlantedPerson): Promise<Section> {
  const response = await server.fetch('/api/account/telegram', {
    headers: { cookie: person.cookie },
  });
  assert.equal(response.status, 200);
  return (await response.json()) as Section;
}

async function save(server: TestServer, person: PlantedPerson, body: unknown): Promise<number> {
  const response = await server.fetch('/api/account/telegram', {
    method: 'POST',
    headers: { cookie: person.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.status;
}

const tokenOf = ({ link }: Section): string => new URL(link ?? '').searchParams.get('start') ?? '';

const said = (bot: BotServer, count: number): Promise<void> =>
  until(`${count} messages are said`, () => bot.said.length >= count);

const countRows = async (
  { db }: ServerContext,
  table: 'telegram_update' | 'telegram_message' | 'telegram_chat',
): Promise<number> =>
  (await db.withTables<TelegramTables>().selectFrom(table).selectAll().execute()).length;

test('a person opens the link, is linked, is answered in their language, and can end it again', async (t) => {
  const { bot, server, context } = await webhookSite(t);
  const person = await plantPerson(context, { rights: ['subscription'], language: 'az' });
  const before = await section(server, person);
  assert.equal(before.active, false);
  assert.match(before.link ?? '', new RegExp(`^https://t\\.me/${BOT_NAME}\\?start=[\\w-]{22}$`));
  assert.equal(await save(server, person, { signals: true }), 409);

  const update = bot.write(CHAT, `/start ${tokenOf(before)}`, 'en');
  assert.equal(await bot.deliver(update), 200);
  await said(bot, 1);
  assert.deepEqual(bot.said[0]?.chatId, CHAT);
  assert.match(bot.said[0]?.text ?? '', /nömrəli Rasat hesabınıza bağlandı/);
  assert.ok(bot.said[0]?.text.includes(before.UID));
  const linked = await section(server, person);
  assert.deepEqual(linked, {
    UID: before.UID,
    active: true,
    link: `https://t.me/${BOT_NAME}`,
    signals: false,
    messages: true,
  });
  assert.equal(await save(server, person, { signals: true }), 200);
  assert.equal((await section(server, person)).signals, true);

  assert.equal(await bot.deliver(bot.write(CHAT, '/help')), 200);
  assert.equal(await bot.deliver(bot.write(CHAT, 'Salam!')), 200);
  await said(bot, 3);
  assert.match(bot.said[1]?.text ?? '', /\/stop {2}bağlantını kəsir/);
  assert.equal(bot.said[2]?.text, bot.said[1]?.text);

  assert.equal(await save(server, person, { linked: false }), 200);
  assert.equal((await section(server, person)).active, false);
  assert.equal(await save(server, person, { linked: false }), 200);
  assert.equal(await bot.deliver(bot.write(CHAT, '/start', 'en-GB')), 200);
  await said(bot, 4);
  assert.match(bot.said[3]?.text ?? '', /This chat is not linked to an account yet/);

  const token = tokenOf(await section(server, person));
  assert.equal(await bot.deliver(bot.write(CHAT, `/start@${BOT_NAME} ${token}`)), 200);
  await said(bot, 5);
  assert.equal(await bot.deliver(bot.write(CHAT, '/stop')), 200);
  await said(bot, 6);
  assert.match(bot.said[5]?.text ?? '', /Bağlantı kəsildi/);
  assert.equal((await section(server, person)).active, false);
});

test('without a bot the section says so, and a guest is refused', async (t) => {
  const context = await contextOf(t, {});
  const server = await startTestServer(t, {
    context,
    guard: createGuard(context),
    routes: registerTelegramRoutes,
  });
  const person = await plantPerson(context);
  assert.equal((await section(server, person)).link, null);
  assert.equal((await server.fetch('/api/account/telegram')).status, 401);
  const hook = await server.fetch('/api/telegram/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': 'null' },
    body: '{"update_id":1}',
  });
  assert.equal(hook.status, 401);
});

test('new predictor rows are for subscribers', async (t) => {
  const { bot, server, context } = await webhookSite(t);
  const plain = await plantPerson(context, { rights: ['lesson'] });
  await bot.deliver(bot.write(CHAT, `/start ${tokenOf(await section(server, plain))}`));
  assert.equal((await section(server, plain)).active, true);
  assert.equal(await save(server, plain, { signals: true }), 403);
  assert.equal(await save(server, plain, { signals: false }), 200);
  assert.equal(await save(server, plain, { signals: 'yes' }), 400);
  assert.equal(await save(server, plain, { linked: true }), 400);
});

test('G1: an update without the secret is refused and changes nothing', async (t) => {
  const { bot, server, context } = await webhookSite(t);
  const person = await plantPerson(context);
  const update = bot.write(CHAT, `/start ${tokenOf(await section(server, person))}`);
  for (const secret of [undefined, '', SECRET.toUpperCase(), `${SECRET}x`, SECRET.slice(1)]) {
    const response = await server.fetch('/api/telegram/webhook', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: person.cookie,
        ...(secret !== undefined && { 'x-telegram-bot-api-secret-token': secret }),
      },
      body: JSON.stringify(update),
    });
    assert.equal(response.status, 401, secret);
  }
  assert.equal(await countRows(context, 'telegram_update'), 0);
  assert.equal(await countRows(context, 'telegram_chat'), 0);
  assert.equal(await bot.deliver(update), 200);
  assert.equal(await countRows(context, 'telegram_chat'), 1);
});

test('G2: an update that is delivered again, also at the same time, has one effect', async (t) => {
  const { bot, server, context } = await webhookSite(t);
  const person = await plantPerson(context);
  const update = bot.write(CHAT, `/start ${tokenOf(await section(server, person))}`);
  const statuses = await Promise.all(Array.from({ length: 5 }, () => bot.deliver(update)));
  assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
  assert.equal(await bot.deliver(update), 200);
  // A later message comes behind every earlier one.
  await sendTelegram(context.db, { key: 'later', personId: person.id, text: 'sonra' }, NOW);
  await until('the last is said', () => bot.said.at(-1)?.text === 'sonra');
  assert.equal(bot.said.length, 2);
  assert.match(bot.said[0]?.text ?? '', /bağlandı/);
  assert.equal(await countRows(context, 'telegram_message'), 2);
});

test('G3, G4: what is no live token links nothing', async (t) => {
  const { bot, server, context } = await webhookSite(t);
  const person = await plantPerson(context);
  const other = await plantPerson(context);
  const opened = await section(server, person);
  const used = tokenOf(opened);
  await bot.deliver(bot.write(CHAT, `/start ${used}`));
  const expired = tokenOf(await section(server, other));
  await context.clock.advance(15 * MINUTE_MS);
  const wrong = [used, expired, opened.UID, String(other.id), 'x'.repeat(22), '%00'];
  for (const word of wrong) {
    assert.equal(await bot.deliver(bot.write(CHAT + 1, `/start ${word}`, 'tr')), 200);
  }
  await said(bot, 1 + wrong.length);
  for (const { text } of bot.said.slice(1)) assert.match(text, /kullanılmış veya süresi dolmuş/);
  assert.equal(await countRows(context, 'telegram_chat'), 1);
  assert.equal((await findChat(context.db, person.id))?.chatId, CHAT);
  assert.equal(await findChat(context.db, other.id), undefined);
});

test('a page that waits for the link does not spoil it by asking', async (t) => {
  const { bot, server, context } = await webhookSite(t);
  const person = await plantPerson(context);
  const opened = tokenOf(await section(server, person));
  for (let asked = 0; asked < 10; asked += 1) {
    const response = await server.fetch('/api/account/telegram?for=state', {
      headers: { cookie: person.cookie },
    });
    const { link, active } = (await response.json()) as Section;
    assert.deepEqual([link, active], [`https://t.me/${BOT_NAME}`, false]);
  }
  await bot.deliver(bot.write(CHAT, `/start ${opened}`));
  assert.equal((await section(server, person)).active, true);
});

test('G5: a body of 100 KiB is refused', async (t) => {
  const { bot, server } = await webhookSite(t);
  const response = await server.fetch('/api/telegram/webhook', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': bot.webhook()?.secret ?? '',
    },
    body: JSON.stringify(bot.write(CHAT, 'x'.repeat(100 * 1024))),
  });
  assert.equal(response.status, 413);
});

test('an account has one chat and a chat one account: the last link counts', async (t) => {
  const context = await contextOf(t, {});
  const one = await plantPerson(context);
  const two = await plantPerson(context);
  let updateId = 1;
  const open = async (person: PlantedPerson, chatId: number): Promise<void> => {
    const token = await createLinkToken(context.db, person.id, context.clock.now());
    const chat = { id: chatId, type: 'private' };
    await takeUpdate(context, {
      update_id: updateId++,
      message: { chat, text: `/start ${token}` },
    });
  };
  await open(one, CHAT);
  await open(one, CHAT + 1);
  assert.equal((await findChat(context.db, one.id))?.chatId, CHAT + 1);
  await open(two, CHAT + 1);
  assert.equal(await findChat(context.db, one.id), undefined);
  assert.equal((await findChat(context.db, two.id))?.chatId, CHAT + 1);
  const token = await createLinkToken(context.db, one.id, context.clock.now());
  const group = { id: -5, type: 'group' };
  await takeUpdate(context, {
    update_id: updateId++,
    message: { chat: group, text: `/start ${token}` },
  });
  assert.equal(await findChat(context.db, one.id), undefined);
});

test('by asking, updates are taken once, also by another process after this one', async (t) => {
  const bot = await startBotServer(t);
  const database = await testDatabase(t);
  const context = await contextOf(t, envOf(bot), { database });
  const first = runBot(t, context);
  await until('it asks', () => bot.calls.includes('getUpdates'));
  const person = await plantPerson(context, { language: 'en' });
  const token = await createLinkToken(context.db, person.id, NOW);
  bot.write(CHAT, `/start ${token}`);
  await said(bot, 1);
  assert.match(bot.said[0]?.text ?? '', /now linked/);
  // The next call confirms it.
  await until('it is confirmed', () => bot.pending() === 0);
  await first.stop();
  const clock = createManualClock(NOW);
  runBot(t, await contextOf(t, envOf(bot), { database, clock }));
  bot.write(CHAT, '/start');
  await said(bot, 2);
  assert.match(bot.said[1]?.text ?? '', /already linked/);
});

test('of two processes one asks, and the other takes over when it stops', async (t) => {
  const bot = await startBotServer(t);
  const database = await testDatabase(t);
  const one = await contextOf(t, envOf(bot), { database });
  const two = await contextOf(t, envOf(bot), { database });
  const first = runBot(t, one);
  await until('it asks', () => bot.calls.includes('getUpdates'));
  assert.equal(first.status().detail, undefined, 'reached before any message comes');
  const second = runBot(t, two);
  await until('the other is ready', () => second.status().detail === undefined);
  bot.write(CHAT, '/help');
  await said(bot, 1);
  assert.equal(first.status().detail, undefined);
  assert.equal(second.status().detail, undefined);
  await first.stop();
  bot.write(CHAT, '/help');
  await until('it is answered', async () => {
    await two.clock.advance(1000);
    await sleep(5);
    return bot.said.length >= 2;
  });
  assert.equal(bot.said.length, 2);
});

test('a message that is just being said when the process stops is said once', async (t) => {
  const held = Promise.withResolvers<undefined>();
  const asked: string[] = [];
  const bot = await startBotServer(t, {
    onMessage: ({ text }) => {
      asked.push(text);
      return held.promise;
    },
  });
  const database = await testDatabase(t);
  const one = await contextOf(t, envOf(bot), { database });
  const person = await plantPerson(one);
  await insertChat(one.db, person.id, CHAT, NOW);
  const first = runBot(t, one);
  await sendTelegram(one.db, { key: 'a', personId: person.id, text: 'a' }, NOW);
  await until('it is being said', () => asked.length === 1);
  const stopped = first.stop();
  await sendTelegram(one.db, { key: 'b', personId: person.id, text: 'b' }, NOW);
  held.resolve(undefined);
  await stopped;
  const clock = createManualClock(NOW + 10 * MINUTE_MS);
  runBot(t, await contextOf(t, envOf(bot), { database, clock }));
  await said(bot, 2);
  assert.deepEqual(
    bot.said.map(({ text }) => text),
    ['a', 'b'],
  );
});

test('fault 20: while Telegram is down the site answers and messages wait, in order', async (t) => {
  const first = await startBotServer(t);
  const database = await testDatabase(t);
  const known = runBot(t, await contextOf(t, envOf(first), { database }));
  await until('the bot is known', () => first.calls.includes('getUpdates'));
  await known.stop();
  await first.stop();

  const lines: string[] = [];
  const context = {
    ...(await contextOf(t, envOf(first), { database })),
    log: createLog('debug', { write: (line) => void lines.push(line) }),
  };
  const server = await startTestServer(t, {
    context,
    guard: createGuard(context),
    routes: registerTelegramRoutes,
  });
  const part = runBot(t, context);
  await until('it is noticed', () => (part.status().detail ?? '').includes('not reached: NETWORK'));
  assert.equal(part.status().ready, true);
  const person = await plantPerson(context);
  assert.match((await section(server, person)).link ?? '', /\?start=/);
  await insertChat(context.db, person.id, CHAT, NOW);
  for (const text of ['bir', 'iki', 'üç']) {
    const message = { key: `message:${text}`, personId: person.id, text };
    assert.equal(await sendTelegram(context.db, message, context.clock.now()), true);
    assert.equal(await sendTelegram(context.db, message, context.clock.now()), false);
  }
  for (let minute = 0; minute < 30; minute += 1) {
    await context.clock.advance(MINUTE_MS);
    await sleep(2);
  }
  const again = await startBotServer(t, { port: first.port });
  await until('they arrive', async () => {
    await context.clock.advance(MINUTE_MS / 2);
    await sleep(10);
    return again.said.length === 3;
  });
  assert.deepEqual(
    again.said.map(({ text }) => text),
    ['bir', 'iki', 'üç'],
  );
  assert.ok(lines.length > 0);
  for (const hidden of [BOT_TOKEN, String(CHAT), 'iki', SECRET]) {
    assert.ok(!lines.join('').includes(hidden), hidden);
  }
});

test('the operator reads that a known bot is not reached, and no longer once it is again', async (t) => {
  const bot = await startBotServer(t);
  const context = await contextOf(t, envOf(bot));
  const part = runBot(t, context);
  await until('it asks', () => bot.calls.includes('getUpdates'));
  await bot.stop();
  await until('it is noticed', () => part.status().detail === 'not reached: NETWORK');
  const again = await startBotServer(t, { port: bot.port });
  again.write(CHAT, '/help');
  await until('it is over', async () => {
    await context.clock.advance(MINUTE_MS / 2);
    await sleep(10);
    return part.status().detail === undefined;
  });
  await said(again, 1);
});

test('429 is honoured by every process, and nothing is lost', async (t) => {
  let refusal: BotRefusal | undefined = {
    error_code: 429,
    description: 'Too Many Requests: retry after 90',
    parameters: { retry_after: 90 },
  };
  const asked: number[] = [];
  const clock = createManualClock(NOW);
  const bot = await startBotServer(t, {
    onMessage: () => {
      asked.push(clock.now());
      return refusal;
    },
  });
  const database = await testDatabase(t);
  const one = await contextOf(t, envOf(bot, 'polling'), { database, clock });
  const two = await contextOf(t, envOf(bot, 'polling'), { database, clock });
  const person = await plantPerson(one);
  await insertChat(one.db, person.id, CHAT, NOW);
  runBot(t, one);
  await until('the bot is known', () => bot.calls.includes('getUpdates'));
  runBot(t, two);
  await sendTelegram(one.db, { key: 'a', personId: person.id, text: 'a' }, NOW);
  await until('every process knows', async () => {
    const rows = await one.db
      .withTables<TelegramTables>()
      .selectFrom('telegram_bot')
      .select('quiet_until')
      .execute();
    return rows[0]?.quiet_until === NOW + 90_000;
  });
  await sendTelegram(one.db, { key: 'b', personId: person.id, text: 'b' }, NOW);
  for (let second = 0; second < 89; second += 1) {
    await clock.advance(1000);
    await sleep(2);
  }
  await sleep(100);
  assert.equal(asked.length, 1);
  refusal = undefined;
  await until('both are said', async () => {
    await clock.advance(1000);
    await sleep(5);
    return bot.said.length === 2;
  });
  assert.deepEqual(
    bot.said.map(({ text }) => text),
    ['a', 'b'],
  );
});

test('what waits for another try is not overtaken, by whichever process', async (t) => {
  const bot = await startBotServer(t);
  const database = await testDatabase(t);
  const one = await contextOf(t, envOf(bot, 'polling'), { database });
  const person = await plantPerson(one);
  const other = await plantPerson(one);
  await insertChat(one.db, person.id, CHAT, NOW);
  await insertChat(one.db, other.id, CHAT + 1, NOW);
  await sendTelegram(one.db, { key: 'a', personId: person.id, text: 'a' }, NOW);
  await sendTelegram(one.db, { key: 'b', personId: person.id, text: 'b' }, NOW);
  await sendTelegram(one.db, { key: 'c', personId: other.id, text: 'c' }, NOW);
  const take = async (): Promise<string | undefined> =>
    (await leaseMessage(one.db, 1, NOW, NOW + 60_000))?.text;
  assert.deepEqual([await take(), await take(), await take()], ['a', 'c', undefined]);
  assert.equal((await countWaiting(one.db, 1)).nextTryAtMs, NOW + 60_000);
});

test('a person who blocked the bot is unlinked and gets no more messages', async (t) => {
  const bot = await startBotServer(t, {
    onMessage: ({ chatId }) =>
      chatId === CHAT
        ? { error_code: 403, description: 'Forbidden: bot was blocked by the user' }
        : undefined,
  });
  const context = await contextOf(t, envOf(bot));
  runBot(t, context);
  await until('it asks', () => bot.calls.includes('getUpdates'));
  const [blocks, leaves] = [await plantPerson(context), await plantPerson(context)];
  await insertChat(context.db, blocks.id, CHAT, NOW);
  await insertChat(context.db, leaves.id, CHAT + 1, NOW);
  await sendTelegram(context.db, { key: 'a', personId: blocks.id, text: 'a' }, NOW);
  await sendTelegram(context.db, { key: 'b', personId: leaves.id, text: 'b' }, NOW);
  await until('one is unlinked', async () => !(await findChat(context.db, blocks.id)));
  await said(bot, 1);
  assert.equal(
    await sendTelegram(context.db, { key: 'c', personId: blocks.id, text: 'c' }, NOW),
    false,
  );
  bot.block(CHAT + 1);
  await until('the other too', async () => !(await findChat(context.db, leaves.id)));
  const waiting = await context.db
    .withTables<TelegramTables>()
    .selectFrom('telegram_message')
    .select('text')
    .where((where) =>
      where.or([where('next_try_at', 'is not', null), where('text', 'is not', null)]),
    )
    .execute();
  assert.deepEqual(waiting, []);
});

test('new live conditions of favourites reach subscribers who want them, once', async (t) => {
  const bot = await startBotServer(t);
  const database = await testDatabase(t);
  const context = await contextOf(t, envOf(bot), { database });
  const { db, clock } = context;
  const series = await plantSeries(db, { symbol: 'EURUSD' });
  const elsewhere = await plantSeries(db, { symbol: 'GBPUSD' });
  const hourMs = NOW - (NOW % 3_600_000);
  // What is there before the first time is no news.
  await plantCondition(db, series, { barTimeMs: hourMs - 3_600_000, createdAtMs: hourMs });

  const add = async (
    chatId: number,
    options: {
      language?: 'tr' | 'az' | 'en';
      subscribed?: boolean;
      wants?: boolean;
      favorite?: boolean;
    },
  ): Promise<PlantedPerson> => {
    const { language = 'tr', subscribed = true, wants = true, favorite = true } = options;
    const rights = subscribed ? (['subscription'] as const) : [];
    const person = await plantPerson(context, { language, rights });
    await insertChat(db, person.id, chatId, NOW);
    await updateChatSettings(db, person.id, { signals: wants });
    if (favorite) await insertFavorite(context, person.id, 'EURUSD');
    return person;
  };
  await add(CHAT, { language: 'tr' });
  await add(CHAT + 1, { language: 'az' });
  const english = await add(CHAT + 2, { language: 'en' });
  await add(CHAT + 3, { subscribed: false });
  await add(CHAT + 4, { wants: false });
  await add(CHAT + 5, { favorite: false });
  const first = runBot(t, context);
  await until('it has begun', async () => (await cursorOf(context)) === 1);

  await plantCondition(db, series, { barTimeMs: hourMs, createdAtMs: clock.now() });
  await plantCondition(db, elsewhere, { barTimeMs: hourMs, createdAtMs: clock.now() });
  // Published late: part of the record, and no news.
  await plantCondition(db, series, { barTimeMs: hourMs - 7_200_000, createdAtMs: clock.now() });
  await until('everything is read', async () => {
    await clock.advance(1000);
    return (await cursorOf(context)) === 4;
  });
  await said(bot, 3);
  assert.deepEqual(
    bot.said.map(({ chatId }) => chatId),
    [CHAT, CHAT + 1, CHAT + 2],
  );
  const [turkish = '', azeri = '', text = ''] = bot.said.map((one) => one.text);
  assert.match(turkish, /EURUSD · Alış\nFiyat 1,10000\nSL 1,09000 · TP1 1,11000 · TP2 1,12000\n/);
  assert.match(turkish, /21\.11\.2026 14:00 \(TSİ\)\nFiyatlar simülasyondur\./);
  assert.match(azeri, /Seçilmişinizdə yeni proqnoz qeydi\n\nEURUSD · Alış\nQiymət 1,10000/);
  assert.match(text, /EURUSD · Buy\nPrice 1\.10000\nSL 1\.09000 · TP1 1\.11000 · TP2 1\.12000/);
  assert.ok(text.endsWith('/dashboard/symbol/EURUSD'));

  // After a restart nothing is sent twice.
  await first.stop();
  runBot(t, await contextOf(t, envOf(bot), { database, clock: createManualClock(clock.now()) }));
  await sleep(300);
  assert.equal(bot.said.length, 3);

  const exported = await telegramData.export(db, context.keys, english.id);
  assert.deepEqual(exported.telegram_chat, {
    chat: CHAT + 2,
    linked: new Date(NOW).toISOString(),
    signals: true,
    messages: true,
  });
  assert.equal((exported.telegram_message as unknown[]).length, 1);
  await telegramData.erase(db, english.id, context.keys);
  assert.equal(await findChat(db, english.id), undefined);
});

async function cursorOf({ db }: ServerContext): Promise<number | undefined> {
  const row = await db
    .withTables<TelegramTables>()
    .selectFrom('telegram_cursor')
    .select('seq')
    .executeTakeFirst();
  return row?.seq;
}

async function insertFavorite(
  { db, clock }: ServerContext,
  person_id: number,
  symbol: string,
): Promise<void> {
  await db
    .withTables<{ favorite: { person_id: number; symbol: string; added_at: number } }>()
    .insertInto('favorite')
    .values({ person_id, symbol, added_at: clock.now() })
    .execute();
}

test('a condition that is folded before the bot looks is still sent', async (t) => {
  const bot = await startBotServer(t);
  const context = await contextOf(t, envOf(bot));
  const { db, clock } = context;
  const series = await plantSeries(db, { symbol: 'EURUSD' });
  const person = await plantPerson(context, { language: 'en', rights: ['subscription'] });
  await insertChat(db, person.id, CHAT, NOW);
  await updateChatSettings(db, person.id, { signals: true });
  await insertFavorite(context, person.id, 'EURUSD');
  await tellSignals(context);
  const hourMs = NOW - (NOW % 3_600_000);
  await plantCondition(db, series, { barTimeMs: hourMs, createdAtMs: clock.now() });
  for (let hours = 1; hours <= 256; hours += 1) {
    const barTimeMs = hourMs - hours * 3_600_000;
    await plantCondition(db, series, { barTimeMs, createdAtMs: clock.now() });
  }
  assert.equal(await foldAll(db), 256);
  await tellSignals(context);
  const { rows } = await sql<{ chat: number; text: string }>`
    select chat_id as chat, text from telegram_message`.execute(db);
  assert.deepEqual(
    rows.map(({ chat }) => chat),
    [CHAT],
  );
  assert.match(rows[0]?.text ?? '', /EURUSD · Buy\nPrice 1\.10000\n/);
});
