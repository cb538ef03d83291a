import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { sql } from 'kysely';
import type { PaymentProvider } from './connectors/payment-provider.ts';
import { listJobs } from './jobs.ts';
import { createManualClock } from './platform/clock.ts';
import { openFileStore } from './platform/files/open-file-store.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { createJobClock } from './platform/jobs/testing/job-clock.ts';
import type { ServerContext } from './platform/part.ts';
import { testContext } from './platform/testing.ts';
import { makeBars } from './testing/bars.ts';
import { until } from './testing/eventually.ts';
import { plantBars, plantSeries } from './testing/market.ts';
import { plantPerson } from './testing/people.ts';

// Each job by its schedule and not by its function: a job that is never started would go unnoticed.

/** A job of the server, as documents and decisions have it. */
interface ExpectedJob {
  readonly name: string;
  /** Five fields of cron, read in Istanbul's time. */
  readonly cron: string;
  /** Its times between 04:00 and 04:50 on a first of January. */
  readonly firesAt: readonly string[];
  /** Leaves what it is there for. */
  plant(): Promise<unknown>;
  /** Whether that is done. */
  isDone(): Promise<boolean>;
}

const EVERY_FIVE_MINUTES = [
  '04:00',
  '04:05',
  '04:10',
  '04:15',
  '04:20',
  '04:25',
  '04:30',
  '04:35',
  '04:40',
  '04:45',
  '04:50',
];
const DAY = 86_400_000;

