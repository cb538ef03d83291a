import { type Language, LIMITS, MESSAGE_LISTS } from '@rasat/contract';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useFormats, useLanguage, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { CharacterCount } from '../../../ui/character-count.tsx';
import { Field } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { LanguageTabs } from '../language-tabs.tsx';
import { useKept } from '../use-kept.ts';
import type { AdminMessages } from './calls.ts';
import {
  EMPTY_MESSAGE,
  findMessageFault,
  type MessageDraft,
  type MessageFault,
  readMessage,
} from './draft.ts';
import { SendDialog } from './send-dialog.tsx';

/** Renders the form of a message to all; the draft is kept until the message is sent. */
export function Composer({
  ref,
  audience,
}: {
  /** Field of the text. */
  readonly ref: Ref<HTMLTextAreaElement>;
  /** Number of recipients of each list; null while unknown. */
  readonly audience: AdminMessages['audience'] | null;
}) {
  const { t } = useTranslation('adminMessages');
  const { count } = useFormats();
  const shown = useLanguage();
  const form = useRef<HTMLDivElement>(null);
  const [draft, keep] = useKept('message', EMPTY_MESSAGE, readMessage);
  const [picked, setLanguage] = useState<Language | null>(null);
  const language = picked ?? shown;
  const [fault, setFault] = useState<MessageFault | null>(null);
  const [asking, setAsking] = useState<'send' | 'schedule' | null>(null);
  useEffect(() => {
    if (fault === null) return;
    if (fault.at === 'text') setLanguage(fault.language);
    const place = form.current?.querySelector<HTMLElement>(`[data-field="${fault.at}"]`);
    place?.querySelector<HTMLElement>('textarea, input:not([type=radio])')?.focus();
  }, [fault]);
  const change = (next: MessageDraft): void => {
    setFault(null);
    keep(next);
  };
  const ask = (what: 'send' | 'schedule'): void => {
    const found = findMessageFault(draft);
    setFault(found);
    if (found === null) setAsking(what);
  };
  const reached = audience?.[draft.list] ?? null;
  return (
    <Panel title={t('new')}>
      <div ref={form} className="grid gap-3.25 p-3.5">
        <div className="flex flex-col items-start gap-1.25">
          <span className="text-12 font-med text-ink-2">{t('to')}</span>
          <Segmented
            label={t('to')}
            value={draft.list}
            choices={MESSAGE_LISTS.map((value) => ({ value, label: t(value) }))}
            onChange={(list) => change({ ...draft, list })}
          />
        </div>
        <MessageText
          ref={ref}
          texts={draft.texts}
          language={language}
          wrong={fault?.at === 'text' && fault.language === language}
          onLanguage={setLanguage}
          onText={(text) => change({ ...draft, texts: { ...draft.texts, [language]: text } })}
        />
        <Field
          name="link"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          label={t('link')}
          value={draft.link}
          error={fault?.at === 'link' ? t('linkFault') : null}
          onChange={({ target }) => change({ ...draft, link: target.value })}
        />
        <div className="flex flex-wrap items-center gap-2.5">
          <Button variant="primary" onClick={() => ask('send')} className="max-desk:min-h-11">
            {t('send')}
          </Button>
          <Button onClick={() => ask('schedule')} className="max-desk:min-h-11">
            {t('schedule')}
          </Button>
          {reached === null ? null : (
            <span className="num text-12 text-ink-3">
              {t('recipients', { count: reached, number: count(reached) })}
            </span>
          )}
        </div>
      </div>
      {asking === null ? null : (
        <SendDialog
          draft={draft}
          scheduled={asking === 'schedule'}
          recipients={reached}
          onSent={() => {
            keep(null);
            setLanguage(null);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </Panel>
  );
}

/** Renders the text field of the language whose tab is open. */
function MessageText({
  ref,
  texts,
  language,
  wrong,
  onLanguage,
  onText,
}: {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly texts: MessageDraft['texts'];
  readonly language: Language;
  readonly wrong: boolean;
  readonly onLanguage: (language: Language) => void;
  readonly onText: (text: string) => void;
}) {
  const { t } = useTranslation('adminMessages');
  const { t: admin } = useTranslation('admin');
  const { count } = useFormats();
  return (
    <div data-field="text" className="grid gap-3.25">
      <LanguageTabs
        label={t('language')}
        missing={admin('missing')}
        texts={texts}
        language={language}
        onLanguage={onLanguage}
      />
      <TextArea
        ref={ref}
        name="message"
        lang={language}
        label={t(`text.${language}`)}
        rows={5}
        value={texts[language]}
        error={wrong ? t('textFault', { max: count(LIMITS.message) }) : null}
        hint={<CharacterCount text={texts[language]} max={LIMITS.message} />}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  );
}
