import { HOUR_MS } from '@rasat/engine';
import type { BarColumns, RunOptions } from '@rasat/ledger';
import { type EventRecord, type SeriesRun, startRun } from '../modules/analysis/index.ts';
import type { Series } from '../modules/market/index.ts';

// Engines that cheat. They count and hash bars like an honest engine.

/** Returns an honest run with some of its functions replaced. */
export function changedRun(
  honest: SeriesRun,
  ways: Pick<SeriesRun, 'takeEvents'> & Partial<SeriesRun>,
): SeriesRun {
  return Object.assign(Object.create(honest) as SeriesRun, ways);
}

/** Returns an engine that passes each event through a function, which drops it by returning null. */
function changingEvents(
  change: (record: EventRecord, closes: readonly number[]) => EventRecord | null,
): (series: Series) => SeriesRun {
  return (series) => {
    const honest = startRun(series);
    const closes: number[] = [];
    return changedRun(honest, {
      read(bars, row) {
        closes.push(bars.close[row] as number);
        return honest.read(bars, row);
      },
      takeEvents: () => honest.takeEvents().flatMap((record) => change(record, closes) ?? []),
    });
  };
}

/** Withholds every outcome that is a loss. */
export const withholding = changingEvents((record) => {
  const { event } = record;
  return 'status' in event && event.status === -1 ? null : record;
});

/** Fills trades and conditions at the close before the one at which they were made. */
export const fillingEarlier = changingEvents((record, closes) => {
  const { event } = record;
  const before = closes.at(-2);
  if (before === undefined) return record;
  if (event.type === 'condition') return { ...record, event: { ...event, price: before } };
  if (event.type !== 'trade') return record;
  return { ...record, event: { ...event, trade: { ...event.trade, p: before } } };
});

/** Leaves out trades whose names are in a table. */
export const withoutTrades = (names: readonly string[]): ((series: Series) => SeriesRun) => {
  const table = new Set(names);
  return changingEvents((record) =>
    'id' in record.event && table.has(record.event.id) ? null : record,
  );
};

/** Closes of bars that were read by any run, by series and opening time. */
const remembered = new Map<string, number>();

/** Remembers every bar in the memory of the module, and leaves out trades that the next bar turns into a loss. */
export function rememberingEngine(series: Series): SeriesRun {
  const honest = startRun(series);
  const dropped = new Set<string>();
  const nameOf = (openTimeMs: number): string => `${series.id} ${openTimeMs}`;
  let openTimeMs = 0;
  return changedRun(honest, {
    read(bars: BarColumns, row: number) {
      openTimeMs = bars.openTimeMs[row] as number;
      remembered.set(nameOf(openTimeMs), bars.close[row] as number);
      return honest.read(bars, row);
    },
    takeEvents: () =>
      honest.takeEvents().filter(({ event }) => {
        if (event.type === 'tradeClosed') return !dropped.has(event.id);
        if (event.type !== 'trade') return true;
        const next = remembered.get(nameOf(openTimeMs + HOUR_MS));
        if (next === undefined) return true;
        const { way, p } = event.trade;
        const wins = way === 'up' ? next >= p : next <= p;
        if (!wins) dropped.add(event.id);
        return wins;
      }),
  });
}

/** Works with the close of the next bar, when the columns hold one. */
export function peekingEngine(series: Series, options?: RunOptions): SeriesRun {
  const honest = startRun(series, undefined, options);
  const sly = startRun(series, undefined, options);
  const records: EventRecord[] = [];
  const take = (inputHash: Buffer): void => {
    records.push(...sly.takeEvents().map((event) => ({ ...event, inputHash })));
  };
  return changedRun(honest, {
    read(bars, row) {
      honest.advance(bars.openTimeMs[row] as number);
      sly.advance(bars.openTimeMs[row] as number);
      take(honest.inputHash);
      honest.read(bars, row);
      const close = bars.close[row + 1] ?? (bars.close[row] as number);
      const high = Math.max(bars.high[row] as number, close);
      const low = Math.min(bars.low[row] as number, close);
      const seen = { ...bars, high: bars.high.with(row, high), low: bars.low.with(row, low) };
      const refusal = sly.read({ ...seen, close: bars.close.with(row, close) }, row);
      take(honest.inputHash);
      return refusal;
    },
    advance(timeMs) {
      sly.advance(timeMs);
      honest.advance(timeMs);
      take(honest.inputHash);
    },
    takeEvents: () => records.splice(0),
  });
}
