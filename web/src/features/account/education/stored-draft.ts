import { IMAGE_TYPES } from '@rasat/contract';
import type { PickedImage } from './image-upload.ts';

/** A draft: the text, and the image that was uploaded for it. */
export interface StoredDraft {
  readonly text: string;
  readonly image: (PickedImage & { readonly id: string }) | null;
}

/** Where drafts are kept: as long as the tab is open. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const EMPTY: StoredDraft = { text: '', image: null };

/** Reads a person's draft at a key; an empty one when it is absent or another person's. */
export function readStoredDraft(store: DraftStorage, key: string, person: string): StoredDraft {
  try {
    const kept: unknown = JSON.parse(store.getItem(key) ?? 'null');
    if (!isRecord(kept) || kept.person !== person || typeof kept.text !== 'string') return EMPTY;
    return { text: kept.text, image: readImage(kept.image) };
  } catch {
    return EMPTY;
  }
}

/** Keeps a draft; an empty one is removed. What the browser refuses to keep is not kept, and nothing is said. */
export function writeStoredDraft(
  store: DraftStorage,
  key: string,
  person: string,
  draft: StoredDraft,
): void {
  try {
    if (draft.text === '' && draft.image === null) store.removeItem(key);
    else store.setItem(key, JSON.stringify({ person, ...draft }));
  } catch {
    // The page works without drafts.
  }
}

function readImage(kept: unknown): StoredDraft['image'] {
  if (!isRecord(kept)) return null;
  const { id, name, size, preview } = kept;
  const type = IMAGE_TYPES.find((known) => known === kept.type);
  if (typeof id !== 'string' || typeof name !== 'string' || typeof size !== 'number') return null;
  // Nothing but a picture may ever stand where the preview is drawn.
  if (type === undefined || typeof preview !== 'string' || !preview.startsWith('data:image/')) {
    return null;
  }
  return { id, name, size, type, preview };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
