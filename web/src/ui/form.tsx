import { Field as BaseField } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './button.tsx';
import { cx } from './cx.ts';
import { Icon } from './icons.tsx';

/** Classes of a text field, and of elements that look like one. */
export const inputClass =
  'flex min-h-9.5 w-full items-center gap-2 rounded-2 border border-line-ctl bg-s2 px-2.75 text-14 text-ink max-desk:min-h-11.5 max-desk:text-16 aria-invalid:border-bad disabled:opacity-60';

/** Renders a labelled field: label above, hint below; an error replaces the hint. @public */
export function Field({
  label,
  hint,
  error,
  ...input
}: ComponentProps<'input'> & {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
}) {
  return (
    <LabelledField name={input.name} label={label} hint={hint} error={error}>
      <BaseField.Control {...input} className={cx(inputClass, input.className)} />
    </LabelledField>
  );
}

/** Renders a label, its control and a note. A fault replaces the hint between control and note. */
export function LabelledField({
  name,
  label,
  hint,
  note,
  error,
  className,
  children,
}: {
  readonly name: string | undefined;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly note?: ReactNode;
  readonly error: string | null | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <BaseField.Root
      data-field={name}
      invalid={Boolean(error)}
      className={cx('flex min-w-0 flex-col gap-1.25', className)}
    >
      <BaseField.Label className="text-12 font-med text-ink-2">{label}</BaseField.Label>
      {children}
      {error ? (
        <BaseField.Error match render={<FieldFault />}>
          {error}
        </BaseField.Error>
      ) : hint ? (
        <BaseField.Description className="text-12 text-ink-3">{hint}</BaseField.Description>
      ) : null}
      {note}
    </BaseField.Root>
  );
}

/** Renders the fault of a field, with a mark. */
export function FieldFault({ className, children, ...rest }: ComponentProps<'p'>) {
  return (
    <p {...rest} className={cx('flex items-start gap-1.25 text-12 text-bad', className)}>
      <Icon name="alert" size={14} />
      {children}
    </p>
  );
}

const STATUS = {
  pending: { frame: 'border-warn-line bg-warn-bg', mark: 'text-warn' },
  notice: { frame: 'border-warn-line bg-warn-bg', mark: 'text-warn' },
  success: { frame: 'border-ok-line bg-ok-bg', mark: 'text-ok' },
  error: { frame: 'border-bad-line bg-bad-bg', mark: 'text-bad' },
} as const;

/** Shows the status of a form: sending, a permanent notice, done, or failed with its code. @public */
export function FormStatus({
  kind,
  code,
  children,
}: {
  readonly kind: keyof typeof STATUS;
  readonly code?: string;
  readonly children: ReactNode;
}) {
  const look = STATUS[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      tabIndex={-1}
      data-banner=""
      className={cx(
        'flex items-start gap-2.5 rounded-2 border px-3 py-2.5 text-13 leading-mid',
        look.frame,
      )}
    >
      <span className={cx('mt-0.5', look.mark)}>
        {kind === 'pending' ? <Spinner /> : <Icon name={kind === 'success' ? 'check' : 'alert'} />}
      </span>
      <div>
        {children}
        {code ? <code className="ml-1.5 font-sans text-11 text-ink-3">{code}</code> : null}
      </div>
    </div>
  );
}
