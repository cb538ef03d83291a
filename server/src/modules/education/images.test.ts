import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { AppError } from '../../platform/app-error.ts';
import { prepareImage } from './images.ts';
import { rebuildImage } from './rebuild-image.ts';
import { pngChunk, pngHeader, pngOf } from './testing/image-parts.ts';

const refusal = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'media-type-415';

const plain = sharp({ create: { width: 64, height: 32, channels: 3, background: '#3360ff' } });
const jpeg = await plain.clone().jpeg().toBuffer();
const progressive = await plain.clone().jpeg({ progressive: true }).toBuffer();
const png = await plain.clone().png().toBuffer();
const webp = await plain.clone().webp().toBuffer();
const lossless = await plain.clone().webp({ lossless: true }).toBuffer();
const extended = await plain.clone().ensureAlpha(0.5).webp().toBuffer();
const gif = await plain.clone().gif().toBuffer();
const tiff = await plain.clone().tiff().toBuffer();
const avif = await plain.clone().avif({ effort: 0 }).toBuffer();
const SCRIPT = Buffer.from('<script>alert(document.cookie)</script>');

/** A PNG that promises that size in one kilobyte. */
const hugePng = (width: number, height: number): Buffer =>
  pngOf(pngHeader(width, height), pngChunk('IDAT', Buffer.alloc(967)));

describe('an image', () => {
  for (const [name, sent] of Object.entries({ jpeg, progressive, png, webp, lossless, extended })) {
    test(`that is a ${name} is kept as WebP of the same size`, async () => {
      const { bytes, type, width, height } = await prepareImage(sent, 1);
      assert.equal(type, 'image/webp');
      assert.deepEqual([width, height], [64, 32]);
      assert.equal((await sharp(bytes).metadata()).format, 'webp');
    });
  }
  test('is turned upright and says nothing more of camera, place and colours', async () => {
    const sent = await plain
      .clone()
      .withExif({
        IFD0: { Make: 'Kamera', Copyright: 'Ada' },
        IFD3: { GPSLatitude: '41/1 0/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    assert.ok(sent.includes('Exif'), 'the sent one says something');
    const { bytes, width, height } = await prepareImage(sent, 1);
    assert.deepEqual([width, height], [32, 64]);
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined]);
  });
  test('that is larger than a screen is made smaller, in proportion', async () => {
    const sent = await sharp({
      create: { width: 5000, height: 2500, channels: 3, background: '#000' },
    })
      .png()
      .toBuffer();
    const { width, height } = await prepareImage(sent, 1);
    assert.deepEqual([width, height], [2560, 1280]);
  });
  test('of a camera may have further pictures behind it, of which nothing is kept', async () => {
    const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(100, 7)]);
    const note = Buffer.concat([Buffer.alloc(20, 7), Buffer.from('SEFT')]);
    for (const tail of [jpeg, film, note, Buffer.alloc(16)]) {
      const { bytes } = await prepareImage(Buffer.concat([jpeg, tail]), 1);
      assert.deepEqual(bytes, (await prepareImage(jpeg, 1)).bytes);
    }
  });
});

describe('refused is', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const cases: Readonly<Record<string, Buffer>> = {
    'U5 an SVG': Buffer.from(svg),
    'an SVG with a declaration': Buffer.from(`<?xml version="1.0"?>${svg}`),
    'U6 a page': Buffer.from('<!doctype html><html><script>alert(1)</script></html>'),
    'U7 a JPEG with a script behind it': Buffer.concat([jpeg, SCRIPT]),
    'U7 the beginning of a JPEG with a script behind it': Buffer.concat([
      jpeg.subarray(0, 20),
      SCRIPT,
    ]),
    'U7 the first bytes of a JPEG with a script behind them': Buffer.concat([
      Buffer.of(0xff, 0xd8, 0xff, 0xe0),
      SCRIPT,
    ]),
    'a PNG with a script behind it': Buffer.concat([png, SCRIPT]),
    'a WebP with a script behind it': Buffer.concat([webp, SCRIPT]),
    'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
    'half a PNG': png.subarray(0, png.length - 20),
    'half a WebP': webp.subarray(0, webp.length - 20),
    'a GIF': gif,
    'a TIFF': tiff,
    'an AVIF': avif,
    'noise behind the start of a PNG': Buffer.concat([png.subarray(0, 33), Buffer.alloc(500, 1)]),
  };
  for (const [name, sent] of Object.entries(cases)) {
    test(name, () => assert.rejects(prepareImage(sent, 1), refusal));
  }
  test('a picture without width or height, for that alone', () => {
    // What the chunks hold is not looked at here.
    assert.equal(rebuildImage(hugePng(1, 1)).width, 1);
    for (const [width, height] of [
      [0, 1],
      [1, 0],
    ] as const) {
      assert.throws(() => rebuildImage(hugePng(width, height)), refusal);
    }
  });
  test('a picture of more than 40 megapixels, by its header alone', async () => {
    const causeOf = (width: number, height: number) =>
      prepareImage(hugePng(width, height), 1).then(
        () => assert.fail('its pixels are missing'),
        (error: unknown) => {
          assert.ok(refusal(error));
          return (error as AppError).cause;
        },
      );
    // 40,000,000 pixels are for the decoder, which misses most of them; what is larger does not come to it.
    assert.notEqual(await causeOf(8000, 5000), undefined);
    assert.equal(await causeOf(8001, 5000), undefined);
  });
  test('U8 a kilobyte that promises 50000 by 50000 pixels, by its header alone', async () => {
    const bomb = hugePng(50_000, 50_000);
    assert.equal(bomb.length, 1024);
    await assert.rejects(prepareImage(bomb, 1), (error) => {
      assert.ok(refusal(error));
      // What the decoder refuses is the cause: it was not asked.
      assert.equal((error as AppError).cause, undefined);
      return true;
    });
  });
});
