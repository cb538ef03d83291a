import { BOXES, type BoxKind, type BoxType } from '@rasat/contract';
import type { PortfolioItem } from '../../api/signals.ts';

/** A symbol with its open box trades. */
export interface Holding {
  readonly symbol: string;
  /** The boxes with an open trade, in the order of their numbers, each with its opening, UTC epoch milliseconds. */
  readonly boxes: readonly { readonly kind: BoxKind; readonly openedMs: number }[];
  /** Opening of the newest of them, UTC epoch milliseconds. */
  readonly openedMs: number;
}

/** What whoever looks wants to see: any of these boxes (all when empty), and symbols that contain a text. */
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
    const opened = new Map(items.filter(({ s }) => s === symbol).map(({ t, d }) => [t, d]));
    const boxes = BOXES.flatMap(({ type, kind }) => {
      const at = opened.get(type);
      return at === undefined ? [] : [{ kind, openedMs: at }];
    });
    return { symbol, boxes, openedMs };
  });
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
