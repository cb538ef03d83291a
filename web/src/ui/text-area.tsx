import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { FieldFault, inputClass } from './form.tsx';

/** Renders a labelled field of several lines: label above, hint below; an error is above the hint. */
export function TextArea({
  label,
  hideLabel = false,
  hint,
  error = null,
  className,
  ...area
}: Omit<ComponentProps<'textarea'>, 'id'> & {
  readonly label: string;
  /** Whether the label is only for screen readers, because a heading above has the same text. */
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | null;
}) {
  const id = useId();
  const described = [error === null ? '' : `${id}-error`, hint ? `${id}-hint` : ''];
  return (
    <div className="flex min-w-0 flex-col gap-1.25">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-12 font-med text-ink-2'}>
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        aria-invalid={error !== null}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
        className={cx(inputClass, 'resize-y py-2.25 leading-mid', className)}
      />
      {error === null ? null : <FieldFault id={`${id}-error`}>{error}</FieldFault>}
      {hint ? (
        <div id={`${id}-hint`} className="text-12 text-ink-3">
          {hint}
        </div>
      ) : null}
    </div>
  );
}
