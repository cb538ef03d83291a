import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { AppError } from '../../platform/app-error.ts';
import { prepareImage } from './images.ts';
import { rebuildImage } from './rebuild-image.ts';
import {
  jpegSegment,
  listNames,
  pngChunk,
  pngHeader,
  pngOf,
  riffChunk,
  webpOf,
} from './testing/image-parts.ts';

/** PNG, third edition, 11: one grey pixel behind the filter byte of its row. */
const GREY = pngHeader(1, 1, { colour: 0 });
const PIXEL = pngChunk('IDAT', deflateSync(Buffer.of(0, 128)));
const PNG = pngOf(GREY, PIXEL);

// ITU-T T.81: quantization table of ones, a frame of 8 by 8 in one component, Huffman tables of one code each (K.3 has the
// form), and a scan of one block without coefficients.
const DQT = jpegSegment(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 1)]));
const frame = (marker: number): Buffer =>
  jpegSegment(marker, Buffer.of(8, 0, 8, 0, 8, 1, 1, 0x11, 0));
const SOF = frame(0xc0);
const dht = (table: number): Buffer =>
  jpegSegment(0xc4, Buffer.concat([Buffer.of(table, 1), Buffer.alloc(15), Buffer.of(0)]));
const TABLES = Buffer.concat([dht(0), dht(0x10)]);
const SCAN = Buffer.concat([jpegSegment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)), Buffer.of(0x3f)]);
const [SOI, EOI] = [Buffer.of(0xff, 0xd8), Buffer.of(0xff, 0xd9)];
const jpegOf = (...parts: readonly Buffer[]): Buffer => Buffer.concat([SOI, ...parts, EOI]);
const JPEG = jpegOf(DQT, SOF, TABLES, SCAN);

/** One pixel, as libwebp 1.6.0 encodes it. */
const VP8L = riffChunk('VP8L', (await sharp(PNG).webp({ lossless: true }).toBuffer()).subarray(20));
/** RFC 9649, 2.7.1.1: flags, three bytes of nothing, width and height less one. */
const vp8x = (flags: number, side = 1): Buffer =>
  riffChunk('VP8X', Buffer.of(flags, 0, 0, 0, side - 1, 0, 0, side - 1, 0, 0));
const ICC = 0x20;
const EXIF = 0x08;
const XMP = 0x04;
const ANIMATION = 0x02;
const WEBP = webpOf(vp8x(0), VP8L);

/** TIFF 6.0, section 2, in either order of bytes: a directory with the maker's name and the orientation. */
const tiff = (orientation: number, isLittle = false): Buffer =>
  isLittle
    ? Buffer.from(
        `49492a0008000000020000010200040000004b616d0012010300010000000${orientation}00000000000000`,
        'hex',
      )
    : Buffer.from(
        `4d4d002a0000000800020100000200000004004b616d0112000300000001000${orientation}000000000000`,
        'hex',
      );

const refusal = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'media-type-415';
const packed = (megabytes: number): Buffer => deflateSync(Buffer.alloc(megabytes * 1e6));
const [unpacksToMuch, unpacksToLittle] = [packed(1), packed(0.06)];
const text = (name: string): Buffer =>
  pngChunk(name, Buffer.concat([Buffer.from('Note\0\0'), unpacksToMuch]));
const iccp = (profile: Buffer): Buffer =>
  pngChunk('iCCP', Buffer.concat([Buffer.from('Own\0\0'), profile]));
const icc = (at: number, of: number): Buffer =>
  jpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.of(at, of, 1, 2, 3)]));
const exif = (content: Buffer): Buffer =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), content]));
const anmf = (...parts: readonly Buffer[]): Buffer =>
  riffChunk('ANMF', Buffer.concat([Buffer.alloc(16), ...parts]));

test('the images of this file are images', async () => {
  for (const image of [PNG, JPEG, WEBP]) {
    assert.deepEqual(rebuildImage(image).bytes, image);
    assert.equal((await prepareImage(image, 1)).type, 'image/webp');
  }
});

