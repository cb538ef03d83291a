import type { BoxKind } from '@rasat/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { SymbolEntry } from '../api/calls/market.ts';
import type { Drawing } from '../charts/index.ts';
import type { WhySubject } from '../why/index.ts';
import type { DrawingWords } from './words.ts';

/**
 * Functions that read, draw and explain one kind of drawing. No member is optional, so that no kind forgets one.
 * `Source` is the server's reply, which only its own kind reads. `Box` is the type of box that its buttons draw. The
 * members are methods, so that kinds of different sources fit into one registry: each gets only its own source and
 * boxes.
 */
export interface DrawingKind<Source extends object, Box extends BoxKind | null = null> {
  /** Reads the source of one button; null while the analysis has none. */
  load(client: QueryClient, entry: SymbolEntry, box: Box): Promise<Source | null>;
  /** Returns the drawing of a source: geometry, lines that can be chosen, extent, and tags on the axis. */
  draw(id: string, source: Source, words: DrawingWords): Drawing;
  /** Returns the explanation of a part's line; null for a part that the source does not have. */
  why(source: Source, part: string): WhySubject | null;
}
