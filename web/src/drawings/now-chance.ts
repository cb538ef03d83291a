import { WEEK_MS, type WireTouch } from '@rasat/contract';
import { type TouchInputs, touchChance, WEEK_SLOTS } from '@rasat/engine';

/** The inputs of the newest bar. */
export type TouchNowWire = NonNullable<WireTouch['now']>;

/** A chance, 0 to 1; `closed` while the market does not trade until then. */
export type NowChance = number | 'closed';

/** Returns the inputs of the chances of the newest bar. */
export function nowInputs(touchClass: WireTouch['class'], now: TouchNowWire): TouchInputs {
  // Hours and days differ in the number of slots of a week.
  const base = now.slots.length === WEEK_SLOTS['60'].count ? '60' : '1D';
  return { touchClass, base, price: now.price, variances: now.variances };
}

/** Returns the chance that price reaches a level within market weeks; null beyond the horizon of the model. */
export function nowChance(inputs: TouchInputs, level: number, weeks: number): NowChance | null {
  return weeks > 0 ? touchChance(inputs, level, weeks) : 'closed';
}

/**
 * Returns the present chance that price reaches a level of the weekly set that begins at `startMs` before the week ends,
 * or that it has reached it. Null without chances of this set, and once its time is over.
 */
export function weekChance(
  touch: WireTouch | null,
  startMs: number | null,
  side: 'buy' | 'sell',
  level: number,
): NowChance | 'reached' | null {
  const week = touch && weekOf(touch, startMs);
  if (!week) return null;
  const { levels, now, weeks } = week;
  // A level that was reached before the set was published has no chance in it.
  const published = levels.find((each) => each.level === level);
  const isBehind = side === 'buy' ? now.price >= level : now.price <= level;
  if (!published || published.first !== null || isBehind) return 'reached';
  return nowChance(nowInputs(touch.class, now), level, weeks);
}

/** The running week of a set's chances. */
export interface RunningWeek {
  readonly levels: NonNullable<WireTouch['levels']>['levels'];
  readonly untilMs: number;
  readonly now: TouchNowWire;
  /** Market weeks until its end. */
  readonly weeks: number;
}

/** Returns the week of the set that begins at `startMs`; null without chances of it, and once it is over. */
export function weekOf({ levels, now }: WireTouch, startMs: number | null): RunningWeek | null {
  if (levels === null || now === null || now.levels === null || startMs === null) return null;
  const untilMs = levels.until;
  // The chances may be those of another week than the levels, which are read on their own.
  const isOfSet = untilMs > startMs && untilMs <= startMs + WEEK_MS;
  return isOfSet && now.at < untilMs
    ? { levels: levels.levels, untilMs, now, weeks: now.levels }
    : null;
}
