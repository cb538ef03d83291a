import assert from 'node:assert/strict';
import test from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { until } from '../../../../server/src/testing/eventually.ts';
import { type FavoriteOutcome, favoritesQuery, toggleFavorite } from './favorites.ts';

interface Held {
  readonly method: string;
  readonly body: unknown;
  answer: (status: number, body?: unknown) => void;
}

/** Returns a client whose calls the test answers. */
function startBrowser(t: test.TestContext): { client: QueryClient; calls: Held[] } {
  const calls: Held[] = [];
  t.mock.method(globalThis, 'fetch', (_address: string, request: RequestInit) => {
    return new Promise<Response>((resolve) => {
      calls.push({
        method: request.method ?? '',
        body: request.body,
        answer: (status, body = {}) => resolve(Response.json(body, { status })),
      });
    });
  });
  const client = new QueryClient();
  t.after(() => client.clear());
  return { client, calls };
}
const listed = (client: QueryClient) => client.getQueryData(favoritesQuery().queryKey);

test('the list changes before the server answers and keeps the change afterwards', async (t) => {
  const { client, calls } = startBrowser(t);
  const news: FavoriteOutcome[] = [];
  const receive = (one: FavoriteOutcome) => void news.push(one);
  client.setQueryData(favoritesQuery().queryKey, ['EURUSD']);
  const done = toggleFavorite(client, 'THYAO', receive);
  await until('a call', () => calls.length === 1);
  assert.deepEqual(listed(client), ['EURUSD', 'THYAO']);
  assert.equal(news.length, 0);
  calls[0]?.answer(200);
  await done;
  assert.deepEqual(listed(client), ['EURUSD', 'THYAO']);
  assert.equal(news[0]?.kind, 'added');
});

test('a refused change is undone, and other changes stay', async (t) => {
  const { client, calls } = startBrowser(t);
  const news: FavoriteOutcome[] = [];
  const receive = (one: FavoriteOutcome) => void news.push(one);
  client.setQueryData(favoritesQuery().queryKey, ['EURUSD', 'AAPL']);
  const first = toggleFavorite(client, 'AAPL', receive);
  const second = toggleFavorite(client, 'THYAO', receive);
  await until('two calls', () => calls.length === 2);
  assert.deepEqual(listed(client), ['EURUSD', 'THYAO']);
  calls[0]?.answer(500, { code: '500' });
  await first;
  assert.deepEqual(listed(client), ['EURUSD', 'THYAO', 'AAPL']);
  assert.equal(news[0]?.kind, 'failed');
  calls[1]?.answer(200);
  await second;
  assert.deepEqual(listed(client), ['EURUSD', 'THYAO', 'AAPL']);
});

test('a list that arrives during a change is not shown; the list is read again after the last change', async (t) => {
  const { client, calls } = startBrowser(t);
  const news: FavoriteOutcome[] = [];
  const receive = (one: FavoriteOutcome) => void news.push(one);
  client.setQueryData(favoritesQuery().queryKey, ['EURUSD']);
  const reading = client.fetchQuery({ ...favoritesQuery(), staleTime: 0 }).catch(() => undefined);
  await until('it is read', () => calls.length === 1);
  const isOld = () => client.getQueryState(favoritesQuery().queryKey)?.isInvalidated;
  const first = toggleFavorite(client, 'EURUSD', receive);
  const second = toggleFavorite(client, 'THYAO', receive);
  await until('both are posted', () => calls.length === 3);
  calls[0]?.answer(200, ['EURUSD']);
  await reading;
  assert.deepEqual(listed(client), ['THYAO']);
  calls[1]?.answer(200);
  await first;
  assert.equal(isOld(), false, 'another change is in flight');
  calls[2]?.answer(200);
  await second;
  assert.equal(isOld(), true);
  assert.deepEqual(
    news.map((one) => one.kind !== 'needsSubscription' && [one.kind, one.symbol]),
    [
      ['removed', 'EURUSD'],
      ['added', 'THYAO'],
    ],
  );
  assert.deepEqual(
    calls.map(({ body }) => body),
    [undefined, '{"symbol":"EURUSD"}', '{"symbol":"THYAO"}'],
  );
});

test('undo removes an added favourite', async (t) => {
  const { client, calls } = startBrowser(t);
  const news: FavoriteOutcome[] = [];
  const receive = (one: FavoriteOutcome) => void news.push(one);
  client.setQueryData(favoritesQuery().queryKey, []);
  const done = toggleFavorite(client, 'EURUSD', receive);
  await until('a call', () => calls.length === 1);
  calls[0]?.answer(200);
  await done;
  const [added] = news;
  assert.ok(added?.kind === 'added');
  added.undo();
  await until('a second call', () => calls.length === 2);
  assert.deepEqual(listed(client), []);
  assert.equal(calls.at(-1)?.method, 'POST');
  calls.at(-1)?.answer(200);
  await until('the outcome is reported', () => news.length === 2);
  assert.equal(news.at(-1)?.kind, 'removed');
});

test('the list is read before the first change; if that fails, nothing is posted', async (t) => {
  const { client, calls } = startBrowser(t);
  const news: FavoriteOutcome[] = [];
  const receive = (one: FavoriteOutcome) => void news.push(one);
  const done = toggleFavorite(client, 'EURUSD', receive);
  await until('a call', () => calls.length === 1);
  assert.deepEqual(
    calls.map(({ method }) => method),
    ['GET'],
  );
  calls[0]?.answer(503, { code: 'unavailable-503' });
  await done;
  assert.deepEqual(
    calls.map(({ method }) => method),
    ['GET'],
  );
  assert.deepEqual(
    news.map((one) => one.kind === 'failed' && one.code),
    ['unavailable-503'],
  );
});
