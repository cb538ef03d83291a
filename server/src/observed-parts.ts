import type { FeedGaps, FeedPart, MarketBoard } from './modules/market/index.ts';
import type { StreamPart } from './modules/stream/index.ts';
import type { DiskPart } from './platform/disk.ts';
import type { JobsPart } from './platform/jobs/jobs.ts';
import type { LastRun } from './platform/jobs/last-runs.ts';

/** Parts of the server that metrics and alarms read; each is absent before its start. */
export interface ObservedParts {
  board?: MarketBoard;
  stream?: StreamPart;
  feed?: Pick<FeedPart, 'sources' | 'reports' | 'figures' | 'filled'>;
  gaps?: FeedGaps;
  jobs?: Pick<JobsPart, 'runs'>;
  /** Absent where no disk is watched. */
  disk?: Pick<DiskPart, 'use' | 'isFilling'>;
  /** Returns how the last run of each job ended. */
  readonly lastRuns: () => Promise<readonly LastRun[]>;
}
