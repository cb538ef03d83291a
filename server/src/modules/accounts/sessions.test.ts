import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { LEGAL_TEXTS } from '@rasat/contract';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { notify } from '../../platform/db/notify.ts';
import { testContext } from '../../platform/testing.ts';
import { until } from '../../testing/eventually.ts';
import { untilLocked } from '../../testing/locks.ts';
import { plantPerson } from '../../testing/people.ts';
import {
  endSessions,
  extendAdminSession,
  findRequestSession,
  hasSessionCookie,
  openSession,
  PERSON_CHANNEL,
  renewSession,
  sessionKey,
} from './sessions.ts';
import {
  countPeopleAt,
  findPerson,
  insertConsents,
  listConsentVersions,
  listSessions,
  replacePassword,
  takeTotpStep,
} from './store.ts';
import { acceptSale } from './texts.ts';

const MINUTE = 60_000;
const clock = createManualClock(Date.UTC(2026, 10, 21, 12));
const context = await testContext({ after }, { clock });
const { db } = context;

const told: (string | null)[] = [];
after(context.listen(PERSON_CHANNEL, (payload) => void told.push(payload)));
await until('it hears', () => told.length > 0);

/** What the other processes were told while `fn` ran. */
async function notificationsOf(fn: () => Promise<unknown>): Promise<(string | null)[]> {
  // They hear everything in the order of the commits, so that nothing is under way between two marks.
  const mark = async (word: string): Promise<number> => {
    const place = `${word} ${told.length}`;
    await until('the mark is heard', async () => {
      await notify(db, PERSON_CHANNEL, place);
      return told.includes(place);
    });
    return told.lastIndexOf(place);
  };
  const from = await mark('from');
  await fn();
  const to = await mark('to');
  return told.slice(from + 1, to).filter((one) => !/^(from|to) /.test(one ?? ''));
}

const open = (personId: number, complete = true, agent = '') =>
  openSession(context, personId, { complete, headers: { 'user-agent': agent } });
const headersOf = ({ cookie }: { readonly cookie: string }) => ({
  cookie: cookie.split(';')[0] ?? '',
});

/** A person without a session. */
async function plantAlone(): Promise<number> {
  const { id } = await plantPerson(context);
  await endSessions(db, id);
  return id;
}

describe('a session', () => {
  test('is found by its cookie, and its use is noted once a minute', async () => {
    const personId = await plantAlone();
    const opened = await open(personId, false);
    const headers = headersOf(opened);
    const openedAt = clock.now();
    const seen = async () => (await listSessions(db, personId, clock.now()))[0]?.seenAt;
    const { public_id: publicId = '' } = (await findPerson(db, personId)) ?? {};
    assert.deepEqual(await findRequestSession(context, headers), {
      id: opened.id,
      personId,
      publicId,
      complete: false,
    });
    await clock.advance(MINUTE - 1);
    await findRequestSession(context, headers);
    assert.equal(await seen(), openedAt);
    await clock.advance(1);
    await findRequestSession(context, headers);
    assert.equal(await seen(), openedAt + MINUTE);
    await clock.advance(90_000);
    await findRequestSession(context, headers);
    assert.equal(await seen(), openedAt + MINUTE + 90_000);
  });

  test('ends after seven days', async () => {
    const headers = headersOf(await open(await plantAlone()));
    await clock.advance(7 * 24 * 60 * MINUTE - 1);
    assert.notEqual(await findRequestSession(context, headers), null);
    await clock.advance(1);
    assert.equal(await findRequestSession(context, headers), null);
  });

  test('has a name that tells nothing of its token; a guest has none', async () => {
    const headers = headersOf(await open(await plantAlone()));
    const key = sessionKey(context, headers);
    assert.match(key ?? '', /^[A-Za-z0-9_-]{43}$/);
    assert.ok(!headers.cookie.includes(key ?? ''));
    assert.equal(sessionKey(context, headers), key);
    assert.equal(sessionKey(context, {}), null);
    assert.equal(sessionKey(context, { cookie: 'sid=x' }), null);
    assert.deepEqual(
      [headers, { cookie: 'sid=x' }, { cookie: 'lang=tr' }, {}].map((one) =>
        hasSessionCookie(context, one),
      ),
      [true, true, false, false],
    );
  });

  test('that owes its second step is no sign-in yet', async () => {
    const personId = await plantAlone();
    await sql`update person set signed_in_at = null where id = ${personId}`.execute(db);
    await open(personId, false);
    assert.equal((await findPerson(db, personId))?.signed_in_at, null);
    await open(personId, true);
    assert.equal((await findPerson(db, personId))?.signed_in_at, clock.now());
  });

  test('with a new token is complete, and its old token is worth nothing; one that is gone gets none', async () => {
    const personId = await plantAlone();
    const opened = await open(personId, false);
    const cookie = (await renewSession(context, opened.id)) ?? '';
    assert.equal(await findRequestSession(context, headersOf(opened)), null);
    const found = await findRequestSession(context, headersOf({ cookie }));
    assert.deepEqual([found?.id, found?.complete], [opened.id, true]);
    await endSessions(db, personId);
    assert.equal(await renewSession(context, opened.id), null);
  });
});

