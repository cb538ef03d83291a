import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { until } from '../../testing/eventually.ts';
import { createLog } from '../log.ts';
import { testContext } from '../testing.ts';
import { type Job, startJobs } from './jobs.ts';
import { createJobClock } from './testing/job-clock.ts';

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
  assert.deepEqual(rows, [{ name: 'test.nightly', timezone: 'UTC+3', cron: '0 4 * * *' }]);
  await second.stop();
});

test('a job falls due at its time in Istanbul, is tried again after an error, and once for all that was missed', async (t) => {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  const context = { ...(await testContext(t)), log };
  const clock = createJobClock('2026-11-18T03:58:05+03:00');
  const ran: string[] = [];
  let fails = 0;
  const nightly: Job = {
    name: 'test.nightly',
    // At 04:00 in Istanbul, which is 01:00 UTC.
    cron: '0 4 * * *',
    async run() {
      ran.push(new Date(clock.now()).toISOString().slice(0, 16));
      if (fails-- > 0) throw new Error('the disk is full');
    },
  };
  const start = async () => {
    const part = startJobs(context, context.address, [nightly], { ...FAST, pollSeconds: 5, clock });
    await until('the schedules are set', () => part.status().detail === undefined);
    return part;
  };
  /** Lets time pass, and each job that has begun end. */
  const pass = async (minutes: number) => {
    for (let at = 0; at < minutes * 12; at += 1) {
      await clock.tick(5000);
      await until('no job is active', async () => {
        const active = sql`select 1 from jobs.job where state = 'active'`;
        return (await active.execute(context.db)).rows.length === 0;
      });
    }
  };
  const first = await start();
  await pass(1);
  assert.deepEqual(ran, [], 'not a minute before its time');
  await pass(2);
  assert.deepEqual(ran, ['2026-11-18T01:00']);

  // Two days later at noon: two nights were missed.
  await first.stop();
  await clock.setTime('2026-11-20T12:00:00+03:00');
  fails = 2;
  const second = await start();
  await pass(4);
  await second.stop();
  assert.deepEqual(
    ran.slice(1),
    ['2026-11-20T09:00', '2026-11-20T09:01', '2026-11-20T09:02'],
    'done once, and again a minute after each failure',
  );
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? '', /"message":"the disk is full".*"job":"test\.nightly"/);
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
