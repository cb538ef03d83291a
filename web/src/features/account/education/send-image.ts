import type { IMAGE_TYPES } from '@rasat/contract';
import { call } from '../../../api/client/client.ts';
import { putFile, type UploadOptions } from '../../../api/client/put-file.ts';

/** Media type of an uploaded image. */
export type ImageType = (typeof IMAGE_TYPES)[number];

/**
 * Uploads an image and returns its id. Throws `ApiError` with the server's code (`unavailable-503` without the store)
 * or `error.network` without an answer. An aborted signal throws its reason.
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
