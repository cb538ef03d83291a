import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { readFailure } from '../../../ui/failure.ts';
import { type Draft, type DraftFault, type DraftState, findDraftFault } from './draft.ts';
import { useDraftState } from './use-drafts.ts';

/** How handing over stands: not begun, refused here, on its way, or refused there. */
export type SubmitPhase =
  | { readonly kind: 'open' | 'pending' }
  | { readonly kind: 'fault'; readonly fault: DraftFault }
  | { readonly kind: 'error'; readonly code: string };

/** The form around a draft. */
export interface SubmitForm {
  readonly state: DraftState;
  readonly phase: SubmitPhase;
  /** Whether nothing can be changed now. */
  readonly closed: boolean;
  /** Where the focus goes at a fault of the text, of the image, and at a refusal. */
  readonly text: RefObject<HTMLTextAreaElement | null>;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event: FormEvent) => void;
}

/**
 * Hands a draft over by `send`, which throws what a call throws. A fault is looked for first, and takes the focus to its
 * place; the draft is kept until the server has accepted it.
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

  // A fault stands until it is mended.
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
      // The image is what can be missing: it was cleared away, or is not ours.
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
