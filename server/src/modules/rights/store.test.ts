import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { testContext } from '../../platform/testing.ts';
import { plantPerson } from '../../testing/people.ts';
import { endGrant, type Grant, grantRight, readRights } from './entitlements.ts';
import { rightsData } from './personal-data.ts';
import { listHolders, listSubscriptionEnds } from './store.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const context = await testContext({ after }, { clock: createManualClock(NOW) });
const { db, keys } = context;

const grant = (personId: number, more: Partial<Grant> = {}): Promise<number> =>
  grantRight(db, { personId, right: 'subscription', startsAt: NOW, origin: 'test', ...more }, NOW);
const person = async (): Promise<number> => (await plantPerson(context)).id;

test('a right is held from its begin until its end or until it is taken back, and a holder is listed once', async () => {
  const [ada, bora, cem, ece] = [await person(), await person(), await person(), await person()];
  await grant(bora, { endsAt: NOW + 10 });
  await grant(bora, { endsAt: NOW + 20 });
  await grant(ada, { startsAt: NOW + 10 });
  const taken = await grant(cem);
  await endGrant(db, { id: taken, personId: cem }, NOW + 5, 'refund');
  await grant(ece, { right: 'lesson' });
  const holders = (at: number) => listHolders(db, 'subscription', at);
  assert.deepEqual(await holders(NOW - 1), []);
  assert.deepEqual(await holders(NOW), [bora, cem]);
  assert.deepEqual(await holders(NOW + 4), [bora, cem]);
  assert.deepEqual(await holders(NOW + 5), [bora]);
  assert.deepEqual(await holders(NOW + 10), [ada, bora], 'in the order of their ids');
  assert.deepEqual(await holders(NOW + 20), [ada]);
  assert.deepEqual(await listHolders(db, 'lesson', NOW), [ece]);
  const rights = async (at: number) => {
    const { student, subscriber, admin } = await readRights(db, ada, at);
    return [student, subscriber, admin];
  };
  assert.deepEqual(await rights(NOW + 9), [false, false, false]);
  assert.deepEqual(await rights(NOW + 10), [false, true, false]);
});

test('a grant that is taken back a second time keeps its first end', async () => {
  const id = await person();
  const given = await grant(id);
  await endGrant(db, { id: given, personId: id }, NOW + 1, 'first');
  await endGrant(db, { id: given, personId: id }, NOW + 2, 'second');
  const { rows } = await sql`select ended_at as at, reason from entitlement_end
    where entitlement_id = ${given}`.execute(db);
  assert.deepEqual(rows, [{ at: NOW + 1, reason: 'first' }]);
});

test('the last ends of subscriptions within a stretch of time, the first to end first', async () => {
  const from = NOW + 100 * DAY;
  const [atFrom, first, last, beyond] = [
    await person(),
    await person(),
    await person(),
    await person(),
  ];
  await grant(atFrom, { endsAt: from });
  await grant(last, { endsAt: from + 1 });
  await grant(last, { endsAt: from + 7 * DAY });
  await grant(first, { endsAt: from + 1 });
  await grant(beyond, { endsAt: from + 7 * DAY + 1 });
  // None of these ends within it: one goes on for ever, one was taken back, one is no subscription.
  const [endless, taken, student] = [await person(), await person(), await person()];
  await grant(endless, { endsAt: from + DAY });
  await grant(endless);
  const id = await grant(taken, { endsAt: from + DAY });
  await endGrant(db, { id, personId: taken }, NOW, 'refund');
  await grant(student, { right: 'lesson', endsAt: from + DAY });
  assert.deepEqual(await listSubscriptionEnds(db, from, from + 7 * DAY), [
    { personId: first, endsAt: from + 1 },
    { personId: last, endsAt: from + 7 * DAY },
  ]);
});

test('a person is handed what they were given and what was taken back, and nothing of it is left after an erasure', async () => {
  const [ada, bora] = [await person(), await person()];
  const [lesson, months] = [
    await grant(ada, { right: 'lesson', origin: 'operator' }),
    await grant(ada, { endsAt: NOW + DAY, origin: 'order:7' }),
  ];
  await endGrant(db, { id: months, personId: ada }, NOW + 60_000, 'refund:7');
  const other = await grant(bora);
  await endGrant(db, { id: other, personId: bora }, NOW + 1, 'refund');
  assert.deepEqual(await rightsData.export(db, keys, ada), {
    entitlement: [
      {
        right: 'lesson',
        starts: '2026-11-21T12:00:00.000Z',
        ends: null,
        origin: 'operator',
        given: '2026-11-21T12:00:00.000Z',
        takenBack: null,
        reason: null,
      },
      {
        right: 'subscription',
        starts: '2026-11-21T12:00:00.000Z',
        ends: '2026-11-22T12:00:00.000Z',
        origin: 'order:7',
        given: '2026-11-21T12:00:00.000Z',
        takenBack: '2026-11-21T12:01:00.000Z',
        reason: 'refund:7',
      },
    ],
  });
  await rightsData.erase(db, ada, keys);
  const left = async (table: 'entitlement' | 'entitlement_end', ids: readonly number[]) => {
    const key = table === 'entitlement' ? 'id' : 'entitlement_id';
    const { rows } = await sql<{ id: number }>`select ${sql.id(key)} as id from ${sql.id(table)}
      where ${sql.id(key)} = any(${ids})`.execute(db);
    return rows.map(({ id }) => id);
  };
  assert.deepEqual(await left('entitlement', [lesson, months, other]), [other]);
  assert.deepEqual(await left('entitlement_end', [lesson, months, other]), [other]);
});
