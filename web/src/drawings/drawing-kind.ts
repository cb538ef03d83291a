import type { BoxKind } from '@rasat/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { SymbolEntry } from '../api/calls/market.ts';
import type { Drawing } from '../charts/index.ts';
import type { WhySubject } from '../why/index.ts';
import type { DrawingWords } from './words.ts';

/** What a drawing says besides its kinds of lines and their prices. */
export interface Description {
  /** Line of the chart's legend while the drawing is on; null without one. */
  readonly legend: string | null;
  /** Words about a line, by its part. */
  readonly lines: Readonly<Record<string, string>>;
}

/** The description of a drawing whose lines say everything. */
export const NO_DESCRIPTION: Description = { legend: null, lines: {} };

/**
 * Functions that read, draw, describe and explain one kind of drawing. No member is optional, so that no kind forgets one.
 * `Source` is the server's reply, which only its own kind reads. `Box` is the type of box that its buttons draw. The
 * members are methods, so that kinds of different sources fit into one registry: each gets only its own source and
 * boxes.
 */
export interface DrawingKind<Source extends object, Box extends BoxKind | null = null> {
  /** Reads the source of one button; null while the analysis has none. */
  load(client: QueryClient, entry: SymbolEntry, box: Box): Promise<Source | null>;
  /** Returns the drawing of a source: geometry, lines that can be chosen, extent, and tags on the axis. */
  draw(id: string, source: Source, words: DrawingWords): Drawing;
  /** Returns what the drawing says in the legend and, by line, to readers of the table. */
  describe(source: Source, words: DrawingWords): Description;
  /** Returns the explanation of a part's line; null for a part that the source does not have. */
  why(source: Source, part: string): WhySubject | null;
}
