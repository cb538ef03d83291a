import { constants, deflateRawSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { jpegSegment, pngChunk, pngHeader, pngOf, riffChunk, webpOf } from './image-parts.ts';
import { PNG } from './school.ts';

// Images made to cost a server as much as possible, each within the upload limits. The tests and the benchmark of the
// upload send them.

const repeat = (count: number, make: (at: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, at) => make(at)));
const MILLION_ZEROS = deflateRawSync(Buffer.alloc(1_000_000), {
  level: 9,
  finishFlush: constants.Z_FULL_FLUSH,
});
/**
 * Returns compressed zeros as a zlib stream, RFC 1950. The stream is joined from pieces, since compressing a gigabyte
 * takes seconds.
 */
const zeros = (bytes: number): Buffer => {
  const rest = deflateRawSync(Buffer.alloc(bytes % 1_000_000), { level: 9 });
  const checksum = Buffer.alloc(4);
  // Adler-32: the lower half is one plus the sum of the bytes, the upper half the sum of all lower halves.
  checksum.writeUInt32BE((bytes % 65_521) * 65_536 + 1);
  const pieces = repeat(Math.floor(bytes / 1_000_000), () => MILLION_ZEROS);
  return Buffer.concat([Buffer.of(0x78, 0xda), pieces, rest, checksum]);
};

const HEADER = pngHeader(8, 8);
const PIXELS = pngChunk('IDAT', zeros(8 * 25));
/**
 * libpng 1.6 decompresses texts of up to 8,000,000 bytes: 130 texts of 7.6 KB each are 1 MB that decompresses to 1 GB.
 */
const EIGHT_MB = zeros(7_900_000);
const bombs = (name: string, keyword: string): Buffer =>
  repeat(130, (at) =>
    pngChunk(name, Buffer.concat([Buffer.from(`${at}${keyword}`, 'latin1'), EIGHT_MB])),
  );
const frames = (count: number): Buffer =>
  repeat(count, () =>
    Buffer.concat([pngChunk('fcTL', Buffer.alloc(26)), pngChunk('fdAT', PIXELS)]),
  );
/** PNG of 40 megapixels that can be shown only after its last pass: 8 bytes a pixel, and the filters of the rows. */
export const INTERLACED: Buffer = pngOf(
  pngHeader(8000, 5000, { depth: 16, colour: 6, interlaced: true }),
  pngChunk('IDAT', zeros(320_100_000)),
);

// A progressive JPEG of 40 megapixels whose scans pass over all blocks in 45 bytes, ITU-T T.81, annex G: a coefficient
// has up to 14 scans, each for one bit.
const BLOCKS = 625_000;
/** A Huffman table of one code, the bit 0. */
const table = (id: number, symbol: number): Buffer =>
  jpegSegment(0xc4, Buffer.concat([Buffer.of(id, 1), Buffer.alloc(15), Buffer.of(symbol)]));
/** The code, and 14 bits that are added to 2 ** 14: the number of blocks that end here. No byte of it is 0xff. */
const RUN = '010101010101010';
const RUN_BLOCKS = 2 ** 14 + 0b10101010101010;
const runs = (RUN.repeat(Math.ceil(BLOCKS / RUN_BLOCKS)) + '1'.repeat(7)).match(/.{8}/g) ?? [];
const RUNS = Buffer.from(runs.map((bits) => Number.parseInt(bits, 2)));
const acScan = (at: number): Buffer => {
  const component = 1 + (Math.floor(at / 14) % 3);
  const bit = 13 - (at % 14);
  const before = bit === 13 ? 0 : bit + 1;
  const head = Buffer.of(1, component, 0, 1, 63, (before << 4) | bit);
  return Buffer.concat([jpegSegment(0xda, head), RUNS]);
};
const scanned = (scans: number): Buffer =>
  Buffer.concat([
    Buffer.of(0xff, 0xd8),
    jpegSegment(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 1)])),
    jpegSegment(0xc2, Buffer.of(8, 0x13, 0x88, 0x1f, 0x40, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0)),
    table(0x00, 0),
    table(0x10, 0xe0),
    jpegSegment(0xda, Buffer.of(3, 1, 0, 2, 0, 3, 0, 0, 0, 0)),
    Buffer.alloc((3 * BLOCKS) / 8),
    repeat(scans - 1, acScan),
    Buffer.of(0xff, 0xd9),
  ]);

const small = sharp({ create: { width: 64, height: 32, channels: 3, background: '#3360ff' } });
const jpeg = await small.clone().jpeg().toBuffer();
/** Returns the JPEG with another size in its header. */
const resized = (width: number, height: number): Buffer => {
  const copy = Buffer.from(jpeg);
  const at = copy.indexOf(Buffer.of(0xff, 0xc0));
  copy.writeUInt16BE(height, at + 5);
  copy.writeUInt16BE(width, at + 7);
  return copy;
};

const webp = await small.clone().webp({ lossless: true }).toBuffer();
const gif = await small.clone().gif().toBuffer();
const gifFrame = gif.subarray(gif.lastIndexOf(0x2c), -1);
/** Returns an animated WebP, RFC 9649: 64 by 32, with full frames of a millisecond each. */
const animated = (count: number): Buffer => {
  const frame = Buffer.concat([
    Buffer.of(0, 0, 0, 0, 0, 0, 63, 0, 0, 31, 0, 0, 1, 0, 0, 0),
    webp.subarray(12),
  ]);
  return webpOf(
    riffChunk('VP8X', Buffer.of(2, 0, 0, 0, 63, 0, 0, 31, 0, 0)),
    riffChunk('ANIM', Buffer.alloc(6)),
    repeat(count, () => riffChunk('ANMF', frame)),
  );
};
/** Lossless WebP whose header claims 16,383 pixels a side. */
const huge = Buffer.from(webp);
huge.writeUInt32LE(0x0fffbffe, 21);

