/** The prices that a ladder is drawn from. */
export interface LadderPrices {
  readonly sl: number;
  readonly p: number;
  readonly tp1: number;
  readonly tp2: number;
}

/** How far a price has come from the entry (0) to the first target (1); negative on the side of the stop. */
export function computeWay(prices: LadderPrices, at: number): number {
  // Adding 0 turns the -0 of a sell at its entry into 0.
  return (at - prices.p) / (prices.tp1 - prices.p) + 0;
}

/** Where a price stands among the lines of its ladder. */
export type LadderZone = 'beyondStop' | 'towardStop' | 'towardTp1' | 'towardTp2' | 'beyondTp2';

/** The part of the ladder in which a price lies; a price on a line belongs to the part behind it. */
export function findZone(prices: LadderPrices, at: number): LadderZone {
  const way = computeWay(prices, at);
  if (way <= computeWay(prices, prices.sl)) return 'beyondStop';
  if (way < 0) return 'towardStop';
  if (way < 1) return 'towardTp1';
  return way < computeWay(prices, prices.tp2) ? 'towardTp2' : 'beyondTp2';
}

/** The share of the way to the line that the price is heading for: 0 to 1, 1 beyond the outer lines. */
export function computeShare(prices: LadderPrices, at: number): number {
  const way = computeWay(prices, at);
  const stop = computeWay(prices, prices.sl);
  const second = computeWay(prices, prices.tp2);
  switch (findZone(prices, at)) {
    case 'towardStop':
      return way / stop;
    case 'towardTp1':
      return way;
    case 'towardTp2':
      return (way - 1) / (second - 1);
    case 'beyondStop':
    case 'beyondTp2':
      return 1;
  }
}
