import { sql } from 'kysely';
import { erasureJob } from '../modules/accounts/index.ts';
import { registerAdminEducationRoutes } from '../modules/admin/education-routes.ts';
import { hashPassword } from '../modules/auth/index.ts';
import { seedEducation } from '../modules/education/index.ts';
import { sendMessage } from '../modules/messages/index.ts';
import { sendReminders } from '../modules/payments/reminders.ts';
import { grantRight } from '../modules/rights/index.ts';
import { passMessagesOn } from '../modules/telegram/broadcast.ts';
import { sendTelegram, sendToChat } from '../modules/telegram/index.ts';
import { tellSignals } from '../modules/telegram/signals.ts';
import { insertChat, updateChatSettings } from '../modules/telegram/store.ts';
import { takeUpdate } from '../modules/telegram/updates.ts';
import { PERSONAL_DATA } from '../personal-data.ts';
import type { AlarmWatch } from '../platform/alarms/alarm.ts';
import { createWatcher } from '../platform/alarms/alarms.ts';
import type { Db } from '../platform/db/pool.ts';
import { openFileStore } from '../platform/files/open-file-store.ts';
import type { Tidy } from '../platform/testing.ts';
import { type Answered, deliverMails, REGISTRATION, readCode, solveCheck } from './auth.ts';
import { startBackOffice } from './back-office.ts';
import { plantCondition } from './ledger.ts';
import { plantSeries } from './market.ts';
import { plantOrder } from './orders.ts';
import { type PlantedPerson, plantPerson } from './people.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'kuzgun-ve-deniz';
const OTHER_PASSWORD = 'yesil-vapur-3';

/** Place in the code that writes into an outbox. */
export interface OutboxPlace {
  readonly file: string;
  /** Table whose row is the reason for the message, and the kind of its change. */
  readonly reason: readonly [table: string, on: 'insert' | 'update'];
  readonly says: readonly string[];
  /** Prepares a call and returns it; may be repeated. */
  readonly prepare: () => Promise<() => Promise<unknown>>;
}

/** Starts a server with all modules that send messages, and returns the places by subject. */
export async function openOutboxPlaces(
  t: Tidy,
  dataDir: string,
): Promise<{ readonly db: Db; readonly places: Readonly<Record<string, OutboxPlace>> }> {
  const { context, clock, call, ask } = await startBackOffice(
    t,
    (web) => {
      const files = openFileStore(web.context.config, web.context.clock);
      registerAdminEducationRoutes(web, { files, tell: sendTelegram });
    },
    { env: { RASAT_DATA: dataDir } },
  );
  const { db } = context;
  await seedEducation(db);
  const passwordHash = await hashPassword(PASSWORD);

  const challenge = async (action: string): Promise<string> =>
    solveCheck((await call('GET', `/auth/challenge/${action}`)).body);

  async function well(answer: Promise<Answered>): Promise<void> {
    const { status, code } = await answer;
    if (status !== 200) throw new Error(`${status} ${code}`);
  }

  let chats = 70_000_000;

  /** Creates a person with a password and a linked chat. */
  async function plant(
    rights: readonly ('lesson' | 'subscription')[] = [],
  ): Promise<PlantedPerson> {
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

  const places: Readonly<Record<string, OutboxPlace>> = {
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
          // A planted person's session has a device without a name.
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
          well(
            call('PUT', '/auth/forgot/request', { email, challenge: await challenge('forgot') }),
          );
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
      // The person's row is deleted; their order remains.
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
        const grant = {
          personId,
          right: 'subscription',
          startsAt,
          endsAt,
          origin: 'test',
        } as const;
        await grantRight(db, grant, startsAt);
        return () => sendReminders(context, sendTelegram);
      },
    },
    'an answer': {
      file: 'modules/education/answers-and-reviews.ts',
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
      file: 'modules/education/answers-and-reviews.ts',
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
    'an alarm of the operator': {
      file: 'platform/alarms/alarms.ts',
      reason: ['operator_alarm', 'insert'],
      says: ['mail alarm', 'bot alarm'],
      prepare: async () => {
        const config = {
          ...context.config,
          operatorMail: ['nobet@rasat.example'],
          operatorTelegramChat: -7,
        };
        const watches: readonly AlarmWatch[] = [
          { kind: 'disk', holdMs: 0, look: () => [{ subject: '', state: 'holds' }] },
        ];
        const { look } = createWatcher({ ...context, config }, { watches, tell: sendToChat });
        return look;
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
    'a message to all people': {
      file: 'modules/telegram/broadcast.ts',
      reason: ['telegram_broadcast', 'update'],
      says: ['bot message'],
      async prepare() {
        await sql`update telegram_chat set messages = false`.execute(db);
        const { id } = await plant();
        await updateChatSettings(db, id, { messages: true });
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
        await updateChatSettings(db, id, { signals: true });
        await sql`insert into favorite values (${id}, 'EURUSD', 1)`.execute(db);
        const series = await plantSeries(db, { symbol: 'EURUSD', source: 'simulated' });
        await tellSignals(context);
        const nowMs = clock.now();
        await plantCondition(db, series, { barTimeMs: nowMs - 1, createdAtMs: nowMs });
        return () => tellSignals(context);
      },
    },
  };
  return { db, places };
}
