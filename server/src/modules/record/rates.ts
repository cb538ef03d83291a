import type { Category, RecordRate } from '@rasat/contract';
import { FEW_ROWS } from '@rasat/engine';
import type { Db } from '../../platform/db/pool.ts';
import { ALL, listRates } from './published-store.ts';
import type { RecordCellTable } from './tables.ts';

/**
 * What signals of a category came to in a world: for each kind, and each setup of it, the figures that say most. Those
 * that were published live go before those computed afterwards, the category's own before those of all, and figures of
 * fewer than fifteen compared rows behind the others.
 */
export async function findRates(
  db: Db,
  world: RecordCellTable['world'],
  category: Category,
): Promise<RecordRate[]> {
  const rows = await listRates(db, world, category);
  const all = rows.map(
    (row): RecordRate => ({
      kind: row.kind as RecordRate['kind'],
      setup: row.setup === ALL ? null : row.setup,
      category: row.category === ALL ? null : category,
      world,
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
  const isFew = figures.matched < FEW_ROWS;
  // Among those that say little, the larger one is that of all.
  const isNarrow = isFew ? category !== null : category === null;
  return (isFew ? 4 : 0) + (origin === 'live' ? 0 : 2) + (isNarrow ? 1 : 0);
}
