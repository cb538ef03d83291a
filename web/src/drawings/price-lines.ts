import type { Drawing } from '../charts/scene/drawing.ts';

/** A line at a price. `part` is the key by which it is explained. */
export interface PriceLine {
  readonly part: string;
  readonly price: number;
  readonly label: string;
}

/** What the chart asks of every drawing that consists of price lines, each with a tag on the axis. */
export function priceLines(
  id: string,
  lines: readonly PriceLine[],
): Omit<Drawing, 'runOf' | 'paint'> {
  const prices = lines.map(({ price }) => price);
  return {
    id,
    startMs: 0,
    targets: lines.map(({ part, price }) => ({ drawing: id, part, at: { price } })),
    contains: null,
    extent:
      prices.length === 0
        ? null
        : { low: Math.min(...prices), high: Math.max(...prices), fromMs: null, toMs: null },
    tagPrices: prices,
  };
}
