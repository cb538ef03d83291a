import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../testing.ts';
import { isDatabaseUnavailable, openPool } from './pool.ts';
import { retryUnavailable } from './retry-unavailable.ts';

test('a repeated call gets an answer once the database gives one, and each failure is reported', async (t) => {
  const { address } = await testDatabase(t);
  const db = openPool(address, { maxConnections: 1, statementTimeoutMs: 200 });
  t.after(() => db.destroy());
  const sleep = () => sql`select pg_sleep(600)`.execute(db);
  let asked = 0;
  const heard: boolean[] = [];
  const onUnavailable = (error: unknown) => void heard.push(isDatabaseUnavailable(error));
  const { rows } = await retryUnavailable(
    async () => {
      asked += 1;
      if (asked < 3) await sleep();
      return await sql<{ one: number }>`select 1 as one`.execute(db);
    },
    { onUnavailable },
  );
  assert.deepEqual(rows, [{ one: 1 }]);
  assert.equal(asked, 3);
  assert.deepEqual(heard, [true, true]);

  const wrong = () => sql`select nonsense`.execute(db);
  await assert.rejects(retryUnavailable(wrong, { onUnavailable }), { code: '42703' });
  await assert.rejects(
    retryUnavailable(sleep, { mostMs: 0, onUnavailable }),
    isDatabaseUnavailable,
  );
  assert.equal(heard.length, 2, 'neither is asked again');
  const signal = AbortSignal.abort();
  await assert.rejects(retryUnavailable(sleep, { signal, onUnavailable }), { name: 'AbortError' });
});
