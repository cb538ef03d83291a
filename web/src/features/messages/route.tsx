import { Link } from 'react-router';
import { useSession } from '../../api/session/session.ts';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { MessagePanel } from './message-panel.tsx';
import { useMessageList } from './use-message-list.ts';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('messages');
  return null;
}

/** Renders the messages to all users and the messages to students. A seen message counts as read. */
export default function MessagesRoute() {
  const { t } = useTranslation('messages');
  const { info } = useSession();
  const platform = useMessageList('platform');
  const classes = useMessageList('class');
  const lists = [platform, classes];
  return (
    <>
      <title>{`${t('title')} · Rasat`}</title>
      <div className="mb-3 flex min-h-8 items-center justify-between gap-4">
        <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">{t('title')}</h1>
        {lists.some(({ fresh }) => fresh.size > 0) ? (
          <Button
            onClick={() => {
              for (const { readAll } of lists) readAll();
              // The pressed button, which had the focus, is gone.
              document.querySelector<HTMLElement>('#main')?.focus();
            }}
          >
            {t('readAll')}
          </Button>
        ) : null}
      </div>
      <div className="grid items-start gap-3 desk:grid-cols-2">
        <MessagePanel
          title={t('platform')}
          messages={platform}
          empty={<Empty level={3} title={t('platformEmpty')} text={t('platformEmptyText')} />}
        />
        <MessagePanel
          title={t('class')}
          messages={classes}
          empty={
            info?.student ? (
              <Empty level={3} title={t('classEmpty')} text={t('classEmptyText')} />
            ) : (
              <Empty
                level={3}
                title={t('classOther')}
                text={t('classOtherText')}
                action={
                  <Link to="/account?selected=education" className={buttonClass('secondary')}>
                    {t('toEducation')}
                  </Link>
                }
              />
            )
          }
        />
      </div>
    </>
  );
}
