import {
  BOX_KINDS,
  type BoxKind,
  boxTypeNumber,
  MARKET_CATEGORIES,
  type MarketCategory,
  RESOLUTIONS,
  type Resolution,
} from '@rasat/engine';

export { BOX_KINDS, type BoxKind, RESOLUTIONS, type Resolution };

/** The five categories, in the order in which every screen shows them. */
export const CATEGORIES = MARKET_CATEGORIES;
/** A symbol's category; the wire's `type` of a symbol. */
export type Category = MarketCategory;

/** The form of a symbol's name on the wire: capitals and digits, then also dot and underscore, at most 20. */
export const SYMBOL_PATTERN = /^[A-Z0-9][A-Z0-9._]{0,19}$/;

/** The colours of the boxes by the specification. */
const BOX_COLORS = {
  hayyam: '#3360FF',
  '52': '#B56300',
  '144': '#00BE27',
  '36': '#00FFF0',
  crystal: '#613beb',
} as const satisfies Readonly<Record<BoxKind, string>>;

/** A box's number on the wire. */
export type BoxType = 1 | 2 | 3 | 4 | 5;

/** Returns the wire number of a kind. */
export function boxTypeOf(kind: BoxKind): BoxType {
  return boxTypeNumber(kind) as BoxType;
}

/** The five boxes by their numbers: number on the wire, kind in the engine, colour of the specification. */
export const BOXES = BOX_KINDS.map((kind) => ({
  type: boxTypeOf(kind),
  kind,
  color: BOX_COLORS[kind],
}));

/** Decimals of a symbol that is not in the list. */
export const DEFAULT_DIGITS = 5;

/** Splits `EURUSD-1D` at its last hyphen. Returns null when either part is not a symbol or a resolution. */
export function parseHistoryKey(key: string): { symbol: string; resolution: Resolution } | null {
  const at = key.lastIndexOf('-');
  if (at < 1) return null;
  const symbol = key.slice(0, at);
  const resolution = RESOLUTIONS.find((r) => r === key.slice(at + 1));
  return resolution && SYMBOL_PATTERN.test(symbol) ? { symbol, resolution } : null;
}
