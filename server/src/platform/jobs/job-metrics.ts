import type { Metric } from '../metrics/metric.ts';
import type { JobRuns } from './jobs.ts';
import type { LastRun } from './last-runs.ts';

/** Returns the metrics of the jobs: what this process has run, and how the last run on this database ended. */
export function jobMetrics(
  runs: () => readonly JobRuns[],
  lastRuns: () => Promise<readonly LastRun[]>,
): readonly Metric[] {
  return [
    {
      name: 'rasat_job_runs_total',
      help: 'Runs of a job by this process that ended, retries included.',
      type: 'counter',
      read: () => runs().map(({ name, runs: value }) => ({ labels: { name }, value })),
    },
    {
      name: 'rasat_job_errors_total',
      help: 'Runs of a job by this process that ended with an error.',
      type: 'counter',
      read: () => runs().map(({ name, errors: value }) => ({ labels: { name }, value })),
    },
    {
      name: 'rasat_job_duration_seconds',
      help: 'Time of a run of a job.',
      type: 'histogram',
      read: () => runs().map(({ name, seconds }) => ({ labels: { name }, value: seconds.read() })),
    },
    {
      name: 'rasat_job_failed',
      help: 'Whether the last finished run of a job failed after its retries: 1 or 0.',
      type: 'gauge',
      isForAlerts: true,
      async read() {
        const known = new Set(runs().map(({ name }) => name));
        return (await lastRuns())
          .filter(({ name }) => known.has(name))
          .map(({ name, failed }) => ({ labels: { name }, value: Number(failed) }));
      },
    },
  ];
}
