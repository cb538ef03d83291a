import { DAY_MS } from '@rasat/engine';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callPath } from '../../api/client/client.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Load, LoadError } from '../../ui/load.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { useDesktop } from '../../ui/use-media.ts';
import { useServerNow } from '../../ui/use-now.ts';
import { recordQuery } from './calls.ts';
import { ForecastsCards } from './forecasts-cards.tsx';
import { ForecastsTable } from './forecasts-table.tsx';
import type { RecordPart, RecordView } from './record-view.ts';
import { type RecordRow, recordRowsQuery } from './row-calls.ts';
import { RowsCards } from './rows-cards.tsx';
import { countFilters, toRowsQuery } from './rows-filter.ts';
import { RowsFilters } from './rows-filters.tsx';
import { RowsTable } from './rows-table.tsx';
import { useRowsFilter } from './use-rows-filter.ts';

/** Renders every row of a source and origin, losers too, filtered by the address. */
export function RowsSection({
  of: { source, origin, part },
}: {
  readonly of: Pick<RecordView, 'source' | 'origin' | 'part'>;
}) {
  const { t } = useTranslation('record');
  const desk = useDesktop();
  // A phone shows few rows at a time, so its list begins with decided rows.
  const { filter, narrow, clear } = useRowsFilter(desk ? null : 'decided');
  const todayMs = useServerNow(DAY_MS);
  const query = { source, origin, ...toRowsQuery(filter, todayMs) };
  const list = useInfiniteQuery({
    ...recordRowsQuery(query),
    placeholderData: keepPreviousData,
  });
  const { data: state } = useQuery(recordQuery());
  const own = state?.parts.filter((part) => part.source === source && part.origin === origin);
  const years = new Set(own?.flatMap(({ periods }) => periods) ?? []);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  // The list has either signals or forecasts, and shows those of before while it loads.
  const ofForecasts = rows[0]?.kind === 'forecast';
  const Table = ofForecasts ? ForecastsTable : RowsTable;
  const Cards = ofForecasts ? ForecastsCards : RowsCards;
  return (
    <Panel
      title={t('rows.title')}
      meta={
        <span className="lbl max-tab:hidden">
          {t(filter.kind === 'forecast' ? 'forecast.note' : 'rows.note')}
        </span>
      }
      busy={list.isPlaceholderData}
      actions={
        <a
          href={callPath('recordRowsFile', { query })}
          download
          className={`${buttonClass('secondary', 'sm')} max-desk:min-h-11`}
        >
          {t('rows.csv')}
        </a>
      }
    >
      <RowsFilters
        filter={filter}
        periods={[...years]
          .filter((period) => /^\d{4}$/.test(period))
          .toSorted()
          .toReversed()}
        desk={desk}
        onNarrow={narrow}
        onClear={clear}
      />
      <Load query={list} failed={t('rows.failed')} skeleton={<RowsSkeleton />}>
        {() =>
          rows.length === 0 ? (
            <NoRows
              narrowed={part !== null && countFilters(filter) > 0}
              origin={origin}
              onClear={clear}
            />
          ) : (
            <div aria-busy={list.isPlaceholderData}>
              {desk ? <Table rows={rows} /> : <Cards rows={rows} />}
            </div>
          )
        }
      </Load>
      {rows.length > 0 ? <More list={list} rows={rows} /> : null}
    </Panel>
  );
}

function NoRows({
  narrowed,
  origin,
  onClear,
}: {
  readonly narrowed: boolean;
  readonly origin: RecordPart['origin'];
  readonly onClear: () => void;
}) {
  const { t } = useTranslation(['record', 'words']);
  if (!narrowed)
    return (
      <Empty
        title={t(origin === 'live' ? 'rows.empty' : 'rows.emptyBacktest')}
        text={t(origin === 'live' ? 'rows.emptyText' : 'rows.emptyBacktestText')}
      />
    );
  return (
    <Empty
      title={t('rows.noMatch')}
      text={t('rows.noMatchText')}
      action={<Button onClick={onClear}>{t('words:clearFilter')}</Button>}
    />
  );
}

/** Renders the number of shown rows and the button that loads the next page. */
function More({
  list,
  rows,
}: {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => unknown;
  };
  readonly rows: readonly RecordRow[];
}) {
  const { t } = useTranslation('record');
  const { count } = useFormats();
  const more = () => void list.fetchNextPage();
  return (
    <div className="border-t border-line-soft px-3.5 py-2.5 text-12 text-ink-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span role="status">
          {t('rows.shown', { count: rows.length, number: count(rows.length) })}
          {list.hasNextPage ? '' : ` · ${t('rows.end')}`}
        </span>
        {list.hasNextPage ? (
          <Button busy={list.isFetchingNextPage} onClick={more} className="max-desk:min-h-11">
            {t('rows.more')}
          </Button>
        ) : null}
        <span className="desk:ml-auto">
          {t(rows[0]?.kind === 'forecast' ? 'forecast.listNote' : 'row.firstExit')}
        </span>
      </div>
      {list.isFetchNextPageError ? (
        <LoadError compact error={list.error} title={t('rows.moreFailed')} onRetry={more} />
      ) : null}
    </div>
  );
}

const BONES = 12;

function RowsSkeleton() {
  return (
    <div>
      {Array.from({ length: BONES }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other key
        <div key={i} className="border-b border-line-soft px-3.5 last:border-0">
          <div className="flex h-9 items-center gap-8 overflow-hidden max-desk:h-24">
            <Bone className="w-12 flex-none" />
            <Bone className="w-24 flex-none" />
            <Bone className="w-16 flex-none" />
            <Bone className="w-36 flex-none" />
            <Bone className="ml-auto w-60 flex-none max-desk:hidden" />
            <Bone className="w-28 flex-none max-desk:hidden" />
          </div>
        </div>
      ))}
    </div>
  );
}
