import { MINUTE_MS } from '@rasat/engine';
import { delayClock } from '../../platform/clock.ts';
import { testConnectorContract } from '../connector-contract.ts';
import type { LaplaceStream } from './laplace-connector.ts';
import { openLaplaceRig } from './testing/rig.ts';
import type { LaplaceFeed } from './wire.ts';

// Wednesday, 14:25 in Istanbul.
const NOW_MS = Date.UTC(2026, 2, 11, 11, 25);

const KINDS: readonly (readonly [feed: LaplaceFeed, stream: LaplaceStream, delayMs: number])[] = [
  // A delayed price comes ten seconds before it may be shown.
  ['delayed', 'websocket', 15 * MINUTE_MS - 10_000],
  ['live', 'websocket', 0],
  ['live', 'events', 0],
];

for (const [feed, stream, delayMs] of KINDS) {
  testConnectorContract(`Laplace ${feed} by ${stream}`, {
    symbols: ['THYAO', 'GARAN', 'XU100'],
    async open() {
      const rig = await openLaplaceRig({ feed, stream, nowMs: NOW_MS, delayMs });
      const clock = delayClock(rig.clock, rig.connector.delay.ms);
      return {
        connector: rig.connector,
        now: () => clock.now(),
        advance: (ms) => rig.advance(ms, 10_000),
        stop: rig.stop,
      };
    },
  });
}
