import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVideoUpload, type VideoFile, type VideoPort } from './video-upload.ts';

interface Sent {
  readonly file: VideoFile;
  readonly signal: AbortSignal;
  readonly progress: (share: number) => void;
  readonly end: (id: string) => void;
  readonly fail: (code: string) => void;
}

function setup(kept: Parameters<typeof createVideoUpload>[1] = null) {
  const sent: Sent[] = [];
  const port: VideoPort<VideoFile> = {
    findFault: ({ size }) => (size === 0 ? 'empty' : null),
    send: (file, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        sent.push({
          file,
          signal,
          progress: onProgress,
          end: resolve,
          fail: (code) => reject(new Error(code)),
        });
      }),
    codeOf: (error) => (error instanceof Error ? error.message : '500'),
  };
  return { sent, upload: createVideoUpload(port, kept) };
}

const FILE = { name: 'lesson-1.mp4', size: 1000 };
const KEPT = { name: 'old.mp4', size: 500, id: 'old' };

test('a file is sent, its share is told, and it is named by its id', async () => {
  const { sent, upload } = setup();
  const shares: number[] = [];
  upload.subscribe(() => {
    const state = upload.state();
    if (state.kind === 'sending') shares.push(state.share);
  });
  const picking = upload.pick(FILE);
  sent[0]?.progress(0.4);
  sent[0]?.end('new');
  await picking;
  assert.deepEqual(shares, [0, 0.4]);
  assert.deepEqual(upload.state(), { kind: 'ready', file: FILE, id: 'new', fresh: true });
});

test('an upload that was stopped leaves what was there before', async () => {
  const { sent, upload } = setup(KEPT);
  const picking = upload.pick(FILE);
  sent[0]?.progress(0.9);
  upload.stop();
  assert.equal(sent[0]?.signal.aborted, true);
  sent[0]?.progress(1);
  await picking;
  const state = upload.state();
  assert.equal(state.kind === 'ready' && state.id, 'old');
});

test('an upload that failed is begun anew with the same file', async () => {
  const { sent, upload } = setup();
  const picking = upload.pick(FILE);
  sent[0]?.fail('unavailable-503');
  await picking;
  assert.deepEqual(upload.state(), { kind: 'failed', file: FILE, code: 'unavailable-503' });
  const again = upload.retry();
  sent[1]?.end('second');
  await again;
  assert.equal(sent[1]?.file, FILE);
  const state = upload.state();
  assert.equal(state.kind === 'ready' && state.id, 'second');
});

test('a file that is no video is not sent; removing it restores the previous file', async () => {
  const { sent, upload } = setup(KEPT);
  await upload.pick({ name: 'empty.mp4', size: 0 });
  assert.equal(upload.state().kind, 'refused');
  assert.equal(sent.length, 0);
  upload.stop();
  assert.equal(upload.state().kind, 'ready');
});

test('another file ends the sending of the one before, whose late answer changes nothing', async () => {
  const { sent, upload } = setup();
  const first = upload.pick(FILE);
  const second = upload.pick({ name: 'other.mp4', size: 7 });
  assert.equal(sent[0]?.signal.aborted, true);
  await first;
  sent[1]?.end('other');
  await second;
  const state = upload.state();
  assert.equal(state.kind === 'ready' && state.id, 'other');
});
