import { readStart, serveStandIn } from '../../vendor-wire/testing/serve-stand-in.ts';
import { createTwelveDataStandIn, TWELVEDATA_FAULTS } from './stand-in.ts';

// The stand-in in a process of its own, on the real clock: `node stand-in-process.ts [options as JSON]`. It serves both
// sources of Twelve Data.

/** Credits of a minute, like the free plan. */
const credits = 8;
serveStandIn(await createTwelveDataStandIn(readStart({ credits })), TWELVEDATA_FAULTS);
