import type { Reply, ROUTES } from '@rasat/contract';
import { gannBasisQuery, gannQuery } from '../../api/calls/analysis.ts';
import { gannAnchorIndex, whyGann } from '../../why/index.ts';
import { type DrawingKind, NO_DESCRIPTION } from '../drawing-kind.ts';
import { drawGann } from './view.ts';

/** The prices of the spectrum, ascending, and the inputs of their computation when known. */
export interface Gann {
  readonly prices: readonly number[];
  readonly why: Reply<typeof ROUTES.gannBasis>;
}

/** Reads, draws and explains the Gann spectrum. */
export const gann: DrawingKind<Gann> = {
  async load(client, { symbol }) {
    const prices = await client.fetchQuery(gannQuery(symbol));
    if (prices.length === 0) return null;
    // Without its explanation the spectrum is still drawn.
    const why = await client.fetchQuery(gannBasisQuery(symbol)).catch(() => null);
    return { prices, why };
  },
  draw: (id, { prices, why }) => drawGann(id, prices, gannAnchorIndex(prices, why?.basis)),
  describe: () => NO_DESCRIPTION,
  why: ({ prices, why }, part) => whyGann(prices, why?.basis, Number(part)),
};
