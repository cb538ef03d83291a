import type { RefObject } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslation } from '../../../i18n/index.ts';
import { MenuAction } from '../../../ui/menu.tsx';
import { useDesktop } from '../../../ui/use-media.ts';
import { momentColumn } from '../columns.tsx';
import { Day } from '../moment.tsx';
import { RowMenu } from '../row-menu.tsx';
import { Table } from '../table.tsx';
import { ROW_LINK } from '../use-row-keys.ts';
import type { ListedPerson } from './calls.ts';
import { PersonTag } from './person-tag.tsx';

interface PeopleProps {
  readonly people: readonly ListedPerson[];
  readonly nowMs: number;
  readonly rows: RefObject<HTMLDivElement | null>;
}

/** Renders the people as a table, on a phone as a list. */
export function PeopleList({ people, nowMs, rows }: PeopleProps) {
  const desk = useDesktop();
  return (
    <div ref={rows} className="min-w-0">
      {desk ? (
        <PeopleTable people={people} nowMs={nowMs} />
      ) : (
        <PeopleCards people={people} nowMs={nowMs} />
      )}
    </div>
  );
}

function PeopleTable({ people, nowMs }: Omit<PeopleProps, 'rows'>) {
  const { t } = useTranslation('adminPeople');
  return (
    <Table
      caption={t('caption')}
      rows={people}
      keyOf={({ uid }) => uid}
      columns={[
        {
          name: t('name'),
          look: 'font-semi whitespace-nowrap',
          cell: ({ uid, name, surname }) => (
            <Link
              {...ROW_LINK}
              to={`/admin/people/${uid}`}
              className="inline-flex min-h-6 items-center hover:underline"
            >
              {`${name} ${surname}`}
            </Link>
          ),
        },
        { name: t('email'), look: 'text-ink-2', cell: ({ email }) => email },
        { name: t('city'), look: 'whitespace-nowrap text-ink-2', cell: ({ city }) => city },
        { name: t('stateLabel'), cell: (person) => <PersonTag person={person} nowMs={nowMs} /> },
        { name: t('end'), right: true, cell: ({ end }) => <Day timeMs={end} /> },
        momentColumn(t('lastSignIn'), 'lastSignIn'),
        {
          name: t('lesson'),
          look: 'text-ink-2',
          cell: ({ student }) => t(student ? 'has' : 'hasNot'),
        },
        {
          name: t('grants.act'),
          hidden: true,
          look: 'text-right pr-1',
          cell: (person) => <PersonMenu person={person} />,
        },
      ]}
    />
  );
}

function PersonMenu({ person: { uid, name, surname, email } }: { readonly person: ListedPerson }) {
  const { t } = useTranslation('adminPeople');
  const navigate = useNavigate();
  return (
    <RowMenu label={t('menu', { name: `${name} ${surname}` })}>
      <MenuAction onAct={() => void navigate(`/admin/people/${uid}`)}>{t('open')}</MenuAction>
      <MenuAction onAct={() => void navigate(`/admin/orders?search=${uid}`)}>
        {t('toOrders')}
      </MenuAction>
      <MenuAction onAct={() => location.assign(`mailto:${email}`)}>{t('write')}</MenuAction>
    </RowMenu>
  );
}

function PeopleCards({ people, nowMs }: Omit<PeopleProps, 'rows'>) {
  const { t } = useTranslation('adminPeople');
  return (
    <ul
      aria-label={t('caption')}
      className="divide-y divide-line-soft overflow-hidden rounded-3 border border-line bg-s1"
    >
      {people.map((person) => (
        <li
          key={person.uid}
          className="relative flex items-center justify-between gap-3 px-3 py-2 hover:bg-hover"
        >
          <div className="min-w-0">
            <Link
              {...ROW_LINK}
              to={`/admin/people/${person.uid}`}
              className="font-semi after:absolute after:inset-0"
            >
              {`${person.name} ${person.surname}`}
            </Link>
            <span className="lbl block truncate leading-[1.6]">{person.email}</span>
          </div>
          <PersonTag person={person} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  );
}
