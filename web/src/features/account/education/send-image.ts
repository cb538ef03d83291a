import type { IMAGE_TYPES } from '@rasat/contract';
import { call } from '../../../api/client/client.ts';
import { putFile, type UploadOptions } from '../../../api/client/put-file.ts';

/** A media type in which an image may be sent. */
export type ImageType = (typeof IMAGE_TYPES)[number];

/**
 * Sends an image and answers the id under which it is named from then on. Throws `ApiError` with the server's code
 * (`unavailable-503` without the store), or `error.network` without an answer; an aborted signal throws its reason.
 */
export async function uploadImage(
  file: Blob,
  type: ImageType,
  { onProgress, signal }: UploadOptions,
): Promise<string> {
  const { url, id } = await call('imageUrl', { query: { type }, signal });
  signal.throwIfAborted();
  await putFile(url, file, type, { onProgress, signal });
  return id;
}
