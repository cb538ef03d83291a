import {
  type CloseSeerWord,
  closeSeerWord,
  DAY_MS,
  type ReverseSeerWord,
  reverseSeerWord,
  type SeerWord,
  seerWord,
} from '@rasat/engine';
import type { SeerReply } from './replies.ts';

/** One line of the Seer panel. */
export interface SeerRow {
  /** true: support, false: resistance. */
  readonly way: boolean;
  readonly level: number;
  /** Opening time of the bar with the extreme. */
  readonly timeMs: number;
  /** Whole days since then on the server's clock. */
  readonly ageDays: number;
}

/** Lines of the Seer panel; each is null while the history is too short for it. */
export interface SeerRows {
  readonly seer: (SeerRow & { readonly word: SeerWord | null }) | null;
  /** Its word is null without a main seer to compare it with. */
  readonly close: (SeerRow & { readonly word: CloseSeerWord | null }) | null;
  readonly reverse: (SeerRow & { readonly word: ReverseSeerWord | null }) | null;
  readonly crystal: SeerRow | null;
}

const direction = (way: boolean) => ({ way: way ? 'up' : 'down' }) as const;

/** Returns the lines of the Seer panel. Ages are computed from the reply's server time. */
export function composeSeerRows(reply: SeerReply): SeerRows {
  const { seer, closeSeer, reverseSeer, crystalSeer, serverTime } = reply;
  const row = (way: boolean, level: number, timeMs: number): SeerRow => ({
    way,
    level,
    timeMs,
    ageDays: Math.floor((serverTime - timeMs) / DAY_MS),
  });
  return {
    seer: seer && {
      ...row(seer.way, seer.level, seer.datetime),
      word: seerWord(seer, serverTime),
    },
    close: closeSeer && {
      ...row(closeSeer.way, closeSeer.level, closeSeer.datetime),
      word: closeSeerWord(direction(closeSeer.way), seer && direction(seer.way)),
    },
    reverse: reverseSeer && {
      ...row(reverseSeer.way, reverseSeer.level, reverseSeer.datetime),
      word: reverseSeerWord(reverseSeer, serverTime),
    },
    crystal: crystalSeer && row(crystalSeer.way, crystalSeer.level, crystalSeer.d),
  };
}
