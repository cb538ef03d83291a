import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { listWatches } from './alarm-watches.ts';
import { type SourceStatus, startFeed } from './modules/market/index.ts';
import { sendToChat, startTelegram } from './modules/telegram/index.ts';
import type { ObservedParts } from './observed-parts.ts';
import { startAlarms } from './platform/alarms/alarms.ts';
import { listLastingAlarms } from './platform/alarms/store.ts';
import { createManualClock } from './platform/clock.ts';
import type { Db } from './platform/db/pool.ts';
import { watchDisk } from './platform/disk.ts';
import { type Job, startJobs } from './platform/jobs/jobs.ts';
import { listLastRuns } from './platform/jobs/last-runs.ts';
import { createJobClock } from './platform/jobs/testing/job-clock.ts';
import { startMailer } from './platform/mail/mailer.ts';
import { testConfig, testContext } from './platform/testing.ts';
import { BOT_TOKEN, startBotServer } from './testing/bot-api.ts';
import { until } from './testing/eventually.ts';
import { startMailServer } from './testing/mail-server.ts';
import { plantSeries } from './testing/market.ts';
import { createQuietVenue } from './testing/quiet-venue.ts';

// Conditions of the server as the operator hears of them: by a mail server and the Bot API, over their own protocols.

const START = Date.UTC(2026, 10, 21, 11, 2);
const SECOND = 1000;
const MINUTE = 60_000;
const CHAT = -4_200_001;

/** An operator with a mailbox and a chat, and alarms over the conditions of `observed`. */
async function startOperated(
  t: TestContext,
  observed: Partial<ObservedParts> = {},
  startMs = START,
) {
  const clock = createManualClock(startMs);
  const smtp = await startMailServer(t);
  const bot = await startBotServer(t);
  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'rasat@rasat.example',
    TELEGRAM_TOKEN: BOT_TOKEN,
    TELEGRAM_API: bot.url,
    OPERATOR_MAIL: 'nobet@rasat.example, ada@rasat.example',
    OPERATOR_TELEGRAM_CHAT: String(CHAT),
    OPERATOR_LANGUAGE: 'en',
    BASE_URL: 'https://rasat.example',
  };
  const context = await testContext(t, { clock, env });
  const { db } = context;
  const state = { answers: true, jobs: new Set<string>(), looks: 0, isSending: false };
  const venue = createQuietVenue(clock);
  const parts: ObservedParts = { lastRuns: () => listLastRuns(db), ...observed };
  const [mailer, telegram] = [startMailer(context), startTelegram(context)];
  t.after(() => Promise.all([mailer.stop(), telegram.stop()]));

  const start = () => {
    const watches = listWatches({
      db,
      observed: parts,
      jobs: state.jobs,
      hears: () => state.answers,
    });
    const counted = watches.map((watch) => ({ ...watch, everyMs: 0 }));
    const [first, ...rest] = counted;
    assert.ok(first);
    const look = (nowMs: number) => {
      state.looks += 1;
      return first.look(nowMs);
    };
    const part = startAlarms(context, { watches: [{ ...first, look }, ...rest], tell: sendToChat });
    t.after(() => part.stop());
    return part;
  };
  /** Lets time pass until there was a look at least `lengthMs` later; a look has ended when the next one begins. */
  const pass = async (lengthMs: number): Promise<void> => {
    const untilMs = clock.now() + lengthMs;
    while (clock.now() < untilMs) {
      const before = state.looks;
      await until('the next look', async () => {
        if (state.isSending) venue.send();
        await clock.advance(SECOND);
        return state.looks > before;
      });
    }
  };
  /** Subjects of the mails by address, and first lines of the bot's texts to the chat. */
  const said = () => ({
    mails: Object.fromEntries(
      ['nobet', 'ada'].map((name) => [
        name,
        smtp.mails
          .filter(({ recipient }) => recipient === `${name}@rasat.example`)
          .map(({ subject }) => subject),
      ]),
    ),
    bot: bot.said.map(({ chatId, text }) => `${chatId} ${text.split('\n')[0]}`),
  });
  /** Waits until these were told by both channels, and nothing else. */
  const told = async (...titles: string[]): Promise<void> => {
    await until(`told: ${titles.join(', ')}`, () => {
      const { mails, bot: texts } = said();
      const [first = [], second = []] = Object.values(mails);
      return [first, second, texts].every((list) => list.length >= titles.length);
    });
    assert.deepEqual(said(), {
      mails: { nobet: titles, ada: titles },
      bot: titles.map((title) => `${CHAT} ${title}`),
    });
  };
  return { bot, clock, context, db, parts, pass, smtp, start, state, told, venue };
}