/** Every job that a server has, by name. A new one gets a row here. */
function tableOfJobs(
  context: ServerContext,
  /** Returns how many reviews, and how many questions for splits and renames, have begun. */
  counts: () => { readonly reviews: number; readonly questions: number },
): readonly ExpectedJob[] {
  const { db, clock, config } = context;
  const isThere = async (query: ReturnType<typeof sql>) =>
    (await query.execute(db)).rows.length > 0;
  let [gone, seated, reminded, consenting] = [0, 0, 0, 0];
  let runs: unknown[] = [];
  const file = path.join(config.dataDir, 'files/images/AAAAAAAAAAAAAAAAAAAA');
  return [
    {
      // What lives for minutes or days goes every morning (docs/operating.md, “Retention”).
      name: 'accounts.clean-up',
      cron: '47 4 * * *',
      firesAt: ['04:47'],
      async plant() {
        seated = (await plantPerson(context)).id;
      },
      async isDone() {
        const session = sql`select 1 from session where person_id = ${seated}`;
        const isGone = !(await isThere(session));
        // Run out only when the large run, which takes it too, is over.
        if (await isThere(sql`select 1 from retention_run`)) {
          await sql`update session set expires_at = 1 where person_id = ${seated}`.execute(db);
        }
        return isGone;
      },
    },
    {
      // Carried out by an hourly job (docs/operating.md, “Erasure”).
      name: 'accounts.erase',
      cron: '7 * * * *',
      firesAt: ['04:07'],
      async plant() {
        gone = (await plantPerson(context)).id;
        await sql`update person set erase_asked_at = 1, erase_at = 2 where id = ${gone}`.execute(
          db,
        );
      },
      isDone: async () => !(await isThere(sql`select 1 from person where id = ${gone}`)),
    },
    {
      // On 1 January and 1 July in the early morning (docs/operating.md, “Retention”).
      name: 'accounts.retention',
      cron: '37 4 1 1,7 *',
      firesAt: ['04:37'],
      async plant() {
        consenting = (await plantPerson(context)).id;
        await sql`insert into consent (person_id, text, version, sha256, given_at, ip)
          values (${consenting}, 'kvkk', '1', sha256(''), 1, '203.0.113.9')`.execute(db);
      },
      async isDone() {
        const forgotten = sql`select 1 from consent where person_id = ${consenting} and ip is null`;
        const noted = sql`select 1 from retention_run where removed ->> 'consent.ip' = '1'`;
        return (await isThere(forgotten)) && (await isThere(noted));
      },
    },
    {
      // Removed every five minutes (docs/formats/files.md).
      name: 'files.remove',
      cron: '*/5 * * * *',
      firesAt: EVERY_FIVE_MINUTES,
      async plant() {
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, 'an image');
        const key = `images/${path.basename(file)}`;
        await sql`insert into file_removal (key, due_at) values (${key}, 1)`.execute(db);
      },
      isDone: async () => !existsSync(file) && !(await isThere(sql`select 1 from file_removal`)),
    },
    {
      // Every six hours, before the openings of Borsa İstanbul and of New York (docs/operating.md, “Splits and renames”).
      name: 'market.actions',
      cron: '22 4,9,15,21 * * *',
      firesAt: ['04:22'],
      plant: async () => {},
      isDone: async () => counts().questions === 1,
    },
    {
      // A filled gap is kept for ninety days (docs/operating.md, “Gaps”).
      name: 'market.forget-gaps',
      cron: '37 4 * * *',
      firesAt: ['04:37'],
      async plant() {
        const series = await plantSeries(db, { symbol: 'GAP.R', source: 'replay' });
        await sql`insert into bar_gap
            (series_id, resolution, t_from, t_to, state, expected, inserted, found_at, settled_at)
          values (${series.id}, '60', 1, 2, 'filled', 1, 1, 1, ${clock.now() - 90 * DAY - 1})`.execute(
          db,
        );
      },
      isDone: async () => !(await isThere(sql`select 1 from bar_gap where state = 'filled'`)),
    },
    {
      // A refused print is kept for fourteen days (docs/operating.md, “Watching”).
      name: 'market.forget-prints',
      cron: '17 4 * * *',
      firesAt: ['04:17'],
      plant: () =>
        sql`insert into refused_print (source, symbol, t, price, volume, reason, seen_at)
        values ('old', 'OLD', 1, 1, 1, 'not-finite', ${clock.now() - 14 * DAY - 1})`.execute(db),
      isDone: async () => !(await isThere(sql`select 1 from refused_print where source = 'old'`)),
    },
    {
      // The bars of a replay that has been over for a day go.
      name: 'market.forget-replays',
      cron: '27 4 * * *',
      firesAt: ['04:27'],
      async plant() {
        const series = await plantSeries(db, { symbol: 'OLD.R', source: 'replay' });
        await plantBars(
          db,
          series,
          makeBars({ seed: 1, fromMs: Date.UTC(2026, 0, 5, 10), bars: 3 }),
        );
        await sql`update series set archived_at = ${clock.now() - DAY - 1}
          where id = ${series.id}`.execute(db);
      },
      isDone: async () =>
        !(await isThere(sql`select 1 from bar_head h join series s on s.id = h.series_id
          where s.symbol = 'OLD.R'`)),
    },
    {
      // The last days of every source are compared every night (docs/operating.md, “Gaps”).
      name: 'market.review',
      cron: '42 4 * * *',
      firesAt: ['04:42'],
      plant: async () => {},
      isDone: async () => counts().reviews === 1,
    },
    {
      // Every night our tables are held against the provider's list (docs/operating.md, “Payments”).
      name: 'payments.compare',
      cron: '20 4 * * *',
      firesAt: ['04:20'],
      plant: async () => {},
      isDone: () => isThere(sql`select 1 from reconciliation where lines = 0`),
    },
    {
      // Every five minutes orders are held against the provider (docs/specification.md).
      name: 'payments.reconcile',
      cron: '*/5 * * * *',
      firesAt: EVERY_FIVE_MINUTES,
      async plant() {
        const { rows } = await sql`select id from reconciliation`.execute(db);
        runs = rows;
      },
      async isDone() {
        const ended = sql`select id from reconciliation where ended_at is not null`;
        return (await ended.execute(db)).rows.length > runs.length;
      },
    },
    {
      // A mail comes seven days and one day before the end (docs/specification.md); looked for every hour.
      name: 'payments.remind',
      cron: '17 * * * *',
      firesAt: ['04:17'],
      async plant() {
        const endsAt = clock.now() + 6 * DAY;
        const person = await plantPerson(context, { rights: ['subscription'], endsAt });
        reminded = person.id;
      },
      isDone: async () =>
        (await isThere(sql`select 1 from subscription_reminder
          where person_id = ${reminded} and days = 7`)) &&
        (await isThere(sql`select 1 from mail where template = 'reminder'`)),
    },
  ];
}

