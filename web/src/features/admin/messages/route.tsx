import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { loadTexts, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Load } from '../../../ui/load.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Empty } from '../../../ui/states.tsx';
import { AdminPage } from '../admin-page.tsx';
import { adminMessagesQuery } from './calls.ts';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminMessages');
  return null;
}

/** Renders messages to all users and to the students: the form, and the list of messages. */
export default function MessagesRoute() {
  const { t } = useTranslation('adminMessages');
  const text = useRef<HTMLTextAreaElement>(null);
  const query = useQuery(adminMessagesQuery());
  return (
    <AdminPage
      title={t('title')}
      tools={
        <Button
          variant="primary"
          onClick={() => text.current?.focus()}
          className="max-desk:min-h-11"
        >
          {t('new')}
        </Button>
      }
    >
      <div className="grid items-start gap-3 desk:grid-cols-2 max-desk:grid-cols-[minmax(0,1fr)]">
        <Composer ref={text} audience={query.data?.audience ?? null} />
        <Panel title={t('list')} busy={query.isFetching && query.data !== undefined}>
          <Load query={query} failed={t('failed')} skeleton={<ListSkeleton />}>
            {({ messages }) =>
              messages.length === 0 ? (
                <Empty level={3} title={t('none')} text={t('noneText')} />
              ) : (
                <MessageList messages={messages} />
              )
            }
          </Load>
        </Panel>
      </div>
    </AdminPage>
  );
}

function ListSkeleton() {
  return (
    <div className="divide-y divide-line-soft">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex h-9 items-center gap-6 px-2.5">
          <Bone className="w-18 flex-none" />
          <Bone className="w-14 flex-none" />
          <Bone className="w-full max-w-60" />
        </div>
      ))}
    </div>
  );
}
