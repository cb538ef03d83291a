import type { WireBox, WireTouch } from '@rasat/contract';
import {
  type CalendarName,
  DAY_MS,
  MOST_WEEKS,
  marketWeeks,
  nextOpenMs,
  touchChance,
  WEEK_SLOTS,
} from '@rasat/engine';
import type { ChanceSet, ChanceState } from '../ui/chance-state.ts';

/** The published chances of a set on the wire. */
export type WireChances = NonNullable<WireTouch['levels']>;
type TouchNow = NonNullable<WireTouch['now']>;

/** Market weeks that round to zero are a closed market, whose hours keep a trace of old prices. */
const LEAST_WEEKS = 5e-7;

/** The market of a set, and the server's time. */
export interface ChanceMarket {
  readonly calendar: CalendarName;
  readonly nowMs: number;
}

/** The parts of a set that determine its states. */
interface SetParts {
  readonly touch: WireTouch;
  readonly published: WireChances;
  /** Market weeks from the newest bar to the end; null when they are unknown. */
  readonly weeks: number | null;
  readonly market: ChanceMarket;
}

/** Returns whether the market does not trade between the newest bar and an instant. */
function isClosedUntil(
  now: TouchNow,
  weeks: number,
  untilMs: number,
  { calendar }: ChanceMarket,
): boolean {
  // The market weeks do not know the holidays, the calendar does.
  return weeks < LEAST_WEEKS || nextOpenMs(calendar, now.at) >= untilMs;
}

/** Returns the chance of the newest bar. */
function presentChance(
  { class: touchClass, base }: WireTouch,
  now: TouchNow,
  level: number,
  { until, weeks }: { readonly until: number; readonly weeks: number },
): ChanceState {
  const { price, variances, at } = now;
  const inputs = { touchClass, base, price, variances };
  const chance = touchChance(inputs, level, weeks);
  return chance === null
    ? { state: 'none', reason: 'far' }
    : { state: 'chance', chance, untilMs: until, of: 'now', atMs: at };
}

/** Returns whether a set is counted, at the newest bar and by the clock. */
function phaseOf({ touch: { now, base }, published, weeks, market }: SetParts): ChanceSet['phase'] {
  const { until } = published;
  const { nowMs } = market;
  if (now === null || weeks === null) return nowMs < until ? 'open' : 'due';
  const { lengthMs } = WEEK_SLOTS[base];
  const closed = isClosedUntil(now, weeks, until, market);
  // A bar counts that closes until the end; after the last such bar the outcome is known.
  if (Math.floor(until / lengthMs) * lengthMs <= now.at) return 'over';
  if (nowMs >= until) return closed ? 'over' : 'due';
  if (weeks > MOST_WEEKS) return 'far';
  return closed ? 'closed' : 'open';
}

function publishedSet(parts: SetParts): ChanceSet {
  const { touch, published, weeks } = parts;
  const { now, trial } = touch;
  const { until: untilMs, levels } = published;
  const phase = phaseOf(parts);
  const stateOf = (level: number, side: 'up' | 'down'): ChanceState => {
    const known = levels.find((one) => one.level === level);
    // A level that the set leaves out was reached when the set was published.
    if (!known || known.first !== null) return { state: 'reached', atMs: known?.first ?? null };
    if (phase === 'over' || phase === 'due') return { state: phase, untilMs };
    if (now === null || weeks === null) {
      const { chance } = known;
      return { state: 'chance', chance, untilMs, of: 'published', atMs: published.from };
    }
    if (isBeyond(now, level, side)) return { state: 'reached', atMs: null };
    if (phase === 'closed') return { state: 'closed', untilMs };
    return presentChance(touch, now, level, { until: untilMs, weeks });
  };
  const atMs = weeks === null ? null : (now?.at ?? null);
  return { phase, untilMs, atMs, trial, stateOf };
}

function isBeyond(now: TouchNow | null, level: number, side: 'up' | 'down'): boolean {
  if (now === null) return false;
  return side === 'up' ? now.price >= level : now.price <= level;
}

