import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFileQueue } from './file-queue.ts';

const BUSY = { code: 'rate-429', retryAfterSeconds: 60 };
const PART_MS = 40;

/** Two parts, the second of which fails in a broken file. */
async function* parts(name: string, log: string[], breaks = false): AsyncGenerator<Buffer, void> {
  try {
    for (const part of ['one', 'two']) {
      log.push(`${name} begins`);
      await sleep(PART_MS);
      log.push(`${name} ends`);
      if (breaks && part === 'two') throw new Error('broken');
      yield Buffer.from(part);
    }
  } finally {
    log.push(`${name} is over`);
  }
}

test('one file for each caller, and so many for all of them, whether they are read or given up', async () => {
  const queue = createFileQueue(2);
  const first = queue.write('10.0.0.1', parts('first', []));
  assert.throws(() => queue.assertFree('10.0.0.1'), BUSY);
  queue.assertFree('10.0.0.2');
  const second = queue.write('10.0.0.2', parts('second', []));
  assert.throws(() => queue.assertFree('10.0.0.3'), BUSY);
  assert.equal(Buffer.concat(await first.toArray()).toString(), 'onetwo');
  queue.assertFree('10.0.0.1');
  assert.throws(() => queue.assertFree('10.0.0.2'), BUSY);
  second.destroy();
  await once(second, 'close');
  queue.assertFree('10.0.0.2');
});

test('one part at a time, and as long a rest behind it; a file that breaks holds up no other', async () => {
  const queue = createFileQueue(3);
  const log: string[] = [];
  const beganMs = performance.now();
  const ends = await Promise.allSettled([
    queue.write('a', parts('a', log)).toArray(),
    queue.write('b', parts('b', log, true)).toArray(),
    queue.write('c', parts('c', log)).toArray(),
  ]);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  const computed = log.filter((line) => !line.endsWith('over'));
  assert.equal(computed.length, 12);
  for (let at = 0; at < computed.length; at += 2) {
    assert.equal(computed[at]?.replace('begins', 'ends'), computed[at + 1], 'none between');
  }
  assert.ok(
    performance.now() - beganMs >= 11 * (PART_MS - 1),
    'six parts, a rest between each two',
  );
});

test('a part that is not read is not computed', async () => {
  const queue = createFileQueue(2);
  const log: string[] = [];
  const file = queue.write('a', parts('a', log));
  // It was first: with one part at a time it would have had its turn before the end of this one.
  assert.equal((await queue.write('b', parts('b', [])).toArray()).length, 2);
  assert.deepEqual(log, []);
  file.destroy();
});
