import { AUDIT_ACTIONS } from '@rasat/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { loadTexts, useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Load } from '../../../ui/load.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Empty } from '../../../ui/states.tsx';
import { AdminPage } from '../admin-page.tsx';
import { isCalendar, useCalendarName } from '../calendar-name.ts';
import { ListSearch } from '../list-search.tsx';
import { Moment } from '../moment.tsx';
import { MoreButton } from '../pages.tsx';
import { useSourceName } from '../source-name.ts';
import { Table, TableBones } from '../table.tsx';
import { type AuditEntry, auditQuery } from './calls.ts';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminMarket');
  return null;
}

/** Renders the audit log: each action with its person and subject. */
export default function AuditRoute() {
  const { t } = useTranslation('adminMarket');
  const [who, setWho] = useState('');
  const [action, setAction] = useState('');
  const [subject, setSubject] = useState('');
  const asked = useDeferredValue(subject.trim());
  const actionText = useActionText();
  const query = useInfiniteQuery({
    ...auditQuery({ admin: who, action, subject: asked }),
    placeholderData: keepPreviousData,
  });
  const [first] = query.data?.pages ?? [];
  return (
    <AdminPage title={t('audit.title')}>
      <p className="max-w-[70ch] text-ink-2">{t('audit.text')}</p>
      <div className="flex flex-wrap gap-2">
        <SelectField
          hideLabel
          label={t('audit.admin')}
          value={who}
          onChange={(event) => setWho(event.target.value)}
          className="w-56"
        >
          <option value="">{t('audit.allAdmins')}</option>
          {first?.admins.map(({ uid, name, surname }) => (
            <option key={uid} value={uid}>
              {name === null ? `${t('audit.gone')} ${uid}` : `${name} ${surname ?? ''}`}
            </option>
          ))}
        </SelectField>
        <SelectField
          hideLabel
          label={t('audit.action')}
          value={action}
          onChange={(event) => setAction(event.target.value)}
          className="w-80 max-w-full"
        >
          <option value="">{t('audit.allActions')}</option>
          {first?.actions.map((name) => (
            <option key={name} value={name}>
              {actionText(name)}
            </option>
          ))}
        </SelectField>
        <ListSearch
          label={t('audit.subjectSearch')}
          text={subject}
          onText={setSubject}
          className="w-80 max-desk:w-full"
        />
      </div>
      <Load query={query} failed={t('audit.failed')} skeleton={<TableBones rows={10} />}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0) {
            return (
              <NoEntries
                all={who === '' && action === '' && asked === ''}
                onClear={() => {
                  setWho('');
                  setAction('');
                  setSubject('');
                }}
              />
            );
          }
          return (
            <>
              <AuditTable entries={entries} />
              <MoreButton query={query} />
            </>
          );
        }}
      </Load>
    </AdminPage>
  );
}

/** Renders the note of an empty log, or of filters without a match. */
function NoEntries({ all, onClear }: { readonly all: boolean; readonly onClear: () => void }) {
  const { t } = useTranslation('adminMarket');
  const { t: admin } = useTranslation('admin');
  return (
    <Empty
      title={all ? admin('empty') : t('audit.noMatch')}
      {...(all && { text: t('audit.none') })}
      action={all ? null : <Button onClick={onClear}>{t('audit.clear')}</Button>}
    />
  );
}

function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('adminMarket');
  const actionText = useActionText();
  const detailText = useDetailText();
  return (
    <Table
      caption={t('audit.caption')}
      namedBy={1}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { name: t('audit.time'), look: 'text-ink-2', cell: ({ at }) => <Moment timeMs={at} /> },
        {
          name: t('audit.admin'),
          look: 'font-semi whitespace-nowrap',
          title: ({ admin }) => admin.uid,
          cell: ({ admin }) =>
            admin.name === null ? t('audit.gone') : `${admin.name} ${admin.surname ?? ''}`,
        },
        {
          name: t('audit.action'),
          look: 'whitespace-nowrap',
          title: ({ action }) => action,
          cell: ({ action }) => actionText(action),
        },
        {
          name: t('audit.subject'),
          look: 'whitespace-nowrap',
          cell: ({ subject }) => <code className="font-sans">{subject}</code>,
        },
        {
          name: t('audit.detail'),
          look: 'min-w-60 py-1.5 text-12 break-words text-ink-2',
          cell: ({ detail }) => detailText(detail),
        },
        { name: t('audit.ip'), look: 'num text-ink-3', cell: ({ ip }) => ip },
      ]}
    />
  );
}

/** Returns the function that names an action; an unknown one is shown as it was stored. */
function useActionText(): (action: string) => string {
  const { t } = useTranslation('adminMarket');
  return (action) => {
    const known = AUDIT_ACTIONS.find((one) => one === action);
    return known === undefined ? action : t(`audit.deeds.${known}`);
  };
}

/** Returns the function that formats the details of a row in the language of the page: `Neden: Cayma`. */
function useDetailText(): (detail: AuditEntry['detail']) => string {
  const { t, i18n } = useTranslation('adminMarket');
  const { moment, money } = useFormats();
  const sourceName = useSourceName();
  const calendarName = useCalendarName();
  const has = (key: string): boolean => i18n.exists(key, { ns: 'adminMarket' });
  const nameOf = (key: string): string =>
    has(`audit.keys.${key}`) ? t(`audit.keys.${key}` as 'audit.keys.reason') : key;
  const wordOf = (key: string, word: string): string => {
    if (key === 'source') return sourceName(word);
    if (key === 'calendar' && isCalendar(word)) return calendarName(word);
    if (!CODED.includes(key)) return word;
    const value = key === 'filter' && word === 'ended' ? 'endedPeople' : word;
    return has(`audit.values.${value}`) ? t(`audit.values.${value}` as 'audit.values.yes') : word;
  };
  const textOf = (key: string, value: unknown): string => {
    if (typeof value === 'string') return wordOf(key, value);
    if (typeof value === 'boolean') return t(value ? 'audit.values.yes' : 'audit.values.no');
    if (typeof value === 'number') {
      if (AMOUNTS.includes(key)) return money(value);
      return value >= MOMENTS_FROM_MS ? moment(value) : String(value);
    }
    if (Array.isArray(value)) return value.map((one) => textOf(key, one)).join(', ');
    if (value === null || typeof value !== 'object') return '—';
    return Object.entries(value)
      .map(([inner, one]) => `${nameOf(inner)} ${textOf(inner, one)}`)
      .join(', ');
  };
  return (detail) =>
    Object.entries(detail)
      .map(([key, value]) => `${nameOf(key)}: ${textOf(key, value)}`)
      .join(' · ');
}

/** 9 September 2001 in epoch milliseconds; every larger number of the log is a moment. */
const MOMENTS_FROM_MS = 1e12;
/** Details that are amounts in kuruş. */
const AMOUNTS = ['amount', 'previous'];
/** Details whose values come from a closed list and have texts. */
const CODED = ['state', 'right', 'list', 'filter', 'kind'];
