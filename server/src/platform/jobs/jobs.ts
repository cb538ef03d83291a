import { HOUR_MS, istanbulWallMs, MINUTE_MS } from '@rasat/contract';
import type { Clock as JobClock } from 'pg-boss';
import { createClock } from '../clock.ts';
import { connectionName, type DatabaseAddress } from '../db/pool.ts';
import { Distribution } from '../metrics/distribution.ts';
import type { Part, ServerContext } from '../part.ts';

/** A repeated task that runs once in the whole installation, for any number of processes. */
export interface Job {
  /** Module and action, like `market.forget-prints`; also the name of its queue. */
  readonly name: string;
  /**
   * Schedule: five fields of cron, in Istanbul time. Runs that were missed while no process ran are made up once; a
   * time that the clocks skip is left out that day.
   */
  readonly cron: string;
  /** Runs the task. After an error it is retried up to three times; running twice must be harmless. */
  run(context: ServerContext): Promise<void>;
}

/** Delay and polling interval of the jobs, and the clock that makes them due. */
export interface JobPace {
  readonly startDelayMs: number;
  /** Interval between two polls of each queue. */
  readonly pollSeconds: number;
  /** Clock of the jobs. Default: the machine's and the database's. */
  readonly clock?: JobClock;
}

/** What this process has run of a job. */
export interface JobRuns {
  readonly name: string;
  /** Runs that ended, retries included. */
  readonly runs: number;
  /** Runs that ended with an error. */
  readonly errors: number;
  /** Durations of the runs in seconds. */
  readonly seconds: Distribution;
}

/** The running jobs. */
export interface JobsPart extends Part {
  /** Returns what this process has run of each job. */
  runs(): readonly JobRuns[];
}

/** Upper bounds of the classes of a job's duration, in seconds. */
const SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900];

/** A server has other work in its first moments, and no job is urgent. */
const USUAL_PACE: JobPace = { startDelayMs: 3000, pollSeconds: 10 };
/**
 * A process reports twice a minute that it still runs a job. A dead process's job is restarted and does not delay later
 * jobs until its expiry.
 */
const QUEUE = { retryLimit: 3, retryDelay: 60, heartbeatSeconds: 60 };
const RETRY_MS = 10_000;
const STOP_LIMIT_MS = 5000;

/** Returns Istanbul's offset as a zone that pg-boss reads without a rule of its own: `UTC+3`. */
function zoneAt(timeMs: number): string {
  return `UTC+${(istanbulWallMs(timeMs) - timeMs) / HOUR_MS}`;
}

/**
 * Runs the jobs of the modules with pg-boss, whose tables are in a schema of their own. It starts a few seconds after
 * the server and never makes the server unready; its status has a detail while the jobs do not work.
 */
export function startJobs(
  context: ServerContext,
  address: DatabaseAddress,
  jobs: readonly Job[],
  pace: JobPace = USUAL_PACE,
): JobsPart {
  const { log } = context;
  let detail = 'starts in a moment';
  let stopped = false;
  let timer = setTimeout(begin, pace.startDelayMs);
  let beginning: Promise<void> = Promise.resolve();
  let stopBoss: () => Promise<void> = async () => {};
  const machine = createClock();
  const clock: Pick<JobClock, 'now' | 'setInterval' | 'clearInterval'> = pace.clock ?? {
    now: () => machine.now(),
    setInterval,
    clearInterval,
  };
  const tallies = jobs.map(({ name }) => ({
    name,
    runs: 0,
    errors: 0,
    seconds: new Distribution(SECONDS),
  }));
  let zone = '';
  let renewal: unknown;

  function begin(): void {
    beginning = run().catch(async (error: unknown) => {
      log.error({ err: error }, 'the jobs could not begin');
      await stopBoss().catch(() => {});
      detail = 'tries again';
      if (!stopped) timer = setTimeout(begin, RETRY_MS);
    });
  }

  async function run(): Promise<void> {
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      ...address,
      schema: 'jobs',
      max: 2,
      application_name: connectionName('rasat jobs'),
      ...(pace.clock && { clock: pace.clock }),
    });
    boss.on('error', (error) => log.warn({ err: error }, 'the jobs met an error'));
    stopBoss = () => boss.stop({ graceful: true, timeout: STOP_LIMIT_MS });
    await boss.start();
    for (const [at, job] of jobs.entries()) {
      const tally = tallies[at];
      await boss.createQueue(job.name, { policy: 'stately', ...QUEUE });
      await boss.updateQueue(job.name, QUEUE);
      await boss.work(job.name, { pollingIntervalSeconds: pace.pollSeconds }, async () => {
        log.info({ job: job.name }, 'a job begins');
        const beganMs = performance.now();
        try {
          await job.run(context);
        } catch (error) {
          log.error({ err: error, job: job.name }, 'a job failed');
          if (tally) tally.errors += 1;
          throw error;
        } finally {
          if (tally) tally.runs += 1;
          tally?.seconds.add((performance.now() - beganMs) / 1000);
        }
      });
    }
    const schedule = async (): Promise<void> => {
      const now = zoneAt(clock.now());
      if (now === zone) return;
      for (const { name, cron } of jobs) {
        await boss.schedule(name, cron, null, { tz: now, missed: 'once' });
      }
      zone = now;
    };
    await schedule();
    const known = new Set(jobs.map((job) => job.name));
    for (const { name } of await boss.getSchedules()) {
      // A job of an older version.
      if (!known.has(name)) await boss.unschedule(name);
    }
    renewal = clock.setInterval(() => {
      schedule().catch((error) => log.warn({ err: error }, 'the schedules keep an old zone'));
    }, MINUTE_MS);
    detail = '';
  }

  return {
    name: 'jobs',
    status: () => ({ ready: true, ...(detail && { detail }) }),
    runs: () => tallies,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await beginning;
      clock.clearInterval(renewal);
      await stopBoss();
    },
  };
}