describe('the sixth session of a person', () => {
  test('ends the oldest, and open pages of that person are notified', async () => {
    const personId = await plantAlone();
    const sessions: { readonly cookie: string }[] = [];
    const five = async () => {
      for (let at = 0; at < 5; at += 1) sessions.push(await open(personId));
    };
    assert.deepEqual(await notificationsOf(five), [], 'five are allowed');
    assert.deepEqual(await notificationsOf(() => open(personId)), [String(personId)]);
    const found = await Promise.all(
      sessions.map(async (one) => (await findRequestSession(context, headersOf(one))) !== null),
    );
    assert.deepEqual(found, [false, true, true, true, true]);
  });

  test('is ended however many are opened at the same time', async () => {
    const personId = await plantAlone();
    for (let at = 0; at < 5; at += 1) await open(personId, false);
    let second: Promise<unknown> | undefined;
    await db.transaction().execute(async (trx) => {
      await openSession({ ...context, db: trx }, personId, { complete: false, headers: {} });
      second = open(personId, false);
      await untilLocked(db);
    });
    await second;
    assert.equal((await listSessions(db, personId, clock.now())).length, 5);
  });
});

test('open pages are notified of sessions that end, and not when none does', async () => {
  const personId = await plantAlone();
  const first = await open(personId);
  const second = await open(personId);
  const end = async (choice?: { only?: number; except?: number }) => {
    let count = 0;
    const heard = await notificationsOf(async () => {
      count = await endSessions(db, personId, choice);
    });
    return [count, heard];
  };
  assert.deepEqual(await end({ except: first.id }), [1, [String(personId)]]);
  assert.deepEqual(await end({ only: second.id }), [0, []]);
  assert.deepEqual(await end(), [1, [String(personId)]]);
  assert.deepEqual(await end(), [0, []]);
});

