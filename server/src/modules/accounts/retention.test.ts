import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { Retention } from '../../platform/personal-data.ts';
import { testContext } from '../../platform/testing.ts';
import { plantPerson } from '../../testing/people.ts';
import { rememberDevice } from './known-devices.ts';
import { accountsRetention, retentionJobs } from './retention.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21, 12);
const clock = createManualClock(NOW);
const context = await testContext({ after }, { clock });
const { db } = context;

const asked: string[] = [];
const later: Retention = {
  what: 'of another module',
  daily: false,
  forget: async () => asked.push('other'),
};
const [everything, daily] = retentionJobs([...accountsRetention, later]);

const count = async (query: ReturnType<typeof sql>): Promise<unknown> =>
  Object.values((await query.execute(db)).rows[0] ?? {})[0];

test('the large run is due on the first of January and of July, the small one every day', () => {
  assert.match(everything?.cron ?? '', /^\d+ 4 1 1,7 \*$/);
  assert.match(daily?.cron ?? '', /^\d+ 4 \* \* \*$/);
});

test('sessions that ran out go every day; nothing else does', async () => {
  const person = await plantPerson(context);
  await clock.advance(6 * DAY);
  const second = await plantPerson(context);
  await sql`insert into consent (person_id, text, version, sha256, given_at, ip)
    values (${person.id}, 'kvkk', '0', ${Buffer.alloc(32)}, 1, '203.0.113.9')`.execute(db);
  await clock.advance(DAY);
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  await daily?.run({ ...context, log });
  assert.deepEqual(
    lines.map((line) => (({ msg, removed }) => ({ msg, removed }))(JSON.parse(line))),
    [{ msg: 'expired rows were deleted', removed: { session: 1, known_device: 0 } }],
  );
  assert.equal(await count(sql`select count(*) from session where person_id = ${person.id}`), 0);
  assert.equal(await count(sql`select count(*) from session where person_id = ${second.id}`), 1);
  assert.equal(await count(sql`select count(*) from person`), 2);
  assert.equal(await count(sql`select count(*) from consent where ip is not null`), 1);
  await sql`delete from consent`.execute(db);
  assert.deepEqual(asked, []);
  assert.equal(await count(sql`select count(*) from retention_run`), 0);
});

test('the address of a consent goes after two years, the consent stays; the log says what went and is kept', async () => {
  const person = await plantPerson(context);
  const give = (version: string) =>
    sql`insert into consent (person_id, text, version, sha256, given_at, ip)
      values (${person.id}, 'kvkk', ${version}, ${Buffer.alloc(32)}, ${clock.now()}, '203.0.113.9')`.execute(
      db,
    );
  const addresses = async () =>
    (
      await sql<{ ip: string | null }>`
      select ip from consent where person_id = ${person.id} order by id`.execute(db)
    ).rows.map((row) => row.ip);
  await give('1');
  await clock.advance(365 * DAY);
  await give('2');
  await clock.advance(365 * DAY - 1);
  await everything?.run(context);
  assert.deepEqual(await addresses(), ['203.0.113.9', '203.0.113.9']);
  await clock.advance(2);
  await everything?.run(context);
  assert.deepEqual(await addresses(), [null, '203.0.113.9']);
  await clock.advance(10 * 365 * DAY);
  await everything?.run(context);
  assert.deepEqual(await addresses(), [null, null]);

  const { rows } = await sql<{ removed: Record<string, number> }>`
    select removed from retention_run order by id`.execute(db);
  assert.deepEqual(
    rows.map((row) => row.removed['consent.ip']),
    [0, 1, 1],
  );
  assert.ok(rows.every((row) => Object.hasOwn(row.removed, 'session')));
  assert.deepEqual(
    rows.map((row) => row.removed[later.what]),
    [1, 2, 3],
  );
});

test('a known device goes a year after it was used last', async () => {
  const { id } = await plantPerson(context);
  const cookie = await rememberDevice(context, id, {});
  const left = () => count(sql`select count(*) from known_device where person_id = ${id}`);
  await clock.advance(100 * DAY);
  await rememberDevice(context, id, { cookie: cookie.split(';')[0] });
  await clock.advance(365 * DAY - 1);
  await daily?.run(context);
  assert.equal(await left(), 1);
  await clock.advance(1);
  await daily?.run(context);
  assert.equal(await left(), 0);
});

test('a run that fails half way removes nothing and is not in the log', async () => {
  const person = await plantPerson(context);
  const runs = await count(sql`select count(*) from retention_run`);
  await clock.advance(8 * DAY);
  const failing: Retention = {
    what: 'broken',
    daily: false,
    forget: async () => {
      throw new Error('the disk is full');
    },
  };
  const [run] = retentionJobs([...accountsRetention, failing]);
  await assert.rejects(run?.run(context) ?? Promise.resolve(), /the disk is full/);
  assert.equal(await count(sql`select count(*) from session where person_id = ${person.id}`), 1);
  assert.equal(await count(sql`select count(*) from retention_run`), runs);
});
