import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PartCache, partCaches } from './part-cache.ts';

interface Opened {
  readonly of: string;
}

/** Asks a cache for parts; which it opened for that, and what it answered. */
async function ask(cache: PartCache<Opened>, ...names: string[]) {
  const opened: string[] = [];
  const parts = await cache.get(
    names.map((name) => ({ name })),
    async (missing) => missing.map((name) => ({ name, data: name.name })),
    (data) => {
      opened.push(data);
      return { of: data };
    },
  );
  return { opened, parts: parts.map(({ of }) => of).toSorted((a, b) => a.localeCompare(b)) };
}

test('a part is opened once, and again when it has another name', async () => {
  const cache = new PartCache<Opened>(10);
  assert.deepEqual(await ask(cache, 'a 1', 'b 1'), {
    opened: ['a 1', 'b 1'],
    parts: ['a 1', 'b 1'],
  });
  assert.deepEqual(await ask(cache, 'b 1', 'c 1'), { opened: ['c 1'], parts: ['b 1', 'c 1'] });
  assert.deepEqual(await ask(cache, 'a 2', 'b 1'), { opened: ['a 2'], parts: ['a 2', 'b 1'] });
});

test('the longest unused goes first, and more than there is room for are answered all the same', async () => {
  const cache = new PartCache<Opened>(2);
  await ask(cache, 'a', 'b');
  await ask(cache, 'a');
  await ask(cache, 'c');
  assert.deepEqual((await ask(cache, 'a')).opened, []);
  assert.deepEqual((await ask(cache, 'b')).opened, ['b']);
  const many = Array.from({ length: 120 }, (_, i) => `part ${1000 + i}`);
  assert.deepEqual((await ask(cache, ...many)).parts, many);
});

test('what one database says is not said of another', async () => {
  const cacheOf = partCaches<Opened>(10);
  const [one, other] = [{}, {}];
  await ask(cacheOf(one), 'a');
  assert.deepEqual((await ask(cacheOf(one), 'a')).opened, []);
  assert.deepEqual((await ask(cacheOf(other), 'a')).opened, ['a']);
});
