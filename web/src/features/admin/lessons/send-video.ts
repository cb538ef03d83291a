import { LIMITS, VIDEO_TYPES } from '@rasat/contract';
import { call } from '../../../api/client/client.ts';
import { putFile, type UploadOptions } from '../../../api/client/put-file.ts';

/** Media type of a video that is accepted. */
export type VideoType = (typeof VIDEO_TYPES)[number];

/** Interval at which an upload keeps its session alive; a session that is idle for half an hour ends. */
const AT_WORK_MS = 5 * 60_000;

/** Why a file is refused before upload. */
export type VideoFault = 'type' | 'empty' | 'bytes';

/** Finds the type of a video by the file's media type, else by its extension; null for a file of no accepted type. */
export function findVideoType(file: Pick<File, 'name' | 'type'>): VideoType | null {
  const said = VIDEO_TYPES.find((type) => type === file.type);
  if (said !== undefined || file.type !== '') return said ?? null;
  const ending = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase();
  return VIDEO_TYPES.find((type) => type === `video/${ending}`) ?? null;
}

/** Finds the fault that prevents an upload; null for a valid file. */
export function findVideoFault(file: Pick<File, 'name' | 'type' | 'size'>): VideoFault | null {
  if (findVideoType(file) === null) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > LIMITS.videoBytes ? 'bytes' : null;
}

/**
 * Uploads a video and returns its id. Throws `ApiError` with the server's code (`unavailable-503` without the store) or
 * `error.network`; an aborted signal throws its reason. The session stays active during the upload.
 */
export async function uploadVideo(
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<string> {
  const type = findVideoType(file) ?? VIDEO_TYPES[0];
  const name = file.name.trim().slice(-LIMITS.fileName) || type;
  const { url, id } = await call('adminVideoUpload', {
    body: { name, type, bytes: file.size },
    signal,
  });
  signal.throwIfAborted();
  const atWork = setInterval(() => {
    call('adminSummary', { query: {} }).catch(() => undefined);
  }, AT_WORK_MS);
  try {
    await putFile(url, file, type, { onProgress, signal });
  } finally {
    clearInterval(atWork);
  }
  return id;
}
