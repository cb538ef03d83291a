import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { testContext } from '../testing.ts';
import { type Job, startJobs } from './jobs.ts';
import { until } from '../../testing/patience.ts';

const FAST = { startDelayMs: 0, pollSeconds: 0.5 };

test("a job that is due runs with the context, an older version's schedule is forgotten", async (t) => {
  const context = await testContext(t);
  const ran: string[] = [];
  const nightly: Job = {
    name: 'test.nightly',
    cron: '0 4 * * *',
    async run({ db }) {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
      ran.push(rows[0]?.name ?? '');
    },
  };
  const first = startJobs(
    context,
    context.address,
    [nightly, { ...nightly, name: 'test.old' }],
    FAST,
  );
  t.after(() => first.stop());
  await until('the schedules are set', () => first.status().detail === undefined);
  await sql`insert into jobs.job (name, data) values ('test.nightly', null)`.execute(context.db);
  await until('the job runs', () => ran.length === 1);
  assert.match(ran[0] ?? '', /^test_/);
  await first.stop();

  const second = startJobs(context, context.address, [nightly], FAST);
  await until('the schedules are set again', () => second.status().detail === undefined);
  const { rows } = await sql<{ name: string; timezone: string; cron: string }>`
    select name, timezone, cron from jobs.schedule`.execute(context.db);
  assert.deepEqual(rows, [
    { name: 'test.nightly', timezone: 'Europe/Istanbul', cron: '0 4 * * *' },
  ]);
  await second.stop();
});

test('a stop before the beginning begins nothing', async (t) => {
  const context = await testContext(t);
  const part = startJobs(context, context.address, [], { ...FAST, startDelayMs: 50 });
  await part.stop();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { rows } =
    await sql`select 1 from information_schema.schemata where schema_name = 'jobs'`.execute(
      context.db,
    );
  assert.equal(rows.length, 0);
});
