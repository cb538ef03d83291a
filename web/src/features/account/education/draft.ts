import { LIMITS } from '@rasat/contract';
import { countCharacters } from '../../../ui/characters.ts';
import { createImageUpload, type ImagePort, type UploadState } from './image-upload.ts';
import { type DraftStorage, readStoredDraft, writeStoredDraft } from './stored-draft.ts';

/** Text and image of a draft. */
export interface DraftState {
  readonly text: string;
  readonly image: UploadState;
}

/** Text and image that a student is writing. A reload of the page restores them. */
export interface Draft {
  readonly state: () => DraftState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly write: (text: string) => void;
  readonly pick: (file: File) => void;
  readonly retry: () => void;
  readonly removeImage: () => void;
  /** Empties the draft, after its submission. */
  readonly clear: () => void;
  /** Aborts a running upload. */
  readonly stop: () => void;
}

/** Reason why a draft cannot be submitted. */
export type DraftFault = 'text' | 'image' | 'imageFailed' | 'uploading';

/** Opens the draft of a person, starting from the draft stored at a key. */
export function openDraft(
  key: string,
  person: string,
  store: DraftStorage,
  port: ImagePort,
): Draft {
  const stored = readStoredDraft(store, key, person);
  const listeners = new Set<() => void>();
  let text = stored.text;
  const upload = createImageUpload(
    port,
    stored.image === null ? null : { image: stored.image, id: stored.image.id },
    () => changed(),
  );
  let state: DraftState = { text, image: upload.state() };

  function changed(): void {
    const image = upload.state();
    // Upload progress alone is not stored.
    const keep = state.text !== text || state.image.kind !== image.kind;
    state = { text, image };
    if (keep) {
      writeStoredDraft(store, key, person, {
        text,
        image: image.kind === 'ready' ? { ...image.image, id: image.id } : null,
      });
    }
    for (const listener of listeners) listener();
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    write(next) {
      text = next;
      changed();
    },
    pick: (file) => void upload.pick(file),
    retry: () => void upload.retry(),
    removeImage: () => upload.remove(),
    clear() {
      text = '';
      upload.remove();
    },
    stop() {
      const { kind } = upload.state();
      if (kind === 'reading' || kind === 'sending') upload.remove();
    },
  };
}

/** Returns whether a draft has a text or an image. */
export function isStarted({ text, image }: DraftState): boolean {
  return text.trim() !== '' || image.kind !== 'none';
}

/** Returns the first fault that prevents the submission; null without a fault. */
export function findDraftFault(
  { text, image }: DraftState,
  needsImage: boolean,
): DraftFault | null {
  const count = countCharacters(text);
  if (count < 1 || count > LIMITS.studentText) return 'text';
  if (image.kind === 'reading' || image.kind === 'sending') return 'uploading';
  if (image.kind === 'failed') return 'imageFailed';
  // A refused file is a fault even where the image is optional, so that no text is submitted without its image.
  return image.kind === 'none' && (needsImage || image.fault !== null) ? 'image' : null;
}
