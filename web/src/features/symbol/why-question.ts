import {
  type WhyBox,
  type WhySubject,
  whyBoxPrice,
  whyCondition,
  whyCrystalSeer,
  whyCycle,
  whyLevel,
  whySeer,
  whyTrade,
} from '../../why/index.ts';
import type { CardTerm } from './box-cards.ts';
import type { Condition, CycleReply, LevelsReply, SeerReply } from './replies.ts';
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
  | 'downTrade';

/** A value that can be explained; `subject` computes its derivation when it is shown. */
export interface WhyPart {
  readonly name: WhyPartName | null;
  readonly subject: () => WhySubject | null;
}

/** A question of the reader: its values, the first one shown first, and the weekly level that the chart marks. */
export interface WhyQuestion {
  readonly parts: readonly WhyPart[];
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

/** Returns the question about a weekly level, which the chart marks while the explanation is open. */
export function askLevel(levels: LevelsReply, level: WeeklyLevel): WhyQuestion {
  return {
    parts: [{ name: null, subject: () => whyLevel(levels, level.side, level.index) }],
    level,
  };
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
