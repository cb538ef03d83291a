import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { AppError } from '../../platform/app-error.ts';
import { isCommonPassword } from './blocked-passwords.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  test('are hashed with argon2id, each time in another way', async () => {
    const [one, two] = [
      await hashPassword('kuzgun-ve-deniz'),
      await hashPassword('kuzgun-ve-deniz'),
    ];
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    assert.notEqual(one, two);
    assert.equal(await verifyPassword(one, 'kuzgun-ve-deniz'), true);
    assert.equal(await verifyPassword(one, 'kuzgun-ve-denix'), false);
  });

  test('without a hash take as much work and are wrong', async () => {
    const hash = await hashPassword('kuzgun-ve-deniz');
    // Work of this process and not time, and the least of many in turn: the machine has other things to do too.
    const times = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    for (let at = 0; at < 20; at += 1) {
      for (const kind of ['known', 'unknown'] as const) {
        const began = process.cpuUsage();
        assert.equal(await verifyPassword(kind === 'known' ? hash : undefined, 'baska'), false);
        // Linux knows the sum of the two exactly, and guesses how it is divided.
        const { user, system } = process.cpuUsage(began);
        times[kind] = Math.min(times[kind], (user + system) / 1000);
      }
    }
    const { known, unknown } = times;
    assert.ok(known < 2 * unknown && unknown < 2 * known, `${known} ms and ${unknown} ms`);
  });

  test('are refused for the moment when too many come at once', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 14 }, () => verifyPassword(undefined, 'baska')),
    );
    const sent = all.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    assert.equal(sent.length, 4);
    for (const { reason } of sent) {
      assert.ok(reason instanceof AppError);
      assert.deepEqual([reason.code, reason.retryAfterSeconds], ['unavailable-503', 1]);
    }
    assert.equal(await verifyPassword(undefined, 'baska'), false);
  });
});

describe('common passwords', () => {
  const lines = readFileSync(new URL('blocked-passwords.txt', import.meta.url), 'utf8').split('\n');
  const words = lines.filter((line) => line !== '' && !line.startsWith('#'));

  test('are at least three thousand that could be chosen at all', () => {
    assert.ok(words.length >= 3000);
    for (const word of words) {
      assert.ok(word.length >= 6 && word.length <= 32, word);
      assert.equal(word, word.normalize('NFKC').toLowerCase());
    }
    assert.equal(new Set(words).size, words.length);
  });

  test('are known in every letter case and width, words of the site with signs around them', () => {
    const rows = [
      '123456',
      'PASSWORD',
      'Qwerty',
      'ｄｒａｇｏｎ',
      'rasat2026',
      '!!Rasat!!',
      '34borsa34',
    ];
    for (const word of rows) assert.ok(isCommonPassword(word), word);
    for (const word of ['kuzgun-ve-deniz', 'rasathane-gecesi', '73905318', 'şölen-gecesi']) {
      assert.ok(!isCommonPassword(word), word);
    }
  });
});
