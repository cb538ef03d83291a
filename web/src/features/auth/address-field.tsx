import { Field as BaseField } from '@base-ui/react/field';
import { LIMITS } from '@rasat/contract';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { inputClass, LabelledField } from '../../ui/form.tsx';

/** Renders a field for an address of several lines, with its character count. */
export function AddressField({
  label,
  length,
  error,
  name,
  ...area
}: Omit<ComponentProps<'textarea'>, 'className'> & {
  readonly label: string;
  readonly name: string;
  readonly length: number;
  readonly error: string | null;
}) {
  const { t } = useTranslation('auth');
  return (
    <LabelledField
      name={name}
      label={label}
      error={error}
      note={
        <BaseField.Description className="num text-12 text-ink-3">
          {t('register.length', { count: length, max: LIMITS.address })}
        </BaseField.Description>
      }
    >
      <BaseField.Control
        name={name}
        render={
          <textarea
            {...area}
            rows={2}
            maxLength={LIMITS.address}
            autoComplete="street-address"
            className={cx(inputClass, 'resize-y py-2.25 leading-mid')}
          />
        }
      />
    </LabelledField>
  );
}
