import { Field as BaseField } from '@base-ui/react/field';
import { LIMITS } from '@rasat/contract';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { inputClass } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';

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
    <BaseField.Root
      data-field={name}
      invalid={Boolean(error)}
      className="flex min-w-0 flex-col gap-1.25"
    >
      <BaseField.Label className="text-12 font-med text-ink-2">{label}</BaseField.Label>
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
      {error ? (
        <BaseField.Error match className="flex items-start gap-1.25 text-12 text-bad">
          <Icon name="alert" size={14} />
          {error}
        </BaseField.Error>
      ) : null}
      <BaseField.Description className="num text-12 text-ink-3">
        {t('register.length', { count: length, max: LIMITS.address })}
      </BaseField.Description>
    </BaseField.Root>
  );
}
