import { IMAGE_TYPES } from '@rasat/contract';
import type { PickedImage } from './image-upload.ts';

/** A draft: the text, and the image that was uploaded for it. */
export interface Draft {
  readonly text: string;
  readonly image: (PickedImage & { readonly id: string }) | null;
}

/** Where drafts are kept: as long as the tab is open. */
export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const EMPTY: Draft = { text: '', image: null };

/** Reads a person's draft at a key; an empty one when it is absent or another person's. */
export function readDraft(store: DraftStore, key: string, person: string): Draft {
  try {
    const kept: unknown = JSON.parse(store.getItem(key) ?? 'null');
    if (!isRecord(kept) || kept.person !== person || typeof kept.text !== 'string') return EMPTY;
    return { text: kept.text, image: readImage(kept.image) };
  } catch {
    return EMPTY;
  }
}

/** Keeps a draft; an empty one is removed. What the browser refuses to keep is not kept, and nothing is said. */
export function writeDraft(store: DraftStore, key: string, person: string, draft: Draft): void {
  try {
    if (draft.text === '' && draft.image === null) store.removeItem(key);
    else store.setItem(key, JSON.stringify({ person, ...draft }));
  } catch {
    // The page works without drafts.
  }
}

function readImage(kept: unknown): Draft['image'] {
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
