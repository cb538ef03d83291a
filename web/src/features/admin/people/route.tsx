import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { loadTexts, useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Load } from '../../../ui/load.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Empty } from '../../../ui/states.tsx';
import { AdminPage } from '../admin-page.tsx';
import { ListSearch } from '../list-search.tsx';
import { MoreButton } from '../pages.tsx';
import { TableBones } from '../table.tsx';
import { useAddressSearch } from '../use-address-search.ts';
import { useRowKeys } from '../use-row-keys.ts';
import { downloadPeople, PEOPLE_FILTERS, peopleQuery } from './calls.ts';
import { Counters } from './counters.tsx';
import { DownloadButton } from './download-button.tsx';
import { PeopleList } from './people-list.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminPeople');
  return null;
}

/** Renders the registered people: counts, and the list with their rights. */
export default function PeopleRoute() {
  const { t } = useTranslation('adminPeople');
  const { t: admin } = useTranslation('admin');
  const address = useAddressSearch();
  const { search } = address;
  const filter = PEOPLE_FILTERS.find((one) => one === address.read('filter')) ?? 'all';
  const query = useInfiniteQuery({
    ...peopleQuery({ search, filter }),
    placeholderData: keepPreviousData,
  });
  const rows = useRowKeys<HTMLDivElement>();
  return (
    <AdminPage
      title={admin('nav.people')}
      tools={
        <>
          <ListSearch label={t('search')} text={address.text} onText={address.onText} rows={rows} />
          <DownloadButton
            label={t('csv')}
            shownLabel="CSV"
            title={t('file.listTitle')}
            text={t('file.listText')}
            onDownload={(code) => downloadPeople({ search, filter }, code)}
          />
        </>
      }
    >
      <Counters />
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segmented
          label={t('filter.label')}
          value={filter}
          choices={PEOPLE_FILTERS.map((value) => ({ value, label: t(`filter.${value}`) }))}
          onChange={(value) => address.write({ filter: value === 'all' ? '' : value })}
        />
        <Total total={query.data?.pages[0]?.total} />
      </div>
      <Load query={query} failed={t('failed')} skeleton={<TableBones rows={12} />}>
        {({ pages }) => {
          const people = pages.flatMap((page) => page.people);
          if (people.length === 0) {
            return (
              <Empty
                title={t('noMatch')}
                action={<Button onClick={address.clear}>{t('clear')}</Button>}
              />
            );
          }
          return (
            <div
              aria-busy={query.isPlaceholderData}
              className={cx('grid min-w-0 gap-3', query.isPlaceholderData && 'opacity-60')}
            >
              <PeopleList people={people} nowMs={pages[0]?.serverTime ?? 0} rows={rows} />
              <MoreButton query={query} />
            </div>
          );
        }}
      </Load>
    </AdminPage>
  );
}

function Total({ total }: { readonly total: number | undefined }) {
  const { t } = useTranslation('adminPeople');
  const { count } = useFormats();
  return (
    <p role="status" className="lbl num">
      {total === undefined ? null : t('count', { count: total, number: count(total) })}
    </p>
  );
}
