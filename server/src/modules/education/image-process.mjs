import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

// Reads an image from standard input and writes our copy of it to standard output. What it may use is up to who starts
// it (`encode-image.ts`). It is JavaScript since Node can neither read TypeScript nor do without a large reserve of
// memory unless it may compile at run time.
//   node --jitless image-process.mjs MOST_PIXELS
// Exit code 65: the decoder refuses the image; standard error says why.

/** EX_DATAERR of sysexits.h. */
const REFUSED = 65;
/** No screen shows more of a chart; larger images are scaled down. */
const LONGEST_SIDE = 2560;
const QUALITY = 88;

sharp.concurrency(1);
sharp.cache(false);
const limitInputPixels = Number(process.argv[2]);
try {
  const copy = await sharp(await buffer(process.stdin), { limitInputPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: QUALITY, effort: 3, smartSubsample: true })
    .toBuffer();
  process.stdout.write(copy);
} catch (error) {
  process.stderr.write(String(error));
  process.exitCode = REFUSED;
}
