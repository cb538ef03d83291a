import { DAY_MS, HOUR_MS } from '@rasat/engine';
import { createClock } from '../../../platform/clock.ts';
import { serveStandIn } from '../../vendor-wire/testing/serve-stand-in.ts';
import { createMassiveStandIn } from './stand-in.ts';
import { MASSIVE_FAULTS } from './stand-in-replies.ts';

// The stand-in in a process of its own, on the real clock: `node stand-in-process.ts [options as JSON]`.

interface Options {
  readonly port?: number;
  readonly seed?: number;
  /** Days of history before the start, and those of them with as many trades as now. */
  readonly days?: number;
  readonly denseDays?: number;
  /** Time by which everything is behind the market; 15 minutes when absent, like the delayed feed. */
  readonly delayMs?: number;
}

const {
  port = 0,
  seed = 1,
  days = 120,
  denseDays = 5,
  delayMs = 900_000,
} = JSON.parse(process.argv[2] ?? '{}') as Options;
const clock = createClock();
const hourMs = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
const standIn = await createMassiveStandIn({
  clock,
  port,
  seed,
  delayMs,
  fromMs: hourMs - days * DAY_MS,
  denseFromMs: hourMs - Math.min(days, denseDays) * DAY_MS,
});
serveStandIn(standIn, MASSIVE_FAULTS);
