import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { readFailure } from '../../../ui/failure.ts';
import { type Draft, type DraftFault, type DraftState, findDraftFault } from './draft.ts';
import { useDraftState } from './use-drafts.ts';

/** Phase of a submission. `fault` is found in the browser, `error` comes from the server. */
export type SubmitPhase =
  | { readonly kind: 'open' | 'pending' }
  | { readonly kind: 'fault'; readonly fault: DraftFault }
  | { readonly kind: 'error'; readonly code: string };

/** Form that edits and submits a draft. */
export interface SubmitForm {
  readonly state: DraftState;
  readonly phase: SubmitPhase;
  /** Whether the fields are disabled. */
  readonly closed: boolean;
  /** Elements that get the focus: `text` and `button` at a fault of text or image, `form` at an error. */
  readonly text: RefObject<HTMLTextAreaElement | null>;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event: FormEvent) => void;
}

/**
 * Submits a draft with `send`, which throws `ApiError`. A fault is checked first and moves the focus to its field. The
 * draft is kept until the server accepts it.
 */
export function useSubmit(
  draft: Draft,
  needsImage: boolean,
  send: (text: string, imageId: string | null) => Promise<void>,
): SubmitForm {
  const state = useDraftState(draft);
  const [phase, setPhase] = useState<SubmitPhase>({ kind: 'open' });
  const text = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);

  // A fault is shown until it is corrected.
  const fault = findDraftFault(state, needsImage);
  const shown: SubmitPhase =
    phase.kind === 'fault' && phase.fault !== fault ? { kind: 'open' } : phase;

  useEffect(() => {
    if (phase.kind === 'fault') (phase.fault === 'text' ? text : button).current?.focus();
    if (phase.kind === 'error') {
      form.current?.querySelector<HTMLElement>('[role="alert"]')?.focus();
    }
  }, [phase]);

  const submit = async (): Promise<void> => {
    const before = draft.state();
    setPhase({ kind: 'pending' });
    try {
      await send(before.text.trim(), before.image.kind === 'ready' ? before.image.id : null);
      draft.clear();
      setPhase({ kind: 'open' });
    } catch (error) {
      const { code } = readFailure(error);
      // The server did not find the image: it was deleted, or belongs to another person.
      if (code === 'not-found-404') draft.removeImage();
      setPhase({ kind: 'error', code });
    }
  };

  return {
    state,
    phase: shown,
    closed: phase.kind === 'pending',
    text,
    button,
    form,
    onSubmit(event) {
      event.preventDefault();
      if (phase.kind === 'pending') return;
      if (fault === null) void submit();
      else setPhase({ kind: 'fault', fault });
    },
  };
}
