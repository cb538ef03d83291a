import { testStreamFaults } from '../vendor-wire/testing/fault-tests.ts';
import type { LaplaceStream } from './laplace-connector.ts';
import { openLaplaceRig } from './testing/rig.ts';
import { KEY } from './testing/stand-in.ts';
import type { LaplaceFeed } from './wire.ts';

// Tuesday, 13:22 in Istanbul: prices that are 15 minutes late are of this hour as well, also half an hour later.
const NOW_MS = Date.UTC(2026, 10, 17, 10, 22);

const KINDS: readonly (readonly [feed: LaplaceFeed, stream: LaplaceStream])[] = [
  ['delayed', 'websocket'],
  ['live', 'websocket'],
  ['delayed', 'events'],
  ['live', 'events'],
];

for (const [feed, stream] of KINDS) {
  testStreamFaults(`Laplace ${feed} by ${stream}`, {
    open: () => openLaplaceRig({ feed, stream, nowMs: NOW_MS, days: 5 }),
    symbols: ['THYAO', 'GARAN'],
    key: KEY,
    silentMs: 15_000,
    quietMs: null,
  });
}
