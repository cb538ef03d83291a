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
  /** Sorted by the number of the box. */
  readonly trades: readonly OpenTrade[];
  /** Opening time of the newest trade, UTC epoch milliseconds. */
  readonly openedMs: number;
}

/** Filter of the portfolio: symbols with any of these boxes (all when empty) whose name contains the text. */
export interface HoldingFilter {
  readonly boxes: readonly BoxType[];
  readonly text: string;
}

/** Returns a search text as symbols are written: capital letters without accents and blanks. */
export function normalizeSymbol(text: string): string {
  return text
    .replace(/[ıİi]/g, 'I')
    .toUpperCase()
    .normalize('NFD')
    .replace(/[^A-Z0-9._]/g, '');
}

/** Returns the items that pass the filter; their order, newest first, is kept. */
export function filterItems(
  items: readonly PortfolioItem[],
  filter: HoldingFilter,
): PortfolioItem[] {
  const text = normalizeSymbol(filter.text);
  return items.filter(
    ({ s, t }) =>
      s.includes(text) && (filter.boxes.length === 0 || filter.boxes.some((box) => box === t)),
  );
}

/**
 * Returns the symbols of the filtered items, newest trade first. Each symbol has all its open trades, including those
 * of boxes that the filter excludes.
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

/** Returns the filtered items as trades with their symbols; their order, newest first, is kept. */
export function listTrades(
  filtered: readonly PortfolioItem[],
): { readonly symbol: string; readonly trade: OpenTrade }[] {
  return filtered.flatMap((item) => openTradesOf(item).map((trade) => ({ symbol: item.s, trade })));
}

/** Returns the trade of an item; an empty list for a box that this page does not know. */
function openTradesOf({ t, d, way, p, sl }: PortfolioItem): OpenTrade[] {
  const box = BOXES.find(({ type }) => type === t);
  return box ? [{ kind: box.kind, openedMs: d, isBuy: way, entry: p, stop: sl }] : [];
}

/**
 * Returns the unrealised result of a trade at a price, in R: the distance from the entry over the distance from the
 * entry to the stop loss, positive in the trade's direction. Costs are not deducted. Null when the stop loss equals the
 * entry.
 */
export function openR({ isBuy, entry, stop }: OpenTrade, price: number): number | null {
  const risk = Math.abs(entry - stop);
  if (risk === 0) return null;
  return (isBuy ? price - entry : entry - price) / risk;
}

/** Counts the symbols that have an open trade of each box and pass the text filter. */
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
