import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DAY_MS, IMAGE_TYPES, LIMITS, type ROUTES, VIDEO_TYPES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { takeAttempt } from '../../platform/attempts.ts';
import { discardRest, receive, receiveAll, receiveHead } from '../../platform/files/receive.ts';
import { queueFileRemovals } from '../../platform/files/removals.ts';
import { type Call, FileAnswer } from '../../platform/http/route.ts';
import { checkFileAddress, fileAddress } from './addresses.ts';
import type { EducationContext } from './context.ts';
import { prepareImage } from './images.ts';
import {
  beginFile,
  type FileKind,
  fileKey,
  findFile,
  insertFile,
  releaseFile,
  updateStored,
} from './upload-store.ts';

/** Address for one PUT, and the id of the file. */
export interface UploadAddress {
  readonly url: string;
  readonly id: string;
}

const ID_BYTES = 15;
/** Bytes of a video that identify its format. */
const HEAD_BYTES = 4100;

/**
 * Issues an address for an image; `type` is the type that the PUT must have, null allows any of the three. Throws
 * `unavailable-503` while the store is unavailable, `rate-429` for the twenty-first address of a day.
 */
export async function openImageUpload(
  context: EducationContext,
  personId: number,
  type: (typeof IMAGE_TYPES)[number] | null,
): Promise<UploadAddress> {
  const { db, clock, files } = context;
  const nowMs = clock.now();
  await files.probe();
  const limit = { most: LIMITS.imageUrlsPerDay, windowMs: DAY_MS };
  await takeAttempt(db, `image-url.person ${personId}`, limit, nowMs);
  return openUpload(context, { kind: 'image', personId, type, name: null, bytes: null });
}

/** Issues an address for a video of that exact length. Throws `unavailable-503` while the store is unavailable. */
export async function openVideoUpload(
  context: EducationContext,
  video: {
    readonly name: string;
    readonly type: (typeof VIDEO_TYPES)[number];
    readonly bytes: number;
    readonly adminId: number;
  },
): Promise<UploadAddress> {
  await context.files.probe();
  const { adminId, ...rest } = video;
  return openUpload(context, { kind: 'video', personId: adminId, ...rest });
}

async function openUpload(
  context: EducationContext,
  file: {
    readonly kind: FileKind;
    readonly personId: number;
    readonly type: string | null;
    readonly name: string | null;
    readonly bytes: number | null;
  },
): Promise<UploadAddress> {
  const id = randomBytes(ID_BYTES).toString('base64url');
  const { personId, ...rest } = file;
  await insertFile(context.db, {
    ...rest,
    id,
    person_id: personId,
    created_at: context.clock.now(),
  });
  return { id, url: fileAddress(context, 'uploads', id) };
}

type FoundFile = NonNullable<Awaited<ReturnType<typeof findFile>>>;
type UploadCall = Pick<
  Call<typeof ROUTES.upload>,
  'params' | 'query' | 'stream' | 'headers' | 'header'
>;

/**
 * Stores the file of a PUT at an issued address. Throws `forbidden-403` for an invalid signature or when the person is
 * gone, `conflict-409` for a second PUT, `media-type-415` for another type than declared or an unsupported one,
 * `too-large-413`, `bad-fields-400` without content, and an error with the status 408 when the sender stops sending. A
 * PUT that broke off, or that the store could not take, may be repeated at the same address.
 */
export async function takeUpload(
  context: EducationContext,
  call: UploadCall,
  idleMs: number,
): Promise<void> {
  const { db, clock } = context;
  try {
    const { id } = call.params;
    checkFileAddress(context.keys, 'uploads', id, call.query, clock.now());
    const file = await findFile(db, id);
    if (!file) throw new AppError('forbidden-403');
    if (file.begun_at !== null) throw new AppError('conflict-409');
    assertSaidType(file, call.headers);
    if (!(await beginFile(db, id, clock.now()))) throw new AppError('conflict-409');
    await storeOnce(context, file, call.stream, idleMs);
  } catch (error) {
    if (error instanceof AppError && error.status === 408) call.header('connection', 'close');
    else discardRest(call.stream);
    throw error;
  }
}

