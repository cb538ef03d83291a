import { LIMITS } from '@rasat/contract';
import type { FieldValues, Path } from 'react-hook-form';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Field } from '../../../ui/form.tsx';
import type { ContractForm } from '../../../ui/use-contract-form.ts';

const TITLES = [
  ['tr', 'titleTr'],
  ['az', 'titleAz'],
  ['en', 'titleEn'],
] as const;

/** Renders the fields of a title in each language. */
export function TitleFields<V extends FieldValues & { title: unknown }>({
  form,
}: {
  readonly form: ContractForm<V>;
}) {
  const { t } = useTranslation('adminLearning');
  const { count } = useFormats();
  const wrong = form.faultOf('title' as Path<V>) !== null;
  return (
    <div data-field="title" className="grid gap-3 desk:grid-cols-3">
      {TITLES.map(([language, label], at) => (
        <Field
          key={language}
          {...form.fields.register(`title.${language}` as Path<V>)}
          lang={language}
          maxLength={LIMITS.lessonTitle}
          label={t(`lessons.${label}`)}
          error={
            wrong && at === 0 ? t('lessons.titleFault', { max: count(LIMITS.lessonTitle) }) : null
          }
        />
      ))}
    </div>
  );
}
