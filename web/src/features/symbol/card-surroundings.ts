import type { Resolution } from '@rasat/engine';
import type { Quote, SymbolEntry, WireBar } from '../../api/calls/market.ts';
import type { OpenWhy } from './why-question.ts';

/** Bars for the drawings, by resolution. */
type BarsByResolution = ReadonlyMap<Resolution, readonly WireBar[]>;

/** What the cards need besides their box. */
export interface CardSurroundings {
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly bars: BarsByResolution;
  /** The last price, calm; null before the first. */
  readonly price: number | null;
  readonly atr: number | null;
  /** By the server's clock. */
  readonly nowMs: number;
  readonly onWhy: OpenWhy;
}