test('a silent source is told once by mail and by the bot, once more when it sends again, and never twice after a restart', async (t) => {
  const { bot, clock, context, parts, pass, smtp, start, state, told, venue } =
    await startOperated(t);
  const feed = () => {
    const part = startFeed(context, {
      connectors: [venue],
      openBars: async () => {
        throw new Error('no file is played');
      },
    });
    parts.feed = part;
    t.after(() => part.stop());
    return part;
  };
  const firstFeed = feed();
  const first = start();
  await until('it is live', () => venue.subscriptions() === 1);
  state.isSending = true;
  await pass(MINUTE);
  await told();

  state.isSending = false;
  const silentFromMs = clock.now();
  await pass(40 * SECOND);
  await told('quiet sends no prices');
  const [mail] = smtp.mails;
  const text = mail?.text ?? '';
  assert.match(text, /it sends no prices at all although its markets are open/);
  assert.match(text, /Since: 21 November 2026, 14:0\d \(Istanbul time\)/);
  assert.match(text, /https:\/\/rasat\.example\/admin\/feeds/);
  assert.match(text, /your address is in the server’s setting OPERATOR_MAIL/);
  assert.match(
    bot.said[0]?.text ?? '',
    /Since: 21 November.*https:\/\/rasat\.example\/admin\/feeds/s,
  );
  const [lasting] = await listLastingAlarms(context.db);
  assert.ok(lasting && Math.abs(lasting.beganMs - silentFromMs) < 5 * SECOND, 'its last tick');
  await pass(3 * MINUTE);
  await told('quiet sends no prices');

  await first.stop();
  await firstFeed.stop();
  feed();
  const second = start();
  await until('it is live again', () => venue.subscriptions() === 1);
  await pass(3 * MINUTE);
  await told('quiet sends no prices');
  assert.equal(second.status().detail, 'silent:quiet');

  state.isSending = true;
  await pass(2 * MINUTE);
  await told('quiet sends no prices', 'quiet sends prices again');
  assert.deepEqual(await listLastingAlarms(context.db), []);
  assert.equal(second.status().detail, undefined);
});

test('a source that cannot be reached for a minute is told, and its return', async (t) => {
  const { context, parts, pass, start, state, told, venue } = await startOperated(t);
  const part = startFeed(context, {
    connectors: [venue],
    openBars: async () => {
      throw new Error('no file is played');
    },
  });
  t.after(() => part.stop());
  parts.feed = part;
  start();
  await until('it is live', () => venue.subscriptions() === 1);
  state.isSending = true;
  // Its start is over for more than a minute.
  await pass(2 * MINUTE);
  venue.online = false;
  await until('the feed has noticed', () => !part.sources()[0]?.connected);
  await pass(40 * SECOND);
  await told();
  await pass(30 * SECOND);
  await told('quiet is not connected');
  venue.online = true;
  await until('it is connected again', () => part.sources()[0]?.connected === true);
  await pass(90 * SECOND);
  await told('quiet is not connected', 'quiet is connected again');
});

test('a disk is told at 85 %, and when it is below again', async (t) => {
  const GB = 1e9;
  let use = { usedBytes: 84 * GB, freeBytes: 16 * GB };
  const { context, parts, pass, start, smtp, told } = await startOperated(t);
  const disk = watchDisk({
    folder: context.config.dataDir,
    ballast: false,
    log: context.log,
    measure: () => use,
    everyMs: 5,
  });
  t.after(() => disk.stop());
  parts.disk = disk;
  start();
  await pass(MINUTE);
  await told();
  use = { usedBytes: 85 * GB, freeBytes: 15 * GB };
  await until('the disk was measured', () => disk.isFilling());
  await pass(10 * SECOND);
  await told('The disk is filling up');
  assert.match(smtp.mails[0]?.text ?? '', /85% full; 15,000 MB are free/);
  use = { usedBytes: 50 * GB, freeBytes: 50 * GB };
  await until('the disk was measured again', () => !disk.isFilling());
  await pass(90 * SECOND);
  await told('The disk is filling up', 'The disk has space again');
});

