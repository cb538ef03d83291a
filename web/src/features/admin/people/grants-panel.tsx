import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api/client/client.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/notices.ts';
import { Tag } from '../../../ui/tag.tsx';
import { PEOPLE_KEY, summaryQuery } from '../calls.ts';
import { CodeDialog } from '../code-dialog.tsx';
import { Day } from '../moment.tsx';
import { PanelTable, RIGHT } from '../panel-table.tsx';
import { CELL, Row } from '../table.tsx';
import type { GrantEntry, PersonRecord } from './calls.ts';
import { GiveDialog } from './give-dialog.tsx';

/** The rights of a person, newest first, with the actions that grant and end them. */
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
  const right = ending ? t(`grants.rights.${ending.right}`) : '';
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
        empty={grants.length === 0 ? t('grants.none') : null}
        columns={[
          { name: t('grants.right') },
          { name: t('grants.state') },
          { name: t('grants.start'), right: true },
          { name: t('grants.end'), right: true },
          { name: t('grants.origin') },
          { name: t('grants.act'), hidden: true },
        ]}
      >
        {grants.map((grant) => (
          <GrantRow
            key={grant.id}
            grant={grant}
            nowMs={serverTime}
            onEnd={() => setEnding(grant)}
          />
        ))}
      </PanelTable>
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

function GrantRow({
  grant,
  nowMs,
  onEnd,
}: {
  readonly grant: GrantEntry;
  readonly nowMs: number;
  readonly onEnd: () => void;
}) {
  const { t } = useTranslation('adminPeople');
  const { right, start, end, origin, order, ended, endReason } = grant;
  const isOver = ended !== null || (end !== null && end <= nowMs);
  const name = t(`grants.rights.${right}`);
  return (
    <Row>
      <th scope="row" className={`${CELL} font-semi`}>
        {name}
      </th>
      <td className={`${CELL} py-1.5`}>
        <GrantState grant={grant} nowMs={nowMs} />
        {endReason === null || endReason === 'refund' ? null : (
          <span className="lbl mt-0.5 block max-w-70 whitespace-normal">{endReason}</span>
        )}
      </td>
      <td className={RIGHT}>
        <Day timeMs={start} />
      </td>
      <td className={RIGHT}>{end === null ? t('grants.noEnd') : <Day timeMs={end} />}</td>
      <td className={`${CELL} whitespace-nowrap text-ink-2`}>
        {order === null ? (
          t(`grants.origins.${origin}`)
        ) : (
          <Link to={`/admin/orders/${order}`} className="link num">
            {order}
          </Link>
        )}
      </td>
      <td className={`${RIGHT} pr-2`}>
        {isOver || right === 'admin' ? null : (
          <Button size="sm" aria-label={t('grants.stopOf', { right: name })} onClick={onEnd}>
            {t('grants.stop')}
          </Button>
        )}
      </td>
    </Row>
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