describe('dropped is', () => {
  const upright = tiff(1);
  const cases: Readonly<Record<string, readonly [Buffer, Buffer]>> = {
    'packed text of a PNG': [
      pngOf(GREY, text('zTXt'), text('iTXt'), text('tEXt'), PIXEL, text('zTXt')),
      PNG,
    ],
    'a profile of a PNG that unpacks into a megabyte': [
      pngOf(GREY, iccp(unpacksToMuch), PIXEL),
      PNG,
    ],
    'a profile of a PNG that does not unpack': [pngOf(GREY, iccp(Buffer.alloc(9)), PIXEL), PNG],
    'what a PNG says of its frames behind the first': [
      pngOf(GREY, PIXEL, pngChunk('fcTL'), pngChunk('fdAT', Buffer.alloc(99))),
      PNG,
    ],
    'a private part of a PNG': [pngOf(GREY, pngChunk('prIv', Buffer.alloc(99)), PIXEL), PNG],
    'what a PNG says besides an upright orientation': [
      pngOf(GREY, pngChunk('eXIf', upright), PIXEL),
      PNG,
    ],
    'what a JPEG says of everything but its pixels': [
      jpegOf(
        jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x/>'),
        exif(upright),
        jpegSegment(0xe2, 'MPF\0'),
        jpegSegment(0xed, 'Photoshop 3.0'),
        jpegSegment(0xfe, 'a note'),
        Buffer.of(0xff, 0xff),
        DQT,
        SOF,
        TABLES,
        SCAN,
      ),
      JPEG,
    ],
    'a profile of a JPEG in several segments': [
      jpegOf(icc(1, 2), icc(2, 2), DQT, SOF, TABLES, SCAN),
      JPEG,
    ],
    'what follows behind a JPEG': [Buffer.concat([JPEG, Buffer.alloc(99)]), JPEG],
    'what a WebP says of everything but its pixels': [
      webpOf(
        vp8x(ICC | EXIF | XMP),
        riffChunk('ICCP', Buffer.alloc(65_537)),
        VP8L,
        riffChunk('EXIF', upright),
        riffChunk('XMP ', Buffer.from('<x/>')),
        riffChunk('note', Buffer.alloc(3)),
      ),
      WEBP,
    ],
    'what follows behind the one chunk of a WebP': [webpOf(VP8L, riffChunk('XMP ')), webpOf(VP8L)],
    'every frame of a WebP but the first, and all in it but its pixels': [
      webpOf(
        vp8x(ANIMATION),
        riffChunk('ANIM', Buffer.alloc(6)),
        anmf(riffChunk('note'), VP8L),
        anmf(VP8L),
      ),
      webpOf(vp8x(ANIMATION), riffChunk('ANIM', Buffer.alloc(6)), anmf(VP8L)),
    ],
  };
  for (const [name, [sent, rebuilt]] of Object.entries(cases)) {
    test(name, () => assert.deepEqual(rebuildImage(sent).bytes, rebuilt));
  }
});

describe('kept is', () => {
  test('a small profile', () => {
    const profile = riffChunk('ICCP', Buffer.alloc(65_536));
    const cases: Readonly<Record<string, Buffer>> = {
      png: pngOf(GREY, iccp(unpacksToLittle), PIXEL),
      jpeg: jpegOf(icc(1, 1), DQT, SOF, TABLES, SCAN),
      webp: webpOf(vp8x(ICC), profile, VP8L),
    };
    for (const [name, sent] of Object.entries(cases)) {
      assert.deepEqual(rebuildImage(sent).bytes, sent, name);
    }
  });

  test('the colour that a profile means, in each format', async () => {
    const red = sharp({ create: { width: 16, height: 16, channels: 3, background: '#f00' } });
    const wide = red.withIccProfile('p3');
    for (const sent of [wide.clone().png(), wide.clone().jpeg(), wide.clone().webp()]) {
      const bytes = await sent.toBuffer();
      const { data } = await sharp((await prepareImage(bytes, 1)).bytes)
        .raw()
        .toBuffer({ resolveWithObject: true });
      // Without its profile it would be 234, 51, 35.
      const [r = 0, g = 255, b = 255] = data;
      assert.ok(r > 245 && g < 15 && b < 15, `${r} ${g} ${b}`);
    }
  });

  test('how the camera was held, and nothing else of what it said, in each format', async () => {
    const lying = sharp({ create: { width: 20, height: 10, channels: 3, background: '#fff' } });
    const [png, jpeg, webp] = [
      await lying.clone().png().toBuffer(),
      await lying.clone().jpeg().toBuffer(),
      (await lying.clone().webp().toBuffer()).subarray(12),
    ];
    const head = Buffer.from(vp8x(EXIF));
    head.set([19, 0, 0, 9], 12);
    for (const isLittle of [false, true]) {
      for (const [orientation, size] of [
        [3, '20 10'],
        [6, '10 20'],
        [8, '10 20'],
      ] as const) {
        const said = tiff(orientation, isLittle);
        assert.ok(said.includes('Kam'));
        const named = Buffer.concat([Buffer.from('Exif\0\0'), said]);
        const cases = [
          Buffer.concat([png.subarray(0, 33), pngChunk('eXIf', said), png.subarray(33)]),
          Buffer.concat([SOI, exif(said), jpeg.subarray(2)]),
          webpOf(head, webp, riffChunk('EXIF', said)),
          webpOf(head, webp, riffChunk('EXIF', named)),
        ];
        for (const sent of cases) {
          const { bytes, type } = rebuildImage(sent);
          assert.ok(!bytes.includes('Kam'), `${type} ${listNames(bytes).join()}`);
          const made = await prepareImage(sent, 1);
          assert.equal(`${made.width} ${made.height}`, size, `${type} ${orientation} ${isLittle}`);
        }
      }
    }
  });
});