test('a job is told when its retries have failed too, and when it succeeds again', async (t) => {
  const { context, pass, start, state, told } = await startOperated(t);
  const jobClock = createJobClock('2026-11-21T03:59:50+03:00');
  let [runs, fails] = [0, true];
  const job: Job = {
    name: 'test.nightly',
    cron: '0 4 * * *',
    async run() {
      runs += 1;
      if (fails) throw new Error('the disk is full');
    },
  };
  state.jobs = new Set([job.name, 'test.never-run']);
  const jobs = startJobs(context, context.address, [job], {
    startDelayMs: 0,
    pollSeconds: 5,
    clock: jobClock,
  });
  t.after(() => jobs.stop());
  await until('the schedules are set', () => jobs.status().detail === undefined);
  start();
  /** Lets the jobs' time pass until there were so many runs, and each has ended. */
  const run = (count: number) =>
    until(`${count} runs`, async () => {
      if (runs < count) await jobClock.tick(5000);
      const active = sql`select 1 from jobs.job where state = 'active'`;
      return runs >= count && (await active.execute(context.db)).rows.length === 0;
    });
  await run(3);
  await pass(MINUTE);
  await told();
  await run(4);
  await pass(MINUTE);
  await told('The job test.nightly failed');
  const [tally] = jobs.runs();
  assert.deepEqual([tally?.runs, tally?.errors], [4, 4]);

  fails = false;
  await jobClock.setTime('2026-11-22T03:59:50+03:00');
  await run(5);
  await pass(2 * MINUTE);
  await told('The job test.nightly failed', 'The job test.nightly succeeded again');
  assert.deepEqual([jobs.runs()[0]?.runs, jobs.runs()[0]?.errors], [5, 4]);
  // Before its database is dropped.
  await jobs.stop();
});

test('an outage of the database is told once it answers again', async (t) => {
  const { db, pass, start, smtp, state, told } = await startOperated(t);
  start();
  await pass(20 * SECOND);
  // As for a database that does not answer: nothing can be read or written.
  state.answers = false;
  await sql`alter table operator_alarm rename to away`.execute(db);
  await pass(MINUTE);
  await told();
  await sql`alter table away rename to operator_alarm`.execute(db);
  state.answers = true;
  await pass(10 * SECOND);
  await told('The database did not answer');
  assert.match(smtp.mails[0]?.text ?? '', /sent only when the server could write again/);
  await pass(2 * MINUTE);
  await told('The database did not answer', 'The database answers again');
});

test('a calendar is told sixty days before its known days end, if a listed symbol uses it', async (t) => {
  // 2 November 2027 in Istanbul begins sixty days before the end of 2027.
  const { db, pass, start, smtp, told } = await startOperated(
    t,
    {},
    Date.UTC(2027, 10, 1, 21) - MINUTE,
  );
  await plantSeries(db, {
    symbol: 'GARAN',
    category: 'bist',
    source: 'file',
    calendar: 'bist-2',
  });
  start();
  await pass(30 * SECOND);
  await told();
  await pass(40 * SECOND);
  await told('The calendar bist ends soon');
  assert.match(smtp.mails[0]?.text ?? '', /known only until 31 December 2027/);
});

test('a split that waits for a decision is told, and so is one that cannot be carried out', async (t) => {
  const { db, pass, start, smtp, told } = await startOperated(t);
  await plantSeries(db, { symbol: 'THYAO', source: 'venue', sourceSymbol: 'THYAO.E' });
  const effectiveMs = START + 2 * 60 * MINUTE;
  await sql`
    insert into corporate_action
      (source, source_symbol, symbol, kind, effective_at, factor, found_at)
    values ('venue', 'THYAO.E', 'THYAO', 'split', ${effectiveMs}, 4, ${START})`.execute(db);
  start();
  await pass(30 * SECOND);
  const waits = 'A split or new name of THYAO waits for your decision';
  await told(waits);
  const text = smtp.mails[0]?.text ?? '';
  assert.match(text, /effective from 21 November 2026, 16:02 \(Istanbul time\)/);
  assert.match(text, /https:\/\/rasat\.example\/admin\/symbols/);
  const decided = 'The split or new name of THYAO was decided';
  await sql`update corporate_action set state = 'confirmed', decided_at = ${START}`.execute(db);
  await pass(90 * SECOND);
  await told(waits, decided);
  // It is confirmed, and has been effective for more than an hour.
  await sql`update corporate_action set effective_at = ${START - 61 * MINUTE}`.execute(db);
  await pass(30 * SECOND);
  await told(waits, decided, waits);
});

