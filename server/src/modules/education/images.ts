import { IMAGE_TYPES, LIMITS } from '@rasat/contract';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { AppError } from '../../platform/app-error.ts';
import { createQueue } from '../../platform/queue.ts';
import { readImageHeader } from './image-header.ts';

/** An image as it is kept: our own copy, without anything that the sender's had beside its pixels. */
export interface PreparedImage {
  readonly bytes: Buffer;
  readonly type: 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** Nobody's screen shows more of a chart; larger ones are made smaller. */
const LONGEST_SIDE = 2560;
const QUALITY = 88;
const SECONDS = 20;

/** An image takes one thread and up to 160 MB while it is decoded: one after the other. */
const queue = createQueue({ running: 1, waiting: 16, retryAfterSeconds: 10 });
sharp.concurrency(1);
sharp.cache(false);

/**
 * Makes our copy of a sent image: turned upright, at most 2560 pixels a side, as WebP, without metadata. What it is
 * decides its first bytes, not its name. Throws `media-type-415` for anything but a whole JPEG, PNG or WebP of at most 40
 * megapixels; what is too large is refused by its header alone. `unavailable-503` when too many wait.
 */
export async function prepareImage(sent: Buffer): Promise<PreparedImage> {
  const found = await fileTypeFromBuffer(sent);
  const type = IMAGE_TYPES.find((one) => one === found?.mime);
  const header = type ? readImageHeader(sent, type) : null;
  if (!header || header.width * header.height > LIMITS.imagePixels) {
    throw new AppError('media-type-415');
  }
  return queue.run(() => encode(sent));
}

async function encode(sent: Buffer): Promise<PreparedImage> {
  try {
    const { data, info } = await sharp(sent, {
      limitInputPixels: LIMITS.imagePixels,
      failOn: 'error',
    })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({
        width: LONGEST_SIDE,
        height: LONGEST_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toColourspace('srgb')
      .webp({ quality: QUALITY, effort: 3, smartSubsample: true })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, type: 'image/webp', width: info.width, height: info.height };
  } catch (cause) {
    throw new AppError('media-type-415', { cause });
  }
}
