import { Field as BaseField } from '@base-ui/react/field';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from '../i18n/index.ts';
import { cx } from './cx.ts';
import { inputClass, LabelledField } from './form.tsx';

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
    <LabelledField name={name} label={label} hint={hint} error={error}>
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
    </LabelledField>
  );
}
