import { roundTo } from '@rasat/engine';
import exp from '@stdlib/math-base-special-exp';
import ln from '@stdlib/math-base-special-ln';
import type { SimulatedInstrument } from './instruments.ts';
import { bridgeMoves, type MarketGroup, type SharedSession } from './market-group.ts';
import { hashName, Random } from './random.ts';
import { heavyVariance, logVolatility, OWN_WAVES, STREAM, varianceFactor } from './volatility.ts';

/** Sessions in a year, which convert a yearly volatility to one of a session. */
const SESSIONS_PER_YEAR = { always: 365, forex: 260, bist: 250, nasdaq: 252, xetra: 254 } as const;

/** The slots of one session of a symbol, by column. */
export interface SessionSlots {
  readonly count: number;
  readonly firstSlotMs: number;
  /** End of the last slot, which may be shorter than the others. */
  readonly closeMs: number;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** Logarithmic moves of a symbol in one session by slot, and their variances. */
interface Moves {
  readonly moves: Float64Array;
  readonly variances: Float64Array;
}

/** Moves of one symbol, whether it is simulated itself or derived from two others. */
interface Mover {
  /** Logarithm of the price at the start of simulated time. */
  readonly startLog: number;
  /** Returns the move over a whole session, including the pause before it. */
  sessionMove(shared: SharedSession): number;
  /** Returns the same move slot by slot. */
  slotMoves(index: number): Moves;
}

/**
 * Creates the mover of a symbol that is simulated itself. Given the variances, which are functions of time, its
 * increments are independent normals with mean zero: the session's move is drawn first and then divided by a bridge,
 * which keeps exactly that distribution. The past contains no information about the next increment's direction.
 */
function createOwnMover(group: MarketGroup, instrument: SimulatedInstrument, price: number): Mover {
  const owner = hashName(instrument.symbol);
  const random = new Random();
  const daily = (instrument.volatility * instrument.volatility) / SESSIONS_PER_YEAR[group.calendar];
  const shared = instrument.factor;
  const own = Math.sqrt(1 - shared * shared);

  const draw = (session: SharedSession): { variance: number; ownMove: number } => {
    const waves = logVolatility(random, group.seed, owner, OWN_WAVES, session.session.openMs);
    random.start(group.seed, owner, STREAM.session, session.key);
    const shock = 0.6 * session.shock + 0.4 * heavyVariance(random, 5);
    const factor = varianceFactor(session.logVolatility + waves);
    return { variance: daily * session.lengthShare * factor * shock, ownMove: random.normal() };
  };
  return {
    startLog: ln(price),
    sessionMove(session) {
      const { variance, ownMove } = draw(session);
      return Math.sqrt(variance) * (shared * session.factorMove + own * ownMove);
    },
    slotMoves(index) {
      const slots = group.slotsAt(index);
      const { variance, ownMove } = draw(slots);
      const scale = Math.sqrt(variance);
      const moves = new Float64Array(slots.slots + 1);
      const variances = new Float64Array(slots.slots + 1);
      random.start(group.seed, owner, STREAM.slots, slots.key);
      bridgeMoves(random, ownMove, slots.varianceShares, moves);
      for (let i = 0; i <= slots.slots; i++) {
        moves[i] = scale * (shared * (slots.factorMoves[i] ?? 0) + own * (moves[i] ?? 0));
        variances[i] = variance * (slots.varianceShares[i] ?? 0);
      }
      return { moves, variances };
    },
  };
}

/**
 * Creates the mover of a cross rate: the product or quotient of two others, so that triangular rates are consistent.
 */
function createCrossMover(first: Mover, second: Mover, sign: 1 | -1): Mover {
  return {
    startLog: first.startLog + sign * second.startLog,
    sessionMove: (session) => first.sessionMove(session) + sign * second.sessionMove(session),
    slotMoves(index) {
      const a = first.slotMoves(index);
      const b = second.slotMoves(index);
      return {
        moves: a.moves.map((move, i) => move + sign * (b.moves[i] ?? 0)),
        variances: a.variances.map((variance, i) => variance + (b.variances[i] ?? 0)),
      };
    },
  };
}

/** Computes exp(x) for the small moves inside a session, by its series: an error below 10^-11 up to 0.35. */
function expSmall(x: number): number {
  if (x > 0.35 || x < -0.35) return exp(x);
  let sum = 1 + x / 9;
  for (let n = 8; n >= 1; n--) sum = 1 + (x / n) * sum;
  return sum;
}

/** The whole path of one symbol; any session can be computed without the slots of the sessions before it. */
export class SymbolPath {
  readonly instrument: SimulatedInstrument;
  readonly group: MarketGroup;
  readonly mover: Mover;
  private readonly owner: number;
  private readonly random = new Random();
  /** Logarithm of the price before each session. */
  private readonly logs: number[];