/** Pixels a side of the tile that is repeated to make a large image. */
const TILE = 1000;
/** Returns noise, in which every pixel costs work for the decoder and the encoder. */
const noise = (): Sharp =>
  sharp({
    create: {
      width: TILE,
      height: TILE,
      channels: 3,
      background: '#000000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
/** Returns an image of that size, the tile repeated to the right and down. */
const tiled = async (tile: Sharp, width: number, height: number): Promise<Sharp> =>
  sharp(await tile.png({ compressionLevel: 0 }).toBuffer()).extend({
    right: width - TILE,
    bottom: height - TILE,
    extendWith: 'repeat',
  });
const noisy = await (await tiled(noise(), 2560, 2560)).jpeg({ quality: 50 }).toBuffer();
const noisyScans = await (await tiled(noise().blur(2), 8000, 5000))
  .jpeg({ quality: 40, progressive: true, chromaSubsampling: '4:4:4' })
  .toBuffer();
const plain = sharp({
  create: { width: 8000, height: 5000, channels: 4, background: '#3360ff80' },
});
const plainWebp = await plain.clone().webp({ lossless: true, effort: 0 }).toBuffer();
const lossyWebp = await plain.clone().webp({ quality: 1, effort: 0 }).toBuffer();

const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/png;base64,${PNG.toString('base64')}"/></svg>`;

/** Image of the corpus, and the status that its upload returns. */
export type HostileImage = readonly [type: string, image: Buffer | string, status: 200 | 415];

/** Images by their fault; the second element of each is sent. */
export const HOSTILE_IMAGES: Readonly<Record<string, HostileImage>> = {
  'a PNG of 1 MB with packed texts of 1 GB': [
    'png',
    pngOf(HEADER, bombs('zTXt', '\0\0'), PIXELS),
    200,
  ],
  'the same in UTF-8': ['png', pngOf(HEADER, bombs('iTXt', '\0\x01\0\0\0'), PIXELS), 200],
  'the same behind the pixels': ['png', pngOf(HEADER, PIXELS, bombs('zTXt', '\0\0')), 200],
  'a PNG with a profile of 1 GB': [
    'png',
    pngOf(HEADER, pngChunk('iCCP', Buffer.concat([Buffer.from('Own\0\0'), zeros(1e9)])), PIXELS),
    200,
  ],
  'a PNG with 2,000 frames': [
    'png',
    pngOf(HEADER, pngChunk('acTL', Buffer.alloc(8)), PIXELS, frames(2000)),
    415,
  ],
  'a PNG with 2,000 frames that it does not announce': [
    'png',
    pngOf(HEADER, PIXELS, frames(2000)),
    200,
  ],
  'a PNG in 100,000 chunks': [
    'png',
    pngOf(
      HEADER,
      repeat(100_000, () => pngChunk('IDAT', Buffer.of(0))),
    ),
    415,
  ],
  'a PNG of 40 megapixels, interlaced, with 8 bytes a pixel': ['png', INTERLACED, 200],
  'a PNG of 50,000 pixels a side, interlaced': [
    'png',
    pngOf(pngHeader(50_000, 50_000, { interlaced: true }), PIXELS),
    415,
  ],
  'a PNG of one pixel with pixels of 1 GB': [
    'png',
    pngOf(pngHeader(1, 1), pngChunk('IDAT', zeros(1e9))),
    200,
  ],
  'half a PNG': ['png', PNG.subarray(0, PNG.length / 2), 415],
  'a JPEG of 40 megapixels with 32 scans': ['jpeg', scanned(32), 200],
  'a JPEG of 40 megapixels with 4,000 scans': ['jpeg', scanned(4000), 415],
  'a JPEG with 60,000 segments': [
    'jpeg',
    Buffer.concat([
      jpeg.subarray(0, 2),
      repeat(60_000, () => jpegSegment(0xfe, 'note')),
      jpeg.subarray(2),
    ]),
    415,
  ],
  'a JPEG of 65,500 pixels a side': ['jpeg', resized(65_500, 65_500), 415],
  'a JPEG of 65,500 by 610 pixels that are not there': ['jpeg', resized(65_500, 610), 200],
  'half a JPEG': ['jpeg', jpeg.subarray(0, jpeg.length / 2), 415],
  'a WebP with 2,000 frames': ['webp', animated(2000), 200],
  'a WebP with 10,000 frames': ['webp', animated(10_000), 415],
  'a WebP of 16,383 pixels a side': ['webp', huge, 415],
  'a JPEG of noise, as large as our copies are': ['jpeg', noisy, 200],
  'a JPEG of 40 megapixels of noise, progressive': ['jpeg', noisyScans, 200],
  'a WebP of 40 megapixels, lossless, half transparent': ['webp', plainWebp, 200],
  'a WebP of 40 megapixels, lossy, half transparent': ['webp', lossyWebp, 200],
  'half a WebP': ['webp', webp.subarray(0, webp.length / 2), 415],
  'a GIF with 2,000 frames': [
    'png',
    Buffer.concat([gif.subarray(0, -1), repeat(2000, () => gifFrame), gif.subarray(-1)]),
    415,
  ],
  'an SVG with a PNG in it': ['png', SVG, 415],
  'a JPEG that is a page as well': [
    'jpeg',
    Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]),
    415,
  ],
  'a PNG that is an archive as well': [
    'png',
    Buffer.concat([PNG, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
    415,
  ],
};
