import { BOXES, type BoxKind, type BoxType } from '@rasat/contract';
import { BOX_SLOTS, type BoxTerm, boxWord, type Resolution, resolutionMs } from '@rasat/engine';
import type { BoxChart, BoxTrade, BoxTrades, PastBox, PastBoxes } from './replies.ts';

/** One term of a card: the present box, its own trade, the last trade before it, and the newest trade's direction. */
export interface CardTerm {
  readonly term: BoxTerm;
  readonly box: Omit<PastBox, 'trade'>;
  /** The newest trade of the kind and term, open or closed; null before the first. */
  readonly trade: BoxTrade | null;
  /** The trade that the present box opened; null without one. */
  readonly own: BoxTrade | null;
  /** The newest trade that a box before the present one opened; null without one. */
  readonly last: BoxTrade | null;
  /** Direction of the newest trade: true bullish, false bearish; null without a trade. */
  readonly bullish: boolean | null;
}

/** Contents of a box card. */
export interface BoxCard {
  readonly type: BoxType;
  readonly kind: BoxKind;
  /** The term that the card shows first: the short one if the symbol can have it, else the long one. */
  readonly main: CardTerm | null;
  /** The long-term box next to `main`; null without one, and when `main` is the long term. */
  readonly beside: CardTerm | null;
  /** Direction of the long term: true bullish, false bearish; null without a trade or a box. */
  readonly longBullish: boolean | null;
  /** Whether hourly bars are missing: the symbol has only daily bars, and there is no long-term box of this kind. */
  readonly needsHourly: boolean;
  /** Whether the symbol has only daily bars, and the short term of this kind cannot be computed from them. */
  readonly longOnly: boolean;
  /** Boxes of both terms, newest first, the current ones included. */
  readonly past: { readonly short: readonly PastBox[]; readonly long: readonly PastBox[] };
}

/** Returns whether a symbol with this base resolution can have a kind's box of a term. */
export function hasSlot(kind: BoxKind, term: BoxTerm, base: Resolution): boolean {
  return BOX_SLOTS.some(
    (slot) =>
      slot.kind === kind &&
      slot.term === term &&
      (base !== '1D' || slot.resolution === '1D' || slot.resolution === '1W'),
  );
}

function newestTrade(boxes: readonly PastBox[]): BoxTrade | null {
  let newest: BoxTrade | null = null;
  for (const { trade } of boxes) {
    if (trade && (!newest || trade.d > newest.d)) newest = trade;
  }
  return newest;
}

function cardTerm(
  term: BoxTerm,
  box: Omit<PastBox, 'trade'> | null,
  trade: BoxTrade | null,
  history: readonly PastBox[],
): CardTerm | null {
  if (!box) return null;
  const isEarlier = trade !== null && trade.d <= box.created;
  const before = history.filter((past) => past.trade && past.trade.d <= box.created);
  return {
    term,
    box,
    trade,
    own: isEarlier ? null : trade,
    last: isEarlier ? trade : newestTrade(before),
    bullish: trade ? boxWord(trade) === 'bullish' : null,
  };
}

/**
 * Returns the five cards of the replies. The short term and its trade come from `/box/{s}/chart` and `/box/{s}/trade`.
 * The long term is the newest long-term box of the history, with the newest trade of all long-term boxes of the kind.
 */
export function composeBoxCards(
  base: Resolution,
  charts: readonly (BoxChart | null)[],
  trades: BoxTrades,
  past: PastBoxes,
): readonly BoxCard[] {
  return BOXES.map(({ type, kind }, index) => {
    const ofKind = (boxes: readonly PastBox[]) => boxes.filter((box) => box.kind === kind);
    const history = { short: ofKind(past.shortTerm), long: ofKind(past.longTerm) };
    const short = hasSlot(kind, 'short', base)
      ? cardTerm(
          'short',
          charts[index] ?? null,
          trades.find((trade) => trade.t === type) ?? null,
          history.short,
        )
      : null;
    const long = hasSlot(kind, 'long', base)
      ? cardTerm('long', history.long[0] ?? null, newestTrade(history.long), history.long)
      : null;
    const longOnly = !hasSlot(kind, 'short', base);
    return {
      type,
      kind,
      main: longOnly ? long : short,
      beside: longOnly ? null : long,
      longBullish: long?.bullish ?? null,
      needsHourly: longOnly && long === null,
      longOnly,
      past: history,
    };
  });
}

/** Bars that the sketches of the cards need. */
export interface SketchNeed {
  readonly resolution: Resolution;
  /** Number of the newest bars, so that the oldest of them reaches the start of the earliest sketch. */
  readonly limit: number;
}

const MOST_BARS = 1500;
const STEP = 100;

/**
 * Returns the bars that the sketches need, one entry for each resolution. They begin a quarter of a box's length before
 * the earliest box. The count is rounded up with a margin, so that it stays the same while the page is open.
 */
export function listSketchNeeds(cards: readonly BoxCard[]): readonly SketchNeed[] {
  const terms = cards.flatMap(({ main, beside }) => [main, beside]).filter((term) => term !== null);
  const newestMs = Math.max(...terms.map(({ box }) => box.created));
  const needs = new Map<Resolution, number>();
  for (const { box } of terms) {
    const { start, end } = box.d;
    const bars =
      (Math.max(newestMs, end) - start + (end - start) / 4) / resolutionMs[box.resolution];
    needs.set(box.resolution, Math.max(bars, needs.get(box.resolution) ?? 0));
  }
  return [...needs].map(([resolution, bars]) => ({
    resolution,
    limit: Math.min(MOST_BARS, Math.ceil(bars / STEP + 1) * STEP),
  }));
}
