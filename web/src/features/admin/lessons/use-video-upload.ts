import { useEffect, useState, useSyncExternalStore } from 'react';
import { readFailure } from '../../../ui/failure.ts';
import type { VideoSource } from './calls.ts';
import { findVideoFault, uploadVideo } from './send-video.ts';
import { createVideoUpload, type UploadState, type VideoUpload } from './video-upload.ts';

/** Holds the file of an edited video. Leaving aborts the upload; closing the page asks for confirmation. */
export function useVideoUpload(source: VideoSource): {
  readonly upload: VideoUpload<File>;
  readonly file: UploadState;
} {
  const [upload] = useState(() =>
    createVideoUpload<File>(
      {
        findFault: findVideoFault,
        send: uploadVideo,
        codeOf: (error) => readFailure(error).code,
      },
      source.kind === 'file' ? { id: source.id, name: source.name, size: source.bytes } : null,
    ),
  );
  const file = useSyncExternalStore(upload.subscribe, upload.state, upload.state);
  const sending = file.kind === 'sending';
  useEffect(() => () => upload.stop(), [upload]);
  useEffect(() => {
    if (!sending) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [sending]);
  return { upload, file };
}
