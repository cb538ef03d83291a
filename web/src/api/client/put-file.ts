import { ApiError, readApiError } from './error.ts';

/** Progress callback and abort signal of an upload. */
export interface UploadOptions {
  /** Receives the share that was sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a file to its upload address. Throws `ApiError` with the server's code, or `error.network` when no answer came;
 * an aborted signal throws its reason. `fetch` does not report how much of a body was sent, so this uses
 * `XMLHttpRequest`.
 */
export function putFile(
  url: string,
  file: Blob,
  type: string,
  { onProgress, signal }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress(Math.min(1, loaded / total));
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else readRefusal(request).then(reject, reject);
    };
    request.onerror = () => reject(new ApiError('error.network', 0));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    request.open('PUT', url);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', type);
    request.send(file);
  });
}

function readRefusal(request: XMLHttpRequest): Promise<ApiError> {
  const wait = request.getResponseHeader('retry-after');
  return readApiError(
    new Response(request.responseText, {
      status: request.status,
      headers: wait === null ? {} : { 'retry-after': wait },
    }),
  );
}