function assertSaidType(file: FoundFile, headers: UploadCall['headers']): void {
  const { 'content-type': given = '', 'content-encoding': encoding = 'identity' } = headers;
  const said = given.split(';', 1)[0]?.trim().toLowerCase();
  const fits = file.type === null ? IMAGE_TYPES.some((one) => one === said) : said === file.type;
  if (!fits || encoding !== 'identity') throw new AppError('media-type-415');
}

async function storeOnce(
  context: EducationContext,
  file: FoundFile,
  body: Readable,
  idleMs: number,
): Promise<void> {
  const { db, clock } = context;
  const { id, kind } = file;
  try {
    const about =
      kind === 'image'
        ? await storeImage(context, file, body, idleMs)
        : await storeVideo(context, file, body, idleMs);
    const known = await updateStored(db, id, { ...about, stored_at: clock.now() });
    if (!known) {
      // The person was erased in the meantime.
      await queueFileRemovals(db, [fileKey(kind, id)], clock.now());
      throw new AppError('forbidden-403');
    }
  } catch (error) {
    // If this fails too, the client asks for another address.
    if (!isVerdict(error)) await releaseFile(db, id).catch(() => {});
    throw error;
  }
}

/** Whether a PUT failed because of its content, which uses the address up. */
function isVerdict(error: unknown): boolean {
  return error instanceof AppError && error.code !== 'unavailable-503' && error.status !== 408;
}

async function storeImage(
  { files }: EducationContext,
  { id, person_id }: FoundFile,
  body: Readable,
  idleMs: number,
) {
  const sent = await receiveAll(body, { mostBytes: LIMITS.imageBytes, idleMs });
  if (sent.length === 0) throw new AppError('bad-fields-400');
  const { bytes, type, width, height } = await prepareImage(sent, person_id);
  await files.put(fileKey('image', id), bytes, { bytes: bytes.length, type });
  return { type, bytes: bytes.length, width, height };
}

async function storeVideo(
  { files }: EducationContext,
  { id, type, bytes }: FoundFile,
  body: Readable,
  idleMs: number,
) {
  if (type === null || bytes === null) throw new RangeError('a video without type or length');
  const coming = receive(body, { mostBytes: bytes, idleMs });
  try {
    const { head, whole } = await receiveHead(coming, HEAD_BYTES);
    if (head.length === 0) throw new AppError('bad-fields-400');
    if ((await sniffVideo(head)) !== type) throw new AppError('media-type-415');
    await files.put(fileKey('video', id), whole, { bytes, type });
  } catch (error) {
    // Not awaited: the generator may be waiting for the sender.
    void coming.return(undefined).catch(() => {});
    // The content is shorter than declared.
    throw error instanceof RangeError ? new AppError('bad-fields-400', { cause: error }) : error;
  }
  return { type, bytes, width: null, height: null };
}

/** Returns the type of a video by its first bytes; undefined for an unsupported one. Apple's M4V counts as MP4. */
async function sniffVideo(head: Buffer): Promise<string | undefined> {
  // Loaded on first use, to keep the start fast.
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = (await fileTypeFromBuffer(head))?.mime;
  return mime === 'video/x-m4v' ? 'video/mp4' : VIDEO_TYPES.find((one) => one === mime);
}

/**
 * Serves an image or a video at a signed address. Throws `forbidden-403` for an invalid signature, `not-found-404` when
 * the file is gone, `unavailable-503` while the store is unavailable.
 */
export async function serveFile(
  context: EducationContext,
  kind: FileKind,
  { params: { id }, query }: Pick<Call<typeof ROUTES.image>, 'params' | 'query'>,
): Promise<FileAnswer> {
  const { db, clock, files, keys } = context;
  checkFileAddress(keys, `${kind}s`, id, query, clock.now());
  const file = await findFile(db, id);
  if (file?.kind !== kind || file.stored_at === null || file.type === null || file.bytes === null) {
    throw new AppError('not-found-404');
  }
  return new FileAnswer({
    size: file.bytes,
    type: file.type,
    // An image is never opened as a page; `img` elements show attachments too.
    attachment: kind === 'image',
    ...(kind === 'image' && { name: `${id}.webp` }),
    async open(range) {
      const content = await files.open(fileKey(kind, id), range);
      if (!content) throw new AppError('not-found-404');
      return content;
    },
  });
}
