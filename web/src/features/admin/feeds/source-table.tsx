import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { formatSpan } from '../../../i18n/measures.ts';
import { MenuAction } from '../../../ui/menu.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { DelayTag } from '../../../ui/price-source.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { RowMenu } from '../row-menu.tsx';
import { useSourceName } from '../source-name.ts';
import { type Column, Table } from '../table.tsx';
import { AgeSpark } from './age-spark.tsx';
import { type Feeds, useRepair } from './calls.ts';
import { showSamples } from './refused-samples.tsx';
import { ageOf, type Source, type SourceState, stateOf, symbolsOf } from './source-state.ts';
import { useAgo, useSourceFacts } from './source-words.ts';

const TONES = {
  live: 'ok',
  idle: 'quiet',
  starting: 'quiet',
  filling: 'info',
  waiting: 'warn',
  stopped: 'bad',
  disconnected: 'bad',
  silent: 'bad',
  stale: 'bad',
} as const satisfies Record<SourceState, string>;

/** Renders the sources: a table, on a phone a list. */
export function SourceTable({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const columns = useColumns(feeds);
  return (
    <Panel
      title={t('feeds.sources')}
      stacked
      meta={<span className="text-12 text-ink-3">{t('feeds.ageNote')}</span>}
    >
      <div className="max-desk:hidden">
        <Table
          caption={t('feeds.sources')}
          rows={feeds.sources}
          keyOf={({ source }) => source}
          inPanel="relative overflow-x-auto rounded-b-3"
          columns={columns}
        />
      </div>
      <ul className="divide-y divide-line-soft desk:hidden">
        {feeds.sources.map((source) => (
          <SourceCard key={source.source} source={source} feeds={feeds} />
        ))}
      </ul>
    </Panel>
  );
}

/** The figures of a source, in the order of the table. */
interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

function useColumns({ serverTime, gaps }: Feeds): readonly Column<Source>[] {
  const { t } = useTranslation('adminMarket');
  const { count } = useFormats();
  const sourceName = useSourceName();
  const facts = useSourceFacts();
  const ago = useAgo(serverTime);
  return [
    {
      name: t('feeds.source'),
      look: 'py-2 whitespace-nowrap',
      cell: (one) => (
        <>
          <span translate="no" className="block font-semi first-letter:uppercase">
            {sourceName(one.source)}
          </span>
          <span className="block text-12 text-ink-3">{facts(one)}</span>
        </>
      ),
    },
    { name: t('feeds.phase'), cell: (one) => <StateTags source={one} /> },
    { name: t('feeds.delay'), cell: (one) => <DelayTag sourced={one} /> },
    {
      name: t('feeds.age'),
      right: true,
      look: 'num',
      cell: (one) => <Age source={one} nowMs={serverTime} />,
    },
    {
      name: t('feeds.hour'),
      place: 'max-wide:hidden',
      cell: (one) => <AgeSpark source={one} nowMs={serverTime} />,
    },
    {
      name: t('feeds.lastTick'),
      right: true,
      look: 'num whitespace-nowrap',
      cell: ({ lastPrint }) => ago(lastPrint),
    },
    {
      name: t('feeds.symbols'),
      right: true,
      look: 'num whitespace-nowrap',
      cell: (one) => <Flow source={one} />,
    },
    {
      name: t('feeds.accepted'),
      right: true,
      place: 'max-wide:hidden',
      look: 'num',
      cell: ({ day }) => count(day.accepted),
    },
    { name: t('feeds.refused'), right: true, look: 'num', cell: ({ day }) => count(day.refused) },
    {
      name: t('feeds.gaps.column'),
      right: true,
      look: 'num',
      cell: (one) => <GapCount source={one} gaps={gaps} />,
    },
    {
      name: t('feeds.act'),
      hidden: true,
      right: true,
      cell: (one) => <SourceMenu source={one} />,
    },
  ];
}

function SourceCard({ source, feeds }: { readonly source: Source; readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const { count } = useFormats();
  const sourceName = useSourceName();
  const facts = useSourceFacts();
  const ago = useAgo(feeds.serverTime);
  const figures: readonly Fact[] = [
    { name: t('feeds.age'), value: <Age source={source} nowMs={feeds.serverTime} /> },
    { name: t('feeds.lastTick'), value: ago(source.lastPrint) },
    { name: t('feeds.symbols'), value: <Flow source={source} /> },
    { name: t('feeds.accepted'), value: count(source.day.accepted) },
    { name: t('feeds.refused'), value: count(source.day.refused) },
    { name: t('feeds.gaps.column'), value: <GapCount source={source} gaps={feeds.gaps} /> },
  ];
  return (
    <li className="grid gap-2 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <b translate="no" className="inline-block font-semi first-letter:uppercase">
          {sourceName(source.source)}
        </b>
        <StateTags source={source} />
        <span className="ml-auto flex items-center gap-1">
          <DelayTag sourced={source} />
          <SourceMenu source={source} />
        </span>
      </div>
      <p className="-mt-1.5 text-12 text-ink-3">{facts(source)}</p>
      <AgeSpark source={source} nowMs={feeds.serverTime} />
      <dl className="num grid grid-cols-3 gap-x-2.5 whitespace-normal gap-y-1">
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-12 text-ink-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function StateTags({ source }: { readonly source: Source }) {
  const { t } = useTranslation('adminMarket');
  const { percent } = useFormats();
  const state = stateOf(source);
  return (
    <span className="flex flex-wrap gap-1.5 py-1">
      <Tag tone={TONES[state]}>
        {state === 'filling'
          ? t('feeds.fillingShare', { share: percent(source.filled * 100, 0) })
          : t(`feeds.${state}`)}
      </Tag>
      {source.clockAlarm ? <Tag tone="warn">{t('feeds.clockAlarm')}</Tag> : null}
    </span>
  );
}

function Age({ source, nowMs }: { readonly source: Source; readonly nowMs: number }) {
  const { language } = useFormats();
  const { medianMs, p95Ms, isOver } = ageOf(source, nowMs);
  const said = (ms: number | null) => (ms === null ? '—' : formatSpan(language, ms));
  return (
    <>
      <span className={`block whitespace-nowrap ${isOver ? 'text-bad' : ''}`}>
        {said(medianMs)}
      </span>
      <span className="block whitespace-nowrap text-12 text-ink-3">{said(p95Ms)}</span>
    </>
  );
}

function Flow({ source }: { readonly source: Source }) {
  const { t } = useTranslation('adminMarket');
  const { count } = useFormats();
  const { flowing, stale, closed } = source.flow;
  const others = [
    ...(stale > 0 ? [t('feeds.staleSymbols', { number: count(stale) })] : []),
    ...(closed > 0 ? [t('feeds.closedSymbols', { number: count(closed) })] : []),
  ];
  return (
    <>
      <span className="block">
        {t('feeds.figures.of', { part: count(flowing), all: count(symbolsOf(source)) })}
      </span>
      {others.length === 0 ? null : (
        <span className="block text-12 text-ink-3">{others.join(', ')}</span>
      )}
    </>
  );
}

function GapCount({ source, gaps }: { readonly source: Source } & Pick<Feeds, 'gaps'>) {
  const { count } = useFormats();
  const number = gaps.filter((gap) => gap.source === source.source).length;
  return <span className={number > 0 ? 'font-semi' : 'text-ink-3'}>{count(number)}</span>;
}

function SourceMenu({ source }: { readonly source: Source }) {
  const { t } = useTranslation('adminMarket');
  const sourceName = useSourceName();
  const navigate = useNavigate();
  const fill = useRepair('adminFillGaps');
  return (
    <RowMenu label={t('feeds.menu', { source: sourceName(source.source) })}>
      <MenuAction onAct={() => fill.mutate(source.source)}>{t('feeds.gaps.fill')}</MenuAction>
      <MenuAction onAct={() => void navigate('/admin/symbols')}>{t('feeds.toSymbols')}</MenuAction>
      <MenuAction onAct={showSamples}>{t('feeds.toSamples')}</MenuAction>
    </RowMenu>
  );
}
