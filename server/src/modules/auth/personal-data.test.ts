import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { writeMail } from '../../platform/mail/mail.ts';
import { testContext } from '../../platform/testing.ts';
import { plantPerson } from '../../testing/people.ts';
import { hashMail } from './mail-hash.ts';
import { resetMail } from './mails.ts';
import { authData, authRetention } from './personal-data.ts';
import { findFailures, insertUsedChallenge, saveResetCode, takeTry } from './store.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const context = await testContext({ after }, { clock: createManualClock(NOW) });
const { db, keys } = context;
const RULE = { free: 5, most: 100, longestSeconds: 900 };
const fail = (mail: string, atMs: number) => takeTry(db, hashMail(keys, mail), RULE, atMs);

test('wrong passwords are exported and erased with their person; those of other people stay', async () => {
  const [person, other] = [await plantPerson(context), await plantPerson(context)];
  assert.deepEqual(await authData.export(db, keys, person.id), {});
  assert.deepEqual(await authData.export(db, keys, 0), {}, 'no such person');
  await fail(person.mail, NOW - 1000);
  await fail(person.mail.toUpperCase(), NOW);
  await fail(other.mail, NOW);
  assert.deepEqual(await authData.export(db, keys, person.id), {
    failedSignIns: { inARow: 2, last: '2026-11-21T12:00:00.000Z' },
  });
  await authData.erase(db, 0, keys);
  await authData.erase(db, person.id, keys);
  assert.equal(await findFailures(db, hashMail(keys, person.mail)), undefined);
  assert.equal((await findFailures(db, hashMail(keys, other.mail)))?.failures, 1);
});

test('what sign-in keeps goes every day when its time is over, and not a moment earlier', async () => {
  await sql`delete from sign_in_failure`.execute(db);
  const hashOf = (at: number): Buffer => Buffer.alloc(32, at);
  // The oldest that still counts beside the youngest that does not: at its end, after two days, after ninety days.
  for (const [at, endsAt] of [NOW, NOW + 1].entries()) {
    await insertUsedChallenge(db, hashOf(at), endsAt);
  }
  const to = { mail: 'ada@rasat.example', name: 'Ada', language: 'tr' } as const;
  const mailId = await writeMail(db, keys, resetMail(to, 'ABCD2345', 10), NOW);
  for (const [at, created] of [NOW - 2 * DAY, NOW - 2 * DAY + 1].entries()) {
    const code = { code_hash: 'x', mail_id: mailId, created_at: created, by_device: false };
    await saveResetCode(db, { mail_hash: hashOf(at), ...code });
  }
  await fail('old@rasat.example', NOW - 90 * DAY);
  await fail('young@rasat.example', NOW - 90 * DAY + 1);

  const forgotten: unknown[] = [];
  for (const { what, daily, forget } of authRetention) {
    forgotten.push([what, daily, await forget(db, NOW), await forget(db, NOW)]);
  }
  assert.deepEqual(forgotten, [
    ['used_challenge', true, 1, 0],
    ['reset_code', true, 1, 0],
    ['sign_in_failure', true, 1, 0],
  ]);
  const { rows } = await sql<{ left: string }>`
    select 'check ' || expires_at as left from used_challenge
    union all select 'code ' || created_at from reset_code
    union all select 'failure ' || tried_at from sign_in_failure`.execute(db);
  assert.deepEqual(
    rows.map(({ left }) => left),
    [`check ${NOW + 1}`, `code ${NOW - 2 * DAY + 1}`, `failure ${NOW - 90 * DAY + 1}`],
  );
});
