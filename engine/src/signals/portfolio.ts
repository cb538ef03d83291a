import type { Trade } from '../boxes/box.ts';
import { BOX_KINDS, type BoxKind, type BoxTerm, boxTypeNumber } from '../boxes/kinds.ts';
import { isSameHourUtc } from '../time/hour.ts';

/** One open primary trade: its symbol, the type number of its box, and the trade. */
export interface PortfolioItem {
  readonly symbol: string;
  readonly type: number;
  readonly trade: Trade;
}

/**
 * Returns true while the first target's leg of a trade is undecided and the trade has not expired.
 * Rule: docs/analysis.md#portfolio
 */
export function isOpenTrade(
  trade: Pick<Trade, 'status' | 'closed' | 'expiry'>,
  nowMs: number,
): boolean {
  return trade.status === 0 && !trade.closed && nowMs < trade.expiry;
}

/**
 * Returns every open trade of a primary (short-term) box, newest first; equal times by symbol, then type. Long-term
 * trades are not listed.
 * Rule: docs/analysis.md#portfolio
 */
export function listPortfolio(
  symbols: Iterable<{
    readonly symbol: string;
    readonly trades: Readonly<Record<BoxKind, Readonly<Record<BoxTerm, Trade | null>>>>;
  }>,
  nowMs: number,
): PortfolioItem[] {
  const items: PortfolioItem[] = [];
  for (const { symbol, trades } of symbols) {
    for (const kind of BOX_KINDS) {
      const trade = trades[kind].short;
      if (trade === null || !isOpenTrade(trade, nowMs)) continue;
      items.push({ symbol, type: boxTypeNumber(kind), trade });
    }
  }
  return items.sort(
    (a, b) =>
      b.trade.d - a.trade.d ||
      (a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol)) ||
      a.type - b.type,
  );
}

/**
 * Returns how many of the items were opened in the current UTC hour. `d` is the opening of the trade.
 * Rule: docs/analysis.md#newest-hour
 */
export function countNewest(items: readonly { readonly d: number }[], nowMs: number): number {
  return items.filter((item) => isSameHourUtc(item.d, nowMs)).length;
}
