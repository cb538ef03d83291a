import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/notices.ts';
import { Tag } from '../../../ui/tag.tsx';
import { PEOPLE_KEY, summaryQuery } from '../calls.ts';
import { CodeDialog } from '../code-dialog.tsx';
import { OrderLink } from '../columns.tsx';
import { Day } from '../moment.tsx';
import { PanelTable } from '../panel-table.tsx';
import type { GrantEntry, PersonRecord } from './calls.ts';
import { GiveDialog } from './give-dialog.tsx';

/** Renders the rights of a person, newest first, with the actions that grant and end rights. */
export function GrantsPanel({ person }: { readonly person: PersonRecord }) {
  const { t } = useTranslation('adminPeople');
  const client = useQueryClient();
  const [giving, setGiving] = useState(false);
  const [ending, setEnding] = useState<GrantEntry | null>(null);
  const { grants, serverTime, uid } = person;
  const readAgain = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: PEOPLE_KEY }),
      client.invalidateQueries({ queryKey: summaryQuery().queryKey }),
    ]);
  const nameOf = ({ right }: GrantEntry): string => t(`grants.rights.${right}`);
  const isOver = ({ ended, end }: GrantEntry): boolean =>
    ended !== null || (end !== null && end <= serverTime);
  const right = ending ? nameOf(ending) : '';
  return (
    <>
      <PanelTable
        title={t('grants.title')}
        actions={
          <span className="pr-2">
            <Button size="sm" onClick={() => setGiving(true)}>
              {t('grants.give')}
            </Button>
          </span>
        }
        empty={t('grants.none')}
        rows={grants}
        keyOf={({ id }) => id}
        columns={[
          { name: t('grants.right'), look: 'font-semi', cell: nameOf },
          {
            name: t('grants.state'),
            look: 'py-1.5',
            cell: (grant) => (
              <>
                <GrantState grant={grant} nowMs={serverTime} />
                {grant.endReason === null || grant.endReason === 'refund' ? null : (
                  <span className="lbl mt-0.5 block max-w-70 whitespace-normal">
                    {grant.endReason}
                  </span>
                )}
              </>
            ),
          },
          { name: t('grants.start'), right: true, cell: ({ start }) => <Day timeMs={start} /> },
          {
            name: t('grants.end'),
            right: true,
            cell: ({ end }) => (end === null ? t('grants.noEnd') : <Day timeMs={end} />),
          },
          {
            name: t('grants.origin'),
            look: 'whitespace-nowrap text-ink-2',
            cell: ({ order, origin }) =>
              order === null ? t(`grants.origins.${origin}`) : <OrderLink number={order} />,
          },
          {
            name: t('grants.act'),
            hidden: true,
            look: 'text-right pr-2',
            cell: (grant) =>
              isOver(grant) || grant.right === 'admin' ? null : (
                <Button
                  size="sm"
                  aria-label={t('grants.stopOf', { right: nameOf(grant) })}
                  onClick={() => setEnding(grant)}
                >
                  {t('grants.stop')}
                </Button>
              ),
          },
        ]}
      />
      <GiveDialog
        open={giving}
        onOpenChange={setGiving}
        person={person}
        onGiven={async () => {
          await readAgain();
        }}
      />
      <CodeDialog
        open={ending !== null}
        onOpenChange={(open) => {
          if (!open) setEnding(null);
        }}
        title={t('grants.stopTitle', { right })}
        text={t('grants.stopText')}
        act={t('grants.stopAct')}
        onConfirm={async (body) => {
          const params = { uid, id: String(ending?.id ?? '') };
          await call('adminEndGrant', { params, body });
          notify({ title: t('grants.stopped'), tone: 'up' });
          await readAgain();
        }}
      />
    </>
  );
}

function GrantState({
  grant: { start, ended, endReason, running },
  nowMs,
}: {
  readonly grant: GrantEntry;
  readonly nowMs: number;
}) {
  const { t } = useTranslation('adminPeople');
  const { date } = useFormats();
  if (ended !== null) {
    return (
      <Tag tone="bad">
        {endReason === 'refund' ? t('grants.refund') : t('grants.ended', { date: date(ended) })}
      </Tag>
    );
  }
  if (running) return <Tag tone="ok">{t('grants.running')}</Tag>;
  return start > nowMs ? <Tag tone="info">{t('grants.later')}</Tag> : <Tag>{t('grants.over')}</Tag>;
}
