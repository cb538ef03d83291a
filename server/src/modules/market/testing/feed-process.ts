import { createMemoryBus } from '../../../platform/bus/memory.ts';
import { createClock } from '../../../platform/clock.ts';
import { openListener } from '../../../platform/db/notify.ts';
import { openPool } from '../../../platform/db/pool.ts';
import { createLog } from '../../../platform/log.ts';
import { testConfig } from '../../../platform/testing.ts';
import { startFeed } from '../worker.ts';
import { createFakeVenue } from './fake-venue.ts';
import { olderTicks, TAPE_INSTRUMENT, type Tape, tapeTicks } from './tape.ts';

// Feed in a process of its own, for a test that kills it: `node feed-process.ts <Tape as JSON>`.
const tape = JSON.parse(process.argv[2] ?? '{}') as Tape;
const log = createLog('error');
const clock = createClock(tape.clock);
const bus = createMemoryBus((error) => log.error({ err: error }, 'a subscriber failed'));
const db = openPool(tape.address, { maxConnections: 3 });
const listener = await openListener(tape.address, log);
const context = {
  db,
  bus,
  clock,
  log,
  config: testConfig(),
  listen: listener.listen,
  hears: listener.hears,
};
const ticks = tapeTicks(tape);
const venue = createFakeVenue({
  clock,
  instruments: [TAPE_INSTRUMENT],
  tape: ticks,
  truth: [...olderTicks(tape), ...ticks],
  quarters: true,
  fromMs: tape.olderFromMs ?? tape.fromMs,
  fillOrder: tape.olderFromMs === undefined ? 'oldest-first' : 'newest-first',
  longestDelayMs: 3000,
});
startFeed(context, { connectors: [venue], openBars: () => Promise.reject(new Error('no files')) });
