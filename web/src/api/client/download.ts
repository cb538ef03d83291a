import type { RouteName } from '@rasat/contract';
import { type CallInput, request } from './client.ts';
import { ApiError } from './error.ts';

/** How long the object URL of a file stays valid for the browser. */
const READ_MS = 60_000;

/**
 * Calls the server by a route's name and saves the answer as a download under the name that the server gives. Throws
 * `ApiError` with the server's code when it refuses, and with `error.network` when the answer does not arrive or breaks
 * off; then nothing is saved.
 */
export async function download<N extends RouteName>(name: N, input: CallInput<N>): Promise<void> {
  const response = await request(name, input);
  let file: Blob;
  try {
    file = await response.blob();
  } catch (cause) {
    throw new ApiError('error.network', 0, { cause });
  }
  saveFile(file, fileNameOf(response.headers.get('content-disposition')) ?? 'rasat');
}

/** Saves a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

/** Returns the file name of a Content-Disposition (RFC 6266), the extended form first; null without one. */
export function fileNameOf(disposition: string | null): string | null {
  const [, extended] = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '') ?? [];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // The extended form is not UTF-8; the plain form is tried.
    }
  }
  const [, plain] = /filename="([^"\\]+)"/i.exec(disposition ?? '') ?? [];
  return plain ?? null;
}
