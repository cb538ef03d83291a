import { countryName } from '../../../i18n/country-names.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Fact, Facts } from '../facts.tsx';
import { Moment } from '../moment.tsx';
import type { PersonRecord } from './calls.ts';
import { PersonTag } from './person-tag.tsx';

/** Renders the data of a person; of the identity number only the last digits. */
export function PersonFacts({ person }: { readonly person: PersonRecord }) {
  const { t } = useTranslation('adminPeople');
  const { language, date } = useFormats();
  const { admin, student, country, district, city, authenticator, lastSignIn } = person;
  return (
    <Panel title={t('person.facts')}>
      <Facts>
        <Fact name={t('stateLabel')}>
          <span className="flex flex-wrap justify-end gap-1.5">
            <PersonTag person={{ ...person, admin: false }} nowMs={person.serverTime} />
            {student && person.state !== 'student' ? <Tag>{t('state.student')}</Tag> : null}
            {admin ? <Tag tone="info">{t('admin')}</Tag> : null}
          </span>
        </Fact>
        <Fact name="UID">
          <span translate="no" className="num select-all">
            {person.uid}
          </span>
        </Fact>
        <Fact name={t('email')}>
          <a href={`mailto:${person.email}`} className="link break-all">
            {person.email}
          </a>
        </Fact>
        <Fact name={t('person.gsm')}>
          <a href={`tel:${person.gsm}`} className="link num">
            {person.gsm}
          </a>
        </Fact>
        <Fact name={t('person.identity')}>
          <span className="num">{person.identity}</span>
        </Fact>
        <Fact name={t('person.place')}>
          {[district, city, countryName(language, country)].filter(Boolean).join(', ')}
        </Fact>
        <Fact name={t('person.language')}>{t(`person.languages.${person.language}`)}</Fact>
        <Fact name={t('person.registered')}>
          <Moment timeMs={person.registered} />
        </Fact>
        <Fact name={t('lastSignIn')}>
          {lastSignIn === null ? t('person.never') : <Moment timeMs={lastSignIn} />}
        </Fact>
        <Fact name={t('person.authenticator')}>
          {authenticator === null ? t('hasNot') : t('person.since', { date: date(authenticator) })}
        </Fact>
      </Facts>
    </Panel>
  );
}
