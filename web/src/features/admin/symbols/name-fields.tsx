import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from '../../../i18n/index.ts';
import { Field } from '../../../ui/form.tsx';
import type { ContractForm } from '../../../ui/use-contract-form.ts';

const NAMES = [
  ['tr', 'nameTr'],
  ['az', 'nameAz'],
  ['en', 'nameEn'],
] as const;

/** Renders the fields of a symbol's names. */
export function NameFields<V extends FieldValues & { name: unknown }>({
  form,
}: {
  readonly form: ContractForm<V>;
}) {
  const { t } = useTranslation('adminMarket');
  const { t: faults } = useTranslation('form');
  const { fields, faultOf } = form;
  const fault = faultOf('name' as Path<V>) === null ? null : faults('fault.required');
  return (
    <div data-field="name" className="grid gap-3 desk:grid-cols-3">
      {NAMES.map(([language, label], at) => (
        <Field
          key={language}
          {...fields.register(`name.${language}` as Path<V>)}
          label={t(`symbols.${label}`)}
          error={at === 0 ? fault : null}
        />
      ))}
    </div>
  );
}
