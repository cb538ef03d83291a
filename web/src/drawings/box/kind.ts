import { type BoxKind, boxTypeOf, type WireBox } from '@rasat/contract';
import { boxChartQuery } from '../../api/calls/analysis.ts';
import { whyBoxPrice, whyBoxTime } from '../../why/index.ts';
import { type DrawingKind, NO_DESCRIPTION } from '../drawing-kind.ts';
import { findLongTerm } from '../find-long-term.ts';
import { drawBox, PRICE_LINES, TIME_LINES } from './view.ts';

/** Draws a box: the primary one of a kind, or the long-term one of a symbol that cannot have a primary one. */
export const box: DrawingKind<WireBox, BoxKind> = {
  load: async (client, entry, kind) =>
    (await client.fetchQuery(boxChartQuery(entry.symbol, boxTypeOf(kind)))) ??
    findLongTerm(client, entry, kind),
  draw: (id, { kind, term, p, d }, { t, box }) =>
    drawBox({
      id,
      box: kind,
      p,
      d,
      labels: {
        name: box(kind, term),
        upTrade: t('labels.upTrade'),
        downTrade: t('labels.downTrade'),
      },
    }),
  describe: () => NO_DESCRIPTION,
  why(source, part) {
    const price = PRICE_LINES.find((line) => line === part);
    if (price) return whyBoxPrice(source, price);
    const time = TIME_LINES.find((line) => part === `time.${line}`);
    return time ? whyBoxTime(source, time) : null;
  },
};
