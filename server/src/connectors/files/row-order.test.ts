import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openBarFile } from './open-bar-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'rasat-order-'));
after(() => rmSync(folder, { recursive: true }));

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2020, 0, 6);
const hour = (i: number): number => MONDAY + i * HOUR;
const row = (timeMs: number, close = 11): string => `${timeMs},10,12,9,${close},1`;
const hours = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => row(hour(from + i)));

/** Hours after Monday of the bars, with a question mark behind a break of the rhythm, and what was refused. */
async function read(rows: readonly string[]): Promise<{ bars: string[]; refused: string[] }> {
  const file = join(folder, 'file.csv');
  writeFileSync(file, `d,o,h,l,c,v\n${rows.join('\n')}\n`);
  const bars: string[] = [];
  const refused: string[] = [];
  for await (const one of (await openBarFile(file)).rows) {
    if (!('bar' in one)) refused.push(`${one.line} ${one.refusal}`);
    else
      bars.push(`${(one.bar.openTimeMs - MONDAY) / HOUR}${one.afterMs === undefined ? '' : '?'}`);
  }
  return { bars, refused };
}

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => `${from + i}`);

test('a row dated decades ahead is refused, and those behind it are taken', async () => {
  const ahead = row(Date.UTC(2061, 0, 1));
  assert.deepEqual(await read([...hours(0, 50), ahead, ...hours(51, 100)]), {
    bars: [...range(0, 50), ...range(51, 100)],
    refused: ['52 time-jump'],
  });
  // As the first row of a file, and several of them.
  assert.deepEqual(await read([ahead, ...hours(0, 30)]), {
    bars: range(0, 30),
    refused: ['2 time-jump'],
  });
  const some = [0, 1, 2].map((i) => row(Date.UTC(2061, 0, 1) + i * HOUR));
  assert.deepEqual(await read([...hours(0, 30), ...some, ...hours(30, 60)]), {
    bars: range(0, 60),
    refused: ['32 time-jump', '33 time-jump', '34 time-jump'],
  });
});

test('a file newest first keeps its rows behind one that is dated far ahead', async () => {
  const rows = [...hours(0, 50), row(Date.UTC(2061, 0, 1)), ...hours(51, 100)].reverse();
  const { bars, refused } = await read(rows);
  assert.deepEqual(bars, [...range(0, 50), ...range(51, 100)]);
  assert.deepEqual(refused, ['51 time-jump']);
});

test('a hole in the data is one with twenty rows on both sides, else it is open which side is right', async () => {
  const year = 366 * 24;
  const later = (count: number): string[] => hours(year, year + count);
  assert.deepEqual((await read([...hours(0, 20), ...later(20)])).bars, [
    ...range(0, 20),
    ...range(year, year + 20),
  ]);
  for (const [before, behind] of [
    [19, 30],
    [30, 19],
    [30, 1],
  ] as const) {
    const { bars, refused } = await read([...hours(0, before), ...later(behind)]);
    assert.deepEqual(refused, []);
    const marked = [`${year}?`, ...range(year + 1, year + behind)];
    assert.deepEqual(bars, [...range(0, before), ...marked], `${before} and ${behind}`);
  }
  // Thirty days are no break of the rhythm of hours.
  assert.equal((await read([...hours(0, 30), ...hours(720 + 29, 720 + 30)])).bars.at(-1), '749');
});

test('a row off the grid does not take the good one behind it along', async () => {
  const odd = row(hour(30) + 7 * 60_000);
  assert.deepEqual(await read([...hours(0, 30), odd, ...hours(30, 60)]), {
    bars: range(0, 60),
    refused: ['32 misaligned'],
  });
  // One that stands in its place is for the reader of base bars to judge.
  const { bars } = await read([...hours(0, 31), odd, ...hours(31, 60)]);
  assert.equal(bars.length, 61);
});

test('a time that is there twice is a repeat with the same values and a doubled one with others', async () => {
  assert.deepEqual(await read([...hours(0, 3), row(hour(2)), row(hour(2), 10.5), ...hours(3, 5)]), {
    bars: range(0, 5),
    refused: ['5 duplicate', '6 doubled'],
  });
});

test('line numbers stay right behind a very long line', async () => {
  const long = `x${'9'.repeat(3_000_000)}`;
  const { bars, refused } = await read([...hours(0, 3), long, ...hours(3, 5), 'rubbish']);
  assert.deepEqual(bars, range(0, 5));
  assert.deepEqual(refused, ['5 columns', '8 columns']);
});
