import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Access, LIMITS, WATCHING } from '@rasat/contract';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import { createManualClock } from '../../platform/clock.ts';
import { notify } from '../../platform/db/notify.ts';
import { openPool } from '../../platform/db/pool.ts';
import { testContext } from '../../platform/testing.ts';
import { until } from '../../testing/eventually.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { listSessions, openSession, PERSON_CHANNEL, renewSession } from '../accounts/index.ts';
import { endGrant, grantRight } from './entitlements.ts';
import { createGuard } from './guard.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 9);
const MINUTE_MS = 60_000;

const clock = createManualClock(NOON_MS);
const context = await testContext({ after }, { clock });
// No server listens there: every statement fails at once, as on an unavailable database.
const nowhere = openPool(
  { host: '/nowhere', user: 'rasat', database: 'rasat' },
  { maxConnections: 1 },
);
after(() => nowhere.destroy());
let database: 'here' | 'unavailable' | 'broken' = 'here';
const guard = createGuard({
  clock,
  config: context.config,
  listen: context.listen,
  // The answer of the listening connection depends on real time; memory.test.ts covers one that has stopped.
  hears: () => true,
  get db() {
    if (database === 'broken') throw new TypeError('broken');
    return database === 'unavailable' ? nowhere : context.db;
  },
});

const heard = new Set<string | null>();
after(context.listen(PERSON_CHANNEL, (payload) => void heard.add(payload)));
await until('the guard hears of changes', () => heard.size > 0);

/** Plants a person and waits for the notices about them: a notice that came later would empty the guard's memory. */
async function plant(options: Parameters<typeof plantPerson>[1] = {}): Promise<PlantedPerson> {
  const person = await plantPerson(context, options);
  const last = `-${person.id}`;
  await notify(context.db, PERSON_CHANNEL, last);
  await until('the guard has heard of the person', () => heard.has(last));
  return person;
}

const RECALL = { mayRecall: true };
/** Whether the guard lets a reading call in; the database is asked at most once in five seconds. */
const reads = (access: Access, cookie: string): Promise<boolean> =>
  guard(access, { headers: { cookie } }, RECALL).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );

/** What the guard says to a session: the right is there (`yes`), there is no session (`guest`), or the refusal. */
async function ask(access: Access, cookie?: string, more: Record<string, string> = {}) {
  const headers = { ...(cookie !== undefined && { cookie }), ...more };
  try {
    return (await guard(access, { headers })) ? 'yes' : 'guest';
  } catch (error) {
    return error instanceof AppError ? error.code : 'unavailable';
  }
}

