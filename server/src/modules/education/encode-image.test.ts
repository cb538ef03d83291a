import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { AppError } from '../../platform/app-error.ts';
import { encodeImage, type ImageCosts } from './encode-image.ts';
import { listNames, pngChunk, pngHeader, pngOf } from './testing/image-parts.ts';
import { findImageProcess, listImageProcesses } from './testing/image-processes.ts';

/** Two seconds of a processor and 310 MB: 40 megapixels in a few kilobytes, of which none can be shown before the last. */
const LARGE = pngOf(
  pngHeader(8000, 5000, { colour: 6, interlaced: true }),
  pngChunk('IDAT', deflateSync(Buffer.alloc(160_100_000), { level: 1 })),
);
const SMALL = pngOf(
  pngHeader(8, 8, { colour: 0 }),
  pngChunk('IDAT', deflateSync(Buffer.alloc(72))),
);
const ENOUGH: ImageCosts = { cpuSeconds: 10, memoryMb: 512, wallMs: 600_000 };

const answer = (code: string) => (error: unknown) =>
  error instanceof AppError && error.code === code;

test('an image is worked on by a process that the system ends at 10 s of a processor and 512 MB', async () => {
  const working = encodeImage(LARGE);
  const child = await findImageProcess();
  const limits = readFileSync(`/proc/${child}/limits`, 'latin1');
  assert.match(limits, /^Max cpu time +10 /m);
  assert.match(limits, /^Max data size +536870912 +536870912 /m);
  assert.match(limits, /^Max core file size +0 /m);
  assert.equal(readFileSync(`/proc/${child}/environ`, 'latin1').includes('PATH='), false);
  assert.deepEqual(listNames(await working)[0], 'VP8X');
  assert.deepEqual(listImageProcesses(), []);
});

for (const [what, costs] of Object.entries({
  'more of a processor': { cpuSeconds: 1 },
  'more memory': { memoryMb: 200 },
})) {
  test(`an image that costs ${what} than it may is refused, and the next one is not touched`, async () => {
    await assert.rejects(encodeImage(LARGE, { ...ENOUGH, ...costs }), answer('media-type-415'));
    assert.ok((await encodeImage(SMALL, { ...ENOUGH, ...costs })).length > 0);
  });
}

test('a machine that has no time for an image is no verdict over it', async () => {
  await assert.rejects(encodeImage(LARGE, { ...ENOUGH, wallMs: 1 }), answer('unavailable-503'));
});

test('a process that is ended from outside is no verdict over its image', async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const ended = assert.rejects(encodeImage(LARGE), answer('unavailable-503'), signal);
    const child = await findImageProcess();
    process.kill(Number(child), signal);
    await ended;
  }
});
