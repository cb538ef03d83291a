import { IMAGE_TYPES } from '@rasat/contract';
import type { PickedImage } from './image-upload.ts';

/** Draft as the tab stores it: the text and the uploaded image. */
export interface StoredDraft {
  readonly text: string;
  readonly image: (PickedImage & { readonly id: string }) | null;
}

/** Storage of drafts; the application uses `sessionStorage`. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const EMPTY: StoredDraft = { text: '', image: null };

/** Reads a person's draft at a key. Returns an empty draft when the key holds none or another person's. */
export function readStoredDraft(store: DraftStorage, key: string, person: string): StoredDraft {
  try {
    const kept: unknown = JSON.parse(store.getItem(key) ?? 'null');
    if (!isRecord(kept) || kept.person !== person || typeof kept.text !== 'string') return EMPTY;
    return { text: kept.text, image: readImage(kept.image) };
  } catch {
    return EMPTY;
  }
}

/** Stores a draft, or removes the key of an empty draft. Ignores a storage error, such as an exceeded quota. */
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
    // The form works without a stored draft.
  }
}

function readImage(kept: unknown): StoredDraft['image'] {
  if (!isRecord(kept)) return null;
  const { id, name, size, preview } = kept;
  const type = IMAGE_TYPES.find((known) => known === kept.type);
  if (typeof id !== 'string' || typeof name !== 'string' || typeof size !== 'number') return null;
  // The preview becomes the address of an `img` element, so only image data is accepted.
  if (type === undefined || typeof preview !== 'string' || !preview.startsWith('data:image/')) {
    return null;
  }
  return { id, name, size, type, preview };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
