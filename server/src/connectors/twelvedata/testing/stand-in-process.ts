import { DAY_MS, HOUR_MS } from '@rasat/engine';
import { createClock } from '../../../platform/clock.ts';
import { serveStandIn } from '../../vendor-wire/testing/serve-stand-in.ts';
import { createTwelveDataStandIn, TWELVEDATA_FAULTS } from './stand-in.ts';

// The stand-in in a process of its own, on the real clock: `node stand-in-process.ts [options as JSON]`. It serves both
// sources of Twelve Data.

interface Options {
  readonly port?: number;
  readonly seed?: number;
  /** Days of history before the start, and those of them with as many trades as now. */
  readonly days?: number;
  readonly denseDays?: number;
  /** Credits of a minute; 8 when absent, like the free plan. */
  readonly credits?: number;
}

const {
  port = 0,
  seed = 1,
  days = 120,
  denseDays = 5,
  credits = 8,
} = JSON.parse(process.argv[2] ?? '{}') as Options;
const clock = createClock();
const hourMs = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
const standIn = await createTwelveDataStandIn({
  clock,
  port,
  seed,
  credits,
  fromMs: hourMs - days * DAY_MS,
  denseFromMs: hourMs - Math.min(days, denseDays) * DAY_MS,
});
serveStandIn(standIn, TWELVEDATA_FAULTS);
