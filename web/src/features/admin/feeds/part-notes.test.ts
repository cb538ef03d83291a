import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPartNote } from './part-notes.ts';

test('a sentence of a part is told with its values', () => {
  assert.deepEqual(readPartNote('12 of 45 symbols'), {
    key: 'symbols',
    values: { done: '12', all: '45' },
  });
  assert.deepEqual(readPartNote('the disk is 91 % full, 820 MB are free'), {
    key: 'diskFull',
    values: { percent: '91', free: '820 MB' },
  });
  assert.deepEqual(readPartNote('no mail server: 1 mail waits'), {
    key: 'mailsWait',
    values: { count: '1' },
  });
  assert.deepEqual(readPartNote('3 mails wait: ECONNREFUSED'), {
    key: 'mailsWait',
    values: { count: '3' },
  });
  assert.deepEqual(
    readPartNote(
      'publisher: publishing is halted (build-not-reproduced): the new build does not reproduce the stored rows',
    ),
    { key: 'publishingHalted', values: {} },
  );
  assert.deepEqual(readPartNote('comparing the new build 34 %'), {
    key: 'comparingBuild',
    values: { percent: '34' },
  });
  assert.deepEqual(readPartNote('not reached yet'), { key: 'notReached', values: {} });
});

test('an unknown sentence stays in the words of the server', () => {
  assert.deepEqual(readPartNote('http://127.0.0.1:3001'), { words: 'http://127.0.0.1:3001' });
});
