import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bar, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { CommonFault } from '../vendor-wire/testing/fault-switch.ts';
import { testReplyFaults } from '../vendor-wire/testing/fault-tests.ts';
import { checkPlain } from '../vendor-wire/testing/plain-words.ts';
import { during } from '../vendor-wire/testing/rig.ts';
import { createReferenceRig } from './testing/rig.ts';
import { KEY } from './testing/stand-in.ts';
import { trueBars } from './testing/stand-in-sheets.ts';

// The faults of every vendor's replies, over the banks' stand-in. A sheet and a file have no pages.

const NOW_MS = Date.UTC(2026, 10, 18, 17, 5);
const FROM_MS = Date.UTC(2024, 0, 1);
const PAGES: readonly CommonFault[] = [
  'page-repeats-row',
  'page-misses-row',
  'page-descending',
  'page-shuffled',
  'page-empty',
  'page-endless',
];

for (const [name, bank, symbol, hasKey, fromMs] of [
  ['TCMB', 'tcmb', 'USDTRY', false, Date.UTC(2026, 9, 20)],
  ['EVDS', 'tcmb', 'USDTRY', true, FROM_MS],
  ['CBAR', 'cbar', 'USDAZN', false, Date.UTC(2026, 9, 20)],
  ['the ECB', 'ecb', 'EURUSD.ECB', false, FROM_MS],
] as const) {
  // The ECB and EVDS begin long before the stand-in's other banks.
  const beganMs = hasKey ? Date.UTC(2005, 0, 3) : bank === 'ecb' ? Date.UTC(1999, 0, 4) : FROM_MS;
  testReplyFaults(name, {
    open: () => createReferenceRig({ bank, nowMs: NOW_MS, fromMs: beganMs, hasKey }),
    symbols: [symbol],
    key: hasKey ? KEY : null,
    without: PAGES,
    keepsHistory: true,
    resolution: '1D',
    fromMs: () => fromMs,
    trueBars: (_, one, __, nowMs) => trueBars(one, fromMs, nowMs),
  });
}

for (const fault of ['http-500', 'http-502', 'not-found'] as const) {
  test(`${fault} without end: a plain error, few requests, and the history afterwards`, async () => {
    const rig = await createReferenceRig({ bank: 'cbar', nowMs: NOW_MS, fromMs: FROM_MS });
    const fromMs = Date.UTC(2026, 9, 20);
    const read = async (): Promise<Bar[]> => {
      const bars: Bar[] = [];
      for await (const some of rig.connector.history('USDAZN', '1D', fromMs, NOW_MS))
        bars.push(...some);
      return bars;
    };
    try {
      rig.standIn.faults.begin(fault);
      const failed = read().then(
        () => assert.fail('the history throws'),
        (error: unknown) => checkPlain(error, null),
      );
      await during(rig, failed);
      const most = fault === 'not-found' ? 45 : 3;
      assert.ok(rig.standIn.requests.length <= most, `${rig.standIn.requests.length} requests`);
      rig.standIn.faults.end();
      await rig.advance(HOUR_MS, MINUTE_MS);
      const { value } = await during(rig, read());
      assert.deepEqual(value, trueBars('USDAZN', fromMs, NOW_MS));
    } finally {
      await rig.stop();
    }
  });
}
