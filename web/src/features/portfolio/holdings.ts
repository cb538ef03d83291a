import { BOXES, type BoxKind, type BoxType } from '@rasat/contract';
import type { PortfolioItem } from '../../api/calls/signals.ts';

/** An open box trade of a symbol. */
export interface OpenTrade {
  readonly kind: BoxKind;
  /** UTC epoch milliseconds. */
  readonly openedMs: number;
  readonly isBuy: boolean;
  readonly entry: number;
  readonly stop: number;
}

/** A symbol with its open box trades. */
export interface Holding {
  readonly symbol: string;
  /** In the order of the boxes' numbers. */
  readonly trades: readonly OpenTrade[];
  /** Opening of the newest of them, UTC epoch milliseconds. */
  readonly openedMs: number;
}

/** Filter of the portfolio: any of these boxes (all when empty), and symbols that contain a text. */
export interface HoldingFilter {
  readonly boxes: readonly BoxType[];
  readonly text: string;
}

/** How a search for symbols is written: in capitals of plain letters, as symbols are, without blanks. */
export function symbolText(text: string): string {
  return text
    .replace(/[ıİi]/g, 'I')
    .toUpperCase()
    .normalize('NFD')
    .replace(/[^A-Z0-9._]/g, '');
}

/** The items that answer the filter, in the order they came in: newest first. */
export function filterItems(
  items: readonly PortfolioItem[],
  filter: HoldingFilter,
): PortfolioItem[] {
  const text = symbolText(filter.text);
  return items.filter(
    ({ s, t }) =>
      s.includes(text) && (filter.boxes.length === 0 || filter.boxes.some((box) => box === t)),
  );
}

/**
 * The symbols of the filtered items, newest trade first. A symbol shows every box that has an open trade, also those
 * that the filter did not ask for.
 */
export function groupHoldings(
  items: readonly PortfolioItem[],
  filtered: readonly PortfolioItem[],
): Holding[] {
  const newest = new Map<string, number>();
  for (const { s, d } of filtered) newest.set(s, Math.max(newest.get(s) ?? 0, d));
  return [...newest].map(([symbol, openedMs]) => {
    const own = items.filter(({ s }) => s === symbol).toSorted((a, b) => a.t - b.t);
    return { symbol, trades: own.flatMap(openTradesOf), openedMs };
  });
}

/** The filtered items as trades with their symbols, in the order they came in: newest first. */
export function listTrades(
  filtered: readonly PortfolioItem[],
): { readonly symbol: string; readonly trade: OpenTrade }[] {
  return filtered.flatMap((item) => openTradesOf(item).map((trade) => ({ symbol: item.s, trade })));
}

/** The trade of an item; none for a box that this page does not know. */
function openTradesOf({ t, d, way, p, sl }: PortfolioItem): OpenTrade[] {
  const box = BOXES.find(({ type }) => type === t);
  return box ? [{ kind: box.kind, openedMs: d, isBuy: way, entry: p, stop: sl }] : [];
}

/**
 * What a trade would be worth at a price, in R: the distance from its entry over that from the entry to the stop loss.
 * Positive in the trade's direction. Costs are not deducted. Null when the stop loss is the entry.
 */
export function openR({ isBuy, entry, stop }: OpenTrade, price: number): number | null {
  const risk = Math.abs(entry - stop);
  if (risk === 0) return null;
  return (isBuy ? price - entry : entry - price) / risk;
}

/** How many symbols have an open trade of each box, under a text alone. */
export function countByBox(
  items: readonly PortfolioItem[],
  text: string,
): ReadonlyMap<BoxType, number> {
  const found = filterItems(items, { boxes: [], text });
  return new Map(
    BOXES.map(({ type }) => [
      type,
      new Set(found.filter(({ t }) => t === type).map(({ s }) => s)).size,
    ]),
  );
}
