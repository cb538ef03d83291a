import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { readFailure } from '../../../ui/failure.ts';
import { findPaperFault, type Paper, type PaperFault, type PaperState } from './paper.ts';
import { usePaper } from './use-papers.ts';

/** How handing over stands: not begun, refused here, on its way, or refused there. */
export type HandOverPhase =
  | { readonly kind: 'open' | 'pending' }
  | { readonly kind: 'fault'; readonly fault: PaperFault }
  | { readonly kind: 'error'; readonly code: string };

/** The form around a paper. */
export interface HandOver {
  readonly state: PaperState;
  readonly phase: HandOverPhase;
  /** Whether nothing can be changed now. */
  readonly closed: boolean;
  /** Where the focus goes at a fault of the text, of the image, and at a refusal. */
  readonly text: RefObject<HTMLTextAreaElement | null>;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event: FormEvent) => void;
}

/**
 * Hands a paper over by `send`, which throws what a call throws. A fault is looked for first, and takes the focus to its
 * place; the draft is kept until the server has accepted it.
 */
export function useHandOver(
  paper: Paper,
  needsImage: boolean,
  send: (text: string, imageId: string | null) => Promise<void>,
): HandOver {
  const state = usePaper(paper);
  const [phase, setPhase] = useState<HandOverPhase>({ kind: 'open' });
  const text = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);

  // A fault stands until it is mended.
  const fault = findPaperFault(state, needsImage);
  const shown: HandOverPhase =
    phase.kind === 'fault' && phase.fault !== fault ? { kind: 'open' } : phase;

  useEffect(() => {
    if (phase.kind === 'fault') (phase.fault === 'text' ? text : button).current?.focus();
    if (phase.kind === 'error') {
      form.current?.querySelector<HTMLElement>('[role="alert"]')?.focus();
    }
  }, [phase]);

  const submit = async (): Promise<void> => {
    const before = paper.state();
    setPhase({ kind: 'pending' });
    try {
      await send(before.text.trim(), before.image.kind === 'ready' ? before.image.id : null);
      paper.clear();
      setPhase({ kind: 'open' });
    } catch (error) {
      const { code } = readFailure(error);
      // The image is what can be missing: it was cleared away, or is not ours.
      if (code === 'not-found-404') paper.removeImage();
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
