import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { appendErasure, appendLine, mergeErasures, readErasures } from './erasure-log.ts';
import {
  appendErasureRequest,
  type ErasureRequest,
  mergeErasureRequests,
  readErasureRequests,
} from './erasure-requests.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-log-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function newPlace(): { readonly dataDir: string } {
  made += 1;
  const dataDir = path.join(folder, `data-${made}`);
  mkdirSync(dataDir);
  return { dataDir };
}

test('each line stands by itself, nothing between them, in a file that its owner alone may read', async () => {
  const file = path.join(folder, 'whole.log');
  for (const id of [1, 2, 3]) await appendLine(file, { id });
  assert.equal(readFileSync(file, 'utf8'), '{"id":1}\n{"id":2}\n{"id":3}\n');
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a line that was left half does not swallow the next one', async () => {
  const file = path.join(folder, 'half.log');
  await appendLine(file, { id: 1 });
  appendFileSync(file, '{"id":');
  await appendLine(file, { id: 2 });
  assert.equal(readFileSync(file, 'utf8'), '{"id":1}\n{"id":\n{"id":2}\n');
  for (const [left, begin] of [
    ['{', '{\n'],
    ['\n', '\n'],
  ] as const) {
    writeFileSync(file, left);
    await appendLine(file, { id: 3 });
    assert.equal(readFileSync(file, 'utf8'), `${begin}{"id":3}\n`);
  }
});

test('a line is on the disk before the call resolves, with its folder when the file is new, and no file stays open', async (t) => {
  const file = path.join(folder, 'disk.log');
  const handle = await open(folder, 'r');
  const handles = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const sync = t.mock.method(handles, 'sync');
  await appendLine(file, { id: 1 });
  assert.equal(sync.mock.callCount(), 2, 'the file and its folder');
  await appendLine(file, { id: 2 });
  assert.equal(sync.mock.callCount(), 3, 'the file alone');
  for (const call of sync.mock.calls) assert.equal((call.this as typeof handle).fd, -1, 'closed');
});

test('a log of erasures takes from another what it has not, each person once, and says how many', async () => {
  const place = newPlace();
  const line = (id: string) => ({ id, mail: 'ab', erased: '2026-11-21T12:00:00.000Z' });
  assert.deepEqual(await readErasures(place), [], 'no log yet');
  const other = ['A', 'B', 'B', 'C'].map((id) => JSON.stringify(line(id)));
  await appendErasure(place, line('A'));
  assert.equal(await mergeErasures(place, [...other, '{"id":"HAL', '{"id":"D"}'].join('\n')), 2);
  assert.deepEqual(await readErasures(place), [line('A'), line('B'), line('C')]);
  assert.equal(await mergeErasures(place, other.join('\n')), 0);
  assert.equal(
    readFileSync(path.join(place.dataDir, 'erasures.log'), 'utf8').trimEnd().split('\n').length,
    3,
  );
});

test('a log that cannot be read is an error and not an empty one', async () => {
  const place = newPlace();
  mkdirSync(path.join(place.dataDir, 'erasures.log'));
  mkdirSync(path.join(place.dataDir, 'erasure-requests.log'));
  await assert.rejects(readErasures(place), { code: 'EISDIR' });
  await assert.rejects(readErasureRequests(place), { code: 'EISDIR' });
});

test('of the requests of a person the newest holds, of two at the same time the later line', async () => {
  const place = newPlace();
  const at = (minute: number) => `2026-11-21T12:0${minute}:00.000Z`;
  const asked = (id: string, minute: number): ErasureRequest => ({
    id,
    asked: at(minute),
    due: '2026-12-05T12:00:00.000Z',
  });
  const withdrawn = (id: string, minute: number): ErasureRequest => ({ id, withdrawn: at(minute) });
  assert.deepEqual(await readErasureRequests(place), [], 'no log yet');
  const lines = [
    asked('A', 1),
    withdrawn('A', 2),
    withdrawn('B', 4),
    asked('B', 3),
    asked('C', 5),
    withdrawn('C', 5),
  ];
  for (const line of lines) await appendErasureRequest(place, line);
  const newest = [withdrawn('A', 2), withdrawn('B', 4), withdrawn('C', 5)];
  assert.deepEqual(await readErasureRequests(place), newest);

  const other = [asked('A', 1), asked('A', 6), asked('D', 7)].map((one) => JSON.stringify(one));
  await mergeErasureRequests(place, `${other.join('\n')}\n{"id":"HAL`);
  assert.deepEqual(await readErasureRequests(place), [
    asked('A', 6),
    ...newest.slice(1),
    asked('D', 7),
  ]);
  const file = path.join(place.dataDir, 'erasure-requests.log');
  assert.equal(readFileSync(file, 'utf8').trimEnd().split('\n').length, 8);
  await mergeErasureRequests(place, other.join('\n'));
  assert.equal(readFileSync(file, 'utf8').trimEnd().split('\n').length, 8);
  assert.equal(existsSync(path.join(place.dataDir, 'erasures.log')), false);
});
