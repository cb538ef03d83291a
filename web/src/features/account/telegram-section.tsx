import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Send } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { call } from '../../api/client/client.ts';
import { useSubscribed } from '../../api/session/session.ts';
import { useErrorText, useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { readFailure } from '../../ui/failure.ts';
import { Load } from '../../ui/load.tsx';
import { NewTabNote } from '../../ui/new-tab.tsx';
import { notify } from '../../ui/notices.ts';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { isWaiting, type TelegramReply, telegramQuery, telegramStateQuery } from './calls.ts';

/** Renders the Telegram settings: the steps to link a chat, or the linked chat with its notifications. */
export function TelegramSection() {
  const { t } = useTranslation('account');
  const section = useQuery(telegramQuery());
  useLinkPolling(section.data);
  const { data } = section;
  return (
    <Panel
      title={t('telegram.bot')}
      busy={section.isRefetching}
      actions={
        data ? (
          <span className="pr-2">
            <Tag tone={data.active ? 'ok' : 'quiet'}>{t(`telegram.${tagOf(data)}`)}</Tag>
          </span>
        ) : null
      }
    >
      <Load query={section} failed={t('telegram.failed')} skeleton={<TelegramSkeleton />}>
        {(loaded) => (
          <div className="grid gap-x-7 gap-y-4 p-4 desk:grid-cols-[minmax(0,1fr)_260px] max-desk:grid-cols-[minmax(0,1fr)]">
            <div className="min-w-0">
              {loaded.active ? (
                <Linked section={loaded} />
              ) : isWaiting(loaded) ? (
                <Steps section={loaded} />
              ) : (
                <NoBot section={loaded} />
              )}
            </div>
            <Identity section={loaded} />
          </div>
        )}
      </Load>
    </Panel>
  );
}

function tagOf({ active, link }: TelegramReply): 'linked' | 'notLinked' | 'noBot' {
  if (active) return 'linked';
  return link === null ? 'noBot' : 'notLinked';
}

/** Polls until the chat is linked, then shows a notice and reads the settings again. */
function useLinkPolling(section: TelegramReply | undefined): void {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const waiting = isWaiting(section);
  const { data } = useQuery({ ...telegramStateQuery(), enabled: waiting });
  const linked = waiting && data?.active === true;
  useEffect(() => {
    if (!linked) return;
    notify({ title: t('telegram.nowLinked'), tone: 'up' });
    client.removeQueries({ queryKey: telegramStateQuery().queryKey });
    void client.invalidateQueries({ queryKey: telegramQuery().queryKey, exact: true });
  }, [linked, client, t]);
}

/** Returns the mutation that saves a change and reads the settings again. */
function useSave(done?: string) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { linked: false } | { signals: boolean } | { messages: boolean }) =>
      call('saveTelegram', { body }),
    onSuccess: () => {
      if (done !== undefined) notify({ title: done });
    },
    onError: (error) =>
      notify({
        title: t('telegram.saveFailed'),
        text: errorText(readFailure(error).code),
        tone: 'bad',
      }),
    onSettled: () => {
      client.removeQueries({ queryKey: telegramStateQuery().queryKey });
      return client.invalidateQueries({ queryKey: telegramQuery().queryKey, exact: true });
    },
  });
}

function Steps({ section }: { readonly section: TelegramReply }) {
  const { t } = useTranslation('account');
  return (
    <>
      <ol>
        {(['step1', 'step2', 'step3'] as const).map((step, at) => (
          <li key={step} className="flex gap-3 py-2 text-14 leading-mid text-ink-2">
            <span
              aria-hidden="true"
              className="grid size-5.5 flex-none place-items-center rounded-[4px] border border-line-ctl text-12 font-semi text-ink"
            >
              {at + 1}
            </span>
            {t(`telegram.${step}`)}
          </li>
        ))}
      </ol>
      <ActionRow>
        <OpenBot link={section.link ?? ''} primary />
        <CopyId id={section.UID} />
      </ActionRow>
    </>
  );
}