/** Knows of no order, and is asked for none; its lists are empty. */
const PROVIDER = {
  name: 'iyzico',
  origins: [],
  listMovements: async () => ({ movements: [], pages: 0 }),
} as unknown as PaymentProvider;

test('every job is in this table, falls due by its schedule, and does what it is for', async (t) => {
  const start = '2027-01-01T03:58:00+03:00';
  const clock = createManualClock(Date.parse(start));
  const jobClock = createJobClock(start);
  const context = await testContext(t, { clock });
  const { db } = context;
  let reviews = 0;
  let questions = 0;
  const table = tableOfJobs(context, () => ({ reviews, questions }));
  const jobs = listJobs(
    openFileStore(context.config, clock),
    {
      provider: PROVIDER,
      seller: null,
      tell: async () => true,
      onPaid: async () => {},
      onRefunded: async () => {},
    },
    {
      gaps: {
        review: async () => {
          reviews += 1;
        },
      },
      findActions: async () => {
        questions += 1;
      },
    },
  );
  assert.deepEqual(
    Object.fromEntries(jobs.map(({ name, cron }) => [name, cron])),
    Object.fromEntries(table.map(({ name, cron }) => [name, cron])),
  );

  const pace = { startDelayMs: 0, pollSeconds: 20, clock: jobClock };
  const part = startJobs(context, context.address, jobs, pace);
  await until('the jobs have begun', () => part.status().detail === undefined);
  for (const job of table) {
    await job.plant();
    assert.equal(await job.isDone(), false, job.name);
  }
  // A process that dies holds its job for a minute, not until the job would have expired.
  const { rows: queues } = await sql<{ seconds: number }>`
    select distinct heartbeat_seconds as seconds from jobs.queue
    where name not like '\\_\\_pgboss%'`.execute(db);
  assert.deepEqual(queues, [{ seconds: 60 }]);
  const doneAt: Record<string, string> = {};
  // What falls due between these moments would be done at the next one, as something that was missed.
  const moments = [...new Set(table.flatMap(({ firesAt }) => firesAt))].toSorted();
  for (const moment of moments) {
    await jobClock.setTime(Date.parse(`2027-01-01T${moment}:00+03:00`) - 20_000);
    for (let passedMs = -20_000; passedMs < 55_000; passedMs += 25_000) {
      await jobClock.tick(25_000);
      await until('what has begun is over', async () => {
        const { rows } = await sql`select 1 from jobs.job where state = 'active'`.execute(db);
        return rows.length === 0;
      });
    }
    for (const job of table)
      if (!doneAt[job.name] && (await job.isDone())) doneAt[job.name] = moment;
  }
  assert.deepEqual(
    doneAt,
    Object.fromEntries(table.map(({ name, firesAt }) => [name, firesAt[0]])),
  );
  const { rows: ran } = await sql<{ name: string; times: string[] }>`
    select name, array_agg(to_char(created_on at time zone 'Europe/Istanbul', 'HH24:MI')
      order by created_on) as times
    from jobs.job where state = 'completed' and name not like '\\_\\_pgboss%'
    group by name order by name`.execute(db);
  assert.deepEqual(
    ran,
    table.map(({ name, firesAt }) => ({ name, times: firesAt })),
  );
  await part.stop();
});
