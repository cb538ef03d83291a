import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../api/client/error.ts';
import { assertCalls } from '../../testing/queries.ts';
import { isAbsent, keptMailsQuery } from './calls.ts';

test('the page reads the address of the mails', async (t) => {
  await assertCalls(t, [[keptMailsQuery(), 'GET /mails']]);
});

test('an error is recognised as "no mails are kept" by its code alone', () => {
  assert.equal(isAbsent(new ApiError('not-found-404', 404)), true);
  assert.equal(isAbsent(new ApiError('500', 500)), false);
  assert.equal(isAbsent(new Error('not-found-404')), false);
});
