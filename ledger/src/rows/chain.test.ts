import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { createColumns } from '../bars/bars-codec.ts';
import { chainedText, originOf } from './chain.ts';
import { toHex } from './drafts.ts';
import { rollInputHash } from './input-hash.ts';

test("a row is live from its bar's close to five minutes later, both included", () => {
  const closeMs = Date.UTC(2026, 2, 6, 14);
  const delays = [-1, 0, 1, 299_999, 300_000, 300_001];
  assert.deepEqual(
    delays.map((delay) => originOf(closeMs, closeMs + delay)),
    ['backfill', 'live', 'live', 'live', 'live', 'backfill'],
  );
});

test('the hashed text is the previous hash and the members in order', () => {
  const before = '0'.repeat(64);
  const row = { tp1: null, seq: 1, detail: { expiry: 1.5, box: 2 }, kind: 'box', way: true };
  assert.equal(
    chainedText(before, row),
    `${before}{"detail":{"box":2,"expiry":1.5},"kind":"box","seq":1,"tp1":null,"way":true}`,
  );
});

test('the hash over bars rolls from 32 zero bytes over six little-endian doubles of each bar', () => {
  const bars = createColumns(2);
  const columns = [bars.openTimeMs, bars.open, bars.high, bars.low, bars.close, bars.volume];
  for (const [row, values] of [
    [3_600_000, 1, 2, 0.5, 1.5, 0],
    [7_200_000, 1.5, 2, 1, 2, 3],
  ].entries()) {
    for (const [at, column] of columns.entries()) column[row] = values[at]!;
  }
  const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
  const rolling = rollInputHash(sha256, new Uint8Array(32));
  const of = (hex: string): string => hash('sha256', Buffer.from(hex, 'hex'));
  // 3,600,000 is 0x414b774000000000, 7,200,000 0x415b774000000000 (IEEE 754), the lowest byte first.
  const first = [
    '0000000040774b41', // d
    '000000000000f03f', // o 1
    '0000000000000040', // h 2
    '000000000000e03f', // l 0.5
    '000000000000f83f', // c 1.5
    '0000000000000000', // v 0
  ].join('');
  const second = [
    '0000000040775b41', // d
    '000000000000f83f', // o 1.5
    '0000000000000040', // h 2
    '000000000000f03f', // l 1
    '0000000000000040', // c 2
    '0000000000000840', // v 3
  ].join('');
  assert.equal(toHex(rolling.value), '00'.repeat(32));
  rolling.add(bars, 0);
  assert.equal(toHex(rolling.value), of('00'.repeat(32) + first));
  rolling.add(bars, 1);
  assert.equal(toHex(rolling.value), of(of('00'.repeat(32) + first) + second));
});
