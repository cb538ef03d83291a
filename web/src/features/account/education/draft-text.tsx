import { LIMITS } from '@rasat/contract';
import { CharacterCount } from '../../../ui/character-count.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import type { Draft } from './draft.ts';
import type { SubmitForm } from './use-submit.ts';

/** Renders the text field of a draft with its character counter. */
export function DraftText({
  draft,
  submitForm,
  label,
  hideLabel = false,
  placeholder,
  rows,
  error,
  disabled = false,
  counter = true,
}: {
  readonly draft: Draft;
  readonly submitForm: SubmitForm;
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly placeholder?: string;
  readonly rows: number;
  /** Error text, shown while the phase is a fault of the text. */
  readonly error: string;
  readonly disabled?: boolean;
  /** Whether the counter is shown below the field. */
  readonly counter?: boolean;
}) {
  const { state, phase, text } = submitForm;
  const wrong = phase.kind === 'fault' && phase.fault === 'text';
  return (
    <TextArea
      ref={text}
      name="text"
      label={label}
      hideLabel={hideLabel}
      placeholder={placeholder}
      rows={rows}
      value={state.text}
      disabled={disabled}
      error={wrong ? error : null}
      hint={counter ? <CharacterCount text={state.text} max={LIMITS.studentText} /> : undefined}
      onChange={({ target }) => draft.write(target.value)}
    />
  );
}
