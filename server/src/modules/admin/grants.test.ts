import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { LIMITS } from '@rasat/contract';
import { readAudit, startBackOffice, uidOf } from '../../testing/back-office.ts';
import { plantPerson } from '../../testing/people.ts';
import { grantRight, readRights } from '../rights/index.ts';
import { registerPeopleRoutes } from './people-routes.ts';

const DAY = 86_400_000;
const istanbul = (text: string): number => Date.parse(`${text}+03:00`);
const startMs = istanbul('2026-11-30T12:00:00');
const { context, clock, admin, ask } = await startBackOffice(
  { after },
  (web) => registerPeopleRoutes(web, []),
  { startMs },
);

interface PlantedUser {
  readonly id: number;
  readonly uid: string;
}

async function plant(): Promise<PlantedUser> {
  const { id } = await plantPerson(context);
  return { id, uid: await uidOf(context, id) };
}

const give = async ({ uid }: PlantedUser, body: object) =>
  ask('POST', `/admin/people/${uid}/grants`, {
    reason: 'Banka ödemesi',
    code: await admin.freshCode(),
    ...body,
  });
const end = async ({ uid }: PlantedUser, grant: unknown, body: object = {}) =>
  ask('POST', `/admin/people/${uid}/grants/${String(grant)}/end`, {
    reason: 'Yanlış kişi',
    code: await admin.freshCode(),
    ...body,
  });
const rightsOf = ({ id }: PlantedUser) => readRights(context.db, id, clock.now());

describe('a subscription that is given', () => {
  test('runs from now for calendar months, and a further one from its end', async () => {
    const person = await plant();
    const first = await give(person, { right: 'subscription', months: 3 });
    const givenMs = clock.now();
    assert.deepEqual(
      [first.body.start, first.body.end],
      [
        givenMs,
        // 30 November and three months: February has no 30th.
        givenMs + istanbul('2027-02-28T12:00:00') - startMs,
      ],
    );
    assert.equal((await rightsOf(person)).subscriber, true);
    const second = await give(person, { right: 'subscription', months: 6 });
    assert.equal(second.body.start, first.body.end);
    const { body } = await ask('GET', `/admin/people/${person.uid}`);
    assert.equal(body.end, second.body.end);
    assert.equal(body.extendsFrom, second.body.end);
  });

  test('may run until a day, which must be later than what runs and not endless', async () => {
    const person = await plant();
    const nowMs = clock.now();
    const until = await give(person, { right: 'subscription', end: nowMs + 40 * DAY });
    assert.equal(until.body.end, nowMs + 40 * DAY);
    for (const [body, field] of [
      [{ end: nowMs + 40 * DAY }, 'end'],
      [{ end: nowMs - DAY }, 'end'],
      [{ end: nowMs + 4000 * DAY }, 'end'],
      [{ end: nowMs + 50 * DAY, months: 3 }, 'months'],
      [{}, 'months'],
      [{ months: 0 }, 'months'],
      [{ months: LIMITS.grantMonths + 1 }, 'months'],
      [{ months: 1.5 }, 'months'],
      [{ months: 3, reason: ' ' }, 'reason'],
      [{ months: 3, reason: 'x'.repeat(LIMITS.reason + 1) }, 'reason'],
    ] as const) {
      const { code, field: named } = await give(person, { right: 'subscription', ...body });
      assert.deepEqual([code, named], ['bad-fields-400', field], JSON.stringify(body));
    }
  });

  test('is refused where one runs without an end', async () => {
    const person = await plant();
    const endless = {
      personId: person.id,
      right: 'subscription',
      startsAt: 1,
      origin: 'demo',
    } as const;
    await grantRight(context.db, endless, clock.now());
    assert.equal((await give(person, { right: 'subscription', months: 3 })).code, 'conflict-409');
  });

  test('is given twice by two calls, one after the other', async () => {
    const person = await plant();
    const codes = [await admin.freshCode(), await admin.freshCode()];
    const answers = await Promise.all(
      codes.map((code) => give(person, { right: 'subscription', months: 3, code })),
    );
    const [one, two] = answers
      .map(({ body }) => body)
      .toSorted((a, b) => Number(a.start) - Number(b.start));
    assert.equal(two?.start, one?.end);
  });
});

test('the education is given once', async () => {
  const person = await plant();
  const given = await give(person, { right: 'lesson' });
  assert.deepEqual([given.status, given.body.end], [200, null]);
  assert.equal((await rightsOf(person)).student, true);
  assert.equal((await give(person, { right: 'lesson' })).code, 'conflict-409');
  assert.equal((await give(person, { right: 'lesson', months: 3 })).code, 'bad-fields-400');
});

test('a grant neither makes an administrator nor ends one', async () => {
  const person = await plant();
  assert.equal((await give(person, { right: 'admin' })).code, 'bad-fields-400');
  const { body } = await ask('GET', `/admin/people/${admin.uid}`);
  const [grant] = body.grants as { id: number; right: string }[];
  assert.equal(grant?.right, 'admin');
  const refused = await end({ id: admin.id, uid: admin.uid }, grant?.id);
  assert.equal(refused.code, 'forbidden-403');
  assert.equal((await readRights(context.db, admin.id, clock.now())).admin, true);
});

describe('a right that is taken back', () => {
  test('ends now, with its reason, once', async () => {
    const person = await plant();
    const { body: given } = await give(person, { right: 'subscription', months: 3 });
    assert.equal((await end(person, given.id)).status, 200);
    assert.equal((await rightsOf(person)).subscriber, false);
    assert.equal((await end(person, given.id)).code, 'conflict-409');
    const { body } = await ask('GET', `/admin/people/${person.uid}`);
    const [grant] = body.grants as Record<string, unknown>[];
    assert.deepEqual(
      [grant?.running, grant?.endReason, grant?.origin],
      [false, 'Yanlış kişi', 'admin'],
    );
    assert.equal(body.state, 'ended');
    assert.equal(body.extendsFrom, body.serverTime);
  });

  test('is one of this person', async () => {
    const [person, other] = [await plant(), await plant()];
    const { body: given } = await give(other, { right: 'lesson' });
    assert.equal((await end(person, given.id)).code, 'not-found-404');
    assert.equal((await end(person, 999_999)).code, 'not-found-404');
    assert.equal((await end({ id: 0, uid: 'YOK' }, given.id)).code, 'user-not-found-404');
    assert.equal((await rightsOf(other)).student, true);
  });

  test('is not one that is over', async () => {
    const person = await plant();
    const { body: given } = await give(person, { right: 'subscription', end: clock.now() + DAY });
    // Half an hour at a time: who does nothing is signed out.
    for (let hours = 0; hours < 25; hours += 0.4) {
      await clock.advance(0.4 * 3_600_000);
      await ask('GET', '/admin/people');
    }
    assert.equal((await end(person, given.id)).code, 'conflict-409');
  });
});

test('each action is in the log with its reason and without the code', async () => {
  const person = await plant();
  const before = (await readAudit(context)).length;
  const { body: given } = await give(person, { right: 'lesson', reason: 'Hediye' });
  await end(person, given.id, { reason: 'Vazgeçildi' });
  const rows = (await readAudit(context)).slice(before);
  assert.deepEqual(
    rows.map(({ action, subject, detail }) => [action, subject, detail]),
    [
      [
        'grant.add',
        `person:${person.uid}`,
        { grant: given.id, right: 'lesson', start: given.start, end: null, reason: 'Hediye' },
      ],
      [
        'grant.end',
        `person:${person.uid}`,
        { grant: given.id, right: 'lesson', reason: 'Vazgeçildi' },
      ],
    ],
  );
});
