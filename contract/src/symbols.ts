import type { Resolution } from '@rasat/engine';

export type { Resolution };

/** The five categories, in the order in which every screen shows them. */
export const CATEGORIES = ['crypto', 'forex', 'bist', 'nasdaq', 'index'] as const;
/** A symbol's category; the wire's `type` of a symbol. */
export type Category = (typeof CATEGORIES)[number];

/** Every resolution the product knows, shortest first. */
export const RESOLUTIONS = ['15', '60', '240', '1D', '1W'] as const satisfies readonly Resolution[];

/** What a symbol's name must match on the wire: capitals and digits, then also dot and underscore, 20 at most. */
export const SYMBOL_PATTERN = /^[A-Z0-9][A-Z0-9._]{0,19}$/;

/** The five boxes: number on the wire, kind in the engine, name and colour of the specification. */
export const BOXES = [
  { type: 1, kind: 'hayyam', color: '#3360FF' },
  { type: 2, kind: '52', color: '#B56300' },
  { type: 3, kind: '144', color: '#00BE27' },
  { type: 4, kind: '36', color: '#00FFF0' },
  { type: 5, kind: 'crystal', color: '#613beb' },
] as const;
/** A box's number on the wire. */
export type BoxType = (typeof BOXES)[number]['type'];
/** A box's kind. */
export type BoxKind = (typeof BOXES)[number]['kind'];

/** The kind behind a wire number. */
export function boxKindOf(type: BoxType): BoxKind {
  const box = BOXES.find((b) => b.type === type);
  if (!box) throw new RangeError(`no box of type ${type}`);
  return box.kind;
}

/** The wire number of a kind. */
export function boxTypeOf(kind: BoxKind): BoxType {
  const box = BOXES.find((b) => b.kind === kind);
  if (!box) throw new RangeError(`no box of kind ${kind}`);
  return box.type;
}

/** The languages of the interface; the first is the default. */
export const LANGUAGES = ['tr', 'az', 'en'] as const;
/** A language of the interface. */
export type Language = (typeof LANGUAGES)[number];

/** Decimals of a symbol that the list does not name. */
export const DEFAULT_DIGITS = 5;

/** Splits `EURUSD-1D` at its last hyphen; `null` when either part is not a symbol or a resolution. */
export function parseHistoryKey(key: string): { symbol: string; resolution: Resolution } | null {
  const at = key.lastIndexOf('-');
  if (at < 1) return null;
  const symbol = key.slice(0, at);
  const resolution = RESOLUTIONS.find((r) => r === key.slice(at + 1));
  return resolution && SYMBOL_PATTERN.test(symbol) ? { symbol, resolution } : null;
}
