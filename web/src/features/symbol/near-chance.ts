import type { NearLevel } from '@rasat/contract';
import { boxChances, type ChanceMarket, weeklyChances } from '../../why/index.ts';
import type { NearChances } from './analysis-panel.tsx';
import type { SymbolData } from './use-symbol-data.ts';
import { askBoxChance, askLevel } from './why-question.ts';

/** Returns the chances of the set that a nearest level belongs to; null while one of the replies is unknown. */
export function findNearChance(
  { name, price }: NearLevel,
  { touch, levels, cards }: Pick<SymbolData, 'touch' | 'levels' | 'cards'>,
  market: ChanceMarket,
): ReturnType<NearChances['find']> {
  if (touch.status !== 'ready') return null;
  if (name.of === 'weekly') {
    if (levels.status !== 'ready' || levels.data.d === null) return null;
    const set = weeklyChances(touch.data, levels.data.d, market);
    if (set === null) return null;
    const { side, index } = name;
    const known = { touch: touch.data, set };
    const question = askLevel(levels.data, { side, index, price }, known, 'chance');
    return {
      set,
      side: side === 'buy' ? 'up' : 'down',
      question: question.shown === 'chance' ? question : null,
    };
  }
  const card = cards.status === 'ready' ? cards.data.find(({ kind }) => kind === name.kind) : null;
  const box = card?.main?.box;
  const set = box ? boxChances(touch.data, box, market) : null;
  if (!box || set === null) return null;
  return {
    set,
    side: name.edge === 'top' ? 'up' : 'down',
    question: askBoxChance(box, { touch: touch.data, set }, name.edge),
  };
}
