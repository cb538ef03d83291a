import type { Reply, ROUTES, WireCondition, WireTouch } from '@rasat/contract';
import { levelsQuery, seerQuery, touchQuery } from '../../api/calls/analysis.ts';
import { whyCondition, whyLevel } from '../../why/index.ts';
import { type Description, type DrawingKind, NO_DESCRIPTION } from '../drawing-kind.ts';
import { weekChance, weekOf } from '../now-chance.ts';
import { type DrawingWords, writeChance } from '../words.ts';
import { drawTargets, type TargetLine } from './view.ts';

/** The two weekly lists with their chances, and the trade condition while it is active. */
export interface Targets {
  readonly levels: Reply<typeof ROUTES.levels>;
  readonly condition: WireCondition | null;
  /** Null without enough history for chances. */
  readonly touch: WireTouch | null;
}

type Side = 'buy' | 'sell';
const SIDES: readonly Side[] = ['buy', 'sell'];
const CONDITION_LINES = ['sl', 'tp1', 'tp2'] as const;

/** Returns the words for the chance of a weekly level; null without a chance, and while the market is closed. */
function chanceOf(
  { levels, touch }: Targets,
  side: Side,
  price: number,
  words: DrawingWords,
): string | null {
  const chance = weekChance(touch, levels.d, side, price);
  if (chance === null || chance === 'closed') return null;
  return chance === 'reached' ? words.t('chance.reached') : writeChance(chance, words);
}

function weeklyLines(targets: Targets, side: Side, words: DrawingWords): TargetLine[] {
  const { t } = words;
  return targets.levels[side].map((price, index) => {
    const tail = chanceOf(targets, side, price, words);
    return {
      part: `${side}.${index}`,
      price,
      label: index === 0 ? t(`labels.${side}`) : t(`labels.${side}Target`, { index }),
      ...(tail !== null && { tail }),
      tone: side === 'buy' ? 'up' : 'down',
      role: index === 0 ? 'entry' : 'target',
    };
  });
}

/** Says of which moment the chances of the weekly levels are, and until when. */
function describeChances(targets: Targets, words: DrawingWords): Description {
  const { levels, touch } = targets;
  const week = touch && weekOf(touch, levels.d);
  if (!week) return NO_DESCRIPTION;
  const { t, formats } = words;
  const trial = touch.trial ? ` · ${t('chance.trial')}` : '';
  const times = { time: formats.moment(week.now.at), until: formats.until(week.untilMs) };
  const lines = SIDES.flatMap((side) =>
    levels[side].flatMap((price, index) => {
      const isReached = weekChance(touch, levels.d, side, price) === 'reached';
      const chance = chanceOf(targets, side, price, words);
      if (chance === null) return [];
      const line = isReached ? chance : t('chance.line', { chance, ...times }) + trial;
      return [[`${side}.${index}`, line]];
    }),
  );
  const legend = t(week.weeks > 0 ? 'legend.levels' : 'legend.levelsClosed', times);
  return { legend: legend + trial, lines: Object.fromEntries(lines) };
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
    const [levels, seer, touch] = await Promise.all([
      client.fetchQuery(levelsQuery(symbol)),
      client.fetchQuery(seerQuery(symbol)),
      // Without chances the levels are still drawn.
      client.fetchQuery(touchQuery(symbol)).catch(() => null),
    ]);
    const condition = seer.tradeCondition?.active ? seer.tradeCondition : null;
    const empty = levels.buy.length === 0 && levels.sell.length === 0 && condition === null;
    return empty ? null : { levels, condition, touch };
  },
  draw: (id, source, words) =>
    drawTargets(id, [
      ...SIDES.flatMap((side) => weeklyLines(source, side, words)),
      ...(source.condition ? conditionLines(source.condition, words) : []),
    ]),
  describe: describeChances,
  why({ levels, condition }, part) {
    const [list, rest = ''] = part.split('.');
    if (list === 'buy' || list === 'sell') return whyLevel(levels, list, Number(rest));
    const line = CONDITION_LINES.find((each) => each === rest);
    return condition && line ? whyCondition(condition, line) : null;
  },
};
