import { LIMITS } from '@rasat/contract';
import { countCharacters } from '../../../ui/characters.ts';
import { type DraftStore, readDraft, writeDraft } from './draft.ts';
import { createImageUpload, type ImagePort, type UploadState } from './image-upload.ts';

/** What is being written: a text and an image. */
export interface PaperState {
  readonly text: string;
  readonly image: UploadState;
}

/** A text and its image while they are written; kept over a reload of the page, and while other papers are looked at. */
export interface Paper {
  readonly state: () => PaperState;
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

/** Why a paper cannot be handed over yet. */
export type PaperFault = 'text' | 'image' | 'imageFailed' | 'uploading';

/** Opens the paper of a person that is kept at a key. */
export function openPaper(key: string, person: string, store: DraftStore, port: ImagePort): Paper {
  const draft = readDraft(store, key, person);
  const listeners = new Set<() => void>();
  let text = draft.text;
  const upload = createImageUpload(
    port,
    draft.image === null ? null : { image: draft.image, id: draft.image.id },
    () => changed(),
  );
  let state: PaperState = { text, image: upload.state() };

  function changed(): void {
    const image = upload.state();
    // Progress alone is nothing to keep.
    const keep = state.text !== text || state.image.kind !== image.kind;
    state = { text, image };
    if (keep) {
      writeDraft(store, key, person, {
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
export function isBegun({ text, image }: PaperState): boolean {
  return text.trim() !== '' || image.kind !== 'none';
}

/** The first thing that keeps a paper from being handed over; null when nothing does. */
export function findPaperFault(
  { text, image }: PaperState,
  needsImage: boolean,
): PaperFault | null {
  const count = countCharacters(text);
  if (count < 1 || count > LIMITS.studentText) return 'text';
  if (image.kind === 'reading' || image.kind === 'sending') return 'uploading';
  if (image.kind === 'failed') return 'imageFailed';
  // A refused file is not sent; the fault says so before the text is handed over.
  return image.kind === 'none' && (needsImage || image.fault !== null) ? 'image' : null;
}
