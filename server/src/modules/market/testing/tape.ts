import { HOUR_MS } from '@rasat/engine';
import type { Instrument } from '../../../connectors/connector.ts';
import type { ClockSettings } from '../../../platform/clock.ts';
import type { TestDatabase } from '../../../platform/testing.ts';
import type { FakeTick } from './fake-venue.ts';

/** Parameters with which several processes play the same ticks at the same pace. */
export interface Tape {
  readonly address: TestDatabase['address'];
  readonly clock: ClockSettings;
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  /** Time from which the venue has a tick in every hour before `fromMs`; its history is then filled newest first. */
  readonly olderFromMs?: number;
}

/** The only instrument of a tape. */
export const TAPE_INSTRUMENT: Instrument = {
  symbol: 'TAPE',
  category: 'crypto',
  digits: 2,
  name: { tr: 'Bant', az: 'Lent', en: 'Tape' },
  calendar: 'always',
  base: '60',
};

/** Returns a tick every `stepMs`, a little late and out of order, every seventh of them twice. */
export function tapeTicks({ fromMs, toMs, stepMs }: Tape): FakeTick[] {
  const ticks: FakeTick[] = [];
  for (let i = 0; fromMs + i * stepMs < toMs; i++) {
    const timeMs = fromMs + i * stepMs;
    const tick = {
      symbol: TAPE_INSTRUMENT.symbol,
      timeMs,
      arrivesMs: timeMs + ((i * 613) % 2500),
      price: (10_000 + ((i * 7919) % 201)) / 100,
      volume: (i % 8) / 8,
    };
    ticks.push(tick);
    if (i % 7 === 0) ticks.push({ ...tick, arrivesMs: tick.arrivesMs + 300 });
  }
  return ticks;
}

/** Returns the ticks before those of `tapeTicks`, which only the venue's history has. */
export function olderTicks({ olderFromMs, fromMs }: Tape): FakeTick[] {
  const ticks: FakeTick[] = [];
  for (let timeMs = olderFromMs ?? fromMs, i = 0; timeMs < fromMs; timeMs += HOUR_MS, i++) {
    const price = (10_000 + ((i * 7919) % 201)) / 100;
    ticks.push({ symbol: TAPE_INSTRUMENT.symbol, timeMs, arrivesMs: timeMs, price, volume: 1 });
  }
  return ticks;
}
