import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { formatIsoUtc } from '../../../i18n/format.ts';
import { useErrorText, useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { readFailure } from '../../../ui/failure.ts';
import { notify } from '../../../ui/notices.ts';
import { Tag } from '../../../ui/tag.tsx';
import { useServerNow } from '../../../ui/use-now.ts';
import { Confirm } from '../confirm.tsx';
import { type AdminMessage, adminMessagesQuery } from './calls.ts';
import { MessageView } from './send-dialog.tsx';

const TONE = { scheduled: 'info', sent: 'quiet', cancelled: 'quiet' } as const;
const SECOND_MS = 1000;

/** Renders sent and scheduled messages, newest first; a scheduled message can be cancelled until it appears. */
export function MessageList({ messages }: { readonly messages: readonly AdminMessage[] }) {
  const { t } = useTranslation('adminMessages');
  const nowMs = useServerNow(SECOND_MS);
  const [read, setRead] = useState<AdminMessage | null>(null);
  const [cancelling, setCancelling] = useState<AdminMessage | null>(null);
  return (
    <>
      <ul aria-label={t('listCaption')}>
        {messages.map((message) => {
          // A scheduled message counts as sent from its time on, also before the list is fetched again.
          const over = message.state === 'scheduled' && message.at <= nowMs;
          const shown: AdminMessage = over ? { ...message, state: 'sent' } : message;
          return (
            <li key={message.id} className="border-b border-line-soft last:border-0">
              <MessageRow
                message={shown}
                onRead={() => setRead(shown)}
                onCancel={() => setCancelling(shown)}
              />
            </li>
          );
        })}
      </ul>
      {read === null ? null : <ReadDialog message={read} onClose={() => setRead(null)} />}
      {cancelling === null ? null : (
        <CancelDialog message={cancelling} onClose={() => setCancelling(null)} />
      )}
    </>
  );
}

function MessageRow({
  message,
  onRead,
  onCancel,
}: {
  readonly message: AdminMessage;
  readonly onRead: () => void;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation('adminMessages');
  const { language, count, moment } = useFormats();
  const { at, list, texts, state, recipients } = message;
  const cancelled = state === 'cancelled';
  return (
    <div className="grid min-h-9 grid-cols-[minmax(96px,max-content)_84px_minmax(0,1fr)_auto] items-center gap-x-2.5 px-2.5 py-1.5 hover:bg-hover max-desk:grid-cols-[minmax(0,1fr)_auto] max-desk:gap-y-0.5">
      <time
        dateTime={formatIsoUtc(at)}
        title={formatIsoUtc(at)}
        className="num text-ink-2 max-desk:order-1"
      >
        {moment(at)}
      </time>
      <span className="max-desk:order-2 max-desk:justify-self-end">
        <Tag>{t(list)}</Tag>
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onRead}
        className="min-h-6 min-w-0 text-left hover:underline max-desk:order-3 max-desk:min-h-11"
      >
        <span
          className={cx(
            'line-clamp-2 leading-mid wrap-anywhere',
            cancelled && 'text-ink-3 line-through',
          )}
        >
          {texts[language]}
        </span>
      </button>
      <span className="flex items-center justify-end gap-2 max-desk:order-4">
        {state === 'sent' ? (
          <span className="lbl num">
            {t('recipients', { count: recipients, number: count(recipients) })}
          </span>
        ) : (
          <Tag tone={TONE[state]}>{t(`state.${state}`)}</Tag>
        )}
        {state === 'scheduled' ? (
          <Button size="sm" onClick={onCancel} className="max-desk:min-h-11">
            {t('cancel')}
          </Button>
        ) : null}
      </span>
    </div>
  );
}

function ReadDialog({
  message,
  onClose,
}: {
  readonly message: AdminMessage;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminMessages');
  const { t: admin } = useTranslation('admin');
  const { count, moment } = useFormats();
  const { list, texts, link, state, at, created, recipients } = message;
  const facts = [
    t(`state.${state}`),
    state === 'cancelled'
      ? null
      : t(state === 'scheduled' ? 'appears' : 'appeared', { moment: moment(at) }),
    t('created', { moment: moment(created) }),
    state === 'cancelled'
      ? null
      : t('recipients', { count: recipients, number: count(recipients) }),
  ];
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      wide
      title={t('read')}
      description={facts.filter((fact) => fact !== null).join(' · ')}
      closeLabel={admin('close')}
    >
      <div className="mt-4">
        <MessageView list={list} texts={texts} link={link} />
      </div>
    </Dialog>
  );
}

function CancelDialog({
  message,
  onClose,
}: {
  readonly message: AdminMessage;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminMessages');
  const { moment } = useFormats();
  const errorText = useErrorText();
  const client = useQueryClient();
  const cancel = async (): Promise<void> => {
    try {
      await call('adminCancelMessage', { params: { id: String(message.id) }, body: {} });
      notify({ title: t('cancelled'), tone: 'up' });
    } catch (error) {
      const { code } = readFailure(error);
      const text = code === 'conflict-409' ? t('cancelLate') : errorText(code);
      notify({ title: t('cancelFailed'), text, tone: 'bad' });
    }
    await client.invalidateQueries({ queryKey: adminMessagesQuery().queryKey });
  };
  return (
    <Confirm
      title={t('cancelTitle')}
      text={t('cancelText', { moment: moment(message.at) })}
      act={t('cancelAct')}
      onConfirm={() => void cancel()}
      onClose={onClose}
    />
  );
}
