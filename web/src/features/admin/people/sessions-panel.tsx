import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useErrorText, useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { readFailure } from '../../../ui/failure.ts';
import { notify } from '../../../ui/notices.ts';
import { PEOPLE_KEY } from '../calls.ts';
import { Moment } from '../moment.tsx';
import { PanelTable, RIGHT } from '../panel-table.tsx';
import { CELL, Row } from '../table.tsx';
import type { PersonRecord } from './calls.ts';

type SessionEntry = PersonRecord['sessions'][number];

/** The sessions of a person; one or all can be ended. */
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
        empty={sessions.length === 0 ? t('sessions.none') : null}
        columns={[
          { name: t('sessions.device') },
          { name: t('sessions.seen'), right: true },
          { name: t('grants.act'), hidden: true },
        ]}
      >
        {sessions.map((session) => (
          <Row key={session.id}>
            <th scope="row" className={`${CELL} w-full py-1.5`}>
              <span className="font-semi">{nameOf(session)}</span>
              <span className="lbl num mt-0.5 block">
                {t('sessions.opened', { time: moment(session.opened) })}
              </span>
            </th>
            <td className={`${RIGHT} text-ink-2`}>
              <Moment timeMs={session.seen} />
            </td>
            <td className={`${RIGHT} pr-2`}>
              <Button
                size="sm"
                disabled={ending.isPending}
                aria-label={t('sessions.stopOf', { device: nameOf(session) })}
                onClick={() => setAsking(session)}
              >
                {t('sessions.stop')}
              </Button>
            </td>
          </Row>
        ))}
      </PanelTable>
      {asking === null ? null : (
        <ConfirmEnd
          session={asking}
          device={asking === 'all' ? '' : nameOf(asking)}
          name={`${person.name} ${person.surname}`}
          onClose={() => setAsking(null)}
          onConfirm={() => ending.mutate(asking === 'all' ? null : asking.id)}
        />
      )}
    </>
  );
}

/** Ends a session by its id, or all with null. */
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

function ConfirmEnd({
  session,
  device,
  name,
  onClose,
  onConfirm,
}: {
  readonly session: SessionEntry | 'all';
  readonly device: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  const { t } = useTranslation('adminPeople');
  const { t: admin } = useTranslation('admin');
  const safe = useRef<HTMLButtonElement>(null);
  const all = session === 'all';
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t(all ? 'sessions.stopAllTitle' : 'sessions.stopTitle')}
      text={all ? t('sessions.stopAllText', { name }) : t('sessions.stopText', { device })}
      act={t(all ? 'sessions.stopAllAct' : 'sessions.stopAct')}
      cancelLabel={admin('cancel')}
      closeLabel={admin('close')}
      onConfirm={onConfirm}
      safeButton={safe}
    />
  );
}
