import type { Category, RecordRate } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { ALL, listRates } from './published-store.ts';
import type { RecordCellTable } from './tables.ts';

/**
 * Returns the preferred figures for each kind, and each setup of it, of a category on the prices of a source. Figures
 * of live rows precede backfilled ones, the category's own precede those of all categories, and figures of too few rows
 * are the last choice.
 */
export async function findRates(
  db: Db,
  source: RecordCellTable['source'],
  category: Category,
): Promise<RecordRate[]> {
  const rows = await listRates(db, source, category);
  const all = rows.map(
    (row): RecordRate => ({
      kind: row.kind as RecordRate['kind'],
      setup: row.setup === ALL ? null : row.setup,
      category: row.category === ALL ? null : category,
      source,
      origin: row.origin,
      figures: row.figures as RecordRate['figures'],
    }),
  );
  const groups = Map.groupBy(all, ({ kind, setup }) => `${kind} ${setup ?? ''}`);
  return [...groups.values()].flatMap(
    (group) => group.toSorted((a, b) => rank(a) - rank(b))[0] ?? [],
  );
}

function rank({ figures, origin, category }: RecordRate): number {
  const isFew = figures.verdict === 'few';
  // Among figures of too few rows, those of all categories cover more rows.
  const isNarrow = isFew ? category !== null : category === null;
  return (isFew ? 4 : 0) + (origin === 'live' ? 0 : 2) + (isNarrow ? 1 : 0);
}
