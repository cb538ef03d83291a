import { LIMITS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { createQueue } from '../../platform/queue.ts';
import { encodeImage } from './encode-image.ts';
import { type RebuiltImage, rebuildImage } from './rebuild-image.ts';

/** Queue of image work: one image of a person at a time; `waitingOfOne` leaves places for other people's images. */
const queue = createQueue({ running: 2, waiting: 16, waitingOfOne: 4, retryAfterSeconds: 10 });

/**
 * Returns a copy of a sent image: turned upright, at most 2560 pixels a side, as WebP, without metadata. Throws
 * `media-type-415` for anything but a complete JPEG, PNG or WebP of at most 40 megapixels, and for an image that needs
 * more than 10 CPU seconds or 512 MB; the header alone decides about the size in pixels. Throws `unavailable-503` when
 * too many images wait, in all or of that person.
 */
export async function prepareImage(sent: Buffer, personId: number | null): Promise<RebuiltImage> {
  const { width, height, bytes } = rebuildImage(sent);
  if (width * height > LIMITS.imagePixels) throw new AppError('media-type-415');
  // The output of a process that worked on untrusted bytes is checked like an upload.
  return rebuildImage(await queue.run(() => encodeImage(bytes), personId));
}
