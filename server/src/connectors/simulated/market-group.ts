import { DAY_MS, type Session, sessionFrom } from '@rasat/engine';
import type { SimulatedCalendar } from './instruments.ts';
import { hashName, Random } from './random.ts';
import {
  heavyVariance,
  logVolatility,
  SHARED_WAVES,
  STREAM,
  slotLiveliness,
} from './volatility.ts';

/** 2 January 2023, 00:00 UTC: the first moment of every simulated market. */
export const SIMULATION_START_MS = Date.UTC(2023, 0, 2);
/** Length of the slots in which a market is simulated. */
export const SLOT_MS = 900_000;

/** Share of a session's variance that accrues while an exchange is closed, per usual night. */
const NIGHT_SHARE: Readonly<Record<SimulatedCalendar, number>> = {
  always: 0,
  forex: 0.06,
  bist: 0.25,
  nasdaq: 0.25,
  xetra: 0.25,
};
/** Slots between two values of the volatility wave inside a session. */
const SLOTS_PER_KNOT = 10;
const KEPT_SESSIONS = 4;

/** Properties of one session that all symbols of a calendar share. */
export interface SharedSession {
  readonly index: number;
  readonly session: Session;
  /** The session's own opening, before the cut at the beginning of simulated time. It names the random streams. */
  readonly key: number;
  /** Opening time of the first slot; `slots` is their number. */
  readonly firstSlotMs: number;
  readonly slots: number;
  /** Share of a usual session's variance: 1 except for half days, and for the weekends of markets that never close. */
  readonly lengthShare: number;
  /** Whether the market was closed before the session, so that it may open with a gap. */
  readonly afterPause: boolean;
  readonly logVolatility: number;
  /** Heavy-tailed factor of the session's variance. */
  readonly shock: number;
  /** Standard normal move of the common factor over the whole session; every symbol follows it in part. */
  readonly factorMove: number;
}

/** A shared session with the shared properties of its slots; the arrays begin with the pause before the session. */
export interface SharedSlots extends SharedSession {
  /** Share of the session's variance by slot; the shares add up to 1. */
  readonly varianceShares: Float64Array;
  /** Activity by slot before chance, for volumes. */
  readonly liveliness: Float64Array;
  /** Moves of the common factor by slot; they add up to `factorMove`. */
  readonly factorMoves: Float64Array;
}

/** Divides a standard normal move over slots, so that the parts are independent normals of the given variances. */
export function bridgeMoves(
  random: Random,
  move: number,
  varianceShares: Float64Array,
  moves: Float64Array,
): void {
  let sum = 0;
  for (let i = 0; i < varianceShares.length; i++) {
    const share = varianceShares[i] ?? 0;
    const value = share === 0 ? 0 : Math.sqrt(share) * random.normal();
    moves[i] = value;
    sum += value;
  }
  const rest = move - sum;
  for (let i = 0; i < moves.length; i++) {
    moves[i] = (moves[i] ?? 0) + (varianceShares[i] ?? 0) * rest;
  }
}

/**
 * The sessions of one calendar since the start of simulated time, with the properties that its symbols share: the level
 * of volatility, the activity of each slot, and a common factor. Everything is a function of seed, calendar and
 * session.
 */
export class MarketGroup {
  readonly calendar: SimulatedCalendar;
  readonly seed: number;
  private readonly owner: number;
  private readonly usualSlots: number;
  private readonly sessions: SharedSession[] = [];
  private readonly recent: SharedSlots[] = [];
  private readonly random = new Random();

  constructor(seed: number, calendar: SimulatedCalendar) {
    this.seed = seed;
    this.calendar = calendar;
    this.owner = hashName(`calendar ${calendar}`);
    // An ordinary Tuesday.
    const usual = sessionFrom(calendar, Date.UTC(2023, 1, 7, 12));
    this.usualSlots = Math.ceil((usual.closeMs - usual.openMs) / SLOT_MS);
  }