test('a source whose bars differ from the stored ones is told after a night, small shares are not', async (t) => {
  const { context, db, parts, pass, start, smtp, state, told, venue } = await startOperated(t);
  const feed = startFeed(context, {
    connectors: [venue],
    openBars: async () => {
      throw new Error('no file is played');
    },
  });
  t.after(() => feed.stop());
  parts.feed = feed;
  await until('it is live', () => venue.subscriptions() === 1);
  state.isSending = true;
  /** The last three days as a night found them. */
  const review = async (compared: number, differs: number, late: number): Promise<void> => {
    await sql`
      insert into source_review (source, reviewed_at, compared, differs, late)
      values ('quiet', ${START}, ${compared}, ${differs}, ${late})
      on conflict (source) do update set
        compared = excluded.compared, differs = excluded.differs, late = excluded.late`.execute(db);
    await pass(90 * SECOND);
  };
  start();
  await pass(30 * SECOND);
  await review(100, 2, 0);
  await review(1000, 3, 2);
  await told();
  await review(1000, 3, 3);
  await told('quiet differs from the stored candles');
  assert.match(smtp.mails[0]?.text ?? '', /Of 1,000 compared candles, 6 differ/);
  await review(1000, 1, 0);
  await told('quiet differs from the stored candles', 'quiet agrees with the stored candles again');
});

test('only a tick proves that a source sends, and only a connection that it is connected', async () => {
  const nowMs = START;
  const live: SourceStatus = {
    source: 'quiet',
    phase: 'live',
    filled: 1,
    symbols: 1,
    connected: true,
    lastTickMs: nowMs - SECOND,
    accepted: 1,
    refused: {},
    clockAlarm: false,
    silentSinceMs: null,
  };
  let status = live;
  const sources = () => [status];
  const watches = listWatches({
    db: {} as Db,
    observed: {
      feed: { sources, reports: () => [], figures: () => [], filled: () => 1 },
      lastRuns: async () => [],
    },
    jobs: new Set(),
    hears: () => true,
  });
  const statesOf = async (change: Partial<SourceStatus>) => {
    status = { ...live, ...change };
    const states: string[] = [];
    for (const kind of ['silent', 'disconnected']) {
      const found = await watches.find((watch) => watch.kind === kind)?.look(nowMs);
      states.push(found?.[0]?.state ?? 'absent');
    }
    return states.join(' ');
  };
  assert.equal(await statesOf({}), 'absent absent');
  assert.equal(await statesOf({ silentSinceMs: 5 }), 'holds absent');
  assert.equal(await statesOf({ silentSinceMs: 5, connected: false }), 'unknown holds');
  // After a start, and on a Saturday.
  assert.equal(await statesOf({ lastTickMs: null }), 'unknown absent');
  assert.equal(await statesOf({ lastTickMs: nowMs - MINUTE }), 'unknown absent');
  assert.equal(await statesOf({ connected: false }), 'absent holds');
  const away = { connected: false, lastTickMs: null };
  assert.equal(await statesOf({ ...away, phase: 'waiting' }), 'unknown holds');
  assert.equal(await statesOf({ ...away, phase: 'filling' }), 'unknown unknown');
});

test('who is told is read from the settings, and a chat needs a bot', () => {
  const config = testConfig({ OPERATOR_MAIL: 'a@rasat.example, b@rasat.example' });
  assert.deepEqual(config.operatorMail, ['a@rasat.example', 'b@rasat.example']);
  assert.equal(config.operatorLanguage, 'tr');
  assert.throws(() => testConfig({ OPERATOR_TELEGRAM_CHAT: '-42' }), {
    name: 'StartError',
    message: 'TELEGRAM_TOKEN must be set when OPERATOR_TELEGRAM_CHAT is set.',
  });
});
