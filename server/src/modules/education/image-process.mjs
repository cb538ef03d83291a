import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

// Reads an image from standard input and writes our copy of it to standard output. `encode-image.ts` starts it and sets
// its limits. It is JavaScript because it runs with `--jitless`, which avoids a large reserve of memory and with which
// Node cannot read TypeScript.
//   node --jitless image-process.mjs MOST_PIXELS
// Exit code 65: the decoder refuses the image; standard error says why.

/** EX_DATAERR of sysexits.h. */
const REFUSED = 65;
/** Most pixels a side; no screen shows more of a chart, and larger images are scaled down. */
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
