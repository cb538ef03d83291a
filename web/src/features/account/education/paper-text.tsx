import { LIMITS } from '@rasat/contract';
import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { countCharacters, type Paper } from './paper.ts';
import type { HandOver } from './use-hand-over.ts';

/** The text of a paper with its counter. */
export function PaperText({
  paper,
  handOver,
  label,
  hideLabel = false,
  placeholder,
  rows,
  error,
  disabled = false,
  counter = true,
}: {
  readonly paper: Paper;
  readonly handOver: HandOver;
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly placeholder?: string;
  readonly rows: number;
  /** What is wrong with the text, when that is what is shown. */
  readonly error: string;
  readonly disabled?: boolean;
  /** Whether the counter stands under the text, and not elsewhere. */
  readonly counter?: boolean;
}) {
  const { state, phase, text } = handOver;
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
      hint={counter ? <Counter text={state.text} /> : undefined}
      onChange={({ target }) => paper.write(target.value)}
    />
  );
}

/** How many characters there are, of how many. */
export function Counter({ text }: { readonly text: string }): ReactNode {
  const { t } = useTranslation('education');
  const { count } = useFormats();
  const written = countCharacters(text);
  const values = { count: count(written), max: count(LIMITS.studentText) };
  return (
    <span
      className={`num text-12 ${written > LIMITS.studentText ? 'font-semi text-bad' : 'text-ink-3'}`}
    >
      <span aria-hidden="true">{t('counter', values)}</span>
      <span className="sr-only">{t('counterLabel', values)}</span>
    </span>
  );
}
