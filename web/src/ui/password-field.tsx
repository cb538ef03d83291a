import { Field as BaseField } from '@base-ui/react/field';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from '../i18n/index.ts';
import { cx } from './cx.ts';
import { inputClass } from './form.tsx';
import { Icon } from './icons.tsx';

/** Renders a password field whose content can be shown. Its texts are those of the area `form`. */
export function PasswordField({
  label,
  hint,
  error,
  name,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly error?: string | null;
}) {
  const { t } = useTranslation('form');
  const [shown, setShown] = useState(false);
  const Eyes = shown ? EyeOff : Eye;
  return (
    <BaseField.Root
      data-field={name}
      invalid={Boolean(error)}
      className="flex min-w-0 flex-col gap-1.25"
    >
      <BaseField.Label className="text-12 font-med text-ink-2">{label}</BaseField.Label>
      <div className="relative">
        <BaseField.Control
          {...input}
          name={name}
          type={shown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          className={cx(inputClass, 'pr-11')}
        />
        <button
          type="button"
          aria-label={shown ? t('hidePassword') : t('showPassword')}
          title={shown ? t('hidePassword') : t('showPassword')}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-2 text-ink-2 hover:text-ink max-desk:w-11"
        >
          <Eyes aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
        </button>
      </div>
      {error ? (
        <BaseField.Error match className="flex items-start gap-1.25 text-12 text-bad">
          <Icon name="alert" size={14} />
          {error}
        </BaseField.Error>
      ) : hint ? (
        <BaseField.Description className="text-12 text-ink-3">{hint}</BaseField.Description>
      ) : null}
    </BaseField.Root>
  );
}
