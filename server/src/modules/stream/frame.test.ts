import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFrame } from './frame.ts';

test('a text frame begins as RFC 6455 has it, in each of the three lengths', () => {
  // The unmasked "Hello" of section 5.7.
  assert.equal(textFrame('Hello').toString('hex'), '810548656c6c6f');
  // Section 5.2: one byte for up to 125, 126 and two bytes for up to 65,535, 127 and eight bytes for more.
  for (const [bytes, head] of [
    [0, '8100'],
    [125, '817d'],
    [126, '817e007e'],
    [256, '817e0100'],
    [65_535, '817effff'],
    [65_536, '817f0000000000010000'],
  ] as const) {
    const frame = textFrame('x'.repeat(bytes));
    assert.equal(frame.toString('hex', 0, head.length / 2), head);
    assert.equal(frame.toString('utf8', head.length / 2), 'x'.repeat(bytes));
  }
});

test('a length is counted in bytes, not in letters', () => {
  const frame = textFrame('ş'.repeat(63));
  assert.equal(frame.toString('hex', 0, 4), '817e007e');
  assert.equal(frame.toString('utf8', 4), 'ş'.repeat(63));
});