test('each kind of access is given to those who may have it, and refused to the others with its code', async () => {
  const plain = await plant();
  const owing = await plant({ rights: ['admin'] });
  const half = await openSession(context, owing.id, { complete: false, headers: {} });
  const people = {
    guest: undefined,
    // A session whose second step is missing is none.
    half: half.cookie.split(';')[0] ?? '',
    plain: plain.cookie,
    student: (await plant({ rights: ['lesson'] })).cookie,
    subscriber: (await plant({ rights: ['subscription'] })).cookie,
    both: (await plant({ rights: ['lesson', 'subscription'] })).cookie,
    admin: (await plant({ rights: ['admin'] })).cookie,
    adminStudent: (await plant({ rights: ['admin', 'lesson'] })).cookie,
  };
  const none = 'unauthorized-401';
  const no = 'forbidden-403';
  const lesson = 'has-lesson-403';
  const has = 'subscribed-403';
  //            guest    half     plain   student subscriber both   admin   adminStudent
  const table: Readonly<Record<Access, readonly string[]>> = {
    guest: ['guest', 'guest', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
    guestOnly: ['guest', 'guest', no, no, no, no, no, no],
    signature: ['guest', 'guest', 'guest', 'guest', 'guest', 'guest', 'guest', 'guest'],
    user: [none, none, 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
    subscriber: [none, none, no, no, 'yes', 'yes', 'yes', 'yes'],
    student: [none, none, lesson, 'yes', lesson, 'yes', lesson, 'yes'],
    lessonBuyer: [none, none, 'yes', has, 'yes', has, no, no],
    subscriptionBuyer: [none, none, lesson, 'yes', has, has, no, no],
    admin: [none, none, no, no, no, no, 'yes', 'yes'],
  };
  for (const [access, answers] of Object.entries(table)) {
    for (const [at, [who, cookie]] of Object.entries(people).entries()) {
      assert.equal(await ask(access as Access, cookie), answers[at], `${access} for ${who}`);
    }
  }
});

test('the guard names the person, the session and the rights of the moment', async () => {
  const ada = await plant({ rights: ['lesson'] });
  const person = await guard('user', { headers: { cookie: ada.cookie } });
  assert.match(person?.publicId ?? '', /^[0-9A-Z]{6,}$/);
  assert.notEqual(person?.sessionId, undefined);
  assert.deepEqual(
    [person?.id, person?.student, person?.subscriber, person?.admin],
    [ada.id, true, false, false],
  );
});

test('an administrator who does nothing for half an hour signs in again; what a page asks by itself is no work', async () => {
  assert.equal(LIMITS.adminIdleMinutes, 30);
  const worker = await plant({ rights: ['admin'] });
  const watcher = await plant({ rights: ['admin'] });
  await clock.advance(29 * MINUTE_MS);
  assert.equal(await ask('admin', worker.cookie), 'yes');
  assert.equal(await ask('admin', watcher.cookie, WATCHING), 'yes');
  // Another word in the header is no watching, so this one is at work.
  const third = await plant({ rights: ['admin'] });
  await clock.advance(MINUTE_MS);
  assert.equal(await ask('admin', worker.cookie), 'yes', 'at work a minute ago');
  assert.equal(await ask('user', watcher.cookie), 'yes', 'elsewhere it does not count');
  assert.equal(await ask('admin', watcher.cookie, WATCHING), 'unauthorized-401');
  assert.equal(await ask('user', watcher.cookie), 'unauthorized-401', 'the session has ended');
  await clock.advance(28 * MINUTE_MS);
  assert.equal(await ask('admin', third.cookie, { 'rasat-for': 'other' }), 'yes');
  await clock.advance(2 * MINUTE_MS);
  assert.equal(await ask('admin', third.cookie), 'yes');
});

test('an error of the database other than unavailability reaches guests too', async (t) => {
  t.after(() => {
    database = 'here';
  });
  const ada = await plant();
  database = 'broken';
  await assert.rejects(guard('guest', { headers: { cookie: ada.cookie } }), /broken/);
});

test('a reading call may be let in without the database for five seconds; the back office, a purchase and a change may not', async (t) => {
  t.after(() => {
    database = 'here';
  });
  const { cookie } = await plant({ rights: ['lesson'] });
  const admin = await plant({ rights: ['admin'] });
  assert.equal(await reads('student', cookie), true);
  assert.equal(await reads('user', admin.cookie), true);
  database = 'broken';
  assert.equal(await reads('student', cookie), true);
  assert.equal(await reads('subscriber', cookie), false, 'what is known includes what is refused');
  assert.equal(await reads('user', admin.cookie), true);
  await assert.rejects(reads('admin', admin.cookie), /broken/);
  await assert.rejects(reads('lessonBuyer', cookie), /broken/);
  await assert.rejects(reads('subscriptionBuyer', cookie), /broken/);
  await assert.rejects(guard('student', { headers: { cookie } }), /broken/);
  await clock.advance(5001);
  await assert.rejects(reads('student', cookie), /broken/);
});

test('a right that ends or begins by itself, and a session that runs out, do so on the millisecond', async () => {
  const endsAt = clock.now() + 2000;
  const ending = await plant({ rights: ['subscription'], endsAt });
  const beginning = await plant();
  const grant = { personId: beginning.id, right: 'subscription', origin: 'test' } as const;
  await grantRight(context.db, { ...grant, startsAt: endsAt }, clock.now());
  const both = async () => [
    await reads('subscriber', ending.cookie),
    await reads('subscriber', beginning.cookie),
  ];
  assert.deepEqual(await both(), [true, false]);
  await clock.advance(1999);
  assert.deepEqual(await both(), [true, false]);
  await clock.advance(1);
  assert.deepEqual(await both(), [false, true]);
  const ran = await plant();
  await clock.advance(LIMITS.sessionSeconds * 1000 - 1);
  assert.equal(await reads('user', ran.cookie), true);
  await clock.advance(1);
  assert.equal(await reads('user', ran.cookie), false);
});

test('what this process ends has ended for its next call', async () => {
  const ada = await plant();
  const nowMs = clock.now();
  const grant = { personId: ada.id, right: 'subscription', startsAt: nowMs } as const;
  const id = await grantRight(context.db, { ...grant, origin: 'test' }, nowMs);
  assert.equal(await reads('subscriber', ada.cookie), true);
  await endGrant(context.db, { id, personId: ada.id }, nowMs, 'taken back');
  assert.equal(await reads('subscriber', ada.cookie), false);
  const [session] = await listSessions(context.db, ada.id, nowMs);
  await renewSession(context, session?.id ?? 0);
  assert.equal(await reads('user', ada.cookie), false, 'the token is an old one');
});

test('what another process ends is heard of', async () => {
  const { db } = context;
  const ada = await plant();
  assert.equal(await reads('user', ada.cookie), true);
  // As its commit says it: nothing here is called.
  await sql`delete from session where person_id = ${ada.id}`.execute(db);
  assert.equal(await reads('user', ada.cookie), true, 'it was not said yet');
  await notify(db, PERSON_CHANNEL, String(ada.id));
  await until('the end is heard', async () => !(await reads('user', ada.cookie)));
});

test('many sessions are asked about in one go, in their order, and count as used', async () => {
  const ada = await plant({ rights: ['lesson'] });
  const bora = await plant({ rights: ['subscription', 'admin'] });
  const half = await openSession(context, bora.id, { complete: false, headers: {} });
  await clock.advance(MINUTE_MS);
  const cookies = [bora.cookie, `sid=${'x'.repeat(43)}`, half.cookie, undefined, ada.cookie];
  const people = await guard.readPeople?.(cookies.map((cookie) => ({ headers: { cookie } })));
  assert.deepEqual(
    people?.map((one) => one && [one.id, one.student, one.subscriber, one.admin]),
    [[bora.id, false, true, true], null, null, null, [ada.id, true, false, false]],
  );
  const [used] = await listSessions(context.db, ada.id, clock.now());
  assert.equal(used?.seenAt, clock.now());
});

// The last one: for a second after it the database is not asked about whom is remembered.
test('while the database is unavailable guests read on, remembered sessions stand for a minute, and no administrator works', async (t) => {
  t.after(() => {
    database = 'here';
  });
  const known: PlantedPerson = await plant({ rights: ['subscription'] });
  const unknown = await plant({ rights: ['subscription'] });
  const admin = await plant({ rights: ['admin'] });
  assert.equal(await ask('subscriber', known.cookie), 'yes');
  assert.equal(await ask('admin', admin.cookie), 'yes');
  database = 'unavailable';
  assert.equal(await ask('subscriber', known.cookie), 'yes');
  assert.equal(await ask('subscriptionBuyer', known.cookie), 'subscribed-403');
  assert.equal(await ask('guest', known.cookie), 'yes');
  assert.equal(await ask('guest', unknown.cookie), 'guest');
  assert.equal(await ask('user', unknown.cookie), 'unavailable');
  assert.equal(await ask('guestOnly', unknown.cookie), 'unavailable', 'a session may be there');
  assert.equal(await ask('admin', admin.cookie), 'unavailable');
  assert.equal(await ask('user'), 'unauthorized-401');
  await clock.advance(60_001);
  assert.equal(await ask('subscriber', known.cookie), 'unavailable');
  database = 'here';
  assert.equal(await ask('subscriber', unknown.cookie), 'yes');
});
