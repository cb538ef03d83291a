import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Bar } from '@rasat/engine';
import { sql } from 'kysely';
import type { Connector } from '../../../connectors/connector.ts';
import { createManualClock } from '../../../platform/clock.ts';
import { testContext } from '../../../platform/testing.ts';
import { plantSeries } from '../../../testing/market.ts';
import { insertSplits } from '../store/split-store.ts';
import { createFakeVenue } from '../testing/fake-venue.ts';
import { underSplits } from './under-splits.ts';

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2024, 0, 1);
const clock = createManualClock(MONDAY + 100 * HOUR);
const { db } = await testContext({ after }, { clock });
const bars: readonly Bar[] = Array.from({ length: 10 }, (_, at) => ({
  openTimeMs: MONDAY + at * HOUR,
  open: 8,
  high: 8,
  low: 8,
  close: 8,
  volume: 8,
}));
const venue = createFakeVenue({
  clock,
  instruments: [],
  tape: [],
  quarters: false,
  fromMs: MONDAY,
});
const source: Connector = {
  ...venue,
  async *history() {
    yield bars.slice(0, 5);
    yield bars.slice(5);
  },
};

async function told(symbol: string): Promise<Bar[]> {
  const list: Bar[] = [];
  for await (const some of underSplits(source, db).history(symbol, '60', 0, clock.now())) {
    list.push(...some);
  }
  return list;
}

test('a history without splits is that of the source', async () => {
  await plantSeries(db, { symbol: 'PLAIN', source: 'fake' });
  assert.deepEqual(await told('PLAIN'), bars);
  await plantSeries(db, { symbol: 'OTHER', source: 'simulated' });
  assert.deepEqual(await told('OTHER'), bars, 'nor does a symbol of another source change it');
});

test('a history is in the shares after its splits, and ends before an action that waits', async () => {
  const { id } = await plantSeries(db, { symbol: 'SHARE', source: 'fake' });
  await insertSplits(db, id, [{ effectiveMs: MONDAY + 3 * HOUR, factor: 4 }]);
  const closes = async () => (await told('SHARE')).map(({ close }) => close);
  assert.deepEqual(await closes(), [2, 2, 2, 8, 8, 8, 8, 8, 8, 8]);
  // It becomes effective within the eighth hour, which has prices after it.
  await sql`
    insert into corporate_action
      (source, source_symbol, symbol, kind, effective_at, factor, found_at)
    values ('fake', 'SHARE', 'SHARE', 'split', ${MONDAY + 7.5 * HOUR}, 2, 1)`.execute(db);
  assert.deepEqual(await closes(), [2, 2, 2, 8, 8, 8, 8]);
  await sql`update corporate_action set state = 'dismissed', decided_at = 1`.execute(db);
  assert.equal((await closes()).length, 10);
});
