import type { BoxKind, WireBox } from '@rasat/contract';
import type { Drawing, TargetsDrawing } from '../../charts/index.ts';
import { gannAnchorIndex } from '../../why/index.ts';
import type { DrawingId } from './buttons.ts';
import type { DrawingSource } from './drawing-source.ts';

/** The words on a drawing, in the reader's language. */
export interface DrawingWords {
  readonly box: (kind: BoxKind, term: WireBox['term']) => string;
  readonly upTrade: string;
  readonly downTrade: string;
  readonly boxLine: (part: 'entry' | 'sl' | 'tp1' | 'tp2' | 'up' | 'down', name: string) => string;
  readonly weekly: (side: 'buy' | 'sell', index: number) => string;
  readonly condition: (part: 'sl' | 'tp1' | 'tp2') => string;
  readonly cluster: (side: 'top' | 'bottom') => string;
}

type TargetLine = TargetsDrawing['lines'][number];

function weeklyLines(
  side: 'buy' | 'sell',
  prices: readonly number[],
  words: DrawingWords,
): TargetLine[] {
  return prices.map((price, index) => ({
    part: `${side}.${index}`,
    price,
    label: words.weekly(side, index),
    tone: side === 'buy' ? 'up' : 'down',
    role: index === 0 ? 'entry' : 'target',
  }));
}

function boxDrawing(id: DrawingId, box: WireBox, words: DrawingWords): Drawing {
  return {
    kind: 'box',
    id,
    box: box.kind,
    p: box.p,
    d: box.d,
    labels: {
      name: words.box(box.kind, box.term),
      upTrade: words.upTrade,
      downTrade: words.downTrade,
    },
  };
}

/** A source as the chart draws it. Parts are the keys by which a line is explained. */
export function composeDrawing(id: DrawingId, source: DrawingSource, words: DrawingWords): Drawing {
  switch (source.of) {
    case 'box':
      return boxDrawing(id, source.box, words);
    case 'trade': {
      const { trade, kind, term } = source;
      const name = words.box(kind, term);
      const line = (part: 'p' | 'sl' | 'tp1' | 'tp2') => ({
        part,
        price: trade[part],
        label: words.boxLine(part === 'p' ? 'entry' : part, name),
      });
      return {
        kind: 'box-levels',
        id,
        box: kind,
        lines: [line('p'), line('sl'), line('tp1'), line('tp2')],
      };
    }
    case 'triggers': {
      const { box } = source;
      const name = words.box(box.kind, box.term);
      return {
        kind: 'box-levels',
        id,
        box: box.kind,
        lines: [
          { part: 'upTrade', price: box.p.upTrade, label: words.boxLine('up', name) },
          { part: 'downTrade', price: box.p.downTrade, label: words.boxLine('down', name) },
        ],
      };
    }
    case 'targets': {
      const { levels, condition } = source;
      const lines = [
        ...weeklyLines('buy', levels.buy, words),
        ...weeklyLines('sell', levels.sell, words),
      ];
      for (const part of condition ? (['sl', 'tp1', 'tp2'] as const) : []) {
        lines.push({
          part: `condition.${part}`,
          price: condition?.[part] ?? 0,
          label: words.condition(part),
          tone: part === 'sl' ? 'down' : 'up',
          role: part === 'sl' ? 'stop' : 'target',
        });
      }
      return { kind: 'targets', id, span: 'recent', lines };
    }
    case 'crystal': {
      const { crystal } = source;
      const line = (part: 'top' | 'bottom') => ({
        part,
        price: crystal[part],
        label: words.cluster(part),
      });
      return { kind: 'crystal', id, fromMs: crystal.d, lines: [line('top'), line('bottom')] };
    }
    case 'gann':
      return {
        kind: 'gann',
        id,
        prices: source.prices,
        anchorIndex: gannAnchorIndex(source.prices, source.why?.basis),
      };
  }
}