  /** Returns the index of the session that is open at an instant or opens next; 0 for all time before the first. */
  indexAt(timeMs: number): number {
    let known = this.at(Math.max(0, this.sessions.length - 1));
    while (known.session.closeMs <= timeMs) known = this.at(known.index + 1);
    let low = 0;
    let high = this.sessions.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at(middle).session.closeMs <= timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the session of an index, counted from the first session that ends after the start of simulated time. */
  at(index: number): SharedSession {
    for (let next = this.sessions.length; next <= index; next++)
      this.sessions.push(this.make(next));
    const found = this.sessions[index];
    if (found === undefined) throw new RangeError(`no session ${index}`);
    return found;
  }

  private make(index: number): SharedSession {
    const before = this.sessions[index - 1]?.session;
    const session = sessionFrom(this.calendar, before?.closeMs ?? SIMULATION_START_MS);
    const slots = Math.ceil((session.closeMs - session.openMs) / SLOT_MS);
    const key = session.openMs / 60_000;
    const { random, seed, owner } = this;
    const volatility = logVolatility(random, seed, owner, SHARED_WAVES, session.openMs);
    random.start(seed, owner, STREAM.session, key);
    return {
      index,
      session,
      key,
      firstSlotMs: session.openMs,
      slots,
      lengthShare: (slots / this.usualSlots) * this.weekendShare(session.openMs),
      afterPause: before !== undefined && before.closeMs < session.openMs,
      logVolatility: volatility,
      shock: heavyVariance(random, 4),
      factorMove: random.normal(),
    };
  }

  private weekendShare(openMs: number): number {
    const weekday = new Date(openMs).getUTCDay();
    return this.calendar === 'always' && (weekday === 0 || weekday === 6) ? 0.65 : 1;
  }

  /** Returns a session with its slots. */
  slotsAt(index: number): SharedSlots {
    const kept = this.recent.find((slots) => slots.index === index);
    if (kept) return kept;
    const made = this.makeSlots(index);
    this.recent.unshift(made);
    this.recent.length = Math.min(this.recent.length, KEPT_SESSIONS);
    return made;
  }

  private makeSlots(index: number): SharedSlots {
    const shared = this.at(index);
    const { calendar, random, seed, owner } = this;
    const { slots, firstSlotMs, key } = shared;
    const liveliness = new Float64Array(slots + 1);
    const varianceShares = new Float64Array(slots + 1);
    random.start(seed, owner, STREAM.slots, key);
    let from = heavyVariance(random, 3);
    let to = heavyVariance(random, 3);
    let usual = 0;
    for (let i = 1; i <= slots; i++) {
      const step = (i - 1) % SLOTS_PER_KNOT;
      if (step === 0 && i > 1) {
        from = to;
        to = heavyVariance(random, 3);
      }
      const wave = from + ((to - from) * step) / SLOTS_PER_KNOT;
      const openMs = firstSlotMs + (i - 1) * SLOT_MS;
      const lively = slotLiveliness(calendar, openMs, (i - 0.5) / slots);
      liveliness[i] = lively;
      usual += lively;
      varianceShares[i] = lively * wave * heavyVariance(random, 12);
    }
    if (shared.afterPause) {
      const pauseMs = shared.session.openMs - this.at(index - 1).session.closeMs;
      const longer = pauseMs > 2 * DAY_MS ? 1.6 : 1;
      const share = NIGHT_SHARE[calendar] * longer;
      varianceShares[0] = (usual * share * heavyVariance(random, 6)) / (1 - share);
    }
    let total = 0;
    for (const weight of varianceShares) total += weight;
    for (let i = 0; i <= slots; i++) varianceShares[i] = (varianceShares[i] ?? 0) / total;
    const factorMoves = new Float64Array(slots + 1);
    bridgeMoves(random, shared.factorMove, varianceShares, factorMoves);
    return { ...shared, varianceShares, liveliness, factorMoves };
  }
}
