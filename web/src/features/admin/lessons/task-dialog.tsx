import { type Language, LIMITS, ROUTES } from '@rasat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useFormats, useLanguage, useTranslation } from '../../../i18n/index.ts';
import { CharacterCount } from '../../../ui/character-count.tsx';
import { notify } from '../../../ui/notices.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import type { ContractForm } from '../../../ui/use-contract-form.ts';
import { FormDialog } from '../form-dialog.tsx';
import { LanguageTabs } from '../language-tabs.tsx';
import { findUnfit, type Texts } from '../texts.ts';
import { type AdminTask, adminCourseQuery } from './calls.ts';
import { TitleFields } from './title-fields.tsx';

interface Values extends Record<string, unknown> {
  title: Record<Language, string>;
  text: Record<Language, string>;
}

/** Renders the editor of a homework slot's task. */
export function TaskDialog({
  task,
  onClose,
}: {
  readonly task: AdminTask;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { t: admin } = useTranslation('admin');
  const client = useQueryClient();
  return (
    <FormDialog<Values>
      wide
      title={t('lessons.taskTitle', { number: task.number })}
      act={admin('save')}
      rules={ROUTES.adminSaveTask.body.shape}
      defaults={{ title: task.title, text: task.text }}
      send={async (body) => {
        const number = String(task.number) as '1';
        await call('adminSaveTask', { params: { number }, body });
        notify({ title: t('lessons.taskSaved'), tone: 'up' });
        await client.invalidateQueries({ queryKey: adminCourseQuery().queryKey });
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TitleFields form={form} />
          <TaskText form={form} />
        </>
      )}
    </FormDialog>
  );
}

function TaskText({ form }: { readonly form: ContractForm<Values> }) {
  const { t } = useTranslation('adminLearning');
  const { t: admin } = useTranslation('admin');
  const { count } = useFormats();
  const shown = useLanguage();
  const [picked, setLanguage] = useState<Language | null>(null);
  const language = picked ?? shown;
  const texts: Texts = form.fields.watch('text');
  const wrong = form.faultOf('text') !== null;
  const unfit = findUnfit(texts, LIMITS.homeworkTask);
  useEffect(() => {
    // Opens the tab of the language with the fault.
    if (wrong && unfit !== null) setLanguage(unfit);
  }, [wrong, unfit]);
  return (
    <div className="grid gap-2.5">
      <LanguageTabs
        label={t('lessons.taskText')}
        missing={admin('missing')}
        texts={texts}
        language={language}
        onLanguage={setLanguage}
      />
      <div data-field="text">
        <TextArea
          name="text"
          lang={language}
          rows={6}
          value={texts[language]}
          label={t(`lessons.taskIn.${language}`)}
          hint={<CharacterCount text={texts[language]} max={LIMITS.homeworkTask} />}
          error={
            wrong && language === unfit
              ? t('lessons.taskFault', { max: count(LIMITS.homeworkTask) })
              : null
          }
          onChange={({ target }) =>
            form.fields.setValue(
              'text',
              { ...texts, [language]: target.value },
              { shouldDirty: true, shouldValidate: wrong },
            )
          }
        />
      </div>
    </div>
  );
}
