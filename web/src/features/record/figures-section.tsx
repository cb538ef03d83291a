import { standingOf } from '@rasat/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Load } from '../../ui/load.tsx';
import { recordFiguresQuery, recordHistoryQuery } from './calls.ts';
import { CumulativePanel } from './cumulative-panel.tsx';
import { IntervalsPanel } from './intervals-panel.tsx';
import { MonthsPanel } from './months-panel.tsx';
import { getStanding, type RecordKey, type RecordPart, type RecordView } from './record-view.ts';
import { FiguresSkeleton } from './skeletons.tsx';
import { Summary } from './summary.tsx';
import { TouchesPanel } from './touches-panel.tsx';
import { useRecordWords } from './words.ts';

/** View of a part that has rows. */
export type ShownView = RecordView & { readonly part: RecordPart };

/**
 * Renders the figures of a part of the record in a period. Each source and origin has its own query, so that no figure
 * mixes them.
 */
export function FiguresSection({
  view,
  finished,
  onChange,
}: {
  readonly view: ShownView;
  readonly finished: number;
  readonly onChange: (changes: Partial<Record<RecordKey, string | null>>) => void;
}) {
  const { source, origin } = view;
  return (
    <Figures
      // A new part remounts the section, so that figures of the previous part are never shown under its name.
      key={`${source}/${origin}`}
      view={view}
      finished={finished}
      onChange={onChange}
    />
  );
}

function Figures({ view, finished, onChange }: Parameters<typeof FiguresSection>[0]) {
  const { t } = useTranslation('record');
  const { source, origin } = view;
  const figures = useQuery({
    ...recordFiguresQuery({ source, origin, period: view.period }, finished),
    placeholderData: keepPreviousData,
  });
  const history = useQuery({
    ...recordHistoryQuery({ source, origin }, finished),
    placeholderData: keepPreviousData,
  });
  // Until the figures of a period are loaded, the previous period's are shown, under their own name.
  const [shown, setShown] = useState(view.period);
  if (!figures.isPlaceholderData && shown !== view.period) setShown(view.period);
  const standing = getStanding(view.part);
  const span = useSpan({ ...view, period: shown });
  return (
    <Load query={figures} failed={t('figuresFailed')} skeleton={<FiguresSkeleton />}>
      {(data) => (
        <>
          {view.origin === 'live' ? <Secondary part={view.part} /> : null}
          <Summary
            figures={data}
            standing={standing}
            span={span}
            busy={figures.isPlaceholderData}
          />
          <div className="grid gap-3 desk:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)]">
            <IntervalsPanel
              groups={data.groups}
              standing={standing}
              long={view.long}
              onLong={(long) => onChange({ terms: long ? 'long' : null })}
              busy={figures.isPlaceholderData}
            />
            <CumulativePanel view={view} finished={finished} onChange={onChange} />
            <MonthsPanel
              months={history.data?.months ?? []}
              standing={standing}
              period={view.period}
              busy={history.isPending || history.isPlaceholderData}
            />
            <TouchesPanel
              touches={data.touches}
              standing={standing}
              busy={figures.isPlaceholderData}
            />
          </div>
        </>
      )}
    </Load>
  );
}

/** Renders that the figures of live rows are secondary, and what their verdicts still need. */
function Secondary({ part: { whole } }: Pick<ShownView, 'part'>) {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  const { rows, days, neededDays, enough } = standingOf(whole);
  const standing = { count: days, days: formats.count(days), rows: formats.count(rows) };
  const needs = enough
    ? []
    : [
        ...(rows === 0 ? [] : [t('headline.early', standing)]),
        t('headline.needed', { needed: formats.count(neededDays) }),
        t('headline.minimum'),
      ];
  return (
    <p className="num mb-3 max-w-[110ch] leading-mid whitespace-normal text-ink-2">
      {[t('primary.secondary'), ...needs].join(' ')}
    </p>
  );
}

/** Returns the first and last month of a view's rows as a text. */
function useSpan({ part, period }: ShownView): string {
  const { month } = useRecordWords();
  const monthOf = (timeMs: number) => {
    const date = new Date(timeMs);
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  let from = monthOf(part.from);
  let to = monthOf(part.to);
  if (period === '12m') from = Math.max(from, to - 11);
  else if (period !== 'all') {
    from = Math.max(from, Number(period) * 12);
    to = Math.min(to, Number(period) * 12 + 11);
  }
  return from === to ? month(from) : `${month(from)} – ${month(to)}`;
}
