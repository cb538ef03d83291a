import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findVideoFault, findVideoType, uploadVideo } from './send-video.ts';

const video = (name: string, type: string, size = 1) => ({ name, type, size });

test('a video is known by what it says of itself, or by its ending when it says nothing', () => {
  assert.equal(findVideoType(video('a.bin', 'video/webm')), 'video/webm');
  assert.equal(findVideoType(video('a.mp4', 'video/quicktime')), null);
  assert.equal(findVideoType(video('a.MP4', '')), 'video/mp4');
  assert.equal(findVideoType(video('a.webm', '')), 'video/webm');
  assert.equal(findVideoType(video('a.mov', '')), null);
  assert.equal(findVideoType(video('mp4', '')), null);
});

test('a file is sent when it is a video of at least a byte and at most 2 GB', () => {
  const limit = 2 ** 31;
  assert.equal(findVideoFault(video('a.txt', 'text/plain', 0)), 'type');
  assert.equal(findVideoFault(video('a.mp4', 'video/mp4', 0)), 'empty');
  assert.equal(findVideoFault(video('a.mp4', 'video/mp4', 1)), null);
  assert.equal(findVideoFault(video('a.mp4', 'video/mp4', limit)), null);
  assert.equal(findVideoFault(video('a.mp4', 'video/mp4', limit + 1)), 'bytes');
});

test('a video goes where the server says, and its sender counts as being at work meanwhile', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const calls: string[] = [];
  t.mock.method(globalThis, 'fetch', async (address: string, { method, body }: RequestInit) => {
    calls.push(`${method} ${address} ${typeof body === 'string' ? body : ''}`.trim());
    if (address === '/api/admin/summary') throw new TypeError('no connection');
    return Response.json({ url: '/api/uploads/v1', id: 'v1' });
  });
  const sent: unknown[] = [];
  const made: { onload: () => void }[] = [];
  class Sending {
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    readonly status = 200;
    onload = (): void => undefined;
    onabort = (): void => undefined;
    constructor() {
      made.push(this);
    }
    open(method: string, url: string): void {
      sent.push(`${method} ${url}`);
    }
    setRequestHeader(name: string, value: string): void {
      sent.push(`${name}: ${value}`);
    }
    send(body: unknown): void {
      sent.push(body);
      this.upload.onprogress?.({ loaded: 1, total: 2 });
    }
    abort(): void {
      this.onabort();
    }
  }
  const { XMLHttpRequest } = globalThis;
  Object.assign(globalThis, { XMLHttpRequest: Sending });
  t.after(() => Object.assign(globalThis, { XMLHttpRequest }));
  const shares: number[] = [];
  const control = new AbortController();
  const how = { onProgress: (share: number) => void shares.push(share), signal: control.signal };
  const settle = () => new Promise(setImmediate);

  const name = `  ${'x'.repeat(205)}ders.mp4 `;
  const file = new File(['12345'], name, { type: 'video/mp4' });
  const sending = uploadVideo(file, how);
  await settle();
  assert.deepEqual(calls, [
    `POST /api/admin/uploads {"name":"${'x'.repeat(192)}ders.mp4","type":"video/mp4","bytes":5}`,
  ]);
  assert.deepEqual(sent, [
    'PUT /api/uploads/v1',
    'accept: application/json',
    'content-type: video/mp4',
    file,
  ]);
  assert.deepEqual(shares, [0.5]);
  t.mock.timers.tick(5 * 60_000 - 1);
  assert.equal(calls.length, 1);
  t.mock.timers.tick(1);
  assert.equal(calls.at(-1), 'GET /api/admin/summary');
  await settle();
  made[0]?.onload();
  assert.equal(await sending, 'v1');
  t.mock.timers.tick(10 * 60_000);
  assert.equal(calls.length, 2, 'nothing is asked once it is sent');

  const unnamed = uploadVideo(new File(['1'], '  ', { type: 'video/webm' }), how);
  await settle();
  assert.match(calls.at(-1) ?? '', /"name":"video\/webm","type":"video\/webm"/);
  control.abort(new Error('stopped'));
  await assert.rejects(unnamed, new Error('stopped'));
  sent.length = 0;
  await assert.rejects(uploadVideo(file, how), new Error('stopped'));
  assert.deepEqual(sent, [], 'what is stopped before it has an address is not sent');
});
