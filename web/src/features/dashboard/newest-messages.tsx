import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messagesQuery, useUnread } from '../../api/calls/messages.ts';
import { useSession } from '../../api/session/session.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';

const SHOWN = 3;

/** Shows the newest messages of both lists without marking them as read; a list that fails to load is omitted. */
export function NewestMessages() {
  const { t } = useTranslation('messages');
  const { t: words } = useTranslation('words');
  const { moment } = useFormats();
  const { info } = useSession();
  const unread = useUnread();
  const platform = useQuery(messagesQuery('platform'));
  const classes = useQuery({ ...messagesQuery('class'), enabled: info?.student ?? false });
  const entries = [...(platform.data ?? []), ...(classes.data ?? [])]
    .toSorted((one, other) => other.datetime - one.datetime)
    .slice(0, SHOWN);
  return (
    <Panel
      title={t('title')}
      meta={unread > 0 ? <Tag tone="new">{t('new', { count: unread })}</Tag> : null}
      actions={
        <Link to="/dashboard/messages" className="link lbl mr-2 justify-end">
          {words('all')}
        </Link>
      }
    >
      {platform.isPending ? (
        <div aria-hidden="true" className="flex flex-col gap-5 p-3">
          <Bone className="w-full" />
          <Bone className="w-2/3" />
        </div>
      ) : entries.length === 0 ? (
        <p className="p-3 leading-mid text-ink-2">
          {platform.error ? t('missing') : t('platformEmptyText')}
        </p>
      ) : (
        <ul>
          {entries.map((entry) => (
            <li key={entry.id} className="border-b border-line-soft last:border-0">
              <Link
                to="/dashboard/messages"
                className={cx(
                  'flex gap-3 px-3 py-2 leading-mid hover:bg-hover',
                  entry.unread && 'shadow-[inset_2px_0_0_var(--brass)]',
                )}
              >
                <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{entry.message}</span>
                <time
                  dateTime={formatIsoUtc(entry.datetime)}
                  title={formatIsoUtc(entry.datetime)}
                  className="num flex-none text-12 text-ink-3"
                >
                  {moment(entry.datetime)}
                </time>
                {entry.unread ? <span className="sr-only">{t('one')}</span> : null}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
