import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CALENDARS } from '@rasat/engine';
import { readChains } from './cli/backup-parts.ts';
import { listSeries } from './modules/market/index.ts';
import { checkBuild, verifyRecord } from './modules/record/index.ts';
import { testDatabase } from './platform/testing.ts';
import { fakeBuild } from './testing/builds.ts';
import {
  certifyAs,
  continueRecord,
  OLD_BUILD,
  readRegister,
  restoreOldRecord,
} from './testing/old-record.ts';

const NEW_BUILD = fakeBuild('calendars have versions');
// The record is restored into a database of its own beside this one.
const beside = await testDatabase({ after });

const calendarsOf = (detail: unknown): Record<string, unknown> =>
  (detail as { calendars: Record<string, unknown> }).calendars;

test('a record from before calendars had versions holds, and goes on', async (t) => {
  const record = await restoreOldRecord(t, beside);
  const { context, db } = record;

  // Every history has the calendar with which it began: what the register says about archived ones comes before the
  // present calendar of their symbol.
  assert.deepEqual(
    (await listSeries(db)).map(({ symbol, epoch, calendar }) => `${symbol} ${epoch} ${calendar}`),
    [
      'THYAO 1 always',
      'ASELS 1 xetra',
      'THYAO 2 bist',
      'XU100 1 bist',
      'AAPL 1 nasdaq',
      'EURUSD 1 forex',
    ],
  );

  // The heads that the old program printed.
  assert.deepEqual(await readChains(db), {
    ledger: {
      number: 172,
      hash: '7fff09d05bae84d31bf6f85c8712693329f716f6c6020f1bdfcf6b3968a35648',
    },
    outcomes: {
      number: 344,
      hash: '3a4d1bc8a19f1d0b04c6cab72a8fefecf6acdd4548915c114aa9aa43395353b2',
    },
  });
  const before = await verifyRecord(db, { running: async () => OLD_BUILD.hash });
  assert.deepEqual(before.findings, []);
  assert.deepEqual([before.ledgerRows, before.outcomes, before.series], [172, 344, 6]);

  // The upgrade: the new build computes everything again, and registers itself and the calendars before its first row.
  const check = await checkBuild(db, NEW_BUILD, { clock: context.clock });
  assert.deepEqual([check.differences, check.rows, check.outcomes], [0, 168, 344]);
  await continueRecord(record, 'THYAO', NEW_BUILD);
  const register = await readRegister(db);
  assert.deepEqual(
    register.map(({ seq, kind }) => `${seq} ${kind}`),
    [
      '1 build',
      '2 symbols',
      '3 calendars',
      '29 symbols',
      '173 build',
      '174 calendars',
      '175 model',
      // Two histories had ended before their end was registered.
      '188 ended',
      '189 ended',
    ],
  );
  const [then, now] = [calendarsOf(register[2]?.detail), calendarsOf(register[5]?.detail)];
  assert.deepEqual(Object.keys(then).toSorted(), ['always', 'bist', 'forex', 'nasdaq', 'xetra']);
  assert.deepEqual(Object.keys(now).toSorted(), [...CALENDARS].toSorted());
  for (const [name, description] of Object.entries(then)) {
    assert.deepEqual(now[name], description, `${name} says what it said`);
  }

  const later = await verifyRecord(db, { running: async () => NEW_BUILD.hash });
  assert.deepEqual(later.findings, []);
  assert.ok(later.ledgerRows > 174 && later.outcomes > 344, 'the record went on');
  assert.deepEqual((await certifyAs(record, NEW_BUILD)).failures, []);
});
