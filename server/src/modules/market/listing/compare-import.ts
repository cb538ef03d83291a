import type { Bar, SourceResolution } from '@rasat/engine';
import { type BarColumns, CHUNK_BARS, createColumns } from '@rasat/ledger';
import type { Db } from '../../../platform/db/pool.ts';
import { barAt, firstRowAtOrAfter } from '../store/bar-columns.ts';
import { listHeads, readBarsAfter, readLastBars } from '../store/read-bars.ts';
import type { Series } from '../symbol.ts';

/** Least number of bars at stored times from which a file can be recognized as another series. */
const MANY_KNOWN = 20;

/** Comparison of offered rows, of a file or a source, with the stored bars. */
export interface Fate {
  /** Last stored bar; null when none is stored. */
  readonly last: Bar | null;
  /** Index of the first row after every stored bar. */
  readonly firstNew: number;
  readonly differs: ReadonlySet<number>;
  readonly late: ReadonlySet<number>;
}

/** Compares offered rows, ascending, with the stored bars of their series. */
export async function compareWithStored(
  trx: Db,
  series: Series,
  resolution: SourceResolution,
  bars: BarColumns,
): Promise<Fate> {
  const heads = await listHeads(trx, [series.id]);
  const head = heads.find((one) => one.resolution === resolution);
  const firstNew = head ? firstRowAtOrAfter(bars.openTimeMs, head.lastOpenTimeMs + 1) : 0;
  const [last] = head ? await listLastBars(trx, series.id, resolution, head.lastOpenTimeMs) : [];
  const differs = new Set<number>();
  const late = new Set<number>();
  if (head && firstNew > 0) {
    const afterMs = (bars.openTimeMs[0] ?? 0) - 1;
    const cursor = { seriesId: series.id, resolution, afterMs };
    const found = await readBarsAfter(trx, [cursor], head.length + CHUNK_BARS);
    const stored = found.get(series.id) ?? createColumns(0);
    let at = 0;
    for (let row = 0; row < firstNew; row++) {
      const openTimeMs = bars.openTimeMs[row] ?? 0;
      while (at < stored.length && (stored.openTimeMs[at] ?? 0) < openTimeMs) at += 1;
      if (stored.openTimeMs[at] !== openTimeMs) late.add(row);
      else if (!isSameBar(bars, row, stored, at)) differs.add(row);
    }
  }
  return { last: last ?? null, firstNew, differs, late };
}

async function listLastBars(
  trx: Db,
  seriesId: number,
  resolution: SourceResolution,
  openTimeMs: number,
): Promise<Bar[]> {
  const bars = await readLastBars(trx, seriesId, resolution, openTimeMs + 1, 1);
  return Array.from({ length: bars.length }, (_, i) => barAt(bars, i));
}

function isSameBar(one: BarColumns, i: number, other: BarColumns, k: number): boolean {
  return (
    one.open[i] === other.open[k] &&
    one.high[i] === other.high[k] &&
    one.low[i] === other.low[k] &&
    one.close[i] === other.close[k] &&
    one.volume[i] === other.volume[k]
  );
}

/**
 * Describes a file that differs from at least half of the stored bars at its times, because it is of another instrument
 * or was adjusted since; null for any other file.
 */
export function describeDifferent({ differs, firstNew, late }: Fate): string | null {
  const known = firstNew - late.size;
  if (known < MANY_KNOWN || differs.size * 2 < known) return null;
  return `${differs.size} of the ${known} bars that are stored already have other values in the file.`;
}
