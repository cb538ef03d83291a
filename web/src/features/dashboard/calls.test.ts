import { test } from 'node:test';
import { assertCalls, assertHolds, MINUTE } from '../../testing/queries.ts';
import { viewsQuery } from './calls.ts';

test('the views are read by a call of their own and stay fresh for a minute', async (t) => {
  await assertCalls(t, [[viewsQuery(), 'GET /portfolio/views']]);
  assertHolds(MINUTE, viewsQuery());
});
