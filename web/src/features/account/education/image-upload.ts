import { LIMITS } from '@rasat/contract';
import type { UploadOptions } from '../../../api/client/put-file.ts';
import { readFailure } from '../../../ui/failure.ts';
import type { ImageHeader } from './image-header.ts';
import type { ImageType } from './send-image.ts';

/** Picked image: file name, size in bytes, type, and a small preview as a `data:` address. */
export interface PickedImage {
  readonly name: string;
  readonly size: number;
  readonly type: ImageType;
  readonly preview: string;
}

/** Reason why a file is refused before the upload. */
export type ImageFault = 'type' | 'empty' | 'bytes' | 'pixels';

/** State of the image of a form. */
export type UploadState =
  | { readonly kind: 'none'; readonly fault: ImageFault | null }
  /** The header is being read and the preview drawn. */
  | { readonly kind: 'reading'; readonly name: string; readonly size: number }
  | { readonly kind: 'sending'; readonly image: PickedImage; readonly share: number }
  | { readonly kind: 'failed'; readonly image: PickedImage; readonly code: string }
  | { readonly kind: 'ready'; readonly image: PickedImage; readonly id: string };

/** Functions of the browser and the server that an upload uses. */
export interface ImagePort {
  /** Reads the header of an image; null for any other file. */
  readonly read: (file: Blob) => Promise<ImageHeader | null>;
  /** Draws a small preview; null when the browser cannot decode the image. */
  readonly draw: (file: Blob) => Promise<string | null>;
  /** Uploads an image and returns its id. Throws `ApiError`. */
  readonly send: (file: Blob, type: ImageType, options: UploadOptions) => Promise<string>;
}

/** Upload of the image of a form. */
export interface ImageUpload {
  readonly state: () => UploadState;
  /** Checks a file and uploads it in place of an earlier one. */
  readonly pick: (file: File) => Promise<void>;
  /** Repeats a failed upload. */
  readonly retry: () => Promise<void>;
  /** Aborts the upload or removes the image. */
  readonly remove: () => void;
}

const NONE: UploadState = { kind: 'none', fault: null };

/** Creates the upload of a form's image; calls `onChange` after every change of its state. */
export function createImageUpload(
  port: ImagePort,
  before: { readonly image: PickedImage; readonly id: string } | null,
  onChange: () => void,
): ImageUpload {
  let state: UploadState = before === null ? NONE : { kind: 'ready', ...before };
  let running: AbortController | null = null;
  let file: File | null = null;

  const setState = (next: UploadState): void => {
    state = next;
    onChange();
  };

  const send = async (image: PickedImage, body: File, control: AbortController): Promise<void> => {
    const { signal } = control;
    setState({ kind: 'sending', image, share: 0 });
    try {
      const id = await port.send(body, image.type, {
        signal,
        onProgress: (share) => {
          if (!signal.aborted) setState({ kind: 'sending', image, share });
        },
      });
      if (!signal.aborted) setState({ kind: 'ready', image, id });
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', image, code: readFailure(error).code });
    }
  };

  const begin = (): AbortController => {
    running?.abort();
    running = new AbortController();
    return running;
  };

  return {
    state: () => state,
    async pick(picked) {
      const control = begin();
      const { signal } = control;
      file = null;
      const early = findSizeFault(picked.size);
      if (early !== null) return setState({ kind: 'none', fault: early });
      setState({ kind: 'reading', name: picked.name, size: picked.size });
      const header = await port.read(picked).catch(() => null);
      const fault = header === null ? 'type' : findPixelFault(header);
      const preview = fault === null && !signal.aborted ? await port.draw(picked) : null;
      if (signal.aborted) return;
      // A file without a preview is refused, even with a valid header.
      if (header === null || fault !== null || preview === null) {
        return setState({ kind: 'none', fault: fault ?? 'type' });
      }
      file = picked;
      const { name, size } = picked;
      await send({ name, size, type: header.type, preview }, picked, control);
    },
    async retry() {
      if (state.kind !== 'failed' || file === null) return;
      await send(state.image, file, begin());
    },
    remove() {
      running?.abort();
      file = null;
      setState(NONE);
    },
  };
}

function findSizeFault(bytes: number): ImageFault | null {
  if (bytes === 0) return 'empty';
  return bytes > LIMITS.imageBytes ? 'bytes' : null;
}

function findPixelFault({ width, height }: ImageHeader): ImageFault | null {
  return width * height > LIMITS.imagePixels ? 'pixels' : null;
}
