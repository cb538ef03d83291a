import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recompute } from './recompute.ts';
import {
  type RecordFile,
  RecordFileError,
  readRecordFile,
  writeRecordFile,
} from './record-file.ts';
import { DAY, differing, FROM, fileOf, makeWorld, sha256 } from './testing/published-world.ts';

const world = makeWorld(2600);
const text = writeRecordFile(
  fileOf(
    world.ledger.find(({ barTime, kind }) => kind === 'box' && barTime > FROM + 90 * DAY)!,
    world,
  ),
  sha256,
);

test('whatever byte of a file is changed, it is no file any more or something in it differs', () => {
  let refused = 0;
  let found = 0;
  const places = [
    ...Array.from({ length: 60 }, (_, i) => Math.floor((i * text.length) / 60)),
    // The bars are most of the text: as many places again in all the rest.
    ...Array.from({ length: 120 }, (_, i) => text.length - 1 - i * 29),
  ];
  for (const place of places) {
    const code = text.charCodeAt(place);
    const changed = String.fromCharCode(code === 57 ? 56 : code === 122 ? 121 : code + 1);
    let file: RecordFile;
    try {
      file = readRecordFile(text.slice(0, place) + changed + text.slice(place + 1));
    } catch (error) {
      assert.ok(error instanceof RecordFileError);
      refused += 1;
      continue;
    }
    const report = recompute(file, sha256);
    assert.equal(report.verdict, 'differs', `${place}: ${text.slice(place - 20, place + 20)}`);
    assert.ok(differing(report).includes('file checksum'));
    found += 1;
  }
  assert.ok(refused > 20 && found > 60, `${refused} refused, ${found} found`);
});

test('a text that is no record file is refused with a code and the first member that is wrong', () => {
  const refusal = (given: string): [string, string | null] => {
    try {
      readRecordFile(given);
    } catch (error) {
      assert.ok(error instanceof RecordFileError);
      return [error.code, error.field];
    }
    return ['read', null];
  };
  assert.deepEqual(refusal(''), ['no-record-file', null]);
  assert.deepEqual(refusal(text.slice(0, -5)), ['no-record-file', null]);
  assert.deepEqual(refusal('[]'), ['no-record-file', null]);
  assert.deepEqual(refusal('{"format":"rasat-record-row","version":0}'), ['other-version', null]);
  const change = (from: string, to: string): [string, string | null] =>
    refusal(text.replace(from, to));
  assert.deepEqual(change('"version":1', '"version":2'), ['other-version', null]);
  assert.deepEqual(change('"kind":"box"', '"kind":"bos"'), ['damaged', 'row.kind']);
  assert.deepEqual(change('"digits":2', '"digits":99'), ['damaged', 'series.digits']);
  assert.deepEqual(change('"prevHash":"', '"prevHash":"g'), ['damaged', 'outcomes.0.prevHash']);
  assert.deepEqual(change('"seriesId":', '"more":1,"seriesId":'), ['damaged', 'row.more']);
  assert.deepEqual(refusal(JSON.stringify(JSON.parse(text), null, 2)), ['read', null]);
});
