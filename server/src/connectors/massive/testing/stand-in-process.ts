import { readStart, serveStandIn } from '../../vendor-wire/testing/serve-stand-in.ts';
import { createMassiveStandIn } from './stand-in.ts';
import { MASSIVE_FAULTS } from './stand-in-replies.ts';

// The stand-in in a process of its own, on the real clock: `node stand-in-process.ts [options as JSON]`.

/** Time by which everything is behind the market, like the delayed feed. */
const delayMs = 900_000;
serveStandIn(await createMassiveStandIn(readStart({ delayMs })), MASSIVE_FAULTS);
