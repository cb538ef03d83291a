import type { Resolution } from '@rasat/engine';
import { type BarColumns, CHUNK_BARS, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import pg from 'pg';
import { appendBars, type SeriesBars } from '../server/src/modules/market/store/append-bars.ts';
import { makeBars } from '../server/src/testing/bars.ts';
import { plantSeries } from '../server/src/testing/market.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { interleave, type Report } from './report.ts';
import { copyRows, createRowTable, ROW_TABLE } from './row-table.ts';
import { BENCH_SERIES, measureColdReads } from './storage-cold.ts';

const SECTION = "storage, PostgreSQL with the product's settings";
const ROUNDS = 3;
const FROM_MS = Date.UTC(2022, 0, 3);
const HOUR_MS = 3_600_000;
const CLOSING_SERIES = 500;
/** Bars of each before the first close: a chunk and most of a tail. */
const CLOSED_BARS = 1900;
const BACKFILL_BARS = 10_000;
/** Symbols that the feed fills concurrently. */
const FILL_WIDTH = 4;

/** Bars of a simulated symbol after its first filling. */
const USUAL_SYMBOL: readonly [Resolution, number][] = [
  ['15', 25_437],
  ['60', 18_637],
  ['240', 4659],
  ['1D', 777],
  ['1W', 156],
];
/** A year of hours alone: the newest, 500 on average, are rows. */
const SHORT_SYMBOL: readonly [Resolution, number][] = [['60', 6500]];

const STEP_MS: Readonly<Record<Resolution, number>> = {
  '15': HOUR_MS / 4,
  '60': HOUR_MS,
  '240': 4 * HOUR_MS,
  '1D': 24 * HOUR_MS,
  '1W': 168 * HOUR_MS,
};

function generate(resolution: Resolution, bars: number, seed: number): BarColumns {
  return makeBars({ seed, fromMs: FROM_MS, bars, stepMs: STEP_MS[resolution] });
}

async function emptyTables({ db }: Cluster): Promise<void> {
  const tables = [ROW_TABLE, 'bar_tail', 'bar_chunk', 'bar_head'];
  await sql`truncate ${sql.join(tables.map((name) => sql.id(name)))}`.execute(db);
}

let planted = 0;

/** Creates a series without bars. Returns its id. */
async function newSeries(db: Cluster['db']): Promise<number> {
  return (await plantSeries(db, { symbol: `S${planted++}` })).id;
}

/** Stores a history like a backfill, in portions of four thousand bars. */
async function backfill(db: Cluster['db'], append: SeriesBars): Promise<void> {
  for (let at = 0; at < append.bars.length; at += 4 * CHUNK_BARS) {
    const to = Math.min(append.bars.length, at + 4 * CHUNK_BARS);
    await appendBars(db, [{ ...append, bars: sliceColumns(append.bars, at, to) }]);
  }
}

/** Returns the bytes of tables with their indexes and TOAST data. */
async function bytesOf({ db }: Cluster, tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(name::regclass))::bigint as bytes
    from unnest(${tables}::text[]) as name`.execute(db);
  return rows[0]?.bytes ?? Number.NaN;
}

async function measureBytes(
  report: Report,
  cluster: Cluster,
  what: string,
  symbols: number,
  shape: readonly [Resolution, number][],
): Promise<void> {
  await emptyTables(cluster);
  const { db, address } = cluster;
  let bars = 0;
  for (let i = 0; i < symbols; i++) {
    const seriesId = await newSeries(db);
    const lists = shape.map(([resolution, n], k) => ({
      seriesId,
      resolution,
      digits: 5,
      bars: generate(resolution, n, i * 10 + k),
    }));
    for (const list of lists) {
      bars += list.bars.length;
      await backfill(db, list);
    }
    await copyRows(
      address,
      lists.map((list) => ({ ...list, from: 0, to: list.bars.length })),
    );
  }
  await sql`vacuum analyze`.execute(db);
  const own = await bytesOf(cluster, ['bar_chunk', 'bar_tail', 'bar_head']);
  report.add(SECTION, what, own / bars, 'bytes/bar', {
    baseline: { name: 'a row for each bar', value: (await bytesOf(cluster, [ROW_TABLE])) / bars },
    goal: { text: 'S1: <= 0.15 x rows', of: 'ratio', atMost: 0.15 },
  });
}

/** Measures both ways over a number of concurrent connections. */
async function measureBackfill(
  report: Report,
  cluster: Cluster,
  histories: readonly BarColumns[],
  width: number,
): Promise<void> {
  const { db, address } = cluster;
  const ratePerSecond = async (work: () => Promise<void>): Promise<number> => {
    const startMs = performance.now();
    await work();
    return (histories.length * BACKFILL_BARS * 1000) / (performance.now() - startMs);
  };
  const rates = await interleave(
    {
      async chunks() {
        await emptyTables(cluster);
        const ids: number[] = [];
        while (ids.length < histories.length) ids.push(await newSeries(db));
        return ratePerSecond(async () => {
          const waiting = histories.entries();
          const fill = async (): Promise<void> => {
            for (const [i, bars] of waiting) {
              await backfill(db, { seriesId: ids[i] ?? 0, resolution: '60', digits: 5, bars });
            }
          };
          await Promise.all(Array.from({ length: width }, fill));
        });
      },
      async rows() {
        await emptyTables(cluster);
        const lists = histories.map((bars, i) => ({
          seriesId: i,
          resolution: '60',
          bars,
          from: 0,
          to: bars.length,
        }));
        const copies = Array.from({ length: width }, (_, k) =>
          lists.filter((_list, i) => i % width === k),
        );
        return ratePerSecond(async () => {
          await Promise.all(copies.map((own) => copyRows(address, own)));
        });
      },
    },
    ROUNDS,
  );
  const name = `backfill, ${width === 1 ? 'one connection' : `${width} connections`}`;
  report.add(SECTION, name, rates.chunks, 'bars/s', {
    baseline: { name: 'COPY binary to rows over as many', value: rates.rows },
    goal: { text: 'S2: >= 3 x COPY', of: 'ratio', atLeast: 3 },
  });
}

const UPSERT = `insert into ${ROW_TABLE} values ($1, '60', $2, $3, $4, $5, $6, $7)
  on conflict (series_id, resolution, t) do update
  set o = excluded.o, h = excluded.h, l = excluded.l, c = excluded.c, v = excluded.v`;

async function measureClose(report: Report, cluster: Cluster): Promise<void> {
  await emptyTables(cluster);
  const { db, address } = cluster;
  const ids: number[] = [];
  while (ids.length < CLOSING_SERIES) ids.push(await newSeries(db));
  const bars = generate('60', CLOSED_BARS + CHUNK_BARS, 1);
  const before = sliceColumns(bars, 0, CLOSED_BARS);
  for (const seriesId of ids) {
    await backfill(db, { seriesId, resolution: '60', digits: 5, bars: before });
  }
  await copyRows(
    address,
    ids.map((seriesId) => ({ seriesId, resolution: '60', bars, from: 0, to: CLOSED_BARS })),
  );
  await sql`vacuum analyze`.execute(db);
  const client = new pg.Client(address);
  await client.connect();
  let hour = CLOSED_BARS;
  let inTail = CLOSED_BARS % CHUNK_BARS;
  const appendAll = (count: number): Promise<void> => {
    const added = sliceColumns(bars, hour, hour + count);
    hour += count;
    inTail += count;
    return appendBars(
      db,
      ids.map((seriesId) => ({ seriesId, resolution: '60', digits: 5, bars: added })),
    );
  };
  const closeAll = (): Promise<void> => appendAll(1);
  const oneByOne = async (): Promise<void> => {
    const { openTimeMs, open, high, low, close, volume } = sliceColumns(bars, hour, hour + 1);
    hour += 1;
    for (const id of ids) {
      const values = [id, openTimeMs[0], open[0], high[0], low[0], close[0], volume[0]];
      await client.query({ name: 'upsert', text: UPSERT, values });
    }
  };
  const ratePerSecond = async (times: number, work: () => Promise<void>): Promise<number> => {
    const startMs = performance.now();
    for (let i = 0; i < times; i++) await work();
    return (times * CLOSING_SERIES * 1000) / (performance.now() - startMs);
  };
  try {
    await closeAll();
    await oneByOne();
    const rates = await interleave(
      { own: () => ratePerSecond(5, closeAll), rows: () => ratePerSecond(1, oneByOne) },
      ROUNDS + 2,
    );
    report.add(SECTION, `close of ${CLOSING_SERIES} series`, rates.own, 'bars/s', {
      baseline: { name: 'a statement for each row', value: rates.rows },
      goal: { text: 'S4: >= 20 x', of: 'ratio', atLeast: 20 },
    });
    report.add(
      SECTION,
      `close of ${CLOSING_SERIES} series`,
      (CLOSING_SERIES / rates.own) * 1000,
      'ms',
    );
    await appendAll(CHUNK_BARS - 1 - inTail);
    const startMs = performance.now();
    await closeAll();
    const rolledMs = performance.now() - startMs;
    report.add(SECTION, `a close in which ${CLOSING_SERIES} tails become chunks`, rolledMs, 'ms');
  } finally {
    await client.end();
  }
}

/** Measures the product's statements on a PostgreSQL with its settings, against one row per bar. */
export async function run(report: Report): Promise<void> {
  const cluster = await startCluster();
  try {
    await createRowTable(cluster.db);
    await measureBytes(report, cluster, '10 symbols, filled', 10, USUAL_SYMBOL);
    await measureBytes(report, cluster, '50 symbols, a year of hours', 50, SHORT_SYMBOL);
    const histories = Array.from({ length: BENCH_SERIES }, (_, i) =>
      generate('60', BACKFILL_BARS, i),
    );
    for (const width of [1, FILL_WIDTH]) {
      await measureBackfill(report, cluster, histories, width);
    }
    await measureClose(report, cluster);
    await measureColdReads(report, SECTION, cluster);
    report.note(
      `A backfill commits every four thousand bars, COPY once: on a disk that is slow to sync, one connection waits for it. Left out: a disk without a cache behind the system's own; real bars, whose gaps and volumes compress worse than generated ones (8 to 16 bytes are to be expected); and ${BENCH_SERIES} series of ${BACKFILL_BARS} bars instead of the 500 at which S2 and S3 were set (BENCH_SERIES=500).`,
    );
  } finally {
    await cluster.end();
  }
}
