import { createClock } from '../../../platform/clock.ts';
import { serveStandIn } from '../../vendor-wire/testing/serve-stand-in.ts';
import { createReferenceStandIn, REFERENCE_FAULTS } from './stand-in.ts';

// The stand-in in a process of its own, on the real clock: `node stand-in-process.ts [options as JSON]`.

interface Options {
  readonly port?: number;
  /** First year of every history; that of the ECB's when absent. */
  readonly fromYear?: number;
}

const { port = 0, fromYear = 1999 } = JSON.parse(process.argv[2] ?? '{}') as Options;
const standIn = await createReferenceStandIn({
  clock: createClock(),
  port,
  fromMs: Date.UTC(fromYear, 0, 1),
});
serveStandIn(standIn, REFERENCE_FAULTS);
