import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { testContext } from '../../platform/testing.ts';
import { until } from '../../testing/eventually.ts';
import { plantPerson } from '../../testing/people.ts';
import { PERSON_CHANNEL } from '../accounts/index.ts';
import {
  endGrant,
  findSubscriptionPeriod,
  type Grant,
  grantRight,
  readRights,
  readSubscribedUntil,
} from './index.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const context = await testContext({ after }, { clock: createManualClock(NOW) });
const { db } = context;

const grant = (personId: number, more: Partial<Grant> = {}): Promise<number> =>
  grantRight(db, { personId, right: 'subscription', startsAt: NOW, origin: 'test', ...more }, NOW);

test('those who watch a person hear of a grant and of its end, at the commit and not before', async (t) => {
  const person = await plantPerson(context);
  const heard: (string | null)[] = [];
  t.after(context.listen(PERSON_CHANNEL, (payload) => void heard.push(payload)));
  const own = (): number => heard.filter((payload) => payload === String(person.id)).length;
  await until('they hear', () => heard.includes(null));
  assert.equal(own(), 0);
  const undone = db.transaction().execute(async (trx) => {
    await grantRight(
      trx,
      { personId: person.id, right: 'lesson', startsAt: NOW, origin: 'x' },
      NOW,
    );
    throw new RangeError('undone');
  });
  await assert.rejects(undone, /undone/);
  const id = await grant(person.id);
  await until('the grant is heard', () => own() === 1);
  await endGrant(db, { id, personId: person.id }, NOW, 'refund');
  await until('the end is heard', () => own() === 2);
  assert.equal((await readRights(db, person.id, NOW)).subscriber, false);
});

test('the last end of a subscription: none without one, and never without an end', async () => {
  const { id } = await plantPerson(context);
  assert.equal(await readSubscribedUntil(db, id, NOW), 0);
  await grant(id, { right: 'lesson', endsAt: NOW + 9 * DAY });
  assert.equal(await readSubscribedUntil(db, id, NOW), 0);
  await grant(id, { endsAt: NOW + 2 * DAY });
  await grant(id, { startsAt: NOW + 4 * DAY, endsAt: NOW + 7 * DAY });
  assert.equal(await readSubscribedUntil(db, id, NOW), NOW + 7 * DAY);
  await grant(id);
  assert.equal(await readSubscribedUntil(db, id, NOW), Number.POSITIVE_INFINITY);
});

test('the period that runs ends where what follows on it without a gap does', async () => {
  const { id } = await plantPerson(context);
  assert.equal(await findSubscriptionPeriod(db, id, NOW), undefined);
  await grant(id, { startsAt: NOW + DAY, endsAt: NOW + 2 * DAY });
  assert.equal(await findSubscriptionPeriod(db, id, NOW), undefined);
  await grant(id, { endsAt: NOW + DAY });
  const two = { startMs: NOW, endMs: NOW + 2 * DAY };
  assert.deepEqual(await findSubscriptionPeriod(db, id, NOW), two);
  await grant(id, { startsAt: NOW + 2 * DAY + 1, endsAt: NOW + 5 * DAY });
  assert.deepEqual(await findSubscriptionPeriod(db, id, NOW), two);
  await grant(id, { startsAt: NOW + 2 * DAY });
  assert.deepEqual(await findSubscriptionPeriod(db, id, NOW), { startMs: NOW, endMs: null });
  // What ends now is over.
  const late = await plantPerson(context);
  await grant(late.id, { startsAt: NOW - 2 * DAY, endsAt: NOW });
  assert.equal(await findSubscriptionPeriod(db, late.id, NOW), undefined);
});

test('a person who becomes an administrator signs in again; other rights leave the sessions open', async () => {
  const { id } = await plantPerson(context);
  const sessions = async (): Promise<number> => {
    const { rows } = await sql`select from session where person_id = ${id}`.execute(db);
    return rows.length;
  };
  await grant(id);
  await grant(id, { right: 'lesson' });
  assert.equal(await sessions(), 1);
  await grant(id, { right: 'admin' });
  assert.equal(await sessions(), 0);
  const { admin, student, subscriber } = await readRights(db, id, NOW);
  assert.deepEqual([admin, student, subscriber], [true, true, true]);
});

test('a shorter grant within a longer one changes nothing of the period that runs', async () => {
  const { id } = await plantPerson(context);
  await grant(id, { right: 'lesson' });
  await grant(id, { startsAt: NOW - DAY, endsAt: NOW + 5 * DAY });
  await grant(id, { endsAt: NOW + DAY });
  const period = { startMs: NOW - DAY, endMs: NOW + 5 * DAY };
  assert.deepEqual(await findSubscriptionPeriod(db, id, NOW), period);
});
