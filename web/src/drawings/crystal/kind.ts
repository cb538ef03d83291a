import type { Reply, ROUTES } from '@rasat/contract';
import { crystalBoxQuery } from '../../api/calls/analysis.ts';
import { whyCluster } from '../../why/index.ts';
import { type DrawingKind, NO_DESCRIPTION } from '../drawing-kind.ts';
import { drawCrystal } from './view.ts';

/** Reads, draws and explains the clusters of the crystal box above and below the price. */
export const crystal: DrawingKind<NonNullable<Reply<typeof ROUTES.crystalBox>>> = {
  load: (client, { symbol }) => client.fetchQuery(crystalBoxQuery(symbol)),
  draw: (id, { d, top, bottom }, { t }) =>
    drawCrystal(id, d, [
      { part: 'top', price: top, label: t('labels.crystalTop') },
      { part: 'bottom', price: bottom, label: t('labels.crystalBottom') },
    ]),
  describe: () => NO_DESCRIPTION,
  why: (source, part) => (part === 'top' || part === 'bottom' ? whyCluster(source, part) : null),
};
