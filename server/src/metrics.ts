import { DAY_MS } from '@rasat/contract';
import { countGaps, feedMetrics, priceMetrics } from './modules/market/index.ts';
import { streamMetrics } from './modules/stream/index.ts';
import { readTelegramBacklog } from './modules/telegram/index.ts';
import type { ObservedParts } from './observed-parts.ts';
import { databaseMetrics } from './platform/db/database-metrics.ts';
import type { Db } from './platform/db/pool.ts';
import { shareOf } from './platform/disk.ts';
import type { Web } from './platform/http/web.ts';
import { jobMetrics } from './platform/jobs/job-metrics.ts';
import { readMailBacklog } from './platform/mail/store.ts';
import { keepReading } from './platform/metrics/kept-reading.ts';
import type { Metric } from './platform/metrics/metric.ts';
import { outboxMetrics } from './platform/metrics/outbox-metrics.ts';
import type { PartContext, PartStatus } from './platform/part.ts';

/** Age of the gaps that are counted. */
const GAP_DAYS = 30;

/** The server, as its metrics read it. */
export interface MeasuredServer {
  readonly context: Pick<PartContext, 'bus' | 'clock'>;
  /** Connections with short time-outs, for the figures from the database. */
  readonly db: Db;
  readonly pools: Readonly<Record<string, Db>>;
  readonly parts: () => Readonly<Record<string, PartStatus>>;
  readonly web: Pick<Web, 'metrics'>;
  readonly observed: ObservedParts;
}

/** Returns every metric of the server besides those of the process. */
export function listMetrics(server: MeasuredServer): readonly Metric[] {
  const { context, db, pools, web, observed } = server;
  const { bus, clock } = context;
  return [
    ...feedMetrics(
      bus,
      () => observed.feed?.sources() ?? [],
      () => observed.feed?.figures() ?? [],
      keepReading(clock, () => countGaps(db, clock.now() - GAP_DAYS * DAY_MS)),
    ),
    ...priceMetrics(clock, () => observed.board),
    ...web.metrics,
    ...streamMetrics(() => observed.stream?.figures()),
    ...jobMetrics(() => observed.jobs?.runs() ?? [], observed.lastRuns),
    ...outboxMetrics(clock, {
      mail: keepReading(clock, () => readMailBacklog(db)),
      telegram: keepReading(clock, () => readTelegramBacklog(db)),
    }),
    ...databaseMetrics(clock, db, pools),
    ...serverMetrics(server),
  ];
}

function serverMetrics({ parts, observed }: MeasuredServer): readonly Metric[] {
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
        const use = observed.disk?.use();
        return use ? [{ value: use.freeBytes }] : [];
      },
    },
    {
      name: 'rasat_disk_used_ratio',
      help: 'Used share of the disk of the data, 0 to 1.',
      type: 'gauge',
      isForAlerts: true,
      read() {
        const use = observed.disk?.use();
        return use ? [{ value: shareOf(use) }] : [];
      },
    },
  ];
}
