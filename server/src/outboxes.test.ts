import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { erasureJob } from './modules/accounts/index.ts';
import { registerAdminEducationRoutes } from './modules/admin/education-routes.ts';
import { hashPassword } from './modules/auth/index.ts';
import { seedEducation } from './modules/education/index.ts';
import { sendMessage } from './modules/messages/index.ts';
import { sendReminders } from './modules/payments/reminders.ts';
import { grantRight } from './modules/rights/index.ts';
import { passMessagesOn } from './modules/telegram/broadcast.ts';
import { sendTelegram } from './modules/telegram/index.ts';
import { tellSignals } from './modules/telegram/signals.ts';
import { insertChat, updateWishes } from './modules/telegram/store.ts';
import { takeUpdate } from './modules/telegram/updates.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { openFileStore } from './platform/files/open-file-store.ts';
import type { Answered } from './testing/auth.ts';
import { deliverMails, REGISTRATION, readCode, solveCheck } from './testing/auth.ts';
import { startBackOffice } from './testing/back-office.ts';
import { plantCondition } from './testing/ledger.ts';
import { plantSeries } from './testing/market.ts';
import { plantOrder } from './testing/orders.ts';
import { type PlantedPerson, plantPerson } from './testing/people.ts';

// A mail or a message of the bot is a row that is written by the transaction that is its reason: when that is rolled back
// nothing is said, and when it commits it is said once. Receipts and notices of refunds have their own books, those of
// the histories of orders.

const DAY_MS = 86_400_000;
const PASSWORD = 'kuzgun-ve-deniz';
const OTHER_PASSWORD = 'yesil-vapur-3';

const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-outboxes-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { context, clock, call, ask } = await startBackOffice(
  { after },
  (web) => {
    const files = openFileStore(web.context.config, web.context.clock);
    registerAdminEducationRoutes(web, { files, tell: sendTelegram });
  },
  { env: { RASAT_DATA: folder } },
);
const { db } = context;
await seedEducation(db);
const passwordHash = await hashPassword(PASSWORD);

/** Rows of both outboxes in the order in which they were written, each with the transaction that wrote it. */
async function readOutboxes() {
  const { rows } = await sql<{ what: string; transaction: string }>`
    select 'mail ' || template as what, xmin::text as transaction, id, 1 as of from mail
    union all
    select 'bot ' || split_part(key, ':', 1), xmin::text, id, 2 from telegram_message
    order by of, id`.execute(db);
  return rows;
}

await sql`create function refuse_commit() returns trigger language plpgsql as $$
  begin raise exception 'refused at the commit'; end $$`.execute(db);

/** Runs `fn` while no transaction that adds, changes or removes a row of the table can commit. */
async function withoutCommits(
  table: string,
  on: 'insert' | 'update',
  fn: () => Promise<void>,
): Promise<void> {
  await sql`create constraint trigger refused after ${sql.raw(on)} on ${sql.id(table)}
    deferrable initially deferred for each row execute function refuse_commit()`.execute(db);
  try {
    await fn();
  } finally {
    await sql`drop trigger refused on ${sql.id(table)}`.execute(db);
  }
}

/** A place that says something. */
interface Place {
  readonly file: string;
  /** The table whose row is the reason, and what becomes of that row. */
  readonly reason: readonly [table: string, on: 'insert' | 'update'];
  readonly says: readonly string[];
  /** Makes ready, and answers what says it; a second time it must be able to once more. */
  readonly prepare: () => Promise<() => Promise<unknown>>;
}

const challenge = async (action: string): Promise<string> =>
  solveCheck((await call('GET', `/auth/challenge/${action}`)).body);

async function well(answer: Promise<Answered>): Promise<void> {
  const { status, code } = await answer;
  if (status !== 200) throw new Error(`${status} ${code}`);
}

let chats = 70_000_000;

/** Somebody with a password and a chat. */
async function plant(rights: readonly ('lesson' | 'subscription')[] = []): Promise<PlantedPerson> {
  const person = await plantPerson(context, { passwordHash, rights });
  chats += 1;
  await insertChat(db, person.id, chats, clock.now());
  return person;
}

async function withCode(): Promise<{ readonly mail: string; readonly code: string }> {
  const { mail } = await plant();
  const body = { email: mail, challenge: await challenge('forgot') };
  await well(call('PUT', '/auth/forgot/request', body));
  const code = await readCode(context, mail);
  await deliverMails(context);
  return { mail, code };
}

