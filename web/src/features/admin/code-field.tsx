import { ROUTES } from '@rasat/contract';
import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from '../../i18n/index.ts';
import type { FieldRule } from '../../ui/field-rules.ts';
import { Field } from '../../ui/form.tsx';
import type { ContractForm } from '../../ui/use-contract-form.ts';

/** Validation rule of a fresh code. */
export const CODE_RULE: FieldRule = ROUTES.adminRefund.body.shape.code;

/** Field of the error code of a refused code, for `fieldOf` of a form with a `CodeField`. */
export const CODE_FIELD_OF = { 'token-not-match-400': 'code' } as const;

/** Asks for a fresh authenticator code before an action that cannot be undone or that moves money or a right. */
export function CodeField<V extends FieldValues & { code: string }>({
  form,
}: {
  readonly form: ContractForm<V>;
}) {
  const { t } = useTranslation('admin');
  const { t: faults } = useTranslation('form');
  const name = 'code' as Path<V>;
  const fault = form.faultOf(name);
  const text = fault === 'token-not-match-400' ? t('codeWrong') : faults('fault.code');
  return (
    <Field
      {...form.fields.register(name)}
      label={t('code')}
      hint={t('codeHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      className="num tracking-[.2em]"
      error={fault === null ? null : text}
    />
  );
}
