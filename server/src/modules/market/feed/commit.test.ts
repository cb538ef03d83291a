import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPool } from '../../../platform/db/pool.ts';
import { testContext } from '../../../platform/testing.ts';
import { until } from '../../../testing/eventually.ts';
import { plantSeries } from '../../../testing/market.ts';
import { listHeads } from '../store/read-bars.ts';
import { SeriesWriter } from '../store/series-writer.ts';
import { storedTopic } from '../topics.ts';
import { CommitQueue, commitSeries, type SeriesCommit } from './commit.ts';

test('a stop ends the wait for an unavailable database, and bars that were not stored are not announced', async (t) => {
  const context = await testContext(t);
  const writer = new SeriesWriter(
    await plantSeries(context.db, { symbol: 'EURUSD' }),
    new Map(),
    null,
  );
  writer.addBase({ openTimeMs: 0, open: 1, high: 1, low: 1, close: 1, volume: 0 });
  const said: unknown[] = [];
  t.after(context.bus.subscribe(storedTopic, (events) => void said.push(events)));
  const unavailable = openPool(
    { host: '/nowhere', user: 'rasat', database: 'x' },
    { maxConnections: 1 },
  );
  t.after(() => unavailable.destroy());
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
    { ...context, db: unavailable, log },
    [{ writer, throughMs: 3_600_000 }],
    stop.signal,
  );
  await assert.rejects(commit, { name: 'AbortError' });
  assert.equal(waits, 3);
  assert.deepEqual(said, []);
});

test('commits that come while one is under way are the next one, and each caller waits for its own', async (t) => {
  const context = await testContext(t);
  const writers = new Map<string, SeriesWriter>();
  for (const symbol of ['A', 'B', 'C', 'D']) {
    const writer = new SeriesWriter(await plantSeries(context.db, { symbol }), new Map(), null);
    writer.addBase({ openTimeMs: 0, open: 1, high: 1, low: 1, close: 1, volume: 0 });
    writers.set(symbol, writer);
  }
  const lists: string[] = [];
  const queue = new CommitQueue(async (commits) => {
    lists.push(commits.map(({ writer }) => writer.series.symbol).join(''));
    if (lists.length === 2) throw new Error('refused');
    await commitSeries(context, commits, new AbortController().signal);
  });
  const commitOf = (symbol: string): SeriesCommit => {
    const writer = writers.get(symbol);
    assert.ok(writer);
    return { writer, throughMs: 3_600_000 };
  };
  const isStored = async (symbol: string): Promise<boolean> => {
    const id = commitOf(symbol).writer.series.id;
    return (await listHeads(context.db, [id])).length > 0;
  };
  const outcomes: string[] = [];
  const add = async (symbol: string): Promise<void> => {
    await queue.add(commitOf(symbol)).then(
      async () => outcomes.push(`${symbol} ${await isStored(symbol)}`),
      (error: Error) => outcomes.push(`${symbol} ${error.message}`),
    );
  };
  const first = add('A');
  await until('the first is under way', () => lists.length === 1);
  await Promise.all([first, add('B'), add('C')]);
  await add('D');
  assert.deepEqual(lists, ['A', 'BC', 'D']);
  assert.deepEqual(outcomes.toSorted(), ['A true', 'B refused', 'C refused', 'D true']);
});
