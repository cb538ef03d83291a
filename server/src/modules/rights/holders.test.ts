import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { testContext } from '../../platform/testing.ts';
import { plantPerson } from '../../testing/people.ts';
import { countPeopleAt } from '../accounts/index.ts';
import { countHoldersAt } from './store.ts';

const MOMENTS = 60;

test('at each of many moments every holder of a right counts once', async (t) => {
  const { db, ...context } = await testContext(t);
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const held: { person: number; from: number; to: number }[] = [];
  const joined: number[] = [];
  for (let at = 0; at < 12; at += 1) {
    const { id } = await plantPerson({ ...context, db });
    const since = random(MOMENTS);
    joined.push(since);
    await sql`update person set created_at = ${since} where id = ${id}`.execute(db);
    for (let grants = random(4); grants > 0; grants -= 1) {
      const from = random(MOMENTS);
      const endsAt = random(3) === 0 ? null : from + 1 + random(20);
      // Some are taken back, a few of them before they began.
      const endedAt = random(3) === 0 ? from - 3 + random(20) : null;
      const { rows } = await sql<{ id: number }>`
        insert into entitlement (person_id, kind, starts_at, ends_at, origin, created_at)
        values (${id}, 'lesson', ${from}, ${endsAt}, 'test', 0) returning id`.execute(db);
      if (endedAt !== null) {
        await sql`insert into entitlement_end values (${rows[0]?.id}, ${endedAt}, 'test')`.execute(
          db,
        );
      }
      const to = Math.min(endsAt ?? Infinity, endedAt ?? Infinity);
      held.push({ person: id, from, to });
    }
  }
  // In no order, and some of them twice.
  const moments = Array.from({ length: 2 * MOMENTS }, () => random(MOMENTS + 25) - 5);
  assert.deepEqual(
    await countHoldersAt(db, 'lesson', moments),
    moments.map(
      (at) =>
        new Set(held.filter(({ from, to }) => from <= at && at < to).map(({ person }) => person))
          .size,
    ),
  );
  assert.deepEqual(
    await countPeopleAt(db, moments),
    moments.map((at) => joined.filter((since) => since <= at).length),
  );
  assert.deepEqual(await countHoldersAt(db, 'subscription', [1]), [0]);
  assert.deepEqual(await countHoldersAt(db, 'lesson', []), []);
});
