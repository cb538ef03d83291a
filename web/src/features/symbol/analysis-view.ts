import {
  type AnalysisView,
  type BoxView,
  type ConditionView,
  conditionSignal,
  findBaseRate,
  type RecordRate,
} from '@rasat/contract';
import type { BoxCard } from './box-cards.ts';
import type { Condition, CycleReply, LevelsReply, SeerReply } from './replies.ts';
import { composeSeerRows } from './seer-rows.ts';

/** The replies behind the analysis text. */
export interface AnalysisReplies {
  readonly symbol: string;
  /** The last price; null before the first bar. */
  readonly price: number | null;
  readonly seer: SeerReply;
  readonly levels: Pick<LevelsReply, 'buy' | 'sell'>;
  readonly cycle: CycleReply;
  readonly cards: readonly BoxCard[];
  /** Rates of signals of the same kind; undefined while unknown, since the text does not wait for them. */
  readonly rates: readonly RecordRate[] | undefined;
}

function conditionView(condition: Condition): ConditionView {
  const { way, price, range, datetime, sl, tp1, tp2, tp1Hit, ended, endedAt, expiry, exit } =
    condition;
  const end = ended === null ? null : { by: ended, atMs: endedAt ?? expiry, exit };
  return { way, price, range, datetime, sl, tp1, tp2, tp1Hit, end };
}

function boxView(card: BoxCard): BoxView {
  const main = card.main;
  return {
    kind: card.kind,
    bullish: main?.bullish ?? null,
    status: main?.trade?.status ?? null,
    closed: main?.trade?.closed ?? false,
    longBullish: card.longOnly ? null : card.longBullish,
    edges: main && { top: main.box.p.top, bottom: main.box.p.bottom },
    needsHourly: card.needsHourly,
  };
}

/** Returns the input of the analysis text: values that the page shows, and the base rate of the condition's setup. */
export function composeAnalysisView(replies: AnalysisReplies): AnalysisView {
  const { seer: reply, levels, cycle, rates } = replies;
  const condition = reply.tradeCondition;
  const { seer, close, crystal } = composeSeerRows(reply);
  return {
    symbol: replies.symbol,
    price: replies.price,
    atr: reply.atr,
    condition: condition && conditionView(condition),
    seer: seer && {
      way: seer.way,
      level: seer.level,
      ageDays: seer.ageDays,
      main: seer.word === 'main',
    },
    closeSeer: close && {
      way: close.way,
      level: close.level,
      ageDays: close.ageDays,
      safe: close.word === null ? null : close.word === 'safe',
    },
    crystal: crystal && { way: crystal.way, level: crystal.level },
    boxes: replies.cards.map(boxView),
    levels: { buy: levels.buy, sell: levels.sell },
    cycle,
    baseRate: rates && (condition ? findBaseRate(rates, conditionSignal(condition)) : null),
  };
}
