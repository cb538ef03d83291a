import type { BoxKind } from '@rasat/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { analysisKey } from '../api/calls/analysis.ts';
import type { SymbolEntry } from '../api/calls/market.ts';
import type { Drawing } from '../charts/index.ts';
import type { WhySubject } from '../why/index.ts';
import { box } from './box/kind.ts';
import { boxLevels } from './box-levels/kind.ts';
import { type BoxOf, type DrawingId, type DrawingName, getButton } from './buttons.ts';
import { cone } from './cone/kind.ts';
import { crystal } from './crystal/kind.ts';
import type { Description, DrawingKind } from './drawing-kind.ts';
import { gann } from './gann/kind.ts';
import { targets } from './targets/kind.ts';
import type { DrawingWords } from './words.ts';

/** All kinds by name, each with the type of its buttons' boxes. */
export type DrawingKinds = { readonly [Name in DrawingName]: DrawingKind<object, BoxOf<Name>> };

const KINDS: DrawingKinds = {
  box,
  'box-levels': boxLevels,
  gann,
  crystal,
  targets,
  cone,
};

function kindOf(name: DrawingName): DrawingKind<object, BoxKind | null> {
  return KINDS[name];
}

/**
 * Returns the query of the source of a button's drawing; null data while the analysis has none. Read again with the
 * analysis.
 */
export const drawingQuery = (client: QueryClient, entry: SymbolEntry, id: DrawingId) =>
  queryOptions({
    queryKey: [...analysisKey(entry.symbol), 'drawing', id],
    queryFn: () => {
      const { kind, box } = getButton(id);
      return kindOf(kind).load(client, entry, box);
    },
    staleTime: 60_000,
    // The calls inside already retry.
    retry: false,
  });

/** A drawing on the chart, with its description and the explanations of its lines. */
export interface Drawn {
  readonly id: DrawingId;
  readonly drawing: Drawing;
  readonly description: Description;
  /** Returns the explanation of a line; null for a part that the current analysis does not have. */
  readonly why: (part: string) => WhySubject | null;
}

/** Returns the drawing of a source that a button's query has read. */
export function drawSource(id: DrawingId, source: object, words: DrawingWords): Drawn {
  const kind = kindOf(getButton(id).kind);
  return {
    id,
    drawing: kind.draw(id, source, words),
    description: kind.describe(source, words),
    why: (part) => kind.why(source, part),
  };
}
