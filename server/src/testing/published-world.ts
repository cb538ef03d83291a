import { type Looks, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { startAnalyst } from '../modules/analysis/index.ts';
import { closedTopic, type Series } from '../modules/market/index.ts';
import { listPrimary } from '../modules/record/look-store.ts';
import { type RecordContext, runRecord } from '../modules/record/record-run.ts';
import { startPublisher } from '../modules/signals/index.ts';
import type { ManualClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/pool.ts';
import type { PartContext } from '../platform/part.ts';
import { plantBars, plantSeries } from './market.ts';
import { withParts } from './parts.ts';
import { type OpenedIn, WORLD_END_MS, type WorldSymbol } from './simulated-looks.ts';

/** Delay between the close of a bar and its publication. */
const DELAY_MS = 1000;
const HOUR = 3_600_000;

interface Fed extends WorldSymbol {
  readonly series: Series;
  /** Number of stored bars. */
  fed: number;
}

/**
 * Publishes a world as a server does that runs through it: the clock goes to each close with a condition between
 * `fromMs` and `toMs`, so that these are published live, and then to the world's end.
 */
export async function publishWorld(
  context: Omit<PartContext, 'clock'> & { readonly clock: ManualClock },
  world: readonly WorldSymbol[],
  { fromMs, toMs }: OpenedIn,
): Promise<void> {
  const { db, bus, clock } = context;
  const fed: Fed[] = [];
  for (const one of world) {
    const { symbol, category, digits } = one.instrument;
    fed.push({ ...one, series: await plantSeries(db, { symbol, category, digits }), fed: 0 });
  }
  const feed = async (throughMs: number): Promise<void> => {
    const symbols: string[] = [];
    for (const one of fed) {
      let to = one.fed;
      while (to < one.bars.length && (one.bars.openTimeMs[to] as number) + HOUR <= throughMs)
        to += 1;
      if (to === one.fed) continue;
      await plantBars(db, one.series, sliceColumns(one.bars, one.fed, to));
      one.fed = to;
      symbols.push(one.instrument.symbol);
    }
    clock.set(throughMs + DELAY_MS - clock.now());
    bus.publish(closedTopic, { symbols, throughMs });
  };
  const closes = world.flatMap(({ conditions }) => conditions.map(({ openedMs }) => openedMs));
  const live = new Set(closes.filter((timeMs) => timeMs >= fromMs && timeMs <= toMs));
  await feed(fromMs - HOUR);
  await withParts([() => startAnalyst(context), () => startPublisher(context)], async (wait) => {
    for (const throughMs of [...[...live].toSorted((one, other) => one - other), WORLD_END_MS]) {
      await feed(throughMs);
      await wait(() => isPublished(db));
    }
  });
}

/** Whether every stored base bar is analysed and every event is published. */
export async function isPublished(db: Db): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select (select sum(bars) from analysis_state) = (
      select sum(n) from bar_head join series on series.id = series_id and resolution = base
    ) and not exists (
      select from analysis_event where id > (select event_id from publisher_cursor)
    ) as done`.execute(db);
  return rows[0]?.done === true;
}

/** Computes the record, and returns the looks that it stored for its only source. */
export async function computeLooks(context: RecordContext): Promise<Looks | undefined> {
  await runRecord(context, { signal: new AbortController().signal, progress: () => {} });
  const [stored] = await listPrimary(context.db);
  return stored;
}
