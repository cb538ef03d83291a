import type { BoxKind } from '@rasat/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { SymbolEntry } from '../api/calls/market.ts';
import type { Drawing } from '../charts/index.ts';
import type { WhySubject } from '../why/index.ts';
import type { DrawingWords } from './words.ts';

/**
 * Reads, draws and explains one kind of drawing. No member is optional, so that no kind forgets one. `Source` is the
 * server's answer; only its own kind reads it. `Box` is the type of box that its buttons draw. Methods, so that kinds
 * of different sources share one registry: each is given its own source and its own boxes alone.
 */
export interface DrawingKind<Source extends object, Box extends BoxKind | null = null> {
  /** Reads the source of one button; null while the analysis has nothing for it. */
  load(client: QueryClient, entry: SymbolEntry, box: Box): Promise<Source | null>;
  /** Returns the drawing of a source: geometry, lines that can be hit, room on the price scale, tags on the axis. */
  draw(id: string, source: Source, words: DrawingWords): Drawing;
  /** Returns the explanation of a part's line; null for a part that the source does not have. */
  why(source: Source, part: string): WhySubject | null;
}
