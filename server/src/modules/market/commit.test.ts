import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPool } from '../../platform/db/pool.ts';
import { testContext } from '../../platform/testing.ts';
import { plantSeries } from '../../testing/market.ts';
import { commitSeries } from './commit.ts';
import { SeriesWriter } from './series-writer.ts';
import { storedTopic } from './topics.ts';

test('a stop ends the wait for a database that is away, and what was not stored is not said', async (t) => {
  const context = await testContext(t);
  const writer = new SeriesWriter(
    await plantSeries(context.db, { symbol: 'EURUSD' }),
    new Map(),
    null,
  );
  writer.addBase({ openTimeMs: 0, open: 1, high: 1, low: 1, close: 1, volume: 0 });
  const said: unknown[] = [];
  t.after(context.bus.subscribe(storedTopic, (events) => void said.push(events)));
  const away = openPool({ host: '/nowhere', user: 'rasat', database: 'x' }, { maxConnections: 1 });
  t.after(() => away.destroy());
  const stop = new AbortController();
  let waits = 0;
  const log = {
    ...context.log,
    warn: () => {
      waits += 1;
      if (waits === 3) stop.abort();
    },
  } as typeof context.log;
  const commit = commitSeries(
    { ...context, db: away, log },
    [{ writer, throughMs: 3_600_000 }],
    stop.signal,
  );
  await assert.rejects(commit, { name: 'AbortError' });
  assert.equal(waits, 3);
  assert.deepEqual(said, []);
});