  constructor(
    group: MarketGroup,
    instrument: SimulatedInstrument,
    find: (symbol: string) => SymbolPath,
  ) {
    this.instrument = instrument;
    this.group = group;
    this.owner = hashName(instrument.symbol);
    const { start } = instrument;
    this.mover =
      typeof start === 'number'
        ? createOwnMover(group, instrument, start)
        : createCrossMover(find(start.first).mover, find(start.second).mover, start.sign);
    this.logs = [this.mover.startLog];
  }

  private logBefore(index: number): number {
    let log = this.logs[this.logs.length - 1] ?? 0;
    for (let next = this.logs.length; next <= index; next++) {
      log += this.mover.sessionMove(this.group.at(next - 1));
      this.logs.push(log);
    }
    return this.logs[index] ?? log;
  }

  /** Returns every slot of a session. The same index always gives the same numbers. */
  slotsOf(index: number): SessionSlots {
    const { random, instrument, group } = this;
    const { digits } = instrument;
    const shared = group.slotsAt(index);
    const count = shared.slots;
    const { moves, variances } = this.mover.slotMoves(index);
    const base = exp(this.logBefore(index));
    const lastClose = roundTo(exp(this.logBefore(index + 1)), digits);
    const open = new Float64Array(count);
    const high = new Float64Array(count);
    const low = new Float64Array(count);
    const close = new Float64Array(count);
    const volume = new Float64Array(count);
    random.start(group.seed, this.owner, STREAM.ticks, shared.key);
    // Volume grows with volatility, and on some days independently of it.
    const liveliness = Math.sqrt(varianceFactor(shared.logVolatility) * shared.shock);
    const ownShare = 0.5 + 0.5 * heavyVariance(random, 4);
    const activity = (0.35 + 0.65 * liveliness) * ownShare * instrument.volume;
    const usualVariance = variances.reduce((sum, variance) => sum + variance, 0) / count;
    let log = moves[0] ?? 0;
    let price = roundTo(base * expSmall(log), digits);
    for (let i = 0; i < count; i++) {
      const from = log;
      log += moves[i + 1] ?? 0;
      const variance = variances[i + 1] ?? 0;
      const to = i === count - 1 ? lastClose : roundTo(base * expSmall(log), digits);
      // The extremes of a Brownian bridge between two known ends (Karatzas and Shreve, section 4.3.C).
      const square = (log - from) * (log - from);
      const up = 0.5 * (from + log + Math.sqrt(square + 2 * variance * random.exponential()));
      const down = 0.5 * (from + log - Math.sqrt(square + 2 * variance * random.exponential()));
      open[i] = price;
      close[i] = to;
      high[i] = Math.max(price, to, roundTo(base * expSmall(up), digits));
      low[i] = Math.min(price, to, roundTo(base * expSmall(down), digits));
      const busy = Math.sqrt(shared.liveliness[i + 1] ?? 1) * (0.35 + 1.3 * random.uniform());
      const excitement = Math.sqrt(0.3 + (0.7 * variance) / usualVariance);
      volume[i] = Math.max(1, Math.round(activity * busy * excitement));
      price = to;
    }
    return {
      count,
      firstSlotMs: shared.firstSlotMs,
      closeMs: shared.session.closeMs,
      open,
      high,
      low,
      close,
      volume,
    };
  }
}
