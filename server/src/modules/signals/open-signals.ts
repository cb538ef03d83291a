import { ENGINE_VERSIONS } from '@rasat/engine';
import { openLegs } from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import type { Series } from '../market/index.ts';
import { listSignals } from './signal-store.ts';

/** Returns the number of published signals of a series with legs that are open at a time. */
export async function countOpenSignals(
  db: Db,
  { id: seriesId, fx }: Pick<Series, 'id' | 'fx'>,
  nowMs: number,
): Promise<number> {
  let count = 0;
  for (const engineVersion of ENGINE_VERSIONS) {
    for (const { row, outcomes } of await listSignals(db, { seriesId, engineVersion })) {
      if (openLegs(row, outcomes, nowMs, fx).length > 0) count += 1;
    }
  }
  return count;
}
