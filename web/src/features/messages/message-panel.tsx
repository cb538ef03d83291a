import { type ReactNode, useRef } from 'react';
import type { MessageEntry } from '../../api/calls/messages.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { NewTabMark } from '../../ui/new-tab.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone, Skeleton, useLoadingPhase } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { readLink } from './reading.ts';
import type { ShownMessages } from './use-message-list.ts';
import { useSeen } from './use-seen.ts';

/** Renders a list of messages in a panel; `empty` is its content without messages. */
export function MessagePanel({
  title,
  messages,
  empty,
}: {
  readonly title: string;
  readonly messages: ShownMessages;
  readonly empty: ReactNode;
}) {
  const { t } = useTranslation('messages');
  const { t: words } = useTranslation('words');
  const { query, fresh } = messages;
  const phase = useLoadingPhase(query.isPending);
  return (
    <Panel
      title={title}
      meta={fresh.size > 0 ? <Tag tone="new">{t('new', { count: fresh.size })}</Tag> : null}
      className="overflow-hidden"
    >
      {phase !== 'ready' ? (
        <Skeleton phase={phase} label={words('loading')}>
          <MessagesSkeleton />
        </Skeleton>
      ) : query.data === undefined ? (
        <LoadFailure onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        empty
      ) : (
        <Messages title={title} entries={query.data} messages={messages} />
      )}
    </Panel>
  );
}

function Messages({
  title,
  entries,
  messages,
}: {
  readonly title: string;
  readonly entries: readonly MessageEntry[];
  readonly messages: ShownMessages;
}) {
  const { fresh, newestUnread, onSeen } = messages;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <ul tabIndex={0} aria-label={title} className="max-h-[550px] overflow-auto">
      {entries.map((entry) => (
        <Message
          key={entry.id}
          entry={entry}
          fresh={fresh.has(entry.id)}
          watched={entry.id === newestUnread}
          onSeen={onSeen}
        />
      ))}
    </ul>
  );
}

function Message({
  entry,
  fresh,
  watched,
  onSeen,
}: {
  readonly entry: MessageEntry;
  readonly fresh: boolean;
  readonly watched: boolean;
  readonly onSeen: () => void;
}) {
  const { t } = useTranslation('messages');
  const { moment } = useFormats();
  const item = useRef<HTMLLIElement>(null);
  useSeen(item, watched, onSeen);
  const link = readLink(entry.link, location.origin);
  return (
    <li
      ref={item}
      className={cx(
        'grid grid-cols-[84px_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 border-b border-line-soft px-3.5 py-3 leading-mid last:border-0 max-desk:grid-cols-[minmax(0,1fr)_auto]',
        fresh && 'bg-s2 shadow-[inset_2px_0_0_var(--brass)]',
      )}
    >
      <time
        dateTime={formatIsoUtc(entry.datetime)}
        title={formatIsoUtc(entry.datetime)}
        className="num pt-px text-12 text-ink-3"
      >
        {moment(entry.datetime)}
      </time>
      <div className="min-w-0 max-desk:col-span-full max-desk:row-start-2">
        <p className="max-w-[62ch] text-14 wrap-anywhere whitespace-pre-line">{entry.message}</p>
        {link ? (
          <a
            href={link.href}
            target="_blank"
            rel="noopener noreferrer"
            className="link mt-1 max-w-full gap-1.25 text-12 text-ink-2 pointer-coarse:min-h-11"
          >
            {t('link')}
            {link.host === null ? null : (
              <span translate="no" className="truncate text-ink-3">
                {link.host}
              </span>
            )}
            <NewTabMark />
          </a>
        ) : null}
      </div>
      {fresh ? (
        <Tag tone="new" className="justify-self-end max-desk:col-start-2 max-desk:row-start-1">
          {t('one')}
        </Tag>
      ) : null}
    </li>
  );
}

/** Shows that the list could not be loaded, with a retry. */
function LoadFailure({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <div className="flex flex-wrap items-center gap-3 p-3.5">
      <p className="text-ink-3">{t('missing')}</p>
      <Button size="sm" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}

function MessagesSkeleton() {
  return (
    <div className="divide-y divide-line-soft">
      {[64, 40, 52].map((width) => (
        <div key={width} className="flex gap-6 px-3.5 py-4">
          <Bone className="w-18 flex-none" />
          <Bone className={width > 50 ? 'w-full max-w-100' : 'w-full max-w-70'} />
        </div>
      ))}
    </div>
  );
}
