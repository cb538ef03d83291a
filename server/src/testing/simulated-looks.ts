import { type Bar, createEngine, type Direction, type EngineEvent, roundTo } from '@rasat/engine';
import {
  BASELINE_YEAR_MS,
  type BarColumns,
  costMultiple,
  createColumns,
  createHistory,
  DEFAULT_COSTS,
  excessOf,
  type LookRow,
  type Looks,
  matchEntries,
  roundTripCost,
  takeLooks,
} from '@rasat/ledger';
import type { Instrument } from '../connectors/connector.ts';
import { createSimulatedConnector } from '../connectors/simulated/simulated-connector.ts';
import { isForex } from '../modules/market/index.ts';
import { createManualClock } from '../platform/clock.ts';

const HOUR = 3_600_000;
/** End of the simulated markets of a world. */
export const WORLD_END_MS = Date.UTC(2026, 10, 20);
/** Time from which the conditions of a world count as live. */
const LIVE = Date.UTC(2023, 6, 1);
/** Bars over which the price drifts after a condition. */
const DRIFT_BARS = 60;

/** World of simulated markets. */
export interface LookWorld {
  readonly seed: number;
  /** Multiple of the risk by which the price drifts to the side of a condition in the 60 bars after it. */
  readonly drift: number;
  /** Most symbols that are read; all of them by default. */
  readonly symbols?: number;
}

/** Looks at a world, and the mean excess of the rows of the last one, in multiples of the risk. */
export interface LookedWorld extends Looks {
  readonly excess: number;
}

/** A symbol of a world: its bars, which drift after each condition, and its conditions. */
export interface WorldSymbol {
  readonly instrument: Instrument;
  readonly bars: BarColumns;
  readonly conditions: readonly Opened[];
}

/** Condition as the engine opens it; `r` once its first target is decided. */
interface Opened {
  readonly way: Direction;
  readonly price: number;
  readonly risk: number;
  readonly openedMs: number;
  readonly expiryMs: number;
  r?: number;
}

/** First and last time of conditions that count. */
export interface OpenedIn {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the symbols of a world of simulated markets, on a manual clock. */
export async function makeWorld({ seed, drift, symbols }: LookWorld): Promise<WorldSymbol[]> {
  const connector = createSimulatedConnector({ seed, clock: createManualClock(WORLD_END_MS) });
  const world: WorldSymbol[] = [];
  const listed = (await connector.instruments()).filter(({ optional }) => !optional);
  for (const instrument of listed.slice(0, symbols)) {
    const bars: Bar[] = [];
    for await (const batch of connector.history(instrument.symbol, '60', 0, WORLD_END_MS))
      bars.push(...batch);
    world.push({ instrument, ...followDrift(instrument, bars, drift) });
  }
  return world;
}

/** Takes the looks at the conditions of a world that opened from a time to another. */
export function lookAtWorld(
  world: readonly WorldSymbol[],
  { fromMs, toMs }: OpenedIn = { fromMs: LIVE, toMs: WORLD_END_MS },
): LookedWorld {
  const numbered = world
    .flatMap((one) => listRows(one, { fromMs, toMs }))
    .toSorted((one, other) => one.openedMs - other.openedMs)
    .map((row, at) => ({ ...row, seq: at + 1 }));
  const lastMs = Math.max(...world.map(lastCloseOf));
  const looks = takeLooks(numbered, { lastMs, nowMs: WORLD_END_MS });
  const counted = numbered
    .flatMap(({ excess }) => (typeof excess === 'number' ? excess : []))
    .slice(0, looks.looks.at(-1)?.rows ?? 0);
  const excess = counted.reduce((sum, one) => sum + one, 0) / counted.length / 1e6;
  return { ...looks, excess };
}

const lastCloseOf = ({ bars }: WorldSymbol): number =>
  (bars.openTimeMs[bars.length - 1] ?? 0) + HOUR;

const optionsOf = ({ category, digits, base }: Instrument) => ({
  base,
  fx: isForex(category),
  digits,
});

function followDrift(
  instrument: Instrument,
  bars: readonly Bar[],
  drift: number,
): Pick<WorldSymbol, 'bars' | 'conditions'> {
  const { digits } = instrument;
  const engine = createEngine(optionsOf(instrument));
  const columns = createColumns(bars.length);
  const opened = new Map<string, Opened>();
  const tick = 10 ** -digits;
  const round = (value: number) => Math.max(tick, roundTo(value, digits));
  let shift = 0;
  let step = 0;
  let left = 0;
  for (const [at, bar] of bars.entries()) {
    const before = Math.exp(shift);
    if (left > 0) shift += step;
    left--;
    const after = Math.exp(shift);
    const open = round(bar.open * before);
    const close = round(bar.close * after);
    const high = Math.max(open, close, round(bar.high * after));
    const low = Math.min(open, close, round(bar.low * after));
    columns.openTimeMs[at] = bar.openTimeMs;
    columns.open[at] = open;
    columns.high[at] = high;
    columns.low[at] = low;
    columns.close[at] = close;
    columns.volume[at] = bar.volume;
    const events: EngineEvent[] = [];
    engine.advanceTo(bar.openTimeMs, events);
    engine.step(bar.openTimeMs, open, high, low, close, bar.volume, events);
    for (const event of events) {
      if (event.type === 'condition') {
        const { id, way, price, range: risk, timeMs: openedMs, expiry: expiryMs } = event;
        opened.set(id, { way, price, risk, openedMs, expiryMs });
        step = ((way === 'up' ? 1 : -1) * drift * risk) / price / DRIFT_BARS;
        left = DRIFT_BARS;
      } else if (event.type === 'conditionLeg' && event.leg === 'tp1') {
        const condition = opened.get(event.id);
        if (condition) condition.r = event.r;
      }
    }
  }
  return { bars: columns, conditions: [...opened.values()] };
}

function listRows(one: WorldSymbol, { fromMs, toMs }: OpenedIn): Omit<LookRow, 'seq'>[] {
  const { instrument, bars, conditions } = one;
  const { symbol, category } = instrument;
  const history = createHistory(bars, optionsOf(instrument));
  const lastMs = lastCloseOf(one);
  const cost = roundTripCost(DEFAULT_COSTS, category, symbol);
  const costOf = (price: number, risk: number) => costMultiple(cost, symbol, price, risk);
  return conditions
    .filter(({ openedMs }) => openedMs >= fromMs && openedMs <= toMs)
    .map((condition) => {
      const { openedMs, expiryMs, price, risk, r } = condition;
      const dueMs = expiryMs + BASELINE_YEAR_MS;
      const settledMs = lastMs >= dueMs ? dueMs : null;
      const {
        reason,
        thousandths1: entries,
        costs: entryCosts,
      } = matchEntries(history, condition, costOf);
      const isNone = reason === 'days' || reason === 'few';
      const isOpen = r === undefined || reason === 'wait';
      const excess = isNone
        ? 'none'
        : isOpen
          ? 'open'
          : excessOf({ r, cost: costOf(price, risk), entries, entryCosts });
      return { openedMs, dueMs, settledMs, excess };
    });
}

/** Returns one line about a world: each look with its months, difference, chance and claim. */
export function describeWorld({ settled, leftOut, excess, looks }: LookedWorld): string {
  const said = looks.map(
    ({ rows, months, difference, chance, claim }) =>
      `${rows} rows ${months} months ${difference?.value.toFixed(3)} R chance ${chance?.toFixed(4)} ${claim ?? '-'}`,
  );
  return `${settled} settled, ${leftOut} left out, excess ${excess.toFixed(3)} R: ${said.join(', ')}`;
}
