import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { loadTexts, useFormats, useTranslation } from '../../../i18n/index.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { readFailure } from '../../../ui/failure.ts';
import { FormStatus } from '../../../ui/form.tsx';
import { Load } from '../../../ui/load.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Empty } from '../../../ui/states.tsx';
import { AdminPage } from '../admin-page.tsx';
import { BackLink } from '../back-link.tsx';
import { downloadPerson, type PersonRecord, personQuery } from './calls.ts';
import { DownloadButton } from './download-button.tsx';
import { GrantsPanel } from './grants-panel.tsx';
import { PersonFacts } from './person-facts.tsx';
import { PersonDocuments, PersonOrders } from './person-orders.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminPeople', 'adminMoney', 'payment');
  return null;
}

/** Renders one person: data, rights, sessions and purchases. */
export default function PersonRoute() {
  const { t } = useTranslation('adminPeople');
  const { uid = '' } = useParams();
  const query = useQuery(personQuery(uid));
  const gone =
    query.data === undefined &&
    ['user-not-found-404', 'bad-fields-400'].includes(readFailure(query.error).code);
  const name = query.data ? `${query.data.name} ${query.data.surname}` : uid;
  return (
    <AdminPage
      title={name}
      tools={
        query.data ? (
          <DownloadButton
            label={t('person.export')}
            shownLabel={t('person.export')}
            title={t('file.personTitle')}
            text={t('file.personText')}
            onDownload={(code) => downloadPerson(uid, code)}
          />
        ) : null
      }
    >
      <BackLink to="/admin/people">{t('person.back')}</BackLink>
      {gone ? (
        <Empty
          level={2}
          title={t('person.gone')}
          text={t('person.goneText')}
          action={
            <Link to="/admin/people" className={buttonClass()}>
              {t('person.back')}
            </Link>
          }
        />
      ) : (
        <Load query={query} failed={t('person.failed')} skeleton={<PersonBones />}>
          {(person) => <Person person={person} />}
        </Load>
      )}
    </AdminPage>
  );
}

function Person({ person }: { readonly person: PersonRecord }) {
  const { t } = useTranslation('adminPeople');
  const { moment } = useFormats();
  return (
    <>
      {person.erasure === null ? null : (
        <FormStatus kind="notice">
          {t('person.erasure', { time: moment(person.erasure) })}
        </FormStatus>
      )}
      <div className="grid min-w-0 items-start gap-3 wide:grid-cols-[320px_minmax(0,1fr)] max-wide:grid-cols-[minmax(0,1fr)]">
        <PersonFacts person={person} />
        <div className="grid min-w-0 gap-3">
          <GrantsPanel person={person} />
          <SessionsPanel person={person} />
          <PersonOrders person={person} />
          <PersonDocuments person={person} />
        </div>
      </div>
    </>
  );
}

function PersonBones() {
  return (
    <div className="grid gap-3 wide:grid-cols-[320px_minmax(0,1fr)]">
      <Bone className="h-100 w-full rounded-3" />
      <div className="grid content-start gap-3">
        <Bone className="h-36 w-full rounded-3" />
        <Bone className="h-36 w-full rounded-3" />
      </div>
    </div>
  );
}
