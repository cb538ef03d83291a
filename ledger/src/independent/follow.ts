import type { PreparedBars } from './prepared-bars.ts';

/** An entry that is followed: its side, price, rounded lines and time limit. */
export interface Position {
  /** 1 buys, -1 sells. */
  readonly way: 1 | -1;
  readonly price: number;
  readonly sl: number;
  readonly tp1: number;
  readonly tp2: number;
  /** Epoch milliseconds, often with a fraction. */
  readonly expiryMs: number;
}

/** The ends of both legs of a position. `bar` is the index of the deciding bar, -1 while none has decided. */
export interface Legs {
  readonly bar1: number;
  readonly status1: -1 | 0 | 1;
  readonly exit1: number;
  readonly bar2: number;
  readonly status2: -1 | 0 | 1;
  readonly exit2: number;
}

/** Returns stop and targets of an entry, each rounded to the symbol's digits. Source: docs/analysis.md. */
export function linesOf(
  { round }: Pick<PreparedBars, 'round'>,
  way: 1 | -1,
  price: number,
  risk: number,
): { readonly sl: number; readonly tp1: number; readonly tp2: number } {
  return {
    sl: round(price - way * risk),
    tp1: round(price + way * risk),
    tp2: round(price + way * 2 * risk),
  };
}

/**
 * Returns the ends of both legs over the bars from index `from` on. The stop comes first; an open beyond it exits at
 * the open, a target exits at the target, and the bar that reaches the time limit counts its touches before it exits at
 * its close. Source: docs/analysis.md, Positions.
 */
export function followLegs(bars: PreparedBars, from: number, position: Position): Legs {
  const { way, sl, tp1, tp2, expiryMs } = position;
  const { openTimeMs, open, high, low, close, length, lengthMs } = bars;
  let bar1 = -1;
  let exit1 = 0;
  for (let i = from; i < length; i++) {
    const top = high[i] as number;
    const bottom = low[i] as number;
    const isStopped = way > 0 ? bottom <= sl : top >= sl;
    if (isStopped) {
      const opened = open[i] as number;
      const exit = way > 0 ? Math.min(opened, sl) : Math.max(opened, sl);
      return ended(bar1, exit1, i, -1, exit);
    }
    if (bar1 < 0 && (way > 0 ? top >= tp1 : bottom <= tp1)) {
      bar1 = i;
      exit1 = tp1;
    }
    if (way > 0 ? top >= tp2 : bottom <= tp2) return ended(bar1, exit1, i, 1, tp2);
    if ((openTimeMs[i] as number) + lengthMs >= expiryMs) {
      return ended(bar1, exit1, i, 0, close[i] as number);
    }
  }
  return { bar1, status1: bar1 < 0 ? 0 : 1, exit1, bar2: -1, status2: 0, exit2: 0 };
}

/** Returns the legs when a bar ends the second one, and the first one with it unless its target was reached. */
function ended(bar1: number, exit1: number, bar: number, status: -1 | 0 | 1, exit: number): Legs {
  const second = { bar2: bar, status2: status, exit2: exit };
  return bar1 < 0
    ? { bar1: bar, status1: status, exit1: exit, ...second }
    : { bar1, status1: 1, exit1, ...second };
}
