import { LIMITS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { createQueue } from '../../platform/queue.ts';
import { encodeImage } from './encode-image.ts';
import { type RebuiltImage, rebuildImage } from './rebuild-image.ts';

/** One image of a person at a time. What a person's image can take leaves a place for the others. */
const queue = createQueue({ running: 2, waiting: 16, waitingOfOne: 4, retryAfterSeconds: 10 });

/**
 * Makes our copy of an image that a person sent: turned upright, at most 2560 pixels a side, as WebP, of nothing but its
 * pixels. Throws `media-type-415` for anything but a whole JPEG, PNG or WebP of at most 40 megapixels, and for one that
 * costs more than 10 s of a processor or 512 MB; what is too large is refused by its header alone. `unavailable-503`
 * when too many wait, or too many of that person.
 */
export async function prepareImage(sent: Buffer, personId: number | null): Promise<RebuiltImage> {
  const { width, height, bytes } = rebuildImage(sent);
  if (width * height > LIMITS.imagePixels) throw new AppError('media-type-415');
  // What a process wrote that has worked on a stranger's bytes is looked at like those.
  return rebuildImage(await queue.run(() => encodeImage(bytes), personId));
}
