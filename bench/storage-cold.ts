import { sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import pg from 'pg';
import { appendBars } from '../server/src/modules/market/store/append-bars.ts';
import { END_OF_TIME_MS, readLastBars } from '../server/src/modules/market/store/read-bars.ts';
import { makeBars, seeded } from '../server/src/testing/bars.ts';
import { plantSeries } from '../server/src/testing/market.ts';
import type { Cluster } from './cluster.ts';
import type { Report } from './report.ts';
import { copyRows, createRowTable } from './row-table.ts';

const ROUNDS = 3;
const READS = 10;
/** The goals are for `BENCH_SERIES=500`; fewer series take less time. */
export const BENCH_SERIES = Number(process.env.BENCH_SERIES ?? 200);
const BARS = 5437;
const WINDOW = 5000;
/** Rows in the order of live arrival: hour by hour, every series in each. */
const TABLE = 'plain_bar_by_time';
const NEWEST = `select t, o, h, l, c, v from ${TABLE}
  where series_id = $1 and resolution = '60' order by t desc limit $2`;

/** Returns the 90th percentile. */
function p90(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.9))] ?? Number.NaN;
}

async function fill({ db, address }: Cluster): Promise<number[]> {
  const bars = makeBars({ seed: 5, fromMs: Date.UTC(2024, 0, 1), bars: BARS });
  const ids: number[] = [];
  for (let i = 0; i < BENCH_SERIES; i++) {
    const { id: seriesId } = await plantSeries(db, { symbol: `C${i}` });
    ids.push(seriesId);
    await appendBars(db, [
      { seriesId, resolution: '60', digits: 5, bars: sliceColumns(bars, 0, BARS) },
    ]);
  }
  await createRowTable(db, TABLE);
  await copyRows(
    address,
    (function* () {
      for (let row = 0; row < BARS; row++) {
        for (const seriesId of ids) {
          yield { seriesId, resolution: '60', bars, from: row, to: row + 1 };
        }
      }
    })(),
    TABLE,
  );
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
  return ids;
}

/** Measures reads of the last bars of some series, the first ones on a server with empty memory. */
export async function measureColdReads(
  report: Report,
  section: string,
  cluster: Cluster,
): Promise<void> {
  const ids = await fill(cluster);
  const random = seeded(11);
  const timesMs = { chunks: [] as number[], rows: [] as number[] };
  const readAll = async (times: number[], read: (id: number) => Promise<number>): Promise<void> => {
    // Warm what every statement needs.
    await read(-1);
    for (let i = 0; i < READS; i++) {
      const id = ids[Math.floor(random() * ids.length)] ?? 0;
      const startMs = performance.now();
      const count = await read(id);
      times.push(performance.now() - startMs);
      if (count !== WINDOW) throw new Error(`${count} bars instead of ${WINDOW}`);
    }
  };
  for (let round = 0; round < ROUNDS; round++) {
    await cluster.restartCold();
    await readAll(timesMs.chunks, async (id) => {
      return (await readLastBars(cluster.db, id, '60', END_OF_TIME_MS, WINDOW)).length;
    });
    await cluster.restartCold();
    const client = new pg.Client(cluster.address);
    await client.connect();
    await readAll(timesMs.rows, async (id) => {
      return (await client.query({ name: 'newest', text: NEWEST, values: [id, WINDOW] })).rows
        .length;
    });
    await client.end();
  }
  report.add(section, `read of ${WINDOW} bars after a cold start, p90`, p90(timesMs.chunks), 'ms', {
    baseline: { name: 'rows as they arrive', value: p90(timesMs.rows) },
    goal: { text: 'S3: <= 1/8 x rows', of: 'ratio', atMost: 0.125 },
  });
}
