import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useErrorText, useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { readFailure } from '../../../ui/failure.ts';
import { notify } from '../../../ui/notices.ts';
import { PEOPLE_KEY } from '../calls.ts';
import { momentColumn } from '../columns.tsx';
import { Confirm } from '../confirm.tsx';
import { PanelTable } from '../panel-table.tsx';
import type { PersonRecord } from './calls.ts';

type SessionEntry = PersonRecord['sessions'][number];

/** Renders the sessions of a person; one or all of them can be ended. */
export function SessionsPanel({ person }: { readonly person: PersonRecord }) {
  const { t } = useTranslation('adminPeople');
  const { moment } = useFormats();
  const [asking, setAsking] = useState<SessionEntry | 'all' | null>(null);
  const ending = useEnding(person.uid);
  const { sessions, admin } = person;
  const nameOf = ({ device }: SessionEntry) => device || t('sessions.unknown');
  return (
    <>
      <PanelTable
        title={t('sessions.title')}
        actions={
          sessions.length > 1 ? (
            <span className="pr-2">
              <Button
                size="sm"
                variant="danger"
                disabled={ending.isPending}
                onClick={() => setAsking('all')}
              >
                {t('sessions.stopAll')}
              </Button>
            </span>
          ) : null
        }
        note={admin ? <p className="px-3 pt-2.5 text-12 text-ink-3">{t('sessions.own')}</p> : null}
        empty={t('sessions.none')}
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            name: t('sessions.device'),
            look: 'w-full py-1.5',
            cell: (session) => (
              <>
                <span className="font-semi">{nameOf(session)}</span>
                <span className="lbl num mt-0.5 block">
                  {t('sessions.opened', { time: moment(session.opened) })}
                </span>
              </>
            ),
          },
          momentColumn(t('sessions.seen'), 'seen'),
          {
            name: t('grants.act'),
            hidden: true,
            look: 'text-right pr-2',
            cell: (session) => (
              <Button
                size="sm"
                disabled={ending.isPending}
                aria-label={t('sessions.stopOf', { device: nameOf(session) })}
                onClick={() => setAsking(session)}
              >
                {t('sessions.stop')}
              </Button>
            ),
          },
        ]}
      />
      {asking === null ? null : (
        <Confirm
          {...(asking === 'all'
            ? {
                title: t('sessions.stopAllTitle'),
                text: t('sessions.stopAllText', { name: `${person.name} ${person.surname}` }),
                act: t('sessions.stopAllAct'),
              }
            : {
                title: t('sessions.stopTitle'),
                text: t('sessions.stopText', { device: nameOf(asking) }),
                act: t('sessions.stopAct'),
              })}
          onClose={() => setAsking(null)}
          onConfirm={() => ending.mutate(asking === 'all' ? null : asking.id)}
        />
      )}
    </>
  );
}

/** Returns the mutation that ends a session by its id, or all sessions with null. */
function useEnding(uid: string) {
  const { t } = useTranslation('adminPeople');
  const errorText = useErrorText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) => call('adminEndSessions', { params: { uid }, body: { id } }),
    onSuccess: (_, id) => {
      const title = id === null ? t('sessions.stoppedAll') : t('sessions.stopped');
      notify({ title, tone: 'up' });
    },
    onError: (error) => {
      const { code } = readFailure(error);
      notify({ title: t('sessions.failed'), text: errorText(code), tone: 'bad' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: PEOPLE_KEY }),
  });
}
