import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { loadTexts, useFormats, useTranslation } from '../../../i18n/index.ts';
import { formatAge } from '../../../i18n/measures.ts';
import { Load } from '../../../ui/load.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useSourceName } from '../source-name.ts';
import { Table } from '../table.tsx';
import { CalendarNotice } from './calendar-notice.tsx';
import { type Feeds, feedsQuery } from './calls.ts';
import { readPartNote } from './part-notes.ts';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminMarket');
  return null;
}

/** Renders the state of sources and parts, the refused ticks and bars, and the lagging symbols. */
export default function FeedsRoute() {
  const { t } = useTranslation('adminMarket');
  const query = useQuery(feedsQuery());
  return (
    <AdminPage title={t('feeds.title')}>
      <Load query={query} failed={t('feeds.failed')} skeleton={<Bone className="h-80 w-full" />}>
        {(feeds) => (
          <>
            <CalendarNotice calendars={feeds.calendars} />
            <Sources feeds={feeds} />
            <Refusals feeds={feeds} />
            <div className="grid min-w-0 gap-3 desk:grid-cols-2">
              <Lagging feeds={feeds} />
              <Parts feeds={feeds} />
            </div>
            <Prints feeds={feeds} />
            <Corrections feeds={feeds} />
          </>
        )}
      </Load>
    </AdminPage>
  );
}

function useAge(serverTime: number): (timeMs: number | null) => string {
  const { t } = useTranslation('adminMarket');
  const { language } = useFormats();
  return (timeMs) =>
    timeMs === null ? t('feeds.never') : formatAge(language, serverTime - timeMs);
}

const PHASE_TONE = {
  starting: 'quiet',
  filling: 'info',
  live: 'ok',
  waiting: 'warn',
  stopped: 'bad',
} as const;