describe('an administrator in the back office', () => {
  const isThere = async (session: { readonly cookie: string }) =>
    (await findRequestSession(context, headersOf(session))) !== null;

  test('stays signed in for half an hour after the last action; a page that only watches does not count', async () => {
    const personId = await plantAlone();
    const session = { ...(await open(personId)), personId };
    const keep = (isWatching: boolean) => extendAdminSession(context, session, isWatching);
    await clock.advance(30 * MINUTE - 1);
    assert.equal(await keep(true), true);
    assert.equal(await keep(false), true, 'an action');
    await clock.advance(30 * MINUTE - 1);
    assert.equal(await keep(true), true, 'half an hour from the action, not from the sign-in');
    await clock.advance(1);
    assert.equal(await keep(false), false);
    assert.equal(await isThere(session), false, 'it has ended');
    assert.equal(await keep(false), false, 'a session that is gone');
  });

  test('has actions recorded once a minute', async () => {
    const personId = await plantAlone();
    const session = { ...(await open(personId)), personId };
    const noted = async () => {
      const { rows } = await sql<{ at: number | null }>`
        select acted_at as at from session where id = ${session.id}`.execute(db);
      return rows[0]?.at;
    };
    await clock.advance(MINUTE - 1);
    await extendAdminSession(context, session, false);
    assert.equal(await noted(), null);
    await clock.advance(1);
    await extendAdminSession(context, session, true);
    assert.equal(await noted(), null, 'it only watched');
    await extendAdminSession(context, session, false);
    assert.equal(await noted(), clock.now());
  });

  test('keeps the other sessions when one ends', async () => {
    const personId = await plantAlone();
    const idle = { ...(await open(personId)), personId };
    await clock.advance(30 * MINUTE);
    const fresh = await open(personId);
    assert.deepEqual(await notificationsOf(() => extendAdminSession(context, idle, true)), [
      String(personId),
    ]);
    assert.deepEqual([await isThere(idle), await isThere(fresh)], [false, true]);
  });
});

describe('what is stored of a person', () => {
  test('a password is replaced only where it is still the one that was read', async () => {
    const { id } = await plantPerson(context, { passwordHash: 'one' });
    assert.equal(await replacePassword(db, id, { from: 'other', to: 'two' }), false);
    assert.equal((await findPerson(db, id))?.password_hash, 'one');
    assert.equal(await replacePassword(db, id, { from: 'one', to: 'two' }), true);
    assert.equal((await findPerson(db, id))?.password_hash, 'two');
  });

  test('a step of an authenticator counts once, and no earlier one after it', async () => {
    const { id } = await plantPerson(context);
    const taken: boolean[] = [];
    for (const step of [7, 7, 6, 8]) taken.push(await takeTotpStep(db, id, step));
    assert.deepEqual(taken, [true, false, false, true]);
  });

  test('an agreement to a purchase names both its texts, when and from where, once', async () => {
    const { id } = await plantPerson(context);
    await acceptSale(db, id, { ip: '203.0.113.7', atMs: 5 });
    await acceptSale(db, id, { ip: '203.0.113.8', atMs: 6 });
    const { rows } = await sql`select text, version, encode(sha256, 'hex') as sha256, given_at, ip
      from consent where person_id = ${id} order by text`.execute(db);
    const given = { given_at: 5, ip: '203.0.113.7' };
    const { agreement, refund } = LEGAL_TEXTS;
    assert.deepEqual(rows, [
      { text: 'agreement', version: agreement.version, sha256: agreement.sha256, ...given },
      { text: 'refund', version: refund.version, sha256: refund.sha256, ...given },
    ]);
  });

  test('agreements are listed by text; one is stored like many, and none is no error', async () => {
    const { id } = await plantPerson(context);
    const given = { person_id: id, sha256: Buffer.alloc(32), given_at: 1, ip: null };
    await insertConsents(db, []);
    await insertConsents(db, [{ ...given, text: 'kvkk', version: '1' }]);
    await insertConsents(db, [{ ...given, text: 'kvkk', version: '2' }]);
    assert.deepEqual([...(await listConsentVersions(db, id))], [['kvkk', ['1', '2']]]);
  });

  test('people are counted at moments in any order, from the moment at which each came', async (t) => {
    const own = await testContext(t, { clock: createManualClock(1000) });
    await plantPerson(own);
    await plantPerson(own);
    await plantPerson({ ...own, clock: createManualClock(2000) });
    assert.deepEqual(await countPeopleAt(own.db, [2000, 999, 1000, 1999, 2001]), [3, 0, 2, 2, 3]);
  });
});
