import { readStart, serveStandIn } from '../../vendor-wire/testing/serve-stand-in.ts';
import { createEodhdStandIn } from './stand-in.ts';
import { EODHD_FAULTS } from './stand-in-replies.ts';

// The stand-in in a process of its own, on the real clock: `node stand-in-process.ts [options as JSON]`. It serves both
// sources of EODHD.

serveStandIn(await createEodhdStandIn(readStart({})), EODHD_FAULTS);
