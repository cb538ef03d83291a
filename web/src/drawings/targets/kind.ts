import type { Reply, ROUTES, WireCondition, WireTouch } from '@rasat/contract';
import type { CalendarName } from '@rasat/engine';
import { levelsQuery, seerQuery, touchQuery } from '../../api/calls/analysis.ts';
import type { ChanceSet, ChanceState } from '../../ui/chance-state.ts';
import { weeklyChances, whyCondition, whyLevel } from '../../why/index.ts';
import { type Description, type DrawingKind, NO_DESCRIPTION } from '../drawing-kind.ts';
import type { DrawingWords } from '../words.ts';
import { drawTargets, type TargetLine } from './view.ts';

/** The two weekly lists with their chances, and the trade condition while it is active. */
export interface Targets {
  readonly levels: Reply<typeof ROUTES.levels>;
  readonly condition: WireCondition | null;
  /** Null without enough history for chances. */
  readonly touch: WireTouch | null;
  readonly calendar: CalendarName;
}

type Side = 'buy' | 'sell';
const SIDES: readonly Side[] = ['buy', 'sell'];
const TONE = { buy: 'up', sell: 'down' } as const;
const CONDITION_LINES = ['sl', 'tp1', 'tp2'] as const;

/** Returns the present chances of the weekly levels; null without them. */
function chancesOf(
  { levels, touch, calendar }: Targets,
  { nowMs }: DrawingWords,
): ChanceSet | null {
  if (levels.d === null) return null;
  const set = weeklyChances(touch, levels.d, { calendar, nowMs: nowMs() });
  // Without the inputs of the newest bar only the published chances are known.
  return set?.atMs == null ? null : set;
}

/** States that are written behind a level. */
const WRITTEN: ReadonlySet<ChanceState['state']> = new Set(['chance', 'reached', 'over']);

function weeklyLines(targets: Targets, side: Side, words: DrawingWords): TargetLine[] {
  const { t } = words;
  const set = chancesOf(targets, words);
  const { brief } = words.chances();
  return targets.levels[side].map((price, index) => {
    const state = set?.stateOf(price, TONE[side]);
    return {
      part: `${side}.${index}`,
      price,
      label: index === 0 ? t(`labels.${side}`) : t(`labels.${side}Target`, { index }),
      ...(state && WRITTEN.has(state.state) && { tail: brief(state) }),
      tone: TONE[side],
      role: index === 0 ? 'entry' : 'target',
    };
  });
}

/** Says of which moment the chances of the weekly levels are, and until when. */
function describeChances(targets: Targets, words: DrawingWords): Description {
  const set = chancesOf(targets, words);
  if (!set || set.atMs === null) return NO_DESCRIPTION;
  const { t } = words;
  const chances = words.chances();
  const moment = chances.moment('now', set.atMs);
  const trial = set.trial ? ` · ${chances.trial}` : '';
  const lineOf = (state: ChanceState): string[] => {
    if (!WRITTEN.has(state.state)) return [];
    if (state.state !== 'chance') return [chances.short(state)];
    const until = chances.until(state.untilMs);
    return [t('chance.line', { until, chance: chances.short(state), moment }) + trial];
  };
  const lines = SIDES.flatMap((side) =>
    targets.levels[side].flatMap((price, index) =>
      lineOf(set.stateOf(price, TONE[side])).map((line) => [`${side}.${index}`, line]),
    ),
  );
  const legend =
    set.phase === 'open' && set.untilMs !== null
      ? t('legend.levels', { until: chances.until(set.untilMs), moment }) + trial
      : chances.caption(set);
  return { legend, lines: Object.fromEntries(lines) };
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
  async load(client, { symbol, calendar }) {
    const [levels, seer, touch] = await Promise.all([
      client.fetchQuery(levelsQuery(symbol)),
      client.fetchQuery(seerQuery(symbol)),
      // Without chances the levels are still drawn.
      client.fetchQuery(touchQuery(symbol)).catch(() => null),
    ]);
    const condition = seer.tradeCondition?.active ? seer.tradeCondition : null;
    const empty = levels.buy.length === 0 && levels.sell.length === 0 && condition === null;
    return empty ? null : { levels, condition, touch, calendar };
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