function Sources({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const { count, percent } = useFormats();
  const age = useAge(feeds.serverTime);
  const sourceName = useSourceName();
  return (
    <Table
      caption={t('feeds.sources')}
      rows={feeds.sources}
      keyOf={({ source }) => source}
      columns={[
        {
          name: t('feeds.source'),
          look: 'font-semi',
          cell: ({ source }) => sourceName(source),
        },
        {
          name: t('feeds.phase'),
          cell: (one) => (
            <span className="flex flex-wrap gap-1.5 py-1">
              <Tag tone={PHASE_TONE[one.phase]}>{t(`feeds.${one.phase}`)}</Tag>
              {one.phase === 'live' && !one.connected ? (
                <Tag tone="bad">{t('feeds.disconnected')}</Tag>
              ) : null}
              {one.silentSince !== null ? <Tag tone="bad">{t('feeds.silent')}</Tag> : null}
              {one.clockAlarm ? <Tag tone="warn">{t('feeds.clockAlarm')}</Tag> : null}
            </span>
          ),
        },
        { name: t('feeds.filled'), look: 'num', cell: ({ filled }) => percent(filled * 100, 0) },
        { name: t('feeds.symbols'), look: 'num', cell: ({ symbols }) => count(symbols) },
        { name: t('feeds.lastPrint'), look: 'num', cell: ({ lastPrint }) => age(lastPrint) },
        { name: t('feeds.accepted'), look: 'num', cell: ({ accepted }) => count(accepted) },
        {
          name: t('feeds.refused'),
          look: 'num',
          cell: ({ refused }) => count(Object.values(refused).reduce((sum, one) => sum + one, 0)),
        },
      ]}
    />
  );
}

/** Returns the function that names a part of the server; an unknown one is shown as it is. */
function usePartName(): (part: string) => string {
  const { t, i18n } = useTranslation('adminMarket');
  return (part) => {
    const key = `feeds.partNames.${part}`;
    return i18n.exists(key, { ns: 'adminMarket' }) ? t(key as 'feeds.partNames.web') : part;
  };
}

/** Returns the function that names a reason; an unknown one is shown as it is. */
function useReason(): (reason: string) => string {
  const { t, i18n } = useTranslation('adminMarket');
  return (reason) => {
    const key = `feeds.reasons.${reason}`;
    return i18n.exists(key, { ns: 'adminMarket' }) ? t(key as 'feeds.reasons.jump') : reason;
  };
}

function PanelList({
  title,
  empty,
  children,
}: {
  readonly title: string;
  readonly empty: string;
  readonly children: readonly ReactNode[];
}) {
  return (
    <Panel title={title}>
      {children.length === 0 ? (
        <p className="p-3 text-ink-2">{empty}</p>
      ) : (
        <ul className="divide-y divide-line-soft">{children}</ul>
      )}
    </Panel>
  );
}

function Refusals({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const { count } = useFormats();
  const age = useAge(feeds.serverTime);
  const reasonText = useReason();
  const sourceName = useSourceName();
  return (
    <PanelList title={t('feeds.refusals')} empty={t('feeds.noRefusals')}>
      {feeds.refusals.map(({ source, reason, count: number, last }) => (
        <li key={`${source} ${reason}`} className="flex flex-wrap gap-x-4 px-3 py-2">
          <span className="w-28 font-semi">{sourceName(source)}</span>
          <span className="flex-1">{reasonText(reason)}</span>
          <span className="num">{count(number)}</span>
          <span className="num w-28 text-right text-ink-3">{age(last)}</span>
        </li>
      ))}
    </PanelList>
  );
}

function Lagging({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const age = useAge(feeds.serverTime);
  return (
    <PanelList title={t('feeds.lagging')} empty={t('feeds.laggingNone')}>
      {feeds.lagging.map(({ symbol, last }) => (
        <li key={symbol} className="flex justify-between gap-4 px-3 py-2">
          <span translate="no" className="font-semi">
            {symbol}
          </span>
          <span className="num text-ink-2">{age(last)}</span>
        </li>
      ))}
    </PanelList>
  );
}

function Parts({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const partName = usePartName();
  return (
    <Panel title={t('feeds.parts')}>
      <ul className="divide-y divide-line-soft">
        {feeds.parts.map(({ name, ready, detail }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="w-36 font-semi">{partName(name)}</span>
            <Tag tone={ready ? 'ok' : 'warn'}>{t(ready ? 'feeds.ready' : 'feeds.notReady')}</Tag>
            {/* The table of sources shows the feed's notes. */}
            {name === 'feed' || detail === '' ? null : <PartNote words={detail} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Renders the note of a part in the language and number format of the page. */
function PartNote({ words }: { readonly words: string }) {
  const { t } = useTranslation('adminMarket');
  const { percent, count } = useFormats();
  const note = readPartNote(words);
  const look = 'min-w-0 flex-1 text-12 break-words text-ink-3';
  if ('words' in note) {
    return (
      <span lang="en" className={look}>
        {note.words}
      </span>
    );
  }
  const { values } = note;
  const said = {
    ...values,
    ...(values.percent !== undefined && { percent: percent(Number(values.percent), 0) }),
    ...(values.count !== undefined && { count: count(Number(values.count)) }),
  };
  return <span className={look}>{t(`feeds.notes.${note.key}`, said)}</span>;
}

function Prints({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const { moment } = useFormats();
  const reasonText = useReason();
  const sourceName = useSourceName();
  if (feeds.prints.length === 0) return null;
  return (
    <section className="grid min-w-0 gap-2">
      <h2 className="text-13">{t('feeds.prints')}</h2>
      <Table
        caption={t('feeds.prints')}
        namedBy={1}
        rows={feeds.prints}
        keyOf={({ seen, symbol, d, price, reason }) => `${seen} ${symbol} ${d} ${price} ${reason}`}
        columns={[
          { name: t('feeds.time'), look: 'num text-ink-2', cell: ({ seen }) => moment(seen) },
          {
            name: t('feeds.symbol'),
            look: 'font-semi',
            cell: ({ symbol }) => <span translate="no">{symbol}</span>,
          },
          { name: t('feeds.price'), look: 'num', cell: ({ price }) => String(price) },
          { name: t('feeds.reason'), cell: ({ reason }) => reasonText(reason) },
          {
            name: t('feeds.source'),
            look: 'text-ink-2',
            cell: ({ source }) => sourceName(source),
          },
        ]}
      />
    </section>
  );
}

function Corrections({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const { count, moment } = useFormats();
  const reasonText = useReason();
  return (
    <PanelList title={t('feeds.corrections')} empty={t('feeds.noCorrections')}>
      {feeds.corrections.map(({ symbol, reason, count: number, last }) => (
        <li key={`${symbol} ${reason}`} className="flex flex-wrap gap-x-4 px-3 py-2">
          <span translate="no" className="w-28 font-semi">
            {symbol}
          </span>
          <span className="flex-1">{reasonText(reason)}</span>
          <span className="num">{count(number)}</span>
          <span className="num w-32 text-right text-ink-3">{moment(last)}</span>
        </li>
      ))}
    </PanelList>
  );
}
