import type { Category, RecordRate } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { ALL, listRates } from './published-store.ts';
import type { RecordCellTable } from './tables.ts';

/**
 * What signals of a category came to on the prices of a source: for each kind, and each setup of it, the figures that say most. Those
 * that were published live go before those computed afterwards, the category's own before those of all, and figures of
 * too few rows behind the others.
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
  // Among those that say little, the larger one is that of all.
  const isNarrow = isFew ? category !== null : category === null;
  return (isFew ? 4 : 0) + (origin === 'live' ? 0 : 2) + (isNarrow ? 1 : 0);
}
