import {
  type FeedPart,
  feedMetrics,
  type MarketBoard,
  priceMetrics,
} from './modules/market/index.ts';
import { type StreamPart, streamMetrics } from './modules/stream/index.ts';
import { readTelegramBacklog } from './modules/telegram/index.ts';
import { databaseMetrics } from './platform/db/database-metrics.ts';
import type { Db } from './platform/db/pool.ts';
import { type DiskPart, shareOf } from './platform/disk.ts';
import type { Web } from './platform/http/web.ts';
import { jobMetrics } from './platform/jobs/job-metrics.ts';
import type { JobsPart } from './platform/jobs/jobs.ts';
import type { LastRun } from './platform/jobs/last-runs.ts';
import { readMailBacklog } from './platform/mail/store.ts';
import { keepReading } from './platform/metrics/kept-reading.ts';
import type { Metric } from './platform/metrics/metric.ts';
import { outboxMetrics } from './platform/metrics/outbox-metrics.ts';
import type { PartContext, PartStatus } from './platform/part.ts';

/** Parts of the server that have figures; those that start later are functions. */
export interface MeasuredServer {
  readonly context: Pick<PartContext, 'bus' | 'clock'>;
  /** Connections with short time-outs, for the figures from the database. */
  readonly db: Db;
  readonly pools: Readonly<Record<string, Db>>;
  readonly parts: () => Readonly<Record<string, PartStatus>>;
  readonly feed: () => FeedPart | undefined;
  readonly board: () => MarketBoard | undefined;
  readonly jobs: () => JobsPart | undefined;
  readonly lastRuns: () => Promise<readonly LastRun[]>;
  readonly disk: () => DiskPart | null;
  readonly stream: () => StreamPart | undefined;
  readonly web: Pick<Web, 'metrics'>;
}

/** Returns every metric of the server besides those of the process. */
export function listMetrics(server: MeasuredServer): readonly Metric[] {
  const { context, db, pools, feed, board, jobs, lastRuns, stream, web } = server;
  const { bus, clock } = context;
  return [
    ...feedMetrics(
      bus,
      () => feed()?.sources() ?? [],
      () => feed()?.figures() ?? [],
    ),
    ...priceMetrics(clock, board),
    ...web.metrics,
    ...streamMetrics(() => stream()?.figures()),
    ...jobMetrics(() => jobs()?.runs() ?? [], lastRuns),
    ...outboxMetrics(clock, {
      mail: keepReading(clock, () => readMailBacklog(db)),
      telegram: keepReading(clock, () => readTelegramBacklog(db)),
    }),
    ...databaseMetrics(clock, db, pools),
    ...serverMetrics(server),
  ];
}

function serverMetrics({ parts, disk }: MeasuredServer): readonly Metric[] {
  return [
    {
      name: 'rasat_part_ready',
      help: 'Whether a part of the server is ready: 1 or 0.',
      type: 'gauge',
      isForAlerts: true,
      read: () =>
        Object.entries(parts()).map(([part, { ready }]) => ({
          labels: { part },
          value: Number(ready),
        })),
    },
    {
      name: 'rasat_disk_free_bytes',
      help: 'Bytes of the disk of the data that this account may still write.',
      type: 'gauge',
      isForAlerts: true,
      read() {
        const use = disk()?.use();
        return use ? [{ value: use.freeBytes }] : [];
      },
    },
    {
      name: 'rasat_disk_used_ratio',
      help: 'Used share of the disk of the data, 0 to 1.',
      type: 'gauge',
      isForAlerts: true,
      read() {
        const use = disk()?.use();
        return use ? [{ value: shareOf(use) }] : [];
      },
    },
  ];
}
