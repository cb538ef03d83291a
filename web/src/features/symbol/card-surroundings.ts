import type { Resolution } from '@rasat/engine';
import type { Quote, SymbolEntry, WireBar } from '../../api/calls/market.ts';
import type { PanelState } from './panel-state.ts';
import type { TouchReply } from './replies.ts';
import type { OpenWhy } from './why-question.ts';

/** Bars for the drawings, by resolution. */
type BarsByResolution = ReadonlyMap<Resolution, readonly WireBar[]>;

/** Values that the cards need besides their box. */
export interface CardSurroundings {
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly touch: PanelState<TouchReply>;
  readonly bars: BarsByResolution;
  /** The last price, updated at intervals; null before the first. */
  readonly price: number | null;
  readonly atr: number | null;
  /** Now, by the server's clock. */
  readonly nowMs: number;
  readonly onWhy: OpenWhy;
}
