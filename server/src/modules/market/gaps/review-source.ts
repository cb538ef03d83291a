import { bucketStart, DAY_MS, type SourceResolution } from '@rasat/engine';
import { inTransaction } from '../../../platform/db/pool.ts';
import { compareWithStored } from '../listing/compare-import.ts';
import { barAt, columnsOf } from '../store/bar-columns.ts';
import { insertCorrections } from '../store/correction-store.ts';
import { listHeads } from '../store/read-bars.ts';
import type { SourceReview } from '../store/review-store.ts';
import type { Series } from '../symbol.ts';
import { fetchOffered } from './offered-bars.ts';
import { placeBars } from './place-bars.ts';
import type { GapRepairOptions, RepairedSession } from './repaired-session.ts';

/** Days that are read again. */
const REVIEW_DAYS = 3;

type Counts = Pick<SourceReview, 'compared' | 'differs' | 'late'>;

/**
 * Reads the last days of a source's histories again and compares them with the stored bars. Bars with other values are
 * stored as corrections; bars at times without a stored one are inserted, or are corrections where something has been
 * published. Throws the signal's reason when it aborts.
 */
export async function reviewSource(
  options: GapRepairOptions,
  session: RepairedSession,
  signal: AbortSignal,
): Promise<SourceReview> {
  const { context, connector } = options;
  const counts = { compared: 0, differs: 0, late: 0 };
  for (const series of session.listFed()) {
    const heads = await listHeads(context.db, [series.id]);
    for (const { resolution, lastOpenTimeMs } of heads) {
      if (resolution !== '15' && resolution !== series.base) continue;
      signal.throwIfAborted();
      const found = await reviewSeries(options, session, {
        series,
        resolution,
        lastOpenTimeMs,
        signal,
      });
      counts.compared += found.compared;
      counts.differs += found.differs;
      counts.late += found.late;
    }
  }
  return { source: connector.name, reviewedMs: context.clock.now(), ...counts };
}

interface Reviewed {
  readonly series: Series;
  readonly resolution: SourceResolution;
  readonly lastOpenTimeMs: number;
  readonly signal: AbortSignal;
}

async function reviewSeries(
  { context, connector, clock, publication }: GapRepairOptions,
  session: RepairedSession,
  { series, resolution, lastOpenTimeMs, signal }: Reviewed,
): Promise<Counts> {
  const nowMs = context.clock.now();
  const fromMs = bucketStart('1D', clock.now() - REVIEW_DAYS * DAY_MS, false);
  const span = { fromMs, toMs: lastOpenTimeMs + 1 };
  if (span.fromMs >= span.toMs) return { compared: 0, differs: 0, late: 0 };
  const bars = await fetchOffered(connector, series, resolution, span, signal);
  const rowsAt = (rows: Iterable<number>) => columnsOf(Array.from(rows, (row) => barAt(bars, row)));
  const { firstNew, differs, late } = await inTransaction(context.db, async (trx) => {
    const fate = await compareWithStored(trx, series, resolution, bars);
    const list = rowsAt(fate.differs);
    const correction = { seriesId: series.id, resolution, reason: 'differs', bars: list } as const;
    await insertCorrections(trx, correction, nowMs);
    return fate;
  });
  if (late.size > 0) {
    const missed = rowsAt(late);
    await session.insertInto(series, missed.openTimeMs[0] ?? fromMs, () =>
      placeBars(context, publication, series, resolution, missed),
    );
  }
  return { compared: firstNew, differs: differs.size, late: late.size };
}
