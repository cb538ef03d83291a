import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/client/client.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useErrorText, useFormats, useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { readFailure } from '../../ui/failure.ts';
import { Load } from '../../ui/load.tsx';
import { notify } from '../../ui/notices.ts';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { type SessionEntry, sessionsQuery } from './calls.ts';

const CELL = 'h-13 px-3';

/** Lists the person's sessions by device, with buttons to end one or all other sessions. */
export function SessionsPanel() {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const client = useQueryClient();
  const sessions = useQuery(sessionsQuery());
  const [asking, setAsking] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const ending = useMutation({
    mutationFn: (id: string | null) => call('endSession', { body: { id } }),
    onSuccess: async (_, id) => {
      await client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
      // The pressed button was removed with its row.
      panel.current?.focus();
      notify({
        title: id === null ? t('sessions.endedOthers') : t('sessions.ended'),
        tone: 'up',
      });
    },
    onError: (error) => {
      notify({
        title: t('sessions.endFailed'),
        text: errorText(readFailure(error).code),
        tone: 'bad',
      });
      void client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    },
  });
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  return (
    <Panel
      title={t('sessions.title')}
      busy={sessions.isRefetching}
      actions={
        others > 0 ? (
          <span className="pr-2">
            <Button
              variant="danger"
              size="sm"
              busy={ending.isPending && ending.variables === null}
              onClick={() => setAsking(true)}
            >
              {t('sessions.endOthers')}
            </Button>
          </span>
        ) : null
      }
    >
      <div ref={panel} tabIndex={-1} className="outline-none">
        <Load query={sessions} failed={t('sessions.failed')} skeleton={<SessionsSkeleton />}>
          {(list) => (
            <SessionsTable
              sessions={list}
              endingId={ending.isPending ? ending.variables : undefined}
              onEnd={(id) => ending.mutate(id)}
            />
          )}
        </Load>
      </div>
      <ConfirmAll
        open={asking}
        onOpenChange={setAsking}
        count={others}
        onConfirm={() => ending.mutate(null)}
        safeButton={safe}
      />
    </Panel>
  );
}

function ConfirmAll({
  count,
  ...dialog
}: Pick<
  Parameters<typeof ConfirmDialog>[0],
  'open' | 'onOpenChange' | 'onConfirm' | 'safeButton'
> & { readonly count: number }) {
  const { t } = useTranslation('account');
  const { t: words } = useTranslation('words');
  return (
    <ConfirmDialog
      {...dialog}
      title={t('sessions.confirmTitle')}
      text={t('sessions.confirmText')}
      act={t('sessions.confirmAct', { count })}
      cancelLabel={words('cancel')}
      closeLabel={words('close')}
    />
  );
}

function SessionsTable({
  sessions,
  endingId,
  onEnd,
}: {
  readonly sessions: readonly SessionEntry[];
  /** Session that is being ended: null for all others, undefined for none. */
  readonly endingId: string | null | undefined;
  readonly onEnd: (id: string) => void;
}) {
  const { t } = useTranslation('account');
  const { moment } = useFormats();
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{t('sessions.caption')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('sessions.device')}</th>
          <th scope="col">{t('sessions.seen')}</th>
          <th scope="col">{t('sessions.end')}</th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, device, opened, seen, current }) => {
          const name = device === '' ? t('sessions.unknown') : device;
          return (
            <tr key={id} className="border-b border-line-soft last:border-0 hover:bg-hover">
              <th scope="row" className={`${CELL} w-full py-1.5 text-left font-reg`}>
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semi">
                  {name}
                  {current ? <Tag tone="ok">{t('sessions.current')}</Tag> : null}
                </span>
                <span className="lbl num mt-0.5 block whitespace-normal">
                  {t('sessions.opened', { time: moment(opened) })}
                </span>
              </th>
              <td className={`${CELL} num text-right text-ink-2`}>
                <time dateTime={formatIsoUtc(seen)} title={formatIsoUtc(seen)}>
                  {current ? t('sessions.now') : moment(seen)}
                </time>
              </td>
              <td className={`${CELL} pl-0 text-right`}>
                {current ? null : (
                  <Button
                    size="sm"
                    busy={endingId === id}
                    disabled={endingId !== undefined}
                    aria-label={t('sessions.endOf', { device: name, time: moment(seen) })}
                    onClick={() => onEnd(id)}
                  >
                    {t('sessions.end')}
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function SessionsSkeleton() {
  return (
    <div className="divide-y divide-line-soft">
      {['w-36', 'w-28'].map((width) => (
        <div key={width} className="flex h-13 items-center justify-between px-2.5">
          <span className="grid gap-2">
            <Bone className={width} />
            <Bone className="h-2 w-24" />
          </span>
          <Bone className="w-20" />
        </div>
      ))}
    </div>
  );
}
