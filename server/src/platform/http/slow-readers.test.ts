import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { Readable } from 'node:stream';
import test from 'node:test';
import { route } from '@rasat/contract';
import * as z from 'zod/mini';
import { startTestServer } from '../testing.ts';
import { FileAnswer, registerRoute } from './route.ts';

/** The server promises ten seconds; the rest is for machines that have others to look after. */
const LIMIT_MS = 60_000;

const endless = route({
  method: 'GET',
  path: '/test/endless',
  access: 'guest',
  summary: 'A file that goes on',
  reply: z.string(),
  codes: [],
});

const open = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024, 'a'));
    },
  });

test('F24 who has stopped reading does not hold a server that is told to end', async (t) => {
  const { web } = await startTestServer(t, {
    contracts: [endless],
    routes: (one) =>
      registerRoute(one, endless, () => new FileAnswer({ size: null, type: 'text/csv', open }), {
        answerMs: 600_000,
      }),
  });
  const { port } = web.app.server.address() as AddressInfo;
  const reader = net.connect(port, '127.0.0.1');
  t.after(() => reader.destroy());
  reader.on('error', () => {});
  reader.write('GET /api/test/endless HTTP/1.1\r\nHost: rasat.example\r\n\r\n');
  const [begun] = (await once(reader, 'data')) as [Buffer];
  assert.match(begun.toString('latin1'), /^HTTP\/1.1 200/);
  reader.pause();

  const toldMs = performance.now();
  await web.app.close();
  const tookMs = performance.now() - toldMs;
  t.diagnostic(`ended after ${Math.round(tookMs)} ms`);
  assert.ok(tookMs < LIMIT_MS, `${tookMs} ms`);
});
