import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { Subscription, VenueTick } from '../../connector.ts';
import type { FaultRig, StreamSubject } from './fault-subject.ts';
import { checkPlain } from './plain-words.ts';

const HOLD_MS = 250;
const TRY_EVERY_MS = 2000;
/** Time by which a tick may be ahead of the venue: what the feed still takes. */
const AHEAD_MS = 2000;

/**
 * Live ticks of a sampled connector, each compared with the tape: it is a true trade of a session by time and price, or
 * one of the four ticks of a bar that was replayed. Subscribes again like the feed when the connection is lost.
 */
export class TickTruth {
  /** What was wrong, one sentence each. */
  readonly wrong: string[] = [];
  /** Number of ticks that were live trades. */
  live = 0;
  readonly #rig: FaultRig;
  readonly #subject: StreamSubject;
  #subscription: Subscription | null = null;
  /** Newest time of each symbol, and what was handed over, in the present subscription. */
  readonly #newest = new Map<string, number>();
  readonly #seen = new Map<string, number>();
  #fromMs = 0;
  #subscribedMs = 0;

  constructor(rig: FaultRig, subject: StreamSubject) {
    this.#rig = rig;
    this.#subject = subject;
  }

  /** Whether the subscription is connected. */
  get isConnected(): boolean {
    return this.#subscription?.state().connected === true;
  }

  /** Subscribes to every symbol from the beginning of the hour; returns false when the connector refuses. */
  subscribe(): boolean {
    const { connector, standIn } = this.#rig;
    this.#newest.clear();
    this.#seen.clear();
    this.#subscribedMs = standIn.now();
    this.#fromMs = Math.floor(this.#subscribedMs / HOUR_MS) * HOUR_MS;
    const fromMs = this.#fromMs;
    try {
      const wanted = this.#subject.symbols.map((symbol) => ({ symbol, fromMs }));
      this.#subscription = connector.subscribe(wanted, (ticks) => {
        for (const tick of ticks) this.#check(tick);
      });
      return true;
    } catch (error) {
      checkPlain(error, this.#subject.key);
      return false;
    }
  }

  /** Ends the subscription. */
  async stop(): Promise<void> {
    await this.#subscription?.stop();
    this.#subscription = null;
  }

  /** Subscribes until it is connected, a try every two seconds; returns the time that it took, null after `mostMs`. */
  async connect(mostMs: number): Promise<number | null> {
    for (let ms = 0; ms <= mostMs; ms += TRY_EVERY_MS) {
      if (this.isConnected) return ms;
      if (!this.#isBeginning()) {
        await this.stop();
        this.subscribe();
      }
      await this.#rig.advance(TRY_EVERY_MS, 500);
    }
    return this.isConnected ? mostMs : null;
  }

  /** Whether a subscription has had too little time to be connected. */
  #isBeginning(): boolean {
    return this.#subscription !== null && this.#rig.standIn.now() - this.#subscribedMs < 10_000;
  }

  #check(tick: VenueTick): void {
    const { symbol, timeMs, price, volume } = tick;
    const where = `${symbol} ${new Date(timeMs).toISOString()} ${price}`;
    const say = (what: string): void => void this.wrong.push(`${where}: ${what}`);
    if (!this.#subject.symbols.includes(symbol)) say('was not asked for');
    if (!(Number.isFinite(volume) && volume >= 0)) say(`a volume of ${volume}`);
    if (timeMs < this.#fromMs) say('before the time that was asked for');
    if (timeMs > this.#rig.standIn.now() + AHEAD_MS) say('in the future');
    const newestMs = this.#newest.get(symbol) ?? Number.NEGATIVE_INFINITY;
    const { holdMs = HOLD_MS, timeStepMs = 1 } = this.#subject;
    if (timeMs < newestMs - holdMs - timeStepMs) say('long after a later one');
    this.#newest.set(symbol, Math.max(newestMs, timeMs));
    const key = `${symbol} ${timeMs} ${price}`;
    const times = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, times);
    const trades = this.#countTrades(tick);
    // Trades of one second and one price are several ticks where the wire tells whole seconds.
    if (times > Math.max(1, timeStepMs > 1 ? trades : 1)) say('once too often');
    if (trades > 0) this.live += 1;
    else if (!this.#isReplayed(tick)) say('is no trade of the venue');
  }

  #countTrades({ symbol, timeMs, price }: VenueTick): number {
    const { tape } = this.#rig.standIn;
    const { timeStepMs = 1 } = this.#subject;
    const digits = tape.market(symbol)?.digits;
    return tape
      .between(symbol, timeMs, timeMs + timeStepMs)
      .filter((one) => !one.isExtended && Number(`${one.price}e-${digits}`) === price).length;
  }

  /** Whether a tick is one of the four of a bar that was replayed: open, extremes and close, at their own times. */
  #isReplayed({ symbol, timeMs, price }: VenueTick): boolean {
    const { standIn } = this.#rig;
    const { tape } = standIn;
    const { replayMs = MINUTE_MS } = this.#subject;
    const openMs = Math.floor(timeMs / replayMs) * replayMs;
    const bar = tape.bar(symbol, openMs, replayMs, standIn.now() + 1);
    const at = [0, replayMs / 3, (2 * replayMs) / 3, replayMs - 1].indexOf(timeMs - openMs);
    if (!bar || at < 0) return false;
    const isClosed = openMs + replayMs <= this.#subscribedMs;
    const { open, high, low, close } = bar;
    const allowed = [[open], [high, low], [high, low], [close]][at] ?? [];
    if (isClosed) return allowed.includes(price);
    // A bar that was forming has the prices of its trades so far.
    const digits = tape.market(symbol)?.digits;
    return tape
      .between(symbol, openMs, openMs + replayMs)
      .some((one) => Number(`${one.price}e-${digits}`) === price);
  }
}
