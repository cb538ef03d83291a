import { Field as BaseField } from '@base-ui/react/field';
import { LIMITS } from '@rasat/contract';
import type { ComponentProps } from 'react';
import { cx } from '../../ui/cx.ts';
import { LabelledField } from '../../ui/form.tsx';

const CELLS = Array.from({ length: LIMITS.resetToken }, (_, at) => at);

/** Renders the field for the mailed code: one input, so that a pasted code fits, drawn as one cell per character. */
export function CodeCells({
  label,
  error,
  name,
  value,
  ...input
}: Omit<ComponentProps<'input'>, 'className' | 'value'> & {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly error?: string | null;
}) {
  const at = Math.min(value.length, CELLS.length - 1);
  return (
    <LabelledField name={name} label={label} error={error} className="group">
      <div className="relative">
        <div aria-hidden="true" className="num grid grid-cols-8 gap-1.5">
          {CELLS.map((cell) => (
            <span
              key={cell}
              className={cx(
                'grid h-11.5 place-items-center rounded-2 border bg-s2 text-[19px] font-semi',
                error ? 'border-bad' : 'border-line-ctl',
                cell === at &&
                  'outline-offset-2 outline-focus group-has-[input:focus]:outline-2 group-has-[input:focus]:outline-solid',
              )}
            >
              {value[cell] ?? ''}
            </span>
          ))}
        </div>
        <BaseField.Control
          {...input}
          name={name}
          onFocus={({ currentTarget }) => {
            // After a refused code the next key replaces the whole code.
            if (value.length === CELLS.length) currentTarget.select();
          }}
          onSelect={({ currentTarget }) => {
            // The caret is drawn after the last character, so the real one must be there too.
            const { selectionStart, selectionEnd } = currentTarget;
            const end = currentTarget.value.length;
            if (selectionStart === selectionEnd && selectionEnd !== end) {
              currentTarget.setSelectionRange(end, end);
            }
          }}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="absolute inset-0 size-full bg-transparent text-16 text-transparent caret-transparent outline-none selection:bg-transparent"
        />
      </div>
    </LabelledField>
  );
}
