import { roundTo } from '../price/rounding.ts';

/**
 * An entry with a stop and two targets; each target is a leg that is followed separately. `way` 1 buys, -1 sells. Bars
 * touch the rounded stop and targets. Status per leg: -1 stop, 1 target, 0 open or expired.
 */
export type Position = {
  way: number;
  price: number;
  risk: number;
  sl: number;
  tp1: number;
  tp2: number;
  openedMs: number;
  expiryMs: number;
  closed1: number;
  status1: number;
  exit1: number;
  closed2: number;
  status2: number;
  exit2: number;
  closed2Ms: number;
};

/**
 * Opens a position: stop one risk away, targets one and two, rounded to digits.
 * Rule: docs/analysis.md#stop-and-targets
 */
export function openPosition(
  way: number,
  price: number,
  risk: number,
  openedMs: number,
  expiryMs: number,
  digits: number,
): Position {
  return {
    way,
    price,
    risk,
    sl: roundTo(price - way * risk, digits),
    tp1: roundTo(price + way * risk, digits),
    tp2: roundTo(price + way * 2 * risk, digits),
    openedMs,
    expiryMs,
    closed1: 0,
    status1: 0,
    exit1: 0,
    closed2: 0,
    status2: 0,
    exit2: 0,
    closed2Ms: 0,
  };
}

/**
 * Whether the stop or a target is at or below zero, which no price can reach.
 * Rule: docs/analysis.md#versions-of-the-engine
 */
export function isImpossible({ sl, tp1, tp2 }: Position): boolean {
  return sl <= 0 || tp1 <= 0 || tp2 <= 0;
}

/** Returns a blank position, which a restoring walk fills. */
export function blankPosition(): Position {
  return openPosition(1, 1, 0, 0, 0, 0);
}

function closeFirst(position: Position, status: number, exit: number): void {
  position.closed1 = 1;
  position.status1 = status;
  position.exit1 = exit;
}

function closeSecond(position: Position, status: number, exit: number, timeMs: number): void {
  position.closed2 = 1;
  position.status2 = status;
  position.exit2 = exit;
  position.closed2Ms = timeMs;
}

/**
 * Tests a position against one bar after its entry: the stop first (filled at the open when the bar opened beyond it),
 * then the targets (filled at the target, also after a gap), then the expiry (filled at the close; the bar that reaches
 * it still counts its touches).
 *
 * Returns the legs that this bar decided: 1 the first target's, 2 the second's, 3 both, 0 none.
 * Rules: docs/analysis.md#stop-first, docs/analysis.md#gap-through-the-stop, docs/analysis.md#gap-over-the-target,
 * docs/analysis.md#expiry
 */
export function touchPosition(
  position: Position,
  open: number,
  high: number,
  low: number,
  close: number,
  endMs: number,
): number {
  const buys = position.way > 0;
  const before = position.closed1 + 2 * position.closed2;
  if (buys ? low <= position.sl : high >= position.sl) {
    const exit = buys ? Math.min(open, position.sl) : Math.max(open, position.sl);
    if (position.closed1 === 0) closeFirst(position, -1, exit);
    if (position.closed2 === 0) closeSecond(position, -1, exit, endMs);
  } else {
    const best = buys ? high : -low;
    if (position.closed1 === 0 && best >= position.way * position.tp1) {
      closeFirst(position, 1, position.tp1);
    }
    if (position.closed2 === 0 && best >= position.way * position.tp2) {
      closeSecond(position, 1, position.tp2, endMs);
    }
    if (endMs >= position.expiryMs) {
      if (position.closed1 === 0) closeFirst(position, 0, close);
      if (position.closed2 === 0) closeSecond(position, 0, close, endMs);
    }
  }
  return position.closed1 + 2 * position.closed2 - before;
}

/**
 * Returns the profit of an exit in multiples of the initial risk, before costs.
 * Rule: docs/analysis.md#r
 */
export function riskMultiple(way: number, price: number, risk: number, exit: number): number {
  return (way * (exit - price)) / risk;
}

/**
 * Rescales a position after a split multiplied every price of its source.
 * Rule: docs/analysis.md#splits
 */
export function rescalePosition(
  position: Position,
  price: number,
  risk: number,
  factor: number,
  digits: number,
): void {
  const { way } = position;
  position.price = price;
  position.risk = risk;
  position.sl = roundTo(price - way * risk, digits);
  position.tp1 = roundTo(price + way * risk, digits);
  position.tp2 = roundTo(price + way * 2 * risk, digits);
  position.exit1 *= factor;
  position.exit2 *= factor;
}