/** Returns a set that was published without chances. */
function emptySet(
  touch: WireTouch | null,
  phase: ChanceSet['phase'],
  untilMs: number | null,
): ChanceSet {
  const now = touch?.now ?? null;
  const reason = phase === 'far' ? 'far' : 'history';
  return {
    phase,
    untilMs,
    atMs: null,
    trial: touch?.trial ?? false,
    stateOf: (level, side) =>
      isBeyond(now, level, side) ? { state: 'reached', atMs: null } : { state: 'none', reason },
  };
}

/**
 * Returns the chances of the weekly levels of a week, until the end of it. `mondayMs` is the week of the levels. Null
 * while the chances of another week are known.
 */
export function weeklyChances(
  touch: WireTouch | null,
  mondayMs: number,
  market: ChanceMarket,
): ChanceSet | null {
  const published = touch?.levels ?? null;
  if (touch === null || published === null) return emptySet(touch, 'history', null);
  // A week of forex begins on the Sunday before.
  const early = mondayMs - published.from;
  if (early < 0 || early > DAY_MS) return null;
  return publishedSet({ touch, published, weeks: touch.now?.levels ?? null, market });
}

/** The parts of a box that its chances need. */
export type ChanceBox = Pick<WireBox, 'kind' | 'term' | 'created' | 'd'>;

/** Returns the published chances of a box; null for one without, or of another box of its kind and term. */
export function findBoxChances(touch: WireTouch | null, box: ChanceBox): WireChances | null {
  const slot = touch?.boxes.find(({ kind, term }) => kind === box.kind && term === box.term);
  return slot?.chances.from === box.created ? slot.chances : null;
}

/** Returns why a box was published without chances. */
function emptyPhase(
  touch: WireTouch | null,
  box: ChanceBox,
  { calendar, nowMs }: ChanceMarket,
): ChanceSet['phase'] {
  const untilMs = box.d.lQuarter;
  const shares = Float64Array.from(touch?.cones.slots ?? []);
  if (touch === null || shares.length === 0) return 'history';
  const all = shares.reduce((sum, share) => sum + share, 0);
  const weeks = marketWeeks(WEEK_SLOTS[touch.base], shares, all, box.created, untilMs);
  if (weeks > MOST_WEEKS) return 'far';
  const closed = weeks < LEAST_WEEKS || nextOpenMs(calendar, box.created) >= untilMs;
  if (!closed) return 'history';
  return untilMs <= nowMs ? 'over' : 'closed';
}

/**
 * Returns the chances of the edges of a box, until its last quarter: of the top as a level above, of the bottom as one
 * below. Null while the chances of an earlier box are known.
 */
export function boxChances(
  touch: WireTouch | null,
  box: ChanceBox,
  market: ChanceMarket,
): ChanceSet | null {
  const published = findBoxChances(touch, box);
  if (touch !== null && published !== null) {
    const slot = touch.now?.boxes.find(({ kind, term }) => kind === box.kind && term === box.term);
    return publishedSet({ touch, published, weeks: slot?.weeks ?? null, market });
  }
  const computedAt = touch?.computedAt ?? null;
  // The reply is older than the box.
  if (computedAt !== null && computedAt < box.created) return null;
  return emptySet(touch, emptyPhase(touch, box, market), box.d.lQuarter);
}

/**
 * Returns the present chance that price reaches any level before the end of the running day or week. Null without the
 * inputs of the newest bar.
 */
export function horizonChance(
  touch: WireTouch,
  horizon: 'day' | 'week',
  level: number,
  market: ChanceMarket,
): ChanceState | null {
  const { now } = touch;
  if (now === null) return null;
  const { until, weeks } = now[horizon];
  if (until <= market.nowMs) return { state: 'over', untilMs: until };
  if (isClosedUntil(now, weeks, until, market)) return { state: 'closed', untilMs: until };
  return presentChance(touch, now, level, { until, weeks });
}
