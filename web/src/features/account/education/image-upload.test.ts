import assert from 'node:assert/strict';
import test from 'node:test';
import { LIMITS } from '@rasat/contract';
import { ApiError } from '../../../api/client/error.ts';
import type { ImageHeader } from './image-header.ts';
import { createImageUpload, type ImagePort, type UploadState } from './image-upload.ts';

const HEADER: ImageHeader = { type: 'image/png', width: 1280, height: 720 };
const PREVIEW = 'data:image/jpeg;base64,AA==';

interface Sending {
  readonly progress: (share: number) => void;
  readonly done: (id: string) => void;
  readonly fail: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** An upload whose sendings are answered by the test. */
function upload(port: Partial<ImagePort> = {}) {
  const sendings: Sending[] = [];
  const seen: UploadState[] = [];
  const made = createImageUpload(
    {
      read: async () => HEADER,
      draw: async () => PREVIEW,
      send: (_file, _type, { onProgress, signal }) =>
        new Promise((done, fail) => {
          signal.addEventListener('abort', () => fail(signal.reason));
          sendings.push({ progress: onProgress, done, fail, signal });
        }),
      ...port,
    },
    null,
    () => seen.push(made.state()),
  );
  return { ...made, sendings, seen };
}

const file = (name = 'eurusd.png', size = 1000) => new File([new Uint8Array(size)], name);
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an image is looked at, sent with its progress, and then has its id', async () => {
  const { pick, sendings, seen, state } = upload();
  void pick(file());
  await settled();
  sendings[0]?.progress(0.64);
  assert.deepEqual(state(), {
    kind: 'sending',
    image: { name: 'eurusd.png', size: 1000, type: 'image/png', preview: PREVIEW },
    share: 0.64,
  });
  sendings[0]?.done('image-1');
  await settled();
  const ready = state();
  assert.equal(ready.kind === 'ready' && ready.id, 'image-1');
  assert.deepEqual(
    seen.map(({ kind }) => kind),
    ['reading', 'sending', 'sending', 'ready'],
  );
});

test('what breaks a limit is refused before it is sent, with its reason', async () => {
  const faults: [File, Partial<ImagePort>, string][] = [
    [file('a.png', LIMITS.imageBytes + 1), {}, 'bytes'],
    [file('a.png', 0), {}, 'empty'],
    [file('a.svg'), { read: async () => null }, 'type'],
    [file('a.png'), { read: () => Promise.reject(new Error('unreadable')) }, 'type'],
    [file('a.png'), { draw: async () => null }, 'type'],
    [file('a.png'), { read: async () => ({ ...HEADER, width: 50_000, height: 50_000 }) }, 'pixels'],
  ];
  for (const [picked, port, fault] of faults) {
    const { pick, state, sendings } = upload(port);
    await pick(picked);
    assert.deepEqual(state(), { kind: 'none', fault });
    assert.equal(sendings.length, 0, fault);
  }
  const { pick, sendings } = upload();
  void pick(file('a.png', LIMITS.imageBytes));
  await settled();
  assert.equal(sendings.length, 1, 'the limit itself is taken');
});

test('a stopped upload leaves nothing behind, also when a late answer comes', async () => {
  const { pick, remove, sendings, state } = upload();
  void pick(file());
  await settled();
  remove();
  assert.equal(sendings[0]?.signal.aborted, true);
  sendings[0]?.progress(0.9);
  sendings[0]?.done('late');
  await settled();
  assert.deepEqual(state(), { kind: 'none', fault: null });
});

test('an image that is stopped while it is looked at is never sent', async () => {
  const { pick, remove, sendings, state } = upload();
  const picking = pick(file());
  remove();
  await picking;
  assert.equal(sendings.length, 0);
  assert.deepEqual(state(), { kind: 'none', fault: null });
});

test('a further image takes the place of the one on its way', async () => {
  const { pick, sendings, state } = upload();
  void pick(file('first.png'));
  await settled();
  void pick(file('second.png'));
  await settled();
  assert.equal(sendings[0]?.signal.aborted, true);
  sendings[1]?.done('image-2');
  await settled();
  const ready = state();
  assert.equal(ready.kind === 'ready' && `${ready.image.name} ${ready.id}`, 'second.png image-2');
});

test('an upload that failed keeps its code and can be tried again', async () => {
  const { pick, retry, sendings, state } = upload();
  void pick(file());
  await settled();
  sendings[0]?.fail(new ApiError('unavailable-503', 503));
  await settled();
  const failed = state();
  assert.equal(failed.kind === 'failed' && failed.code, 'unavailable-503');
  void retry();
  await settled();
  sendings[1]?.done('image-3');
  await settled();
  assert.equal(state().kind, 'ready');
  await retry();
  assert.equal(sendings.length, 2, 'what is there is not sent again');
});
