import {
  type Bar,
  createEngine,
  type Direction,
  type EngineEvent,
  type EngineOptions,
  type LegResult,
  monthNumberUtc,
} from '@rasat/engine';
import { feed } from '../../../engine/src/testing/feed.ts';
import { createRandom } from '../../../engine/src/testing/generated-market.ts';
import { type BarSeries, createHistory, type MarketHistory } from '../baselines/history.ts';
import { type EntryCost, matchEntries } from '../baselines/matched-entries.ts';
import { createResolvedRows, type ResolvedRows } from '../figures/tally.ts';

/** Returns bars as columns. */
export function columnsOf(bars: readonly Bar[]): BarSeries {
  const column = (of: (bar: Bar) => number) => Float64Array.from(bars, of);
  return {
    length: bars.length,
    openTimeMs: column((bar) => bar.openTimeMs),
    open: column((bar) => bar.open),
    high: column((bar) => bar.high),
    low: column((bar) => bar.low),
    close: column((bar) => bar.close),
  };
}

/** Returns 32 bytes for a seed; a function of a number. */
export function hashOf(seed: number): Uint8Array {
  const random = createRandom(seed);
  return Uint8Array.from({ length: 32 }, () => Math.floor(random() * 256));
}

/** One entry that the engine tracked to its end. */
export interface TrackedTrade {
  readonly group: string;
  readonly way: Direction;
  readonly price: number;
  readonly risk: number;
  readonly openedMs: number;
  readonly expiryMs: number;
  readonly first: LegResult;
  readonly second: LegResult;
}

/** Everything that the engine tracks on a series, and the series prepared for baselines. */
export interface EngineRecord {
  readonly history: MarketHistory;
  readonly events: readonly EngineEvent[];
  /** Entries with two decided legs; group `36.short`, `pivot`, `break` or `levels`. */
  readonly trades: readonly TrackedTrade[];
}

type Opening = Omit<TrackedTrade, 'first' | 'second'>;

function openingOf(event: EngineEvent): readonly [id: string, opening: Opening] | null {
  const { timeMs: openedMs } = event;
  if (event.type === 'trade') {
    const { way, basis, p: price, expiry: expiryMs } = event.trade;
    const group = `${event.kind}.${event.term}`;
    const risk = (basis.top - basis.bottom) / 4;
    return [event.id, { group, way, price, risk, openedMs, expiryMs }];
  }
  if (event.type === 'condition') {
    const { setup: group, way, price, range: risk, expiry: expiryMs } = event;
    return [event.id, { group, way, price, risk, openedMs, expiryMs }];
  }
  if (event.type === 'levelsTrade') {
    const { way, p: price, basis, expiry: expiryMs } = event;
    const risk = Math.abs(basis.entry - basis.anchor);
    return [event.id, { group: 'levels', way, price, risk, openedMs, expiryMs }];
  }
  return null;
}

/** Feeds a series to an engine and pairs every entry with its outcome. */
export function recordEngine(bars: readonly Bar[], options: EngineOptions): EngineRecord {
  const events = feed(createEngine(options), bars);
  const open = new Map<string, Opening & { first?: LegResult }>();
  const trades: TrackedTrade[] = [];
  for (const event of events) {
    const opened = openingOf(event);
    if (opened !== null) open.set(opened[0], opened[1]);
    if (!('leg' in event)) continue;
    const opening = open.get(event.id);
    if (opening === undefined) throw new RangeError(`nothing opened ${event.id}`);
    if (event.leg === 'tp1') opening.first = event;
    else if (opening.first !== undefined) {
      trades.push({ ...opening, first: opening.first, second: event });
    }
  }
  return { history: createHistory(columnsOf(bars), options), events, trades };
}

/** Returns trades as rows with their matched entries. */
export function rowsOf(
  history: MarketHistory,
  trades: readonly TrackedTrade[],
  costOf: EntryCost,
): ResolvedRows {
  const rows = createResolvedRows(trades.length);
  for (const [at, trade] of trades.entries()) {
    rows.month[at] = monthNumberUtc(trade.openedMs);
    rows.day[at] = new Date(trade.openedMs).getUTCDate();
    rows.status1[at] = trade.first.status;
    rows.status2[at] = trade.second.status;
    rows.r1[at] = trade.first.r;
    rows.r2[at] = trade.second.r;
    rows.cost[at] = costOf(trade.price, trade.risk);
    const entries = matchEntries(history, trade, costOf);
    if (entries.reason !== null) continue;
    rows.count[at] = entries.at.length;
    rows.entries1.set(entries.thousandths1, at * 40);
    rows.entries2.set(entries.thousandths2, at * 40);
    rows.targets1[at] = entries.targets1;
    rows.stops1[at] = entries.stops1;
    rows.targets2[at] = entries.targets2;
    rows.entryCosts[at] = entries.costs;
  }
  return rows;
}
