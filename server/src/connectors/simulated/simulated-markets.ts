import {
  SIMULATED_INSTRUMENTS,
  type SimulatedCalendar,
  type SimulatedInstrument,
} from './instruments.ts';
import { MarketGroup, SIMULATION_START_MS, SLOT_MS } from './market-group.ts';
import { makeSlotTicks, type SlotBar, type SlotTicks } from './slot-ticks.ts';
import { type SessionSlots, SymbolPath } from './symbol-path.ts';

/** Place of a slot in simulated time. */
interface SlotPlace {
  readonly slots: SessionSlots;
  readonly session: number;
  readonly index: number;
}

/**
 * The simulated markets of one seed: every slot of fifteen minutes as a function of seed, symbol and absolute time, and
 * the ticks inside it. It uses no clock.
 */
export class SimulatedMarkets {
  readonly seed: number;
  readonly instruments: readonly SimulatedInstrument[];
  private readonly groups = new Map<SimulatedCalendar, MarketGroup>();
  private readonly paths = new Map<string, SymbolPath>();
  private readonly lastSession = new Map<string, { session: number; slots: SessionSlots }>();

  constructor(seed: number, instruments = SIMULATED_INSTRUMENTS) {
    this.seed = seed;
    this.instruments = instruments;
  }

  /** Returns an instrument; throws `RangeError` for a symbol that is not simulated. */
  instrument(symbol: string): SimulatedInstrument {
    const found = this.instruments.find((instrument) => instrument.symbol === symbol);
    if (!found) throw new RangeError(`${symbol} is not simulated`);
    return found;
  }

  private path(symbol: string): SymbolPath {
    const known = this.paths.get(symbol);
    if (known) return known;
    const instrument = this.instrument(symbol);
    let group = this.groups.get(instrument.calendar);
    if (!group) {
      group = new MarketGroup(this.seed, instrument.calendar);
      this.groups.set(instrument.calendar, group);
    }
    const path = new SymbolPath(group, instrument, (other) => this.path(other));
    this.paths.set(symbol, path);
    return path;
  }

  /** Returns the index of the session that is open at an instant or opens next. */
  sessionAt(symbol: string, timeMs: number): number {
    return this.path(symbol).group.indexAt(Math.max(timeMs, SIMULATION_START_MS));
  }

  /** Returns every slot of a session; each symbol's last session is cached. */
  slotsOf(symbol: string, session: number): SessionSlots {
    const kept = this.lastSession.get(symbol);
    if (kept?.session === session) return kept.slots;
    const slots = this.path(symbol).slotsOf(session);
    this.lastSession.set(symbol, { session, slots });
    return slots;
  }

  /** Returns the slot that is open at an instant, or the first one to open after it. */
  slotAt(symbol: string, timeMs: number): SlotPlace {
    const fromMs = Math.max(timeMs, SIMULATION_START_MS);
    const session = this.sessionAt(symbol, fromMs);
    const slots = this.slotsOf(symbol, session);
    const index = Math.max(0, Math.floor((fromMs - slots.firstSlotMs) / SLOT_MS));
    return { slots, session, index };
  }

  /** Returns the slot that follows another. */
  slotAfter(symbol: string, place: SlotPlace): SlotPlace {
    if (place.index + 1 < place.slots.count) return { ...place, index: place.index + 1 };
    const session = place.session + 1;
    return { slots: this.slotsOf(symbol, session), session, index: 0 };
  }

  /** Returns the bar of a slot. */
  slotBar({ slots, index }: SlotPlace): SlotBar {
    const openMs = slots.firstSlotMs + index * SLOT_MS;
    return {
      openMs,
      closeMs: Math.min(openMs + SLOT_MS, slots.closeMs),
      open: slots.open[index] ?? 0,
      high: slots.high[index] ?? 0,
      low: slots.low[index] ?? 0,
      close: slots.close[index] ?? 0,
      volume: slots.volume[index] ?? 0,
    };
  }

  /** Returns the ticks of a slot. */
  slotTicks(symbol: string, place: SlotPlace): SlotTicks {
    const { digits, ticksPerMinute } = this.instrument(symbol);
    return makeSlotTicks(this.seed, symbol, digits, ticksPerMinute, this.slotBar(place));
  }
}
export type { SlotPlace };
