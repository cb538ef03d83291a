import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { until } from '../../testing/eventually.ts';
import { listOf, plantSeries } from '../../testing/market.ts';
import { openAnalyses } from '../analysis/index.ts';
import { startPublisher } from './publisher.ts';
import { registerSignalRoutes } from './routes.ts';

// What an operator sees when the database fails, and how publisher and pages go on once it is there again.

const NOON = Date.UTC(2026, 10, 18, 12);

async function loggedContext(t: TestContext) {
  const lines: string[] = [];
  const clock = createManualClock(NOON);
  const context = {
    ...(await testContext(t, { clock })),
    log: createLog('debug', { write: (line) => void lines.push(line) }),
  };
  return { context, lines, clock };
}

test('a publisher that fails says so, and goes on when it can', async (t) => {
  const { context, lines } = await loggedContext(t);
  const { db } = context;
  await sql`alter table publisher_cursor rename to publisher_cursor_gone`.execute(db);
  const beganMs = performance.now();
  const part = startPublisher(context);
  t.after(() => part.stop());
  assert.equal(part.name, 'publisher');
  assert.deepEqual(part.status(), { ready: false, detail: 'behind' });
  await until('it says so', () => part.status().detail === 'interrupted');
  assert.equal(part.status().ready, false);
  assert.equal(lines.filter((line) => line.includes('publishing was interrupted')).length, 1);
  await sql`alter table publisher_cursor_gone rename to publisher_cursor`.execute(db);
  await until('it goes on', () => part.status().ready);
  assert.deepEqual(part.status(), { ready: true });
  const seconds = (performance.now() - beganMs) / 1000;
  assert.ok(lines.length <= 1 + seconds, 'a second between two tries');
});

test('a predictor that could not be made for a guest is made for the next one', async (t) => {
  const { context } = await loggedContext(t);
  let fails = true;
  const series = await plantSeries(context.db, { symbol: 'BTCUSD', category: 'crypto' });
  const analyses = openAnalyses(context, listOf([series]));
  t.after(() => analyses.stop());
  const server = await startTestServer(t, {
    context,
    guard: async () => null,
    routes: (web) =>
      registerSignalRoutes(
        web,
        Object.assign(Object.create(analyses) as typeof analyses, {
          list: async (category: Parameters<typeof analyses.list>[0]) => {
            if (fails) throw new Error('the database is away');
            return analyses.list(category);
          },
        }),
        { lastPrice: () => null, silentSinceMs: () => null },
        { note: () => {} },
      ),
  });
  assert.equal((await server.fetch('/api/predictor/crypto')).status, 500);
  fails = false;
  const answer = await server.fetch('/api/predictor/crypto');
  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), []);
});