const PLACES: Readonly<Record<string, Place>> = {
  'a registration': {
    file: 'modules/auth/register.ts',
    reason: ['person', 'insert'],
    says: ['mail welcome'],
    prepare: async () => async () => {
      const body = { ...REGISTRATION, challenge: await challenge('register') };
      await well(call('PUT', '/auth/register', body));
    },
  },
  'a session on a device that is not known': {
    file: 'modules/auth/sign-in.ts',
    reason: ['session', 'insert'],
    says: ['mail new-session'],
    async prepare() {
      const { mail: email } = await plant();
      return async () => {
        const body = { email, password: PASSWORD, challenge: await challenge('login') };
        // The session of a planted person is of a device without a name.
        const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' };
        await well(call('POST', '/auth/login', body, { headers }));
      };
    },
  },
  'a password that its owner changed': {
    file: 'modules/auth/change-password.ts',
    reason: ['person', 'update'],
    says: ['mail password-changed'],
    async prepare() {
      const { cookie } = await plant();
      return async () => {
        const words = { oldPassword: PASSWORD, newPassword: OTHER_PASSWORD };
        const body = { ...words, challenge: await challenge('password') };
        await well(call('POST', '/account/password', body, { cookie }));
      };
    },
  },
  'a code for a forgotten password': {
    file: 'modules/auth/forgotten-password.ts',
    reason: ['reset_code', 'insert'],
    says: ['mail reset'],
    async prepare() {
      const { mail: email } = await plant();
      return async () =>
        well(call('PUT', '/auth/forgot/request', { email, challenge: await challenge('forgot') }));
    },
  },
  'a password that was set with a code': {
    file: 'modules/auth/forgotten-password.ts',
    reason: ['person', 'update'],
    says: ['mail password-changed'],
    async prepare() {
      const { mail: email, code: token } = await withCode();
      return () => well(call('POST', '/auth/forgot/reset', { email, token, password: PASSWORD }));
    },
  },
  'a request to be erased': {
    file: 'modules/accounts/erasure.ts',
    reason: ['person', 'update'],
    says: ['mail erasure-asked'],
    async prepare() {
      const { cookie } = await plant();
      const body = { erase: true, password: PASSWORD };
      return () => well(call('POST', '/account/erasure', body, { cookie }));
    },
  },
  'an erasure': {
    file: 'modules/accounts/erasure.ts',
    // The person's own row is gone; their order stays without them.
    reason: ['purchase', 'update'],
    says: ['mail erased'],
    async prepare() {
      const { id } = await plant();
      await plantOrder(db, id);
      await sql`update person set erase_asked_at = 1, erase_at = 2 where id = ${id}`.execute(db);
      return () => erasureJob(PERSONAL_DATA).run(context);
    },
  },
  'a reminder': {
    file: 'modules/payments/reminders.ts',
    reason: ['subscription_reminder', 'insert'],
    says: ['mail reminder', 'bot subscription-end'],
    async prepare() {
      const { id: personId } = await plant();
      const [startsAt, endsAt] = [clock.now(), clock.now() + 5 * DAY_MS];
      const grant = { personId, right: 'subscription', startsAt, endsAt, origin: 'test' } as const;
      await grantRight(db, grant, startsAt);
      return () => sendReminders(context, sendTelegram);
    },
  },
  'an answer': {
    file: 'modules/education/desk.ts',
    reason: ['question', 'update'],
    says: ['mail answer', 'bot question'],
    async prepare() {
      const { id } = await plant(['lesson']);
      const { rows } = await sql<{ id: number }>`
        insert into question (person_id, text, asked_at) values (${id}, 'Bu ne?', 1)
        returning id`.execute(db);
      return () => well(ask('POST', `/admin/questions/${rows[0]?.id}/answer`, { answer: 'Şu.' }));
    },
  },
  'a review': {
    file: 'modules/education/desk.ts',
    reason: ['homework', 'update'],
    says: ['mail review', 'bot homework'],
    async prepare() {
      const { id } = await plant(['lesson']);
      const { rows } = await sql<{ id: number }>`
        with file as (insert into education_file (id, kind, person_id, type, bytes, created_at,
          stored_at, taken_at) values (lpad('1', 20, 'a'), 'image', ${id}, 'image/webp', 1, 1, 1, 1)
          returning id)
        insert into homework (person_id, number, text, image_id, submitted_at)
        select ${id}, 1, 'Çizdim.', id, 1 from file returning id`.execute(db);
      const body = { state: 'approved', feedback: 'Güzel.', marks: [] };
      return () => well(ask('POST', `/admin/homework/${rows[0]?.id}/review`, body));
    },
  },
  'what the bot answers': {
    file: 'modules/telegram/updates.ts',
    reason: ['telegram_update', 'insert'],
    says: ['bot update'],
    prepare: async () => () =>
      takeUpdate(context, {
        update_id: 7,
        message: { chat: { id: 5, type: 'private' }, text: '/start' },
      }),
  },
  'a message to everybody': {
    file: 'modules/telegram/broadcast.ts',
    reason: ['telegram_broadcast', 'update'],
    says: ['bot message'],
    async prepare() {
      await sql`update telegram_chat set messages = false`.execute(db);
      const { id } = await plant();
      await updateWishes(db, id, { messages: true });
      const texts = { tr: 'Yeni', az: 'Yeni', en: 'New' };
      await sendMessage(db, { list: 'platform', texts, link: null, atMs: null }, clock.now());
      return () => passMessagesOn(context);
    },
  },
  'a signal of a favourite': {
    file: 'modules/telegram/signals.ts',
    reason: ['telegram_cursor', 'update'],
    says: ['bot signal'],
    async prepare() {
      const { id } = await plant(['subscription']);
      await updateWishes(db, id, { signals: true });
      await sql`insert into favorite values (${id}, 'EURUSD', 1)`.execute(db);
      const series = await plantSeries(db, { symbol: 'EURUSD', source: 'simulated' });
      await tellSignals(context);
      const nowMs = clock.now();
      await plantCondition(db, series, { barTimeMs: nowMs - 1, createdAtMs: nowMs });
      return () => tellSignals(context);
    },
  },
};

