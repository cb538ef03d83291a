import { DAY_MS, HOUR_MS } from '@rasat/engine';
import { createMassiveStandIn } from '../server/src/connectors/massive/testing/stand-in.ts';
import { KEY } from '../server/src/connectors/massive/testing/stand-in-replies.ts';
import type { SessionTapeMarket } from '../server/src/connectors/vendor-wire/testing/session-tape.ts';
import { createClock } from '../server/src/platform/clock.ts';
import type { QuarterBar } from '../server/src/testing/trades-venue.ts';

// `minutes-venue.ts SETTINGS`: Massive with many shares, on a shifted clock. It answers each `MinutesCommand`.

/** Settings from the parent process. */
export interface MinutesSettings {
  readonly symbols: number;
  readonly clockOffsetMs: number;
}

/** Greeting of the venue. */
export interface MinutesVenue {
  readonly url: string;
  readonly streamUrl: string;
  readonly key: string;
  readonly symbols: readonly string[];
}

/** Asks for the closed quarters of an hour of a symbol between two times. */
export type MinutesCommand = {
  readonly symbol: string;
  readonly fromMs: number;
  readonly toMs: number;
};

const HISTORY_DAYS = 10;
const PER_HOUR = 90;
/** Hours of each share whose trades are kept: that of now and those around it. */
const HOURS = 4;

const { symbols: count, clockOffsetMs } = JSON.parse(process.argv[2] ?? '{}') as MinutesSettings;
const clock = createClock({ kind: 'shifted', offsetMs: clockOffsetMs });
const symbols = Array.from({ length: count }, (_, i) => `M${String(i).padStart(4, '0')}`);
const markets = symbols.map(
  (symbol, i): SessionTapeMarket => ({
    symbol,
    start: 20 + (i % 400),
    digits: 2,
    perHour: PER_HOUR,
    calendar: 'nasdaq',
    hasVolume: true,
  }),
);
const hourMs = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
const { url, streamUrl, tape } = await createMassiveStandIn({
  clock,
  seed: 1,
  markets,
  fromMs: hourMs - HISTORY_DAYS * DAY_MS,
  denseFromMs: hourMs - DAY_MS,
  keptHours: count * HOURS,
});

// The parent has failed.
process.on('disconnect', () => process.exit());
process.on('message', ({ symbol, fromMs, toMs }: MinutesCommand) => {
  const bars = tape.closedBars(symbol, '15', fromMs, toMs, toMs);
  process.send?.(
    bars.map(
      (bar): QuarterBar => [bar.openTimeMs, bar.open, bar.high, bar.low, bar.close, bar.volume],
    ),
  );
});
process.send?.({ url, streamUrl, key: KEY, symbols } satisfies MinutesVenue);
