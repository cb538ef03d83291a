import type { RefObject } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslation } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Menu, MenuAct } from '../../../ui/menu.tsx';
import { useDesktop } from '../../../ui/use-media.ts';
import { Day, Moment } from '../moment.tsx';
import { HeadCells, RIGHT } from '../panel-table.tsx';
import { CELL, Row, Table } from '../table.tsx';
import { ROW_LINK } from '../use-row-keys.ts';
import type { ListedPerson } from './calls.ts';
import { PersonTag } from './person-tag.tsx';

interface PeopleProps {
  readonly people: readonly ListedPerson[];
  readonly nowMs: number;
  readonly rows: RefObject<HTMLDivElement | null>;
}

/** The people as a table, on a phone as a list. */
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
  const columns = [
    { name: t('name') },
    { name: t('email') },
    { name: t('city') },
    { name: t('stateLabel') },
    { name: t('end'), right: true },
    { name: t('lastSignIn'), right: true },
    { name: t('lesson') },
    { name: t('grants.act'), hidden: true },
  ];
  return (
    <Table caption={t('caption')} head={<HeadCells columns={columns} />}>
      {people.map((person) => (
        <PersonRow key={person.uid} person={person} nowMs={nowMs} />
      ))}
    </Table>
  );
}

function PersonRow({ person, nowMs }: { readonly person: ListedPerson; readonly nowMs: number }) {
  const { t } = useTranslation('adminPeople');
  const { uid, name, surname, email, city, end, lastSignIn, student } = person;
  return (
    <Row>
      <th scope="row" className={`${CELL} font-semi whitespace-nowrap`}>
        <Link
          {...ROW_LINK}
          to={`/admin/people/${uid}`}
          className="inline-flex min-h-6 items-center hover:underline"
        >
          {`${name} ${surname}`}
        </Link>
      </th>
      <td className={`${CELL} text-ink-2`}>{email}</td>
      <td className={`${CELL} whitespace-nowrap text-ink-2`}>{city}</td>
      <td className={CELL}>
        <PersonTag person={person} nowMs={nowMs} />
      </td>
      <td className={RIGHT}>
        <Day timeMs={end} />
      </td>
      <td className={`${RIGHT} text-ink-2`}>
        <Moment timeMs={lastSignIn} />
      </td>
      <td className={`${CELL} text-ink-2`}>{t(student ? 'has' : 'hasNot')}</td>
      <td className={`${RIGHT} pr-1`}>
        <PersonMenu person={person} />
      </td>
    </Row>
  );
}

function PersonMenu({ person: { uid, name, surname, email } }: { readonly person: ListedPerson }) {
  const { t } = useTranslation('adminPeople');
  const navigate = useNavigate();
  const label = t('menu', { name: `${name} ${surname}` });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label}>
          <span aria-hidden="true">···</span>
        </IconButton>
      }
    >
      <MenuAct onAct={() => void navigate(`/admin/people/${uid}`)}>{t('open')}</MenuAct>
      <MenuAct onAct={() => void navigate(`/admin/orders?search=${uid}`)}>{t('toOrders')}</MenuAct>
      <MenuAct onAct={() => location.assign(`mailto:${email}`)}>{t('write')}</MenuAct>
    </Menu>
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
