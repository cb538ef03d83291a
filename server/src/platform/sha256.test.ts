import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from './sha256.ts';

// FIPS 180-2, appendix B, and the digest of the empty message.
const DIGESTS = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
] as const;

test('texts and their bytes have the digests that the standard gives', () => {
  for (const [text, digest] of DIGESTS) {
    assert.equal(sha256(text).toString('hex'), digest);
    assert.equal(sha256(Buffer.from(text)).toString('hex'), digest);
  }
});

test('a text counts as UTF-8', () => {
  assert.deepEqual(sha256('ığ'), sha256(Buffer.of(0xc4, 0xb1, 0xc4, 0x9f)));
});

test('a digest keeps no memory besides its own', () => {
  assert.equal(sha256('abc').buffer.byteLength, 32);
});
