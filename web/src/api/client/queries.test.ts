import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from './error.ts';
import { createQueryClient, isRetryable, retryDelayMs } from './queries.ts';

const SECOND = 1000;
const MINUTE = 60_000;

test('by default a query is fresh for 20 seconds, cached for ten minutes, and read again when the page becomes visible', () => {
  const client = createQueryClient();
  const { queries, mutations } = client.getDefaultOptions();
  assert.equal(queries?.staleTime, 20 * SECOND);
  assert.equal(queries?.gcTime, 10 * MINUTE);
  assert.equal(queries?.refetchOnWindowFocus, true);
  assert.equal(queries?.refetchOnReconnect, true);
  assert.equal(queries?.networkMode, 'always', 'a call without a network fails and says so');
  assert.equal(mutations?.networkMode, 'always');
});

test('a call is tried three times when a retry can help', () => {
  const network = new ApiError('error.network', 0);
  assert.deepEqual(
    [0, 1, 2, 3].map((failures) => isRetryable(failures, network)),
    [true, true, false, false],
  );
  assert.equal(isRetryable(0, new TypeError('a mistake')), true);
  assert.equal(isRetryable(0, new ApiError('500', 500)), true);
  assert.equal(isRetryable(0, new ApiError('500', 499)), false);
  assert.equal(isRetryable(0, new ApiError('rate-429', 429)), true);
  assert.equal(isRetryable(0, new ApiError('forbidden-403', 403)), false);
  assert.equal(retryDelayMs(5, network), 16 * SECOND);
  assert.equal(retryDelayMs(6, network), 30 * SECOND);
  assert.equal(
    retryDelayMs(0, new ApiError('rate-429', 429, { retryAfterSeconds: 90 })),
    30 * SECOND,
  );
  assert.equal(retryDelayMs(1, new TypeError('a mistake')), SECOND);
});
