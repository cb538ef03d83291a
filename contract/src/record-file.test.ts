import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { type RecordFile, recompute, writeRecordFile } from '@rasat/ledger';
import {
  DAY,
  differing,
  FROM,
  fileOf,
  makeWorld,
  sha256,
} from '../../ledger/src/testing/published-world.ts';
import { RecordFileError, readRecordFile } from './record-file.ts';

const world = makeWorld(2600);
const text = writeRecordFile(
  fileOf(
    world.ledger.find(({ barTime, kind }) => kind === 'box' && barTime > FROM + 90 * DAY)!,
    world,
  ),
  sha256,
);

test('any changed byte makes a file invalid or makes a step differ', () => {
  let refused = 0;
  let found = 0;
  const places = [
    ...Array.from({ length: 60 }, (_, i) => Math.floor((i * text.length) / 60)),
    // The bars are most of the text, so as many places are changed in the rest.
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

test('a text that is no record file is refused with a code and the first invalid member', () => {
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
  assert.deepEqual(change('"version":2', '"version":1'), ['other-version', null]);
  assert.deepEqual(change('"kind":"box"', '"kind":"bos"'), ['damaged', 'row.kind']);
  assert.deepEqual(change('"digits":2', '"digits":99'), ['damaged', 'series.digits']);
  assert.deepEqual(change('"prevHash":"', '"prevHash":"g'), ['damaged', 'outcomes.0.prevHash']);
  assert.deepEqual(change('"seriesId":', '"more":1,"seriesId":'), ['damaged', 'row.more']);
  assert.deepEqual(refusal(JSON.stringify(JSON.parse(text), null, 2)), ['read', null]);
});

test('the file of a forecast is read: names in its row, and levels that were not reached', () => {
  const own = makeWorld(5000, { forecastsAfterMs: FROM });
  const row = own.ledger.find(({ kind, setup }) => kind === 'forecast' && setup === 'cone.1d')!;
  const written = writeRecordFile(fileOf(row, own), sha256);
  const file = readRecordFile(written);
  const { detail } = file.outcomes[0]!;
  assert.ok((detail.first as unknown[]).includes(null));
  assert.equal(file.row.detail.model, 'touch-1');
  assert.equal(recompute(file, sha256).verdict, 'equal');
  const refusal = (from: string, to: string): string | null => {
    try {
      readRecordFile(written.replace(from, to));
      return null;
    } catch (error) {
      assert.ok(error instanceof RecordFileError);
      return error.field;
    }
  };
  assert.equal(refusal('"model":"touch-1"', '"model":"touch 1"'), 'row.detail.model');
  assert.equal(refusal('"chances":[0.5,', '"chances":["0.5",'), 'row.detail.chances');
});

test('the bounds of a file are those of its format, each included', () => {
  const draft = () => JSON.parse(text) as Record<string, Record<string, unknown>>;
  const fieldOf = (change: (file: ReturnType<typeof draft>) => void): string | null => {
    const file = draft();
    change(file);
    try {
      readRecordFile(JSON.stringify(file));
      return null;
    } catch (error) {
      assert.ok(error instanceof RecordFileError);
      return error.field;
    }
  };
  const entries = (length: number, value = 0) => Array.from({ length }, () => value);
  const baseline = (changed: object) =>
    fieldOf((file) => {
      Object.assign(file.baseline ?? {}, changed);
    });
  assert.equal(baseline({ entries1: entries(40) }), null);
  assert.equal(baseline({ entries1: entries(20), entries2: entries(20) }), null);
  assert.equal(baseline({ entries1: [], entries2: [] }), null);
  assert.equal(baseline({ entries1: entries(19) }), 'baseline.entries1');
  assert.equal(baseline({ entries1: entries(1) }), 'baseline.entries1');
  assert.equal(baseline({ reason: 'wait' }), null);
  assert.equal(baseline({ reason: 'none' }), 'baseline.reason');
  assert.equal(baseline({ costs: 0.5 }), 'baseline.costs');
  assert.equal(baseline({ cost: { unit: 'pips', amount: 1 } }), null);
  assert.equal(baseline({ cost: { unit: 'points', amount: 1 } }), 'baseline.cost.unit');
  assert.equal(baseline({ entries2: entries(41) }), 'baseline.entries2');
  assert.equal(baseline({ entries1: entries(40, -32_768), entries2: entries(40, 32_767) }), null);
  assert.equal(baseline({ entries1: entries(40, -32_769) }), 'baseline.entries1.0');
  assert.equal(baseline({ entries2: entries(40, 32_768) }), 'baseline.entries2.0');
  assert.equal(baseline({ open: 0, targets1: -1 }), 'baseline.targets1');
  const digits = (value: number) =>
    fieldOf((file) => {
      Object.assign(file.series ?? {}, { digits: value });
    });
  assert.deepEqual([0, 12].map(digits), [null, null]);
  assert.deepEqual([-1, 13, 1.5].map(digits), Array(3).fill('series.digits'));
  const row = (changed: object) =>
    fieldOf((file) => {
      Object.assign(file.row ?? {}, changed);
    });
  assert.equal(row({ seq: 0 }), 'row.seq');
  assert.equal(row({ seq: 1 }), null);
  assert.equal(row({ price: 0 }), 'row.price');
  assert.equal(row({ detail: { list: entries(100) } }), null);
  assert.equal(row({ detail: { list: entries(101) } }), 'row.detail.list');
  assert.equal(row({ detail: { 'a b': 1 } })?.startsWith('row.detail'), true);
  assert.equal(row({ first: 1, second: 2 }), 'row.first', 'the first of the unknown members');
  const whole = (changed: object) => fieldOf((file) => Object.assign(file, changed));
  const hashes = (length: number) => Array.from({ length }, () => '0'.repeat(64));
  assert.equal(whole({ path: hashes(64) }), null);
  assert.equal(whole({ path: hashes(65) }), 'path');
  const outcomes = (length: number) =>
    whole({ outcomes: Array(length).fill(draft().outcomes?.[0]) });
  assert.deepEqual([0, 8, 9].map(outcomes), [null, null, 'outcomes']);
  assert.equal(whole({ bars: Array(2000).fill('AAAA') }), null);
  assert.equal(whole({ bars: Array(2001).fill('AAAA') }), 'bars');
  assert.equal(
    whole({ outcomes: [{ ...(draft().outcomes?.[0] as object), status: 2 }] }),
    'outcomes.0.status',
  );
});

/** Returns the value with sorted members; JSON.stringify then gives canonical JSON for texts without escapes. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

/** Returns the root of RFC 9162, 2.1.1, over the hashes of rows, in hex. */
function rootOf(rows: readonly string[]): string {
  const [only] = rows;
  if (rows.length === 1) return hash('sha256', Buffer.from(`00${only}`, 'hex'));
  const left = 2 ** Math.floor(Math.log2(rows.length - 1));
  const nodes = `01${rootOf(rows.slice(0, left))}${rootOf(rows.slice(left))}`;
  return hash('sha256', Buffer.from(nodes, 'hex'));
}

test('a verifier that is written from the format alone accepts a file', () => {
  const { checksum, ...rest } = JSON.parse(text) as RecordFile;
  assert.equal(hash('sha256', JSON.stringify(sorted(rest))), checksum);
  const { row, before, outcomes, head, path } = rest;
  assert.ok(outcomes.length === 2 && head !== null);
  for (const { prevHash, hash: own, ...content } of [row, ...outcomes]) {
    assert.equal(hash('sha256', prevHash + JSON.stringify(sorted(content))), own);
    const delay = content.createdAt - content.barTime;
    assert.equal(content.origin, delay >= 0 && delay <= 300_000 ? 'live' : 'backfill');
  }
  assert.equal(row.prevHash, before);
  assert.ok(outcomes.every(({ seq }) => seq === row.seq));
  // The rolling hash over the bars that close by the row's time, six little-endian doubles per bar.
  let rolling = Buffer.alloc(32);
  const { openTimeMs, open, high, low, close, volume } = world.bars;
  for (let at = 0; openTimeMs[at]! + 3_600_000 <= row.barTime; at++) {
    const bar = [openTimeMs, open, high, low, close, volume].map((column) => column[at]!);
    const bytes = Buffer.alloc(48);
    for (const [place, value] of bar.entries()) bytes.writeDoubleLE(value, 8 * place);
    rolling = hash('sha256', Buffer.concat([rolling, bytes]), 'buffer');
  }
  assert.equal(row.inputHash, rolling.toString('hex'));
  // The tree over all rows of the ledger, and the path of this row: the roots of its sibling subtrees.
  const rows = world.ledger.map((each) => each.hash);
  assert.equal(head.size, rows.length);
  assert.equal(head.root, rootOf(rows));
  const siblings: string[] = [];
  for (let [from, to] = [0, rows.length]; to - from > 1; ) {
    const middle = from + 2 ** Math.floor(Math.log2(to - from - 1));
    const isLeft = row.seq - 1 < middle;
    siblings.unshift(rootOf(isLeft ? rows.slice(middle, to) : rows.slice(from, middle)));
    if (isLeft) to = middle;
    else from = middle;
  }
  assert.deepEqual(path, siblings);
  // The row itself: the risk is a quarter of the box, the stop one risk away, the targets one and two.
  const sign = row.way ? 1 : -1;
  const cents = (value: number) => Math.round(value * 100);
  for (const [price, risks] of [
    [row.sl, -1],
    [row.tp1, 1],
    [row.tp2, 2],
  ] as const) {
    // The published range is rounded, the risk in the prices is not.
    assert.ok(Math.abs(cents(price!) - cents(row.price + sign * risks * row.range!)) <= 1);
  }
});
