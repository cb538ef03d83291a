import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Access, LIMITS, WATCHING } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { createManualClock } from '../../platform/clock.ts';
import { openPool } from '../../platform/db/pool.ts';
import { testContext } from '../../platform/testing.ts';
import { type PlantedPerson, plantPerson } from '../../testing/people.ts';
import { openSession } from '../accounts/index.ts';
import { createGuard } from './guard.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 9);
const MINUTE_MS = 60_000;

const clock = createManualClock(NOON_MS);
const context = await testContext({ after }, { clock });
// No server listens there: every statement fails at once, as on a database that is away.
const nowhere = openPool(
  { host: '/nowhere', user: 'rasat', database: 'rasat' },
  { maxConnections: 1 },
);
after(() => nowhere.destroy());
let database: 'here' | 'away' | 'broken' = 'here';
const guard = createGuard({
  clock,
  config: context.config,
  listen: context.listen,
  hears: context.hears,
  get db() {
    if (database === 'broken') throw new TypeError('broken');
    return database === 'away' ? nowhere : context.db;
  },
});

/** What the guard says to a session: the right is there (`yes`), there is no session (`guest`), or the refusal. */
async function ask(access: Access, cookie?: string, more: Record<string, string> = {}) {
  const headers = { ...(cookie !== undefined && { cookie }), ...more };
  try {
    return (await guard(access, { headers })) ? 'yes' : 'guest';
  } catch (error) {
    return error instanceof AppError ? error.code : 'away';
  }
}

test('each kind of access is given to those who may have it, and refused to the others with its code', async () => {
  const plain = await plantPerson(context);
  const owing = await plantPerson(context, { rights: ['admin'] });
  const half = await openSession(context, owing.id, { complete: false, headers: {} });
  const people = {
    guest: undefined,
    // A session whose second step is missing is none.
    half: half.cookie.split(';')[0] ?? '',
    plain: plain.cookie,
    student: (await plantPerson(context, { rights: ['lesson'] })).cookie,
    subscriber: (await plantPerson(context, { rights: ['subscription'] })).cookie,
    both: (await plantPerson(context, { rights: ['lesson', 'subscription'] })).cookie,
    admin: (await plantPerson(context, { rights: ['admin'] })).cookie,
    adminStudent: (await plantPerson(context, { rights: ['admin', 'lesson'] })).cookie,
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
  const ada = await plantPerson(context, { rights: ['lesson'] });
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
  const worker = await plantPerson(context, { rights: ['admin'] });
  const watcher = await plantPerson(context, { rights: ['admin'] });
  await clock.advance(29 * MINUTE_MS);
  assert.equal(await ask('admin', worker.cookie), 'yes');
  assert.equal(await ask('admin', watcher.cookie, WATCHING), 'yes');
  // Another word in the header is no watching, so this one is at work.
  const third = await plantPerson(context, { rights: ['admin'] });
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

test('while the database is away guests read on, remembered sessions stand for a minute, and no administrator works', async (t) => {
  t.after(() => {
    database = 'here';
  });
  const known: PlantedPerson = await plantPerson(context, { rights: ['subscription'] });
  const unknown = await plantPerson(context, { rights: ['subscription'] });
  const admin = await plantPerson(context, { rights: ['admin'] });
  assert.equal(await ask('subscriber', known.cookie), 'yes');
  assert.equal(await ask('admin', admin.cookie), 'yes');
  database = 'away';
  assert.equal(await ask('subscriber', known.cookie), 'yes');
  assert.equal(await ask('subscriptionBuyer', known.cookie), 'subscribed-403');
  assert.equal(await ask('guest', known.cookie), 'yes');
  assert.equal(await ask('guest', unknown.cookie), 'guest');
  assert.equal(await ask('user', unknown.cookie), 'away');
  assert.equal(await ask('guestOnly', unknown.cookie), 'away', 'a session may be there');
  assert.equal(await ask('admin', admin.cookie), 'away');
  assert.equal(await ask('user'), 'unauthorized-401');
  await clock.advance(60_001);
  assert.equal(await ask('subscriber', known.cookie), 'away');
  database = 'here';
  assert.equal(await ask('subscriber', unknown.cookie), 'yes');
});

test('an error that is no absence of the database is told to guests too', async (t) => {
  t.after(() => {
    database = 'here';
  });
  const ada = await plantPerson(context);
  database = 'broken';
  await assert.rejects(guard('guest', { headers: { cookie: ada.cookie } }), /broken/);
});
