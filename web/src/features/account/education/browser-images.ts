import { readImageHeader } from './image-header.ts';
import type { ImagePort } from './image-upload.ts';
import { uploadImage } from './send-image.ts';

const PREVIEW_PX = 360;

/** Image port of the browser: reads headers, draws previews, and uploads to the server. */
export const browserImages: ImagePort = {
  read: async (file) => readImageHeader(new Uint8Array(await file.arrayBuffer())),
  draw: drawPreview,
  send: uploadImage,
};

/** Draws a small preview as a `data:` address, because the page policy allows no `blob:` address. Null on failure. */
async function drawPreview(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const scale = Math.min(1, PREVIEW_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return context === null ? null : canvas.toDataURL('image/jpeg', 0.8);
}