describe('refused is', () => {
  const scans = (count: number): Buffer[] => Array.from({ length: count }, () => SCAN);
  const cases: Readonly<Record<string, Buffer>> = {
    'a PNG with more than 5,000 chunks': pngOf(
      GREY,
      PIXEL,
      Buffer.concat(Array.from({ length: 4998 }, () => pngChunk('noTe'))),
    ),
    'a PNG whose header is not in front': pngOf(PIXEL, GREY),
    'a PNG with a header of another length': pngOf(pngChunk('IHDR', Buffer.alloc(12)), PIXEL),
    'a PNG with a part that a decoder must know': pngOf(GREY, pngChunk('NOTE'), PIXEL),
    'an animated PNG': pngOf(GREY, pngChunk('acTL', Buffer.alloc(8)), PIXEL),
    'a PNG with a chunk that is longer than the file': Buffer.concat([
      PNG.subarray(0, 33),
      Buffer.from('7fffffff49444154', 'hex'),
      PNG.subarray(33),
    ]),
    'a PNG without an end': PNG.subarray(0, PNG.length - 12),
    'a JPEG with more than 32 scans': jpegOf(DQT, SOF, TABLES, ...scans(33)),
    'a JPEG without a scan': jpegOf(DQT, SOF, TABLES),
    'a JPEG with more than 5,000 segments': jpegOf(
      ...Array.from({ length: 4998 }, () => DQT),
      SOF,
      TABLES,
      SCAN,
    ),
    'a JPEG with two frames': jpegOf(DQT, SOF, SOF, TABLES, SCAN),
    'a JPEG without a frame': jpegOf(DQT, TABLES, SCAN),
    'a JPEG with a frame that is cut off': jpegOf(
      DQT,
      jpegSegment(0xc0, Buffer.of(8, 0)),
      TABLES,
      SCAN,
    ),
    'a JPEG with arithmetic coding': jpegOf(DQT, frame(0xc9), TABLES, SCAN),
    'a JPEG that says its height behind its scan': jpegOf(
      DQT,
      SOF,
      TABLES,
      SCAN,
      jpegSegment(0xdc, Buffer.of(0, 8)),
    ),
    'a JPEG with a segment of length 1': jpegOf(Buffer.of(0xff, 0xdb, 0, 1), SOF, TABLES, SCAN),
    'a JPEG with a segment that is longer than the file': jpegOf(
      SOF,
      TABLES,
      SCAN,
      Buffer.of(0xff, 0xdb, 0xff, 0xff),
    ),
    'a JPEG without an end': JPEG.subarray(0, JPEG.length - 2),
    'a WebP with more than 5,000 chunks': webpOf(
      vp8x(0),
      ...Array.from({ length: 4999 }, () => riffChunk('note')),
      VP8L,
    ),
    'a WebP with more than 5,000 chunks in its frame': webpOf(
      vp8x(ANIMATION),
      anmf(...Array.from({ length: 5000 }, () => riffChunk('note')), VP8L),
    ),
    'a WebP that begins with something else': webpOf(riffChunk('note', Buffer.alloc(10)), VP8L),
    'a WebP with a chunk that is longer than the file': webpOf(
      vp8x(0),
      VP8L,
      Buffer.from('ALPH\xff\0\0\0', 'latin1'),
    ),
    'a WebP with half a chunk': webpOf(vp8x(0), VP8L, Buffer.from('ALPH')),
    'a WebP with half a frame': webpOf(vp8x(ANIMATION), riffChunk('ANMF', Buffer.alloc(17))),
    'a WebP of another length than it says': Buffer.concat([WEBP, Buffer.alloc(2)]),
  };
  for (const [name, sent] of Object.entries(cases)) {
    test(name, () => assert.throws(() => rebuildImage(sent), refusal));
  }
  test('nothing that is one part or scan shorter', () => {
    const notes = (count: number): Buffer =>
      Buffer.concat(Array.from({ length: count }, () => pngChunk('noTe')));
    assert.deepEqual(rebuildImage(pngOf(GREY, PIXEL, notes(4997))).bytes, PNG);
    const many = jpegOf(DQT, SOF, TABLES, ...scans(32));
    assert.deepEqual(rebuildImage(many).bytes, many);
  });
});
