import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { openBarFile } from '../open-bar-file.ts';

const HOUR = 3_600_000;
const FROM = Date.UTC(1950, 0, 1);

/** Functions that turn a good row into garbage. */
const SPOIL: readonly ((row: readonly string[], random: () => number) => string)[] = [
  (row) => row.slice(0, 4).join(),
  (row) => [...row, ...row].join(),
  ([t, , h, l, c, v]) => [t, 'NaN', h, l, c, v].join(),
  ([t, o, , l, c, v]) => [t, o, '1e400', l, c, v].join(),
  ([t, o, , l, c, v]) => [t, o, 'Infinity', l, c, v].join(),
  ([t, o, h, , c, v]) => [t, o, h, '-1', c, v].join(),
  ([t, o, h, , c, v]) => [t, o, h, '0', c, v].join(),
  ([t, o, h, l, , v]) => [t, o, h, l, '', v].join(),
  ([t, o, h, l, , v]) => [t, o, h, l, '99999', v].join(),
  ([t, o, h, l, c]) => [t, o, h, l, c, '-3'].join(),
  ([, o, h, l, c, v]) => ['yesterday', o, h, l, c, v].join(),
  ([, o, h, l, c, v]) => ['99999999999999', o, h, l, c, v].join(),
  ([, o, h, l, c, v]) => ['-9007199254740993', o, h, l, c, v].join(),
  // A row of an earlier hour after later ones.
  ([, o, h, l, c, v]) => [FROM - HOUR, o, h, l, c, v].join(),
  (row) => row.map((field) => `"${field}`).join(),
  (_, random) =>
    // Characters that do not end a line and do not leave it blank.
    `x${Array.from({ length: Math.floor(random() * 40) }, () =>
      String.fromCharCode(33 + Math.floor(random() * 500)),
    ).join('')}`,
  () => '; drop table bar_tail;',
  () => '\u0000\u0000\u0000',
];

/**
 * Writes a table with the given number of lines, every other one garbage, and reads it. Checks that each line is
 * returned once and each good line unchanged. Returns the number of refused lines by reason.
 */
export async function surviveGarbageLines(
  lines: number,
  random: () => number,
): Promise<Readonly<Record<string, number>>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rasat-garbage-'));
  try {
    const file = path.join(folder, 'garbage.csv');
    const isGood = await writeTable(file, lines, random);
    return await readTable(file, isGood);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the table and returns, for each line after the header, whether it is a good row. */
async function writeTable(file: string, lines: number, random: () => number): Promise<boolean[]> {
  const out = createWriteStream(file);
  out.write('d,o,h,l,c,v\n');
  const isGood: boolean[] = [];
  for (let i = 0; i < lines; i += 1) {
    const row = [FROM + i * HOUR, 10, 11, 9, 10 + (i % 9) / 10, i].map(String);
    // The sniffer needs good rows at the beginning.
    isGood.push(i < 20 || i % 2 === 0);
    const spoil = SPOIL[Math.floor(random() * SPOIL.length)];
    const text = isGood[i] ? row.join() : (spoil?.(row, random) ?? '');
    if (!out.write(`${text}\n`)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  return isGood;
}

async function readTable(
  file: string,
  isGood: readonly boolean[],
): Promise<Readonly<Record<string, number>>> {
  const refused: Record<string, number> = {};
  let answered = 0;
  for await (const row of (await openBarFile(file)).rows) {
    answered += 1;
    const at = row.line - 2;
    if ('bar' in row) {
      assert.ok(isGood[at], `line ${row.line} was taken`);
      assert.equal(row.bar.openTimeMs, FROM + at * HOUR, `line ${row.line}`);
      assert.equal(row.bar.volume, at, `line ${row.line}`);
    } else {
      assert.ok(!isGood[at], `line ${row.line} was refused: ${row.refusal}`);
      refused[row.refusal] = (refused[row.refusal] ?? 0) + 1;
    }
  }
  assert.equal(answered, isGood.length, 'every line is answered once');
  return refused;
}
