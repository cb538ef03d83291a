import assert from 'node:assert/strict';
import test from 'node:test';
import { readImageHeader } from './image-header.ts';

const bytes = (hex: string) =>
  Uint8Array.from(hex.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

// Smallest file of each type, cut after the bytes of its size.
const PNG = '89504e470d0a1a0a 0000000d 49484452 00000500 000002d0 0806000000';
const JPEG = 'ffd8 ffe0 0010 4a46494600010100000100010000 ffdb 0004 0000 ffc2 0011 08 02d0 0500 03';
const WEBP = '52494646 24000000 57454250 56503820 18000000 300100 9d012a 0005 d002 0000';
const WEBP_LOSSLESS = '52494646 24000000 57454250 5650384c 18000000 2f ffc4b300 0000000000000000';
const WEBP_EXTENDED = '52494646 24000000 57454250 56503858 0a000000 10000000 ff0400 cf0200';

test('type and size are read from the first bytes', () => {
  const size = { width: 1280, height: 720 };
  assert.deepEqual(readImageHeader(bytes(PNG)), { type: 'image/png', ...size });
  assert.deepEqual(readImageHeader(bytes(JPEG)), { type: 'image/jpeg', ...size });
  assert.deepEqual(readImageHeader(bytes(WEBP)), { type: 'image/webp', ...size });
  assert.deepEqual(readImageHeader(bytes(WEBP_LOSSLESS)), { type: 'image/webp', ...size });
  assert.deepEqual(readImageHeader(bytes(WEBP_EXTENDED)), { type: 'image/webp', ...size });
});

test('the size of a huge image is known without decoding it', () => {
  const huge = PNG.replace('00000500 000002d0', '0000c350 0000c350');
  assert.deepEqual(readImageHeader(bytes(huge)), {
    type: 'image/png',
    width: 50_000,
    height: 50_000,
  });
});

test('a view into a larger buffer is read at its offset', () => {
  const whole = bytes(`00000000 ${PNG}`);
  assert.equal(readImageHeader(whole.subarray(4))?.width, 1280);
});

test('other, short or broken content is no image', () => {
  const text = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9"/>');
  assert.equal(readImageHeader(text), null);
  assert.equal(readImageHeader(new Uint8Array(0)), null);
  assert.equal(readImageHeader(bytes('474946383961 0100 0100')), null, 'a GIF is refused');
  assert.equal(readImageHeader(bytes(PNG.replace('00000500', '00000000'))), null);
  for (const whole of [PNG, JPEG, WEBP].map(bytes)) {
    for (let length = 0; length < 20; length += 1) {
      assert.equal(readImageHeader(whole.subarray(0, length)), null, `${length} bytes`);
    }
  }
  assert.equal(readImageHeader(bytes('ffd8 ffda 0008 000000000000 0000')), null);
  assert.equal(readImageHeader(bytes('ffd8 ffe0 0000 000000000000 0000')), null);
});
