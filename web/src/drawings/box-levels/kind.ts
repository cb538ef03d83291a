import { type BoxKind, boxTypeOf, type WireBox, type WireTrade } from '@rasat/contract';
import { boxChartQuery, boxTradeQuery } from '../../api/calls/analysis.ts';
import { whyBoxPrice, whyTrade } from '../../why/index.ts';
import { type DrawingKind, NO_DESCRIPTION } from '../drawing-kind.ts';
import { findLongTerm } from '../find-long-term.ts';
import { drawBoxLevels } from './view.ts';

/** The trade of a box, with the box when it is known; or a box without a trade. */
export type BoxLevels =
  | {
      readonly of: 'trade';
      readonly kind: BoxKind;
      readonly term: WireBox['term'];
      readonly trade: WireTrade;
      readonly box: WireBox | null;
    }
  | { readonly of: 'triggers'; readonly box: WireBox };

const TRADE_LINES = ['p', 'sl', 'tp1', 'tp2'] as const;
const TRIGGERS = ['upTrade', 'downTrade'] as const;
const LABELS = {
  p: 'labels.entry',
  sl: 'labels.sl',
  tp1: 'labels.tp1',
  tp2: 'labels.tp2',
  upTrade: 'labels.up',
  downTrade: 'labels.down',
} as const;

/** Reads, draws and explains entry, stop and targets of a box's trade; without a trade, the box's two triggers. */
export const boxLevels: DrawingKind<BoxLevels, BoxKind> = {
  async load(client, entry, kind) {
    const type = boxTypeOf(kind);
    const [trade, box] = await Promise.all([
      client.fetchQuery(boxTradeQuery(entry.symbol, type)),
      client.fetchQuery(boxChartQuery(entry.symbol, type)),
    ]);
    if (trade) return { of: 'trade', kind, term: 'short', trade, box };
    if (box) return { of: 'triggers', box };
    const long = await findLongTerm(client, entry, kind);
    if (long?.trade) return { of: 'trade', kind, term: 'long', trade: long.trade, box: long };
    return long && { of: 'triggers', box: long };
  },
  draw(id, source, { t, box }) {
    const { kind, term } = source.of === 'trade' ? source : source.box;
    const name = box(kind, term);
    const label = (part: keyof typeof LABELS): string => t(LABELS[part], { name });
    const lines =
      source.of === 'trade'
        ? TRADE_LINES.map((part) => ({ part, price: source.trade[part], label: label(part) }))
        : TRIGGERS.map((part) => ({ part, price: source.box.p[part], label: label(part) }));
    return drawBoxLevels(id, kind, lines);
  },
  describe: () => NO_DESCRIPTION,
  why(source, part) {
    if (source.of === 'triggers') {
      const trigger = TRIGGERS.find((line) => line === part);
      return trigger ? whyBoxPrice(source.box, trigger) : null;
    }
    const { kind, term, trade, box } = source;
    const line = TRADE_LINES.find((each) => each === part);
    const span = box && { span: { startMs: box.d.start, endMs: box.d.end } };
    return line ? whyTrade({ kind, term, ...span }, trade, line) : null;
  },
};
