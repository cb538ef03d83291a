import assert from 'node:assert/strict';
import test from 'node:test';
import { ROUTES } from '@rasat/contract';
import { AppError } from '../app-error.ts';
import { startTestServer } from '../testing.ts';
import { registerRoute } from './route.ts';

test('answers are counted by the name of the call and the class of their status, never by address', async (t) => {
  const server = await startTestServer(t, {
    routes(web) {
      registerRoute(web, ROUTES.symbols, () => {
        throw new AppError('unavailable-503');
      });
    },
  });
  const { metrics } = server.web;
  const [requests, durations] = metrics;
  for (const address of ['/api/symbols', '/api/symbols?person=7', '/api/nothing/7']) {
    await server.fetch(address);
  }
  await server.fetch('/api/symbols', { method: 'DELETE' });
  const counted = async (): Promise<unknown> =>
    (await requests?.read())?.map(({ labels, value }) => [...Object.values(labels ?? {}), value]);
  assert.deepEqual(await counted(), [
    ['symbols', 'GET', '4xx', 1],
    ['symbols', 'GET', '5xx', 1],
    ['none', 'GET', '4xx', 1],
    ['none', 'DELETE', '4xx', 1],
  ]);
  assert.equal((await durations?.read())?.length, 3);
});
