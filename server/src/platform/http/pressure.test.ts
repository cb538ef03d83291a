import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROUTES, route } from '@rasat/contract';
import * as z from 'zod/mini';
import { until } from '../../testing/eventually.ts';
import { startTestServer } from '../testing.ts';
import { registerPlatformRoutes } from './platform-routes.ts';
import { registerRoute } from './route.ts';

const done = z.object({ ok: z.boolean() });
const quick = route({
  method: 'GET',
  path: '/test/quick',
  access: 'guest',
  summary: 'Answers',
  reply: done,
  codes: [],
});
const stall = route({ ...quick, path: '/test/stall', summary: 'Holds up the whole thread' });

function holdUp(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

test('F23 who waited through a stall is refused, the health says so, and calls are answered again', async (t) => {
  const server = await startTestServer(t, {
    contracts: [quick, stall],
    stallLimitMs: 1000,
    routes: (web) => {
      registerPlatformRoutes(web, ROUTES, {
        version: '1.2.3',
        parts: () => ({ web: web.status() }),
        filled: () => 1,
      });
      registerRoute(web, quick, () => ({ ok: true }));
      registerRoute(web, stall, () => {
        holdUp(1500);
        return { ok: true };
      });
    },
  });
  const answered = async () => (await server.fetch('/api/test/quick')).status === 200;
  await until('a call is answered', answered);

  let refused = 0;
  let told = 0;
  await until('calls are refused and the health tells', async () => {
    const others = Array.from({ length: 10 }, () => server.fetch('/api/test/quick'));
    const [stalled, health, ...replies] = await Promise.all([
      server.fetch('/api/test/stall'),
      server.fetch('/api/health'),
      ...others,
    ]);
    for (const reply of [stalled, ...replies]) {
      const body = (await reply.json()) as { code?: string };
      if (reply.status === 200) continue;
      assert.equal(reply.status, 503);
      assert.equal(body.code, 'unavailable-503');
      assert.equal(reply.headers.get('retry-after'), '1');
      refused += 1;
    }
    const { ready, busy } = (await health.json()) as { ready: boolean; busy: boolean };
    assert.deepEqual([health.status, ready], busy ? [503, false] : [200, true]);
    if (busy) told += 1;
    return refused > 0 && told > 0;
  });

  await until('calls are answered again', answered);
  await until('the health is well', async () => (await server.fetch('/api/health')).status === 200);
});
