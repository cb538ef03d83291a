import { type CalendarName, DAY_MS, futureBarOpens, isOpen, type Resolution } from '@rasat/engine';

/** How a symbol's market stands now. */
export interface MarketPhase {
  readonly open: boolean;
  /** Milliseconds until the next bar opens on the symbol's calendar. */
  readonly nextBarMs: number;
}

/** The phase of a market at an instant: whether it trades, and how long until its next bar of a resolution opens. */
export function marketPhase(
  calendar: CalendarName,
  resolution: Resolution,
  nowMs: number,
): MarketPhase {
  const [next = nowMs] = futureBarOpens(calendar, resolution, nowMs, 1);
  return { open: isOpen(calendar, nowMs), nextBarMs: next - nowMs };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A countdown: days apart, and hours, minutes and seconds as a clock. */
export function splitCountdown(lengthMs: number): {
  readonly days: number;
  readonly clock: string;
} {
  const seconds = Math.max(0, Math.ceil((lengthMs % DAY_MS) / 1000));
  const hours = Math.floor(seconds / 3600);
  return {
    days: Math.floor(lengthMs / DAY_MS),
    clock: `${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`,
  };
}
