import { followLegs, linesOf } from './follow.ts';
import { resultsOf } from './matched-entries.ts';
import { closeTime, type PreparedBars } from './prepared-bars.ts';
import { findSetEntry, SET_LIFE, type WeeklySet, weekOf } from './weekly-set.ts';

/**
 * Returns the twin of a weekly set: all lines moved by a share of a step between square roots, the phase from -1/2 to
 * 1/2. Source: docs/analysis.md, Placebo levels.
 */
export function twinOf(
  { d, anchor, buy, sell }: WeeklySet,
  phase: number,
  { round, tick }: Pick<PreparedBars, 'round' | 'tick'>,
): WeeklySet {
  const roots = [...[...sell].reverse(), anchor, ...buy].map((line) => Math.sqrt(line));
  const moved = (at: number): number => {
    const root = roots[at] as number;
    const [above, below] = [roots[at + 1], roots[at - 1]];
    if (phase === 0 || (above === undefined && below === undefined)) return root * root;
    const toward =
      phase > 0 ? (above ?? 2 * root - (below ?? root)) : (below ?? 2 * root - (above ?? root));
    const own = root + Math.abs(phase) * (toward - root);
    return own > 0 ? own * own : 0;
  };
  const center = Math.max(tick, round(moved(sell.length)));
  const sideOf = (side: 1 | -1, count: number): number[] => {
    const lines: number[] = [];
    let inner = center;
    for (let step = 1; step <= count; step++) {
      let line = round(moved(sell.length + side * step));
      if (side > 0 ? line <= inner : line >= inner) line = round(inner + side * tick);
      if (line <= 0) break;
      lines.push(line);
      inner = line;
    }
    return lines;
  };
  return { d, anchor: center, buy: sideOf(1, buy.length), sell: sideOf(-1, sell.length) };
}

/** The results of a weekly set or its twin. */
export interface SetResults {
  /** The first line that was reached held (1), broke (-1) or did neither (0); null without a touch or a decision. */
  readonly touch: -1 | 0 | 1 | null;
  /** The set's entry; an undecided leg has status 0 and is valued at the last close. Null without an entry. */
  readonly trade: {
    readonly status1: -1 | 0 | 1;
    readonly status2: -1 | 0 | 1;
    /** Multiples of the risk, at least -5. */
    readonly r1: number;
    readonly r2: number;
  } | null;
}

/** Returns the results of a weekly set or its twin. Source: docs/analysis.md, Touch and entry of a weekly set. */
export function followSet(set: WeeklySet, bars: PreparedBars): SetResults {
  return { touch: touchOf(set, bars), trade: tradeOf(set, bars) };
}

function tradeOf(set: WeeklySet, bars: PreparedBars): SetResults['trade'] {
  const entry = findSetEntry(bars, set);
  if (entry === null) return null;
  const legs = followLegs(bars, entry.bar + 1, entry);
  const { r1, r2 } = resultsOf(bars, entry.way, entry.price, entry.risk, legs);
  return { status1: legs.status1, status2: legs.status2, r1, r2 };
}

function touchOf(set: WeeklySet, bars: PreparedBars): SetResults['touch'] {
  const [above = Number.POSITIVE_INFINITY, below = Number.NEGATIVE_INFINITY] = [
    set.buy[0],
    set.sell[0],
  ];
  const [from, to] = weekOf(bars, set.d);
  for (let bar = Math.max(1, from); bar < to; bar++) {
    const before = bars.close[bar - 1] as number;
    const isUp = before < above && (bars.high[bar] as number) >= above;
    const isDown = before > below && (bars.low[bar] as number) <= below;
    if (!isUp && !isDown) continue;
    const opened = bars.open[bar] as number;
    const side = isUp && (!isDown || above - opened <= opened - below) ? 1 : -1;
    const level = side > 0 ? above : below;
    return heldOrBroken(bars, bar, side, level, Math.abs(level - set.anchor) / 2);
  }
  return null;
}

/** Returns the first leg of a position against the touch. */
function heldOrBroken(
  bars: PreparedBars,
  bar: number,
  side: 1 | -1,
  level: number,
  risk: number,
): -1 | 0 | 1 | null {
  const way = side > 0 ? -1 : 1;
  const expiryMs = closeTime(bars, bar) + SET_LIFE;
  const lines = linesOf(bars, way, level, risk);
  const { bar1, status1 } = followLegs(bars, bar + 1, { way, price: level, ...lines, expiryMs });
  return bar1 < 0 ? null : status1;
}
