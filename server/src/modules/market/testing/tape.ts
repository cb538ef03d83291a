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