for (const [what, { reason, says, prepare }] of Object.entries(PLACES)) {
  test(`${what} is told of when it is committed, and only then`, async () => {
    const [table, on] = reason;
    const act = await prepare();
    const before = await readOutboxes();
    const toldSince = async () => {
      const known = new Set(before.map(({ what: one, transaction }) => one + transaction));
      const now = await readOutboxes();
      return now.filter(({ what: one, transaction }) => !known.has(one + transaction));
    };
    await withoutCommits(table, on, async () => {
      await assert.rejects(async () => act(), /refused at the commit|^Error: 500 500$/);
    });
    assert.deepEqual(await toldSince(), [], 'rolled back');
    await act();
    const told = await toldSince();
    assert.deepEqual(
      told.map((one) => one.what),
      says,
    );
    for (const { transaction } of told) {
      const { rows } = await sql`
        select from ${sql.id(table)} where xmin::text = ${transaction}`.execute(db);
      assert.ok(rows.length > 0, 'written by the transaction that is its reason');
    }
  });
}

test('every place that says something is tried out here, or in the histories of orders', () => {
  const calls = /\b(?:writeMail|sendTelegram)\(|\b(?:say|tell)\(\s*(?:db|trx),/g;
  const found: Record<string, number> = {};
  for (const file of globSync('{modules,platform,cli,connectors}/**/*.ts', {
    cwd: import.meta.dirname,
  }).toSorted()) {
    if (/\.(test|soak|testing)\.ts$|\/testing\//.test(file)) continue;
    const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    const count = [...text.matchAll(calls)].length;
    if (count > 0) found[file] = count;
  }
  assert.deepEqual(found, {
    'modules/accounts/erasure.ts': 2,
    'modules/auth/change-password.ts': 1,
    'modules/auth/forgotten-password.ts': 2,
    'modules/auth/register.ts': 1,
    'modules/auth/sign-in.ts': 1,
    // One function, for answers and for reviews: a mail and a message.
    'modules/education/desk.ts': 2,
    // Receipt and notice of a refund: see the histories.
    'modules/payments/postgres-ledger.ts': 2,
    'modules/payments/reminders.ts': 2,
    'modules/telegram/broadcast.ts': 1,
    // What the others call.
    'modules/telegram/send.ts': 2,
    'modules/telegram/signals.ts': 1,
    'modules/telegram/updates.ts': 1,
    'platform/mail/mail.ts': 1,
  });
  const elsewhere = ['modules/payments/postgres-ledger.ts', 'modules/telegram/send.ts'];
  assert.deepEqual(
    [...new Set(Object.values(PLACES).map(({ file }) => file))].toSorted(),
    Object.keys(found).filter(
      (file) => file !== 'platform/mail/mail.ts' && !elsewhere.includes(file),
    ),
  );
});
