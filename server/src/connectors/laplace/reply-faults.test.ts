import { MINUTE_MS } from '@rasat/engine';
import { testReplyFaults } from '../vendor-wire/testing/fault-tests.ts';
import { openLaplaceRig } from './testing/rig.ts';
import { KEY } from './testing/stand-in.ts';

// Tuesday, 13:22 in Istanbul.
const NOW_MS = Date.UTC(2026, 10, 17, 10, 22);
/** More than two pages. */
const DAYS = 100;
const DELAY_MS = 15 * MINUTE_MS;

const subject = { symbols: ['THYAO', 'GARAN'], key: KEY, resolution: '60' } as const;

testReplyFaults('Laplace live by events', {
  ...subject,
  open: () => openLaplaceRig({ feed: 'live', stream: 'events', nowMs: NOW_MS, days: DAYS }),
});

testReplyFaults('Laplace delayed by websocket', {
  ...subject,
  open: () => openLaplaceRig({ feed: 'delayed', stream: 'websocket', nowMs: NOW_MS, days: DAYS }),
  trueBars: ({ standIn: { tape } }, symbol, resolution, nowMs) => {
    const delayedMs = nowMs - DELAY_MS;
    return tape.closedBars(symbol, resolution, tape.options.fromMs, delayedMs, delayedMs);
  },
});
