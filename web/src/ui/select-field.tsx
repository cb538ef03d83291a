import { type ComponentProps, useId } from 'react';
import { cx } from './cx.ts';
import { inputClass } from './form.tsx';
import { Icon } from './icons.tsx';

/** Renders a labelled choice from a native list; `label` may be hidden where the list explains itself. */
export function SelectField({
  label,
  hint,
  error,
  hideLabel = false,
  className,
  children,
  ...select
}: ComponentProps<'select'> & {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
  readonly hideLabel?: boolean;
}) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div data-field={select.name} className={cx('flex min-w-0 flex-col gap-1.25', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-12 font-med text-ink-2'}>
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          id={id}
          aria-invalid={Boolean(error)}
          aria-describedby={note ? `${id}-note` : undefined}
          className={cx(inputClass, 'appearance-none truncate pr-7.5')}
        >
          {children}
        </select>
        <Icon
          name="chevronDown"
          size={14}
          className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-3"
        />
      </div>
      {note ? (
        <p
          id={`${id}-note`}
          className={cx('flex items-start gap-1.25 text-12', error ? 'text-bad' : 'text-ink-3')}
        >
          {error ? <Icon name="alert" size={14} /> : null}
          {note}
        </p>
      ) : null}
    </div>
  );
}
