import { type BarColumns, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { startAnalyst } from '../modules/analysis/index.ts';
import { closedTopic, type Series, symbolsTopic } from '../modules/market/index.ts';
import { startPublisher } from '../modules/signals/index.ts';
import { createManualClock, type ManualClock } from '../platform/clock.ts';
import type { PartContext } from '../platform/part.ts';
import { type Tidy, testContext } from '../platform/testing.ts';
import { isForexOpen, makeBars } from './bars.ts';
import { plantBars, plantSeries } from './market.ts';
import { withParts } from './parts.ts';

const MONDAY = Date.UTC(2023, 0, 2);
const HOUR = 3_600_000;
const LIVE_BARS = 120;

/** Context whose ledger holds the engine's results for some histories. */
export interface ComputedRecord {
  readonly context: PartContext & { readonly clock: ManualClock };
  /** Histories by symbol, with all their bars. */
  readonly histories: ReadonlyMap<string, { readonly series: Series; readonly bars: BarColumns }>;
}

/**
 * Plants a record of two years: EURUSD, simulated, with its last days published live, BTCUSD hourly and AAPL daily from
 * files, a history of GBPUSD that was replaced by another one, and a replay. The clock is past the last bar.
 */
export async function plantComputedRecord(t: Tidy): Promise<ComputedRecord> {
  const forex = makeBars({ seed: 1, fromMs: MONDAY, bars: 10_000, isOpen: isForexOpen });
  const live = forex.length - LIVE_BARS;
  const liveMs = forex.openTimeMs[live] ?? 0;
  const clock = createManualClock(liveMs);
  const context = { ...(await testContext(t, { clock })), clock };
  const { db, bus } = context;
  const histories = new Map<string, { series: Series; bars: BarColumns }>();
  const plant = async (planted: Parameters<typeof plantSeries>[1], bars: BarColumns) => {
    const series = await plantSeries(db, planted);
    await plantBars(db, series, bars);
    histories.set(planted.symbol, { series, bars });
  };
  const coins = { seed: 2, fromMs: MONDAY, bars: 14_000, digits: 2, price: 20_000 };
  const days = { seed: 3, fromMs: MONDAY, bars: 700, digits: 2, price: 90, stepMs: 24 * HOUR };
  await plant({ symbol: 'BTCUSD', source: 'file', category: 'crypto', digits: 2 }, makeBars(coins));
  await plant(
    { symbol: 'AAPL', source: 'file', category: 'nasdaq', digits: 2, base: '1D' },
    makeBars(days),
  );
  const pounds = { fromMs: MONDAY, bars: 2500 };
  await plant({ symbol: 'GBPUSD' }, makeBars({ seed: 4, ...pounds }));
  await plant({ symbol: 'EURUSD.R', source: 'replay' }, makeBars({ seed: 5, ...pounds }));
  await plant({ symbol: 'EURUSD' }, sliceColumns(forex, 0, live));
  const eurusd = histories.get('EURUSD');
  if (!eurusd) throw new Error('EURUSD was planted');
  await withParts([() => startAnalyst(context), () => startPublisher(context)], async (wait) => {
    const published = (): Promise<void> => wait(() => isPublished(context));
    await published();
    await plant({ symbol: 'GBPUSD', source: 'file' }, makeBars({ seed: 6, ...pounds }));
    bus.publish(symbolsTopic, { symbols: ['GBPUSD'] });
    await published();
    for (let at = live; at < forex.length; at++) {
      const closeMs = (forex.openTimeMs[at] ?? 0) + HOUR;
      await clock.advance(closeMs + 2000 - clock.now());
      await plantBars(db, eurusd.series, sliceColumns(forex, at, at + 1));
      bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs: closeMs });
      await published();
    }
  });
  histories.set('EURUSD', { series: eurusd.series, bars: forex });
  return { context, histories };
}

/** Returns whether every stored base bar of a listed symbol is analysed and every event is published. */
async function isPublished({ db }: PartContext): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select not exists (select from analysis_event where id > p.event_id) and not exists (
      select from symbol s
      join series e on e.id = s.series_id
      join bar_head h on h.series_id = e.id and h.resolution = e.base
      left join analysis_state a on a.series_id = e.id
      where a.bars is distinct from h.n
    ) as done
    from publisher_cursor p`.execute(db);
  return rows[0]?.done === true;
}
