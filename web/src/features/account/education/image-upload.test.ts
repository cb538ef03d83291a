import assert from 'node:assert/strict';
import test from 'node:test';
import { LIMITS } from '@rasat/contract';
import { ApiError } from '../../../api/client/error.ts';
import type { ImageHeader } from './image-header.ts';
import { createImageUpload, type ImagePort, type UploadState } from './image-upload.ts';

const HEADER: ImageHeader = { type: 'image/png', width: 1280, height: 720 };
const PREVIEW = 'data:image/jpeg;base64,AA==';

interface PendingUpload {
  readonly progress: (share: number) => void;
  readonly done: (id: string) => void;
  readonly fail: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Creates an upload whose requests the test answers. */
function upload(port: Partial<ImagePort> = {}) {
  const uploads: PendingUpload[] = [];
  const seen: UploadState[] = [];
  const made = createImageUpload(
    {
      read: async () => HEADER,
      draw: async () => PREVIEW,
      send: (_file, _type, { onProgress, signal }) =>
        new Promise((done, fail) => {
          signal.addEventListener('abort', () => fail(signal.reason));
          uploads.push({ progress: onProgress, done, fail, signal });
        }),
      ...port,
    },
    null,
    () => seen.push(made.state()),
  );
  return { ...made, uploads, seen };
}

const file = (name = 'eurusd.png', size = 1000) => new File([new Uint8Array(size)], name);
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an image is checked, uploaded with progress, and then has its id', async () => {
  const { pick, uploads, seen, state } = upload();
  void pick(file());
  await settled();
  uploads[0]?.progress(0.64);
  assert.deepEqual(state(), {
    kind: 'sending',
    image: { name: 'eurusd.png', size: 1000, type: 'image/png', preview: PREVIEW },
    share: 0.64,
  });
  uploads[0]?.done('image-1');
  await settled();
  const ready = state();
  assert.equal(ready.kind === 'ready' && ready.id, 'image-1');
  assert.deepEqual(
    seen.map(({ kind }) => kind),
    ['reading', 'sending', 'sending', 'ready'],
  );
});

test('a file that breaks a limit is refused before the upload, with the reason', async () => {
  const faults: [File, Partial<ImagePort>, string][] = [
    [file('a.png', LIMITS.imageBytes + 1), {}, 'bytes'],
    [file('a.png', 0), {}, 'empty'],
    [file('a.svg'), { read: async () => null }, 'type'],
    [file('a.png'), { read: () => Promise.reject(new Error('unreadable')) }, 'type'],
    [file('a.png'), { draw: async () => null }, 'type'],
    [file('a.png'), { read: async () => ({ ...HEADER, width: 50_000, height: 50_000 }) }, 'pixels'],
  ];
  for (const [picked, port, fault] of faults) {
    const { pick, state, uploads } = upload(port);
    await pick(picked);
    assert.deepEqual(state(), { kind: 'none', fault });
    assert.equal(uploads.length, 0, fault);
  }
  const { pick, uploads } = upload();
  void pick(file('a.png', LIMITS.imageBytes));
  await settled();
  assert.equal(uploads.length, 1, 'the limit itself is valid');
});

test('a stopped upload leaves no image, even after a late reply', async () => {
  const { pick, remove, uploads, state } = upload();
  void pick(file());
  await settled();
  remove();
  assert.equal(uploads[0]?.signal.aborted, true);
  uploads[0]?.progress(0.9);
  uploads[0]?.done('late');
  await settled();
  assert.deepEqual(state(), { kind: 'none', fault: null });
});

test('an image removed during its check is never uploaded', async () => {
  const { pick, remove, uploads, state } = upload();
  const picking = pick(file());
  remove();
  await picking;
  assert.equal(uploads.length, 0);
  assert.deepEqual(state(), { kind: 'none', fault: null });
});

test('a second image replaces the one being uploaded', async () => {
  const { pick, uploads, state } = upload();
  void pick(file('first.png'));
  await settled();
  void pick(file('second.png'));
  await settled();
  assert.equal(uploads[0]?.signal.aborted, true);
  uploads[1]?.done('image-2');
  await settled();
  const ready = state();
  assert.equal(ready.kind === 'ready' && `${ready.image.name} ${ready.id}`, 'second.png image-2');
});

test('a failed upload keeps its error code and can be repeated', async () => {
  const { pick, retry, uploads, state } = upload();
  void pick(file());
  await settled();
  uploads[0]?.fail(new ApiError('unavailable-503', 503));
  await settled();
  const failed = state();
  assert.equal(failed.kind === 'failed' && failed.code, 'unavailable-503');
  void retry();
  await settled();
  uploads[1]?.done('image-3');
  await settled();
  assert.equal(state().kind, 'ready');
  await retry();
  assert.equal(uploads.length, 2, 'an uploaded image is not sent again');
});
