import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, describe, test } from 'node:test';
import { createTap, measureFile, nowhere, syncFolder, writePiece } from './pieces.ts';
import { noteRestore, refuseUnfinishedRestore } from './unfinished.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rasat-pieces-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();

// printf 'abc' | sha256sum
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

describe('a tap', () => {
  test('knows length, lines and hash of what went through, however it was cut', async () => {
    const rows: readonly (readonly [readonly string[], lines: number])[] = [
      [[], 0],
      [['abc'], 0],
      [['abc\n'], 1],
      [['abc', '\n', 'd\n'], 2],
      [['a', '\nb\n\n\nc'], 4],
      [['\n\n'], 2],
    ];
    for (const [chunks, lines] of rows) {
      const told: number[] = [];
      const tap = createTap((bytes) => told.push(bytes));
      const buffers = chunks.map((chunk) => Buffer.from(chunk));
      await pipeline([Readable.from(buffers), tap, nowhere()]);
      const measured = tap.measure();
      const text = JSON.stringify(chunks);
      assert.deepEqual([measured.lines, measured.bytes], [lines, chunks.join('').length], text);
      assert.deepEqual(
        told,
        chunks.map((chunk) => chunk.length),
        text,
      );
    }
    const tap = createTap();
    await pipeline([Readable.from([Buffer.from('a'), Buffer.from('bc')]), tap, nowhere()]);
    assert.equal(tap.measure().sha256, ABC);
  });
});

test('a piece is a new file of its owner, and measures what lies there', async () => {
  const file = path.join(folder, 'piece');
  const told: number[] = [];
  const content = () => Readable.from([Buffer.from('ab'), Buffer.from('c')]);
  const written = await writePiece(file, [content()], signal, (bytes) => told.push(bytes));
  assert.deepEqual([written, told], [{ bytes: 3, sha256: ABC }, [2, 1]]);
  assert.equal(readFileSync(file, 'utf8'), 'abc');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const { bytes, sha256 } = await measureFile(file, signal);
  assert.deepEqual([bytes, sha256], [3, ABC]);
  await assert.rejects(writePiece(file, [content()], signal), { code: 'EEXIST' });
});

test('the names of a folder are brought to the disk, and the folder does not stay open', async (t) => {
  const handle = await open(folder, 'r');
  const sync = t.mock.method(Object.getPrototypeOf(handle) as typeof handle, 'sync');
  await handle.close();
  await syncFolder(folder);
  assert.deepEqual(
    sync.mock.calls.map((call) => (call.this as typeof handle).fd),
    [-1],
  );
});

test('a restore that was begun is refused at a start until it is forgotten, which may be done twice', async () => {
  refuseUnfinishedRestore(folder);
  const forget = await noteRestore(folder, '/backups/one');
  const file = path.join(folder, 'restore-unfinished');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.throws(() => refuseUnfinishedRestore(folder), {
    name: 'StartError',
    message:
      'The restore of /backups/one was broken off and nothing of it is there: restore again, ' +
      `or delete ${file} to begin without.`,
  });
  await forget();
  refuseUnfinishedRestore(folder);
  await rm(file, { force: true });
  await forget();
});
