import type { SourceResolution } from '@rasat/engine';
import type { BarColumns } from '@rasat/ledger';
import { inTransaction } from '../../../platform/db/pool.ts';
import type { PartContext } from '../../../platform/part.ts';
import { insertCorrections } from '../store/correction-store.ts';
import { insertBars, publishInserted } from '../store/insert-bars.ts';
import type { Series } from '../symbol.ts';
import { repairedTopic } from '../topics.ts';
import type { Publication } from './publication.ts';

/** What has become of bars that a source delivered at times without a stored bar. */
export interface Placed {
  readonly inserted: number;
  /** Bars that were stored as corrections, because something had been published. */
  readonly late: number;
  /** Published rows that reach over such a bar. */
  readonly marked: number;
}

/**
 * Inserts bars, ascending and at least one, at times at which a series has none. Base bars on which something has been
 * published are stored as corrections instead, and what was published stays. Returns `busy`, with nothing stored, while
 * a computation may be reading the bars.
 */
export async function placeBars(
  { db, bus, clock }: Pick<PartContext, 'db' | 'bus' | 'clock'>,
  publication: Publication,
  series: Series,
  resolution: SourceResolution,
  bars: BarColumns,
): Promise<Placed | 'busy'> {
  const fromMs = bars.openTimeMs[0] ?? 0;
  const isBase = resolution === series.base;
  const placed = await inTransaction(db, async (trx): Promise<Placed | 'busy'> => {
    // Charts alone use the 15-minute bars of hourly histories.
    const release = isBase ? await publication.release(trx, series, fromMs, clock.now()) : 'unread';
    if (release === 'busy') return 'busy';
    if (release === 'published') {
      const late = { seriesId: series.id, resolution, reason: 'late', bars } as const;
      await insertCorrections(trx, late, clock.now());
      const marked = await publication.countRows(trx, series, fromMs);
      return { inserted: 0, late: bars.length, marked };
    }
    const inserted = await insertBars(trx, series, resolution, bars);
    return { inserted: inserted.length, late: 0, marked: 0 };
  });
  if (placed !== 'busy' && placed.inserted > 0) {
    publishInserted(bus, series, resolution);
    if (isBase) bus.publish(repairedTopic, { symbols: [series.symbol] });
  }
  return placed;
}
