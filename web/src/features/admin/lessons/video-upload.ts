import type { VideoFault } from './send-video.ts';

/** File that is being uploaded or is stored. */
export interface VideoFile {
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
}

/** State of a video's file: none, stored under its id, uploading (`share` 0 to 1), refused before upload, or failed. */
export type UploadState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'ready';
      readonly file: VideoFile;
      readonly id: string;
      readonly fresh: boolean;
    }
  | { readonly kind: 'sending'; readonly file: VideoFile; readonly share: number }
  | { readonly kind: 'refused'; readonly file: VideoFile; readonly fault: VideoFault }
  | { readonly kind: 'failed'; readonly file: VideoFile; readonly code: string };

/** Functions that an upload calls. */
export interface VideoPort<F extends VideoFile> {
  readonly findFault: (file: F) => VideoFault | null;
  /** Uploads the file and returns its id; throws the call's error. */
  readonly send: (
    file: F,
    options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
  ) => Promise<string>;
  /** Returns the code of a failed call. */
  readonly codeOf: (error: unknown) => string;
}

/** Upload of one video's file. A new file replaces the previous one and aborts its upload. */
export interface VideoUpload<F extends VideoFile> {
  readonly state: () => UploadState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly pick: (file: F) => Promise<void>;
  readonly retry: () => Promise<void>;
  /** Aborts the upload and restores the previous file. */
  readonly stop: () => void;
}

/** Creates the upload of a video's file; `kept` is the stored file. */
export function createVideoUpload<F extends VideoFile>(
  port: VideoPort<F>,
  kept: (VideoFile & { readonly id: string }) | null,
): VideoUpload<F> {
  const listeners = new Set<() => void>();
  const first: UploadState =
    kept === null
      ? { kind: 'none' }
      : { kind: 'ready', file: { name: kept.name, size: kept.size }, id: kept.id, fresh: false };
  let before: UploadState = first;
  let state: UploadState = first;
  let picked: F | null = null;
  let sending: AbortController | null = null;

  function set(next: UploadState): void {
    state = next;
    for (const listener of listeners) listener();
  }
  function end(): void {
    sending?.abort();
    sending = null;
  }
  async function pick(given: F): Promise<void> {
    end();
    if (state.kind === 'ready' || state.kind === 'none') before = state;
    const file: VideoFile = { name: given.name, size: given.size };
    const fault = port.findFault(given);
    if (fault !== null) {
      set({ kind: 'refused', file, fault });
      return;
    }
    picked = given;
    const own = new AbortController();
    sending = own;
    set({ kind: 'sending', file, share: 0 });
    try {
      const id = await port.send(given, {
        signal: own.signal,
        onProgress: (share) => {
          if (sending === own) set({ kind: 'sending', file, share });
        },
      });
      if (sending !== own) return;
      set({ kind: 'ready', file, id, fresh: true });
    } catch (error) {
      if (sending !== own) return;
      set({ kind: 'failed', file, code: port.codeOf(error) });
    }
    sending = null;
  }
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pick,
    async retry() {
      if (state.kind === 'failed' && picked !== null) await pick(picked);
    },
    stop() {
      end();
      if (state.kind !== 'ready' && state.kind !== 'none') set(before);
    },
  };
}
