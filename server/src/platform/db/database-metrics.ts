import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { keepReading } from '../metrics/kept-reading.ts';
import type { Metric, Sample } from '../metrics/metric.ts';
import { type Db, type PoolUse, poolUse } from './pool.ts';

interface Totals {
  readonly bytes: number;
  readonly commits: number;
  readonly rollbacks: number;
}

/** Returns the metrics of the database: the pools of the main thread by their names, and the totals of the server. */
export function databaseMetrics(
  clock: Pick<Clock, 'steady'>,
  db: Db,
  pools: Readonly<Record<string, Db>>,
): readonly Metric[] {
  const totals = keepReading(clock, () => readTotals(db));
  const each = (figureOf: (use: PoolUse) => number) => (): Sample[] =>
    Object.entries(pools).map(([pool, one]) => ({
      labels: { pool },
      value: figureOf(poolUse(one)),
    }));
  return [
    {
      name: 'rasat_database_connections',
      help: 'Connections of a pool of the main thread that a caller holds.',
      type: 'gauge',
      read: each(({ inUse }) => inUse),
    },
    {
      name: 'rasat_database_waiting_callers',
      help: 'Callers that wait for a connection of a pool of the main thread.',
      type: 'gauge',
      isForAlerts: true,
      read: each(({ waiting }) => waiting),
    },
    {
      name: 'rasat_database_size_bytes',
      help: 'Size of the database on its disk.',
      type: 'gauge',
      read: async () => [{ value: (await totals()).bytes }],
    },
    {
      name: 'rasat_database_transactions_total',
      help: 'Transactions on the database by every client, by their end.',
      type: 'counter',
      async read() {
        const { commits, rollbacks } = await totals();
        return [
          { labels: { end: 'commit' }, value: commits },
          { labels: { end: 'rollback' }, value: rollbacks },
        ];
      },
    },
  ];
}

async function readTotals(db: Db): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select pg_database_size(datname)::int8 as bytes, xact_commit as commits,
      xact_rollback as rollbacks
    from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0] ?? { bytes: 0, commits: 0, rollbacks: 0 };
}
