import { resolutionMs } from '@rasat/engine';
import type { Db } from '../../platform/db/pool.ts';
import { findEventTimeAfter, listStates } from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import { findPublisherCursor } from '../signals/index.ts';

/** Time up to which every result of an engine version over a series is published. */
export interface PublishedTo {
  readonly engineVersion: string;
  readonly to: number;
}

/** Returns these times for the versions that have analysed bars of a series. */
export async function listPublishedTo(db: Db, series: Series): Promise<PublishedTo[]> {
  const states = await listStates(db, series.id);
  const cursor = await findPublisherCursor(db);
  const times: PublishedTo[] = [];
  for (const { engineVersion, cursorMs, advancedMs } of states) {
    if (cursorMs === null) continue;
    const analysedTo = Math.max(cursorMs + resolutionMs[series.base], advancedMs ?? 0);
    const key = { seriesId: series.id, engineVersion };
    const waiting = await findEventTimeAfter(db, key, cursor);
    times.push({
      engineVersion,
      to: waiting === null ? analysedTo : Math.min(analysedTo, waiting - 1),
    });
  }
  return times;
}