function Linked({ section }: { readonly section: TelegramReply }) {
  const { t } = useTranslation('account');
  const subscribed = useSubscribed();
  const signals = useSave();
  const messages = useSave();
  const unlink = useSave(t('telegram.unlinked'));
  const receivesSignals =
    signals.isPending && 'signals' in signals.variables
      ? signals.variables.signals
      : section.signals;
  const receivesMessages =
    messages.isPending && 'messages' in messages.variables
      ? messages.variables.messages
      : section.messages;
  return (
    <>
      <p className="text-14 leading-mid text-ink-2">{t('telegram.linkedText')}</p>
      <div className="mt-3 grid gap-2">
        <Checkbox
          checked={receivesMessages}
          onChange={(event) => messages.mutate({ messages: event.target.checked })}
        >
          {t('telegram.messages')}
        </Checkbox>
        <Checkbox
          checked={receivesSignals}
          // A person may switch it off after the subscription has ended.
          disabled={!subscribed && !section.signals}
          aria-describedby={subscribed ? undefined : 'signals-need'}
          onChange={(event) => signals.mutate({ signals: event.target.checked })}
        >
          {t('telegram.signals')}
        </Checkbox>
        {subscribed ? null : (
          <p id="signals-need" className="pl-7 text-12 text-ink-3">
            {t('telegram.signalsNeed')}
          </p>
        )}
      </div>
      <ActionRow>
        {section.link === null ? null : <OpenBot link={section.link} />}
        <CopyId id={section.UID} />
        <Button
          variant="danger"
          size="lg"
          busy={unlink.isPending}
          onClick={() => unlink.mutate({ linked: false })}
        >
          {t('telegram.unlink')}
        </Button>
      </ActionRow>
    </>
  );
}

function NoBot({ section }: { readonly section: TelegramReply }) {
  const { t } = useTranslation('account');
  return (
    <>
      <h3 className="text-15">{t('telegram.absent')}</h3>
      <p className="mt-2 max-w-[56ch] text-14 leading-mid text-ink-2">{t('telegram.absentText')}</p>
      <ActionRow>
        <CopyId id={section.UID} />
      </ActionRow>
    </>
  );
}

function ActionRow({ children }: { readonly children: ReactNode }) {
  return <div className="mt-4 flex flex-wrap gap-2.5">{children}</div>;
}

function OpenBot({ link, primary = false }: { readonly link: string; readonly primary?: boolean }) {
  const { t } = useTranslation('account');
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass(primary ? 'primary' : 'secondary', 'lg')}
    >
      <Send aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
      {t('telegram.open')}
      <NewTabNote />
    </a>
  );
}

function CopyId({ id }: { readonly id: string }) {
  const { t } = useTranslation('account');
  return (
    <Button
      size="lg"
      onClick={() => {
        navigator.clipboard.writeText(id).then(
          () => notify({ title: t('telegram.copied'), text: id }),
          () => notify({ title: t('telegram.copyFailed'), text: id, tone: 'bad' }),
        );
      }}
    >
      <Copy aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
      {t('telegram.copy')}
    </Button>
  );
}

function Identity({ section }: { readonly section: TelegramReply }) {
  const { t } = useTranslation('account');
  const state = { linked: 'linkedState', notLinked: 'waiting', noBot: 'absentState' } as const;
  return (
    <dl className="self-start rounded-2 border border-line-soft bg-s2 p-3.5">
      <dt className="lbl">{t('telegram.uid')}</dt>
      <dd translate="no" className="num mt-0.75 mb-3 text-16 font-med break-all whitespace-normal">
        {section.UID}
      </dd>
      <dt className="lbl">{t('telegram.state')}</dt>
      <dd className="mt-0.75 text-16 font-med">
        <span role="status">{t(`telegram.${state[tagOf(section)]}`)}</span>
      </dd>
    </dl>
  );
}

function TelegramSkeleton() {
  return (
    <div className="grid gap-x-7 gap-y-4 p-4 desk:grid-cols-[minmax(0,1fr)_260px]">
      <div className="grid content-start gap-5 py-2">
        <Bone className="w-56" />
        <Bone className="w-72 max-w-full" />
        <Bone className="w-64 max-w-full" />
        <Bone className="mt-3 h-11 w-40" />
      </div>
      <div className="grid content-start gap-3 rounded-2 border border-line-soft p-3.5">
        <Bone className="w-24" />
        <Bone className="h-4 w-40" />
        <Bone className="w-16" />
        <Bone className="h-4 w-32" />
      </div>
    </div>
  );
}
