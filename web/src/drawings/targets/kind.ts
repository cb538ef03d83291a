import type { Reply, ROUTES, WireCondition } from '@rasat/contract';
import { levelsQuery, seerQuery } from '../../api/calls/analysis.ts';
import { whyCondition, whyLevel } from '../../why/index.ts';
import type { DrawingKind } from '../drawing-kind.ts';
import type { DrawingWords } from '../words.ts';
import { drawTargets, type TargetLine } from './view.ts';

/** The two weekly lists, and the trade condition while it is active. */
export interface Targets {
  readonly levels: Reply<typeof ROUTES.levels>;
  readonly condition: WireCondition | null;
}

const CONDITION_LINES = ['sl', 'tp1', 'tp2'] as const;

function weeklyLines(
  side: 'buy' | 'sell',
  prices: readonly number[],
  { t }: DrawingWords,
): TargetLine[] {
  return prices.map((price, index) => ({
    part: `${side}.${index}`,
    price,
    label: index === 0 ? t(`labels.${side}`) : t(`labels.${side}Target`, { index }),
    tone: side === 'buy' ? 'up' : 'down',
    role: index === 0 ? 'entry' : 'target',
  }));
}

function conditionLines(condition: WireCondition, { t }: DrawingWords): TargetLine[] {
  return CONDITION_LINES.map((part) => {
    const price = condition[part];
    return part === 'sl'
      ? {
          part: 'condition.sl',
          price,
          label: t('labels.conditionStop'),
          tone: 'down',
          role: 'stop',
        }
      : {
          part: `condition.${part}`,
          price,
          label: t('labels.conditionTarget', { index: part === 'tp1' ? 1 : 2 }),
          tone: 'up',
          role: 'target',
        };
  });
}

/** Reads, draws and explains entries, take profits and stops of the weekly lists and of the active condition. */
export const targets: DrawingKind<Targets> = {
  async load(client, { symbol }) {
    const [levels, seer] = await Promise.all([
      client.fetchQuery(levelsQuery(symbol)),
      client.fetchQuery(seerQuery(symbol)),
    ]);
    const condition = seer.tradeCondition?.active ? seer.tradeCondition : null;
    const empty = levels.buy.length === 0 && levels.sell.length === 0 && condition === null;
    return empty ? null : { levels, condition };
  },
  draw: (id, { levels, condition }, words) =>
    drawTargets(id, [
      ...weeklyLines('buy', levels.buy, words),
      ...weeklyLines('sell', levels.sell, words),
      ...(condition ? conditionLines(condition, words) : []),
    ]),
  why({ levels, condition }, part) {
    const [list, rest = ''] = part.split('.');
    if (list === 'buy' || list === 'sell') return whyLevel(levels, list, Number(rest));
    const line = CONDITION_LINES.find((each) => each === rest);
    return condition && line ? whyCondition(condition, line) : null;
  },
};
