import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { StartError } from '../../platform/start-error.ts';
import { openJournal } from './journal.ts';

function journalFile(t: TestContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-journal-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'bank.journal');
}

async function write(file: string, events: readonly object[]): Promise<void> {
  const journal = await openJournal(file);
  await Promise.all(events.map((event) => journal.append(event)));
  await journal.close();
}

async function read(file: string): Promise<readonly unknown[]> {
  const journal = await openJournal(file);
  await journal.close();
  return journal.events;
}

const EVENTS = Array.from({ length: 50 }, (_, n) => ({ n, text: `İşık\n${'ə'.repeat(n)}` }));

test('events come back in the order in which they were appended', async (t) => {
  const file = journalFile(t);
  await write(file, EVENTS.slice(0, 20));
  await write(file, EVENTS.slice(20));
  assert.deepEqual(await read(file), EVENTS);
});

test('a line that was torn off anywhere is cut away, and writing goes on behind it', async (t) => {
  const file = journalFile(t);
  await write(file, EVENTS.slice(0, 3));
  const whole = readFileSync(file);
  const second = whole.indexOf('\n', whole.indexOf('\n') + 1) + 1;
  for (let length = second; length < whole.length; length += 1) {
    writeFileSync(file, whole.subarray(0, length));
    assert.deepEqual(await read(file), EVENTS.slice(0, 2), `${length} bytes`);
    await write(file, EVENTS.slice(3, 4));
    assert.deepEqual(await read(file), [EVENTS[0], EVENTS[1], EVENTS[3]]);
  }
});

test('damage in the middle is a reason not to start', async (t) => {
  const file = journalFile(t);
  await write(file, EVENTS.slice(0, 3));
  const whole = readFileSync(file);
  whole[20] = (whole[20] ?? 0) ^ 1;
  writeFileSync(file, whole);
  await assert.rejects(openJournal(file), StartError);
});

test('the file is readable by its owner alone, and a line is its sum and its JSON', async (t) => {
  const file = journalFile(t);
  await write(file, [{ a: 1 }]);
  // crc32 of `{"a":1}` by gzip: printf '{"a":1}' | gzip -c | tail -c8 | od -t x4 -N4
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(readFileSync(file, 'utf8'), '561bacaf {"a":1}\n');
});
