import type { RouteName } from '@rasat/contract';
import { type CallInput, request } from './client.ts';
import { ApiError } from './error.ts';

/** How long the browser may take to read a file that it was handed. */
const READ_MS = 60_000;

/**
 * Calls the server by a route's name and hands the answer to the browser's downloads, under the name that the server
 * gives it. Throws `ApiError` with the server's code when it refuses, and with `error.network` when the answer does not
 * come or breaks off; then nothing is saved.
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

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

/** The file's name in a Content-Disposition (RFC 6266), the extended form first; null when it has none. */
export function fileNameOf(disposition: string | null): string | null {
  const [, extended] = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '') ?? [];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // What is no UTF-8 has perhaps a plain name beside it.
    }
  }
  const [, plain] = /filename="([^"\\]+)"/i.exec(disposition ?? '') ?? [];
  return plain ?? null;
}
