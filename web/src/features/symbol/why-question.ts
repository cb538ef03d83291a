import type { ChanceSet } from '../../ui/chance-state.ts';
import {
  findBoxChances,
  type WhyBox,
  type WhySubject,
  whyBoxPrice,
  whyChance,
  whyCondition,
  whyCrystalSeer,
  whyCycle,
  whyLevel,
  whySeer,
  whyTrade,
} from '../../why/index.ts';
import type { CardTerm } from './box-cards.ts';
import type { Condition, CycleReply, LevelsReply, SeerReply, TouchReply } from './replies.ts';
import type { WeeklyLevel } from './weekly-levels.ts';

/** Name of a value of a question. */
export type WhyPartName =
  | 'entry'
  | 'sl'
  | 'tp1'
  | 'tp2'
  | 'top'
  | 'middle'
  | 'bottom'
  | 'upTrade'
  | 'downTrade'
  | 'level'
  | 'chance'
  | 'topChance'
  | 'bottomChance';

/** A value that can be explained; `subject` computes its derivation when it is shown. */
export interface WhyPart {
  readonly name: WhyPartName | null;
  readonly subject: () => WhySubject | null;
}

/** A question of the reader: its values, and the weekly level that the chart marks. */
export interface WhyQuestion {
  readonly parts: readonly WhyPart[];
  /** Name of the value that is shown first; by default that of the first one. */
  readonly shown?: WhyPartName;
  readonly level: WeeklyLevel | null;
}

/** Opens the panel that explains a value. */
export type OpenWhy = (question: WhyQuestion) => void;

const TRADE_PARTS = [
  ['entry', 'p'],
  ['sl', 'sl'],
  ['tp1', 'tp1'],
  ['tp2', 'tp2'],
] as const;

/** Returns the question about the trade condition: its price first, then its stop and targets. */
export function askCondition(condition: Condition): WhyQuestion {
  return {
    parts: TRADE_PARTS.map(([name, part]) => ({
      name,
      subject: () => whyCondition(condition, part),
    })),
    level: null,
  };
}

/** Returns the question about a box: the prices of its own trade first, else its triggers; then its edges. */
export function askBox({ box, own }: CardTerm): WhyQuestion {
  const of: WhyBox = {
    kind: box.kind,
    term: box.term,
    span: { startMs: box.d.start, endMs: box.d.end },
  };
  const lines = (names: readonly ('top' | 'middle' | 'bottom' | 'upTrade' | 'downTrade')[]) =>
    names.map((name): WhyPart => ({ name, subject: () => whyBoxPrice(box, name) }));
  return {
    parts: [
      ...(own
        ? TRADE_PARTS.map(
            ([name, part]): WhyPart => ({ name, subject: () => whyTrade(of, own, part) }),
          )
        : lines(['upTrade', 'downTrade'])),
      ...lines(['top', 'middle', 'bottom']),
    ],
    level: null,
  };
}

/** The chances of a set of levels as shown, and the reply that they are from. */
export interface KnownChances {
  readonly touch: TouchReply;
  readonly set: ChanceSet;
}

/**
 * Returns the question about a weekly level, which the chart marks while the explanation is open: its price and, if it
 * has one, its published chance. The value `first` is shown first.
 */
export function askLevel(
  levels: LevelsReply,
  level: WeeklyLevel,
  chances: KnownChances | null = null,
  first: 'level' | 'chance' = 'level',
): WhyQuestion {
  const price = (): WhySubject | null => whyLevel(levels, level.side, level.index);
  const published = chances?.touch?.levels ?? null;
  if (!chances || !published?.levels.some((one) => one.level === level.price)) {
    return { parts: [{ name: null, subject: price }], level };
  }
  const { set } = chances;
  const now = set.stateOf(level.price, level.side === 'buy' ? 'up' : 'down');
  const parts: readonly WhyPart[] = [
    { name: 'level', subject: price },
    {
      name: 'chance',
      subject: () => whyChance(published, level.price, { now, trial: set.trial }),
    },
  ];
  return { parts, shown: first, level };
}

/** Returns the question about the published chances of a box's edges, first that of `first`; null without one. */
export function askBoxChance(
  box: CardTerm['box'],
  { touch, set }: KnownChances,
  first: 'top' | 'bottom',
): WhyQuestion | null {
  const published = findBoxChances(touch, box);
  if (!published) return null;
  const of: WhyBox = {
    kind: box.kind,
    term: box.term,
    span: { startMs: box.d.start, endMs: box.d.end },
  };
  const parts = (['top', 'bottom'] as const)
    .filter((edge) => published.levels.some((one) => one.level === box.p[edge]))
    .map((edge): WhyPart => {
      const now = set.stateOf(box.p[edge], edge === 'top' ? 'up' : 'down');
      return {
        name: `${edge}Chance`,
        subject: () => whyChance(published, box.p[edge], { now, trial: set.trial, box: of }),
      };
    });
  const shown: WhyPartName = `${first}Chance`;
  return parts.some(({ name }) => name === shown) ? { parts, shown, level: null } : null;
}

/** Returns the question about a line of the Seer panel; null while the line is empty. */
export function askSeer(
  reply: SeerReply,
  which: 'seer' | 'closeSeer' | 'reverseSeer' | 'crystalSeer',
): WhyQuestion | null {
  const { crystalSeer } = reply;
  if (which === 'crystalSeer') {
    return (
      crystalSeer && {
        parts: [{ name: null, subject: () => whyCrystalSeer(crystalSeer) }],
        level: null,
      }
    );
  }
  const seer = reply[which];
  return seer && { parts: [{ name: null, subject: () => whySeer(which, seer) }], level: null };
}

/** Returns the question about the cycle's value. */
export function askCycle(cycle: NonNullable<CycleReply>): WhyQuestion {
  return { parts: [{ name: null, subject: () => whyCycle(cycle) }], level: null };
}
