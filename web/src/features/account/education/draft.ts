import { LIMITS } from '@rasat/contract';
import { countCharacters } from '../../../ui/characters.ts';
import { createImageUpload, type ImagePort, type UploadState } from './image-upload.ts';
import { type DraftStorage, readStoredDraft, writeStoredDraft } from './stored-draft.ts';

/** What is being written: a text and an image. */
export interface DraftState {
  readonly text: string;
  readonly image: UploadState;
}

/** A text and its image while they are written; kept over a reload of the page, and while other drafts are looked at. */
export interface Draft {
  readonly state: () => DraftState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly write: (text: string) => void;
  readonly pick: (file: File) => void;
  readonly retry: () => void;
  readonly removeImage: () => void;
  /** Empties it, after it was handed over. */
  readonly clear: () => void;
  /** Ends what is still being sent. */
  readonly stop: () => void;
}

/** Why a draft cannot be handed over yet. */
export type DraftFault = 'text' | 'image' | 'imageFailed' | 'uploading';

/** Opens the draft of a person that is kept at a key. */
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
    // Progress alone is nothing to keep.
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

/** Whether something was begun on it. */
export function isStarted({ text, image }: DraftState): boolean {
  return text.trim() !== '' || image.kind !== 'none';
}

/** The first thing that keeps a draft from being handed over; null when nothing does. */
export function findDraftFault(
  { text, image }: DraftState,
  needsImage: boolean,
): DraftFault | null {
  const count = countCharacters(text);
  if (count < 1 || count > LIMITS.studentText) return 'text';
  if (image.kind === 'reading' || image.kind === 'sending') return 'uploading';
  if (image.kind === 'failed') return 'imageFailed';
  // A refused file is not sent; the fault says so before the text is handed over.
  return image.kind === 'none' && (needsImage || image.fault !== null) ? 'image' : null;
}
