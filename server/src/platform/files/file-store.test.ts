import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { startObjectStore } from '../../testing/object-store.ts';
import { AppError } from '../app-error.ts';
import { createClock } from '../clock.ts';
import { testConfig } from '../testing.ts';
import type { FileKey, FileStore } from './file-store.ts';
import { openLocalStore } from './local-store.ts';
import { openFileStore } from './open-file-store.ts';
import { openS3Store } from './s3-store.ts';

const TEXT = Buffer.from('0123456789');
const ABOUT = { bytes: 10, type: 'image/webp' };
const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'unavailable-503';
const read = async (store: FileStore, key: FileKey, range?: { start: number; end: number }) => {
  const stream = await store.open(key, range);
  return stream && (await buffer(stream)).toString();
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-files-'));
after(() => rmSync(folder, { recursive: true }));
const objects = await startObjectStore({ after });
const clock = createClock();
const stores: Readonly<Record<string, FileStore>> = {
  'a folder': openLocalStore(folder),
  'an object store': openFileStore(testConfig(objects.env), clock),
};

for (const [name, store] of Object.entries(stores)) {
  describe(name, () => {
    test('gives back what it was given, whole or in part', async () => {
      await store.put('images/one', TEXT, ABOUT);
      assert.equal(await read(store, 'images/one'), '0123456789');
      assert.equal(await read(store, 'images/one', { start: 2, end: 4 }), '234');
      await store.put(
        'images/one',
        Readable.from([Buffer.from('abcde'), Buffer.from('fghij')]),
        ABOUT,
      );
      assert.equal(await read(store, 'images/one'), 'abcdefghij');
    });
    test('has nothing that was never stored or was removed, and removes twice', async () => {
      assert.equal(await store.open('images/none'), undefined);
      await store.put('images/two', TEXT, ABOUT);
      await store.remove('images/two');
      await store.remove('images/two');
      assert.equal(await store.open('images/two'), undefined);
    });
    test('takes a long stream without holding it', async () => {
      const chunk = Buffer.alloc(1 << 20, 7);
      const bytes = 40 * chunk.length;
      await store.put('videos/long', Readable.from(Array.from({ length: 40 }, () => chunk)), {
        bytes,
        type: 'video/mp4',
      });
      const stream = await store.open('videos/long');
      const hash = createHash('sha256');
      let length = 0;
      for await (const part of stream ?? []) {
        hash.update(part as Buffer);
        length += (part as Buffer).length;
      }
      assert.equal(length, bytes);
      assert.equal(
        hash.digest('hex'),
        createHash('sha256').update(Buffer.alloc(bytes, 7)).digest('hex'),
      );
      await store.remove('videos/long');
    });
    test('keeps nothing of what breaks off or has another length', async () => {
      async function* broken(): AsyncGenerator<Buffer> {
        yield Buffer.from('01234');
        throw new AppError('too-large-413');
      }
      await assert.rejects(store.put('images/half', Readable.from(broken()), ABOUT), {
        code: 'too-large-413',
      });
      for (const other of ['01234', '0123456789a']) {
        await assert.rejects(
          store.put('images/half', Readable.from([Buffer.from(other)]), ABOUT),
          RangeError,
        );
        await assert.rejects(store.put('images/half', Buffer.from(other), ABOUT), RangeError);
      }
      assert.equal(await store.open('images/half'), undefined);
    });
    test('refuses names that might lead elsewhere', async () => {
      for (const key of [
        '../x',
        'images/../x',
        'images/',
        '/etc/passwd',
        'images/a/b',
      ] as FileKey[]) {
        await assert.rejects(async () => store.put(key, TEXT, ABOUT), RangeError, key);
        await assert.rejects(async () => store.open(key), RangeError, key);
      }
    });
    test('says that it works', async () => {
      await store.probe();
    });
  });
}

test('a folder hides its files from other users, and half files are swept once no process writes them', async () => {
  const store = openLocalStore(folder);
  await store.put('images/mine', TEXT, ABOUT);
  assert.equal(statSync(path.join(folder, 'images/mine')).mode & 0o777, 0o600);
  assert.equal(statSync(path.join(folder, 'images')).mode & 0o777, 0o700);
  const partial = path.join(folder, 'partial');
  assert.deepEqual(readdirSync(partial), []);
  for (const [name, minutes] of [
    ['old', 61],
    ['new', 59],
  ] as const) {
    writeFileSync(path.join(partial, name), 'half');
    const then = statSync(path.join(partial, name)).mtimeMs / 1000 - minutes * 60;
    utimesSync(path.join(partial, name), then, then);
  }
  assert.equal(await store.sweep(), 1);
  assert.deepEqual(readdirSync(partial), ['new']);
});

test('a folder that cannot be written is unavailable', async (t) => {
  const place = path.join(folder, 'no-folder');
  writeFileSync(place, 'a file');
  t.after(() => chmodSync(place, 0o600));
  await assert.rejects(openLocalStore(place).probe(), isUnavailable);
  await assert.rejects(openLocalStore(place).put('images/a', TEXT, ABOUT), isUnavailable);
});

describe('an object store', () => {
  test('accepted the signature of every request so far', () => {
    assert.ok(objects.requests.length > 10);
    assert.deepEqual(objects.refused, []);
  });
  test('that knows another secret is unavailable for us', async (t) => {
    const store = await startObjectStore(t);
    const wrong = openFileStore(
      testConfig({ ...store.env, S3_SECRET_ACCESS_KEY: 'another-secret' }),
      clock,
    );
    await assert.rejects(wrong.probe(), isUnavailable);
    await assert.rejects(wrong.put('images/a', TEXT, ABOUT), isUnavailable);
    await assert.rejects(wrong.put('images/a', Readable.from([TEXT]), ABOUT), isUnavailable);
    assert.equal(store.objects.size, 0);
    assert.deepEqual(
      store.refused.map((line) => line.split(' ').at(-1)),
      Array.from({ length: 3 }, () => 'SignatureDoesNotMatch'),
    );
  });
  test('is not believed to be there when our clock is wrong', async (t) => {
    const store = await startObjectStore(t);
    const late = createClock({ kind: 'shifted', offsetMs: 20 * 60_000 });
    await assert.rejects(openFileStore(testConfig(store.env), late).probe(), isUnavailable);
    assert.match(store.refused[0] ?? '', /RequestTimeTooSkewed/);
  });
  test('that refuses, hangs up or says nothing is unavailable, and comes back', async (t) => {
    const store = await startObjectStore(t);
    const { s3Endpoint: endpoint, s3Region: region, s3Bucket: bucket } = testConfig(store.env);
    const files = openS3Store(
      {
        endpoint: endpoint ?? '',
        region: region ?? '',
        bucket: bucket ?? '',
        accessKeyId: store.env.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: store.env.S3_SECRET_ACCESS_KEY ?? '',
      },
      clock,
      { answerMs: 200, silenceMs: 300 },
    );
    const long = (): Readable =>
      Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(100_000)));
    for (const fault of ['refuse', 'hang-up', 'silent'] as const) {
      store.fault = fault;
      await assert.rejects(files.put('images/a', TEXT, ABOUT), isUnavailable, fault);
      await assert.rejects(
        files.put('videos/a', long(), { bytes: 1e7, type: 'video/mp4' }),
        isUnavailable,
        fault,
      );
      await assert.rejects(files.open('images/a'), isUnavailable, fault);
      await assert.rejects(files.remove('images/a'), isUnavailable, fault);
      store.fault = 'none';
      await files.put('images/a', TEXT, ABOUT);
      assert.equal(await read(files, 'images/a'), '0123456789');
      await files.remove('images/a');
    }
    await store.close();
    await assert.rejects(files.probe(), isUnavailable);
  });
});
