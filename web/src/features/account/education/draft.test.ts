import assert from 'node:assert/strict';
import test from 'node:test';
import { LIMITS } from '@rasat/contract';
import { ApiError } from '../../../api/client/error.ts';
import { countCharacters } from '../../../ui/characters.ts';
import { findDraftFault, isStarted, openDraft } from './draft.ts';
import type { ImagePort, UploadState } from './image-upload.ts';

const KEY = 'rasat.question';

/** Stand-in of `sessionStorage`; `limit` is the most characters of a value. */
function store(limit = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > limit) throw new Error('QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
}

const port = (send: ImagePort['send'] = async () => 'image-1'): ImagePort => ({
  read: async () => ({ type: 'image/webp', width: 4, height: 4 }),
  draw: async () => 'data:image/jpeg;base64,AA==',
  send,
});
const file = () => new File([new Uint8Array(8)], 'btc.webp');
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a reload of the page restores text and image', async () => {
  const tab = store();
  const before = openDraft(KEY, 'RS1', tab, port());
  before.write('Is the condition still good?');
  before.pick(file());
  await settled();
  const after = openDraft(KEY, 'RS1', tab, port());
  assert.equal(after.state().text, 'Is the condition still good?');
  const { image } = after.state();
  assert.equal(image.kind === 'ready' && `${image.image.name} ${image.id}`, 'btc.webp image-1');
});

test('the text stays while the image store is unavailable', async () => {
  const tab = store();
  const unavailable = port(() => Promise.reject(new ApiError('unavailable-503', 503)));
  const draft = openDraft(KEY, 'RS1', tab, unavailable);
  draft.write('A long thought');
  draft.pick(file());
  await settled();
  const { text, image } = draft.state();
  assert.equal(text, 'A long thought');
  assert.equal(image.kind === 'failed' && image.code, 'unavailable-503');
  const after = openDraft(KEY, 'RS1', tab, unavailable).state();
  assert.equal(after.text, 'A long thought');
  assert.equal(after.image.kind, 'none', 'an image without an upload is not stored');
});

test('a person does not get the draft of another person in the same tab', () => {
  const tab = store();
  openDraft(KEY, 'RS1', tab, port()).write('Mine');
  assert.equal(openDraft(KEY, 'RS2', tab, port()).state().text, '');
});

test('a submitted draft is removed from the storage', async () => {
  const tab = store();
  const draft = openDraft(KEY, 'RS1', tab, port());
  draft.write('Done');
  draft.pick(file());
  await settled();
  draft.clear();
  assert.equal(tab.kept.size, 0);
  assert.equal(isStarted(draft.state()), false);
});

test('the form works with a broken, foreign or too large stored draft', () => {
  const tab = store(40);
  for (const broken of [
    '{',
    'null',
    '7',
    '{"person":"RS1"}',
    '{"person":"RS1","text":1}',
    '{"text":"x"}',
  ]) {
    tab.kept.set(KEY, broken);
    assert.equal(openDraft(KEY, 'RS1', tab, port()).state().text, '', broken);
  }
  const wrongImage = store();
  wrongImage.kept.set(
    KEY,
    JSON.stringify({
      person: 'RS1',
      text: 'kept',
      image: { id: 'a', name: 'b', size: 1, type: 'image/png', preview: 'javascript:alert(1)' },
    }),
  );
  assert.deepEqual(openDraft(KEY, 'RS1', wrongImage, port()).state(), {
    text: 'kept',
    image: { kind: 'none', fault: null },
  });
  const draft = openDraft(KEY, 'RS1', tab, port());
  draft.write('x'.repeat(100));
  assert.equal(draft.state().text.length, 100);
});

test('leaving aborts an upload, and keeps the text and an uploaded image', async () => {
  const tab = store();
  const draft = openDraft(
    KEY,
    'RS1',
    tab,
    port(() => new Promise(() => undefined)),
  );
  draft.write('Half');
  draft.pick(file());
  await settled();
  draft.stop();
  assert.deepEqual(draft.state(), { text: 'Half', image: { kind: 'none', fault: null } });
  const done = openDraft(KEY, 'RS1', tab, port());
  done.pick(file());
  await settled();
  done.stop();
  assert.equal(done.state().image.kind, 'ready');
});

const image = { name: 'a.png', size: 1, type: 'image/png', preview: '' } as const;
const NONE: UploadState = { kind: 'none', fault: null };
const READY: UploadState = { kind: 'ready', image, id: 'i' };

test('a text of 1 to 4999 characters is valid, without its outer blanks', () => {
  const fault = (text: string) => findDraftFault({ text, image: NONE }, false);
  assert.equal(LIMITS.studentText, 4999);
  assert.equal(fault(''), 'text');
  assert.equal(fault('  \n '), 'text');
  assert.equal(fault('a'), null);
  assert.equal(fault('a'.repeat(4999)), null);
  assert.equal(fault(` ${'a'.repeat(4999)}\n`), null);
  assert.equal(fault('a'.repeat(5000)), 'text');
  assert.equal(countCharacters(' ab '), 2);
});

test('a homework needs an image, a question does not; a running upload prevents the submission', () => {
  const of = (state: UploadState, needed: boolean) =>
    findDraftFault({ text: 'a', image: state }, needed);
  assert.equal(of(NONE, true), 'image');
  assert.equal(of(NONE, false), null);
  assert.equal(
    of({ kind: 'none', fault: 'empty' }, false),
    'image',
    'a refused file counts as a fault',
  );
  assert.equal(of(READY, true), null);
  assert.equal(of({ kind: 'sending', image, share: 0.5 }, false), 'uploading');
  assert.equal(of({ kind: 'reading', name: 'a', size: 1 }, true), 'uploading');
  assert.equal(of({ kind: 'failed', image, code: '500' }, false), 'imageFailed');
});
