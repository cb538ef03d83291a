import { HOUR_MS, LANGUAGES, MINUTE_MS } from '@rasat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { readFailure } from '../../../ui/failure.ts';
import { ANY_VALUE, textRule } from '../../../ui/field-rules.ts';
import { Field, FormStatus } from '../../../ui/form.tsx';
import { NewTabNote } from '../../../ui/new-tab.tsx';
import { notify } from '../../../ui/notices.ts';
import { Tag } from '../../../ui/tag.tsx';
import { useServerNow } from '../../../ui/use-now.ts';
import { summaryQuery } from '../calls.ts';
import { CODE_FIELD_OF, CODE_RULE, CodeField } from '../code-field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { readIstanbul, writeIstanbul } from '../istanbul-time.ts';
import type { Texts } from '../texts.ts';
import { adminMessagesQuery } from './calls.ts';
import { type MessageDraft, mayAppearAt, messageOf } from './draft.ts';

/**
 * Shows a message before it is sent, with its moment when it is scheduled, and asks for a fresh code, since a message
 * cannot be revoked once it is read.
 */
export function SendDialog({
  draft,
  scheduled,
  recipients,
  onSent,
  onClose,
}: {
  readonly draft: MessageDraft;
  readonly scheduled: boolean;
  /** Number of recipients of the list; null while unknown. */
  readonly recipients: number | null;
  readonly onSent: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminMessages');
  const { count, moment } = useFormats();
  const client = useQueryClient();
  const nowMs = useServerNow(MINUTE_MS);
  const [twice, setTwice] = useState(false);
  const at = textRule((text) => mayAppearAt(readIstanbul(text), nowMs));
  const reached = recipients ?? 0;
  return (
    <FormDialog<{ at: string; code: string }>
      wide
      title={t(scheduled ? 'scheduleTitle' : 'sendTitle')}
      text={
        scheduled ? t('scheduleText') : t('sendText', { count: reached, number: count(reached) })
      }
      act={t(scheduled ? 'scheduleAct' : 'sendAct')}
      rules={{ at: scheduled ? at : ANY_VALUE, code: CODE_RULE }}
      fieldOf={CODE_FIELD_OF}
      defaults={{
        at: scheduled ? writeIstanbul(Math.ceil((nowMs + HOUR_MS) / HOUR_MS) * HOUR_MS) : '',
        code: '',
      }}
      send={async (values) => {
        const timeMs = scheduled ? readIstanbul(values.at) : null;
        setTwice(false);
        try {
          await call('adminSendMessage', { body: messageOf(draft, timeMs, values.code) });
        } catch (error) {
          setTwice(readFailure(error).code === 'conflict-409');
          throw error;
        }
        onSent();
        notify({
          title: timeMs === null ? t('sent') : t('scheduled', { moment: moment(timeMs) }),
          tone: 'up',
        });
        void client.invalidateQueries({ queryKey: summaryQuery().queryKey });
        await client.invalidateQueries({ queryKey: adminMessagesQuery().queryKey });
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {scheduled ? (
            <div className="desk:max-w-64">
              <Field
                {...form.fields.register('at')}
                type="datetime-local"
                min={writeIstanbul(nowMs)}
                label={t('at')}
                error={form.faultOf('at') === null ? null : t('atFault')}
              />
            </div>
          ) : null}
          <MessageView list={draft.list} texts={draft.texts} link={draft.link.trim() || null} />
          <div className="desk:max-w-96">
            <CodeField form={form} />
          </div>
          {twice && form.phase.kind === 'error' ? (
            <FormStatus kind="notice">{t('twice')}</FormStatus>
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

/** Renders a message in every language. */
export function MessageView({
  list,
  texts,
  link,
}: {
  readonly list: MessageDraft['list'];
  readonly texts: Texts;
  readonly link: string | null;
}) {
  const { t } = useTranslation('adminMessages');
  return (
    <div className="rounded-2 border border-line bg-s2">
      <p className="border-b border-line-soft px-3 py-2">
        <Tag>{t(list)}</Tag>
      </p>
      <dl className="divide-y divide-line-soft">
        {LANGUAGES.map((language) => (
          <div key={language} className="grid grid-cols-[32px_minmax(0,1fr)] gap-2 px-3 py-2.5">
            <dt className="lbl pt-0.5">
              <abbr title={t(`languages.${language}`)} className="no-underline">
                {language.toUpperCase()}
              </abbr>
            </dt>
            <dd lang={language} className="leading-mid whitespace-pre-line wrap-anywhere">
              {texts[language].trim()}
            </dd>
          </div>
        ))}
      </dl>
      {link === null ? null : (
        <p className="border-t border-line-soft px-3 py-2">
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            translate="no"
            className="link wrap-anywhere text-ink-2"
          >
            {link}
            <NewTabNote />
          </a>
        </p>
      )}
    </div>
  );
}
