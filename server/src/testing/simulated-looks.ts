import { type Bar, createEngine, type Direction, type EngineEvent } from '@rasat/engine';
import {
  BASELINE_YEAR_MS,
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
/** The end of the markets, and the time from which conditions count as live. */
const NOW = Date.UTC(2026, 10, 20);
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

/** Takes the looks at the conditions of a world of simulated markets, on a manual clock. */
export async function lookAtWorld({ seed, drift, symbols }: LookWorld): Promise<LookedWorld> {
  const connector = createSimulatedConnector({ seed, clock: createManualClock(NOW) });
  const rows: Omit<LookRow, 'seq'>[] = [];
  const listed = (await connector.instruments()).filter(({ optional }) => !optional);
  for (const instrument of listed.slice(0, symbols)) {
    const bars: Bar[] = [];
    for await (const batch of connector.history(instrument.symbol, '60', 0, NOW))
      bars.push(...batch);
    rows.push(...listRows(instrument, bars, drift));
  }
  const numbered = rows
    .toSorted((one, other) => one.openedMs - other.openedMs)
    .map((row, at) => ({ ...row, seq: at + 1 }));
  const looks = takeLooks(numbered, { lastMs: NOW, nowMs: NOW });
  const counted = numbered
    .flatMap(({ excess }) => (typeof excess === 'number' ? excess : []))
    .slice(0, looks.looks.at(-1)?.rows ?? 0);
  const excess = counted.reduce((sum, one) => sum + one, 0) / counted.length / 1e6;
  return { ...looks, excess };
}

interface Opened {
  readonly way: Direction;
  readonly price: number;
  readonly risk: number;
  readonly openedMs: number;
  readonly expiryMs: number;
  r?: number;
}

/** Reads bars of a symbol, which drift after each condition, and returns its live conditions. */
function listRows(
  { symbol, category, digits, base }: Instrument,
  bars: readonly Bar[],
  drift: number,
): Omit<LookRow, 'seq'>[] {
  const options = { base, fx: isForex(category), digits };
  const engine = createEngine(options);
  const columns = createColumns(bars.length);
  const opened = new Map<string, Opened>();
  const tick = 10 ** -digits;
  const round = (value: number) => Math.max(tick, Math.round(value / tick) * tick);
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
  const history = createHistory(columns, options);
  const lastMs = (bars.at(-1)?.openTimeMs ?? 0) + HOUR;
  const cost = roundTripCost(DEFAULT_COSTS, category, symbol);
  const costOf = (price: number, risk: number) => costMultiple(cost, symbol, price, risk);
  return [...opened.values()]
    .filter(({ openedMs }) => openedMs >= LIVE)
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
