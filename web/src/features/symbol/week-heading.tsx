import { type Bar, DAY_MS, HOUR_MS } from '@rasat/engine';
import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { describeComing } from '../../i18n/opening.ts';
import { Tag } from '../../ui/tag.tsx';
import { joinDays } from './day-range.ts';
import { barsOfWeek, findReached, type LevelLists } from './weekly-levels.ts';
import { phaseOf, type Week } from './weeks.ts';

/** Renders the week of the levels with its state, and its remaining time or the levels that were reached. */
export function WeekHeading({
  week,
  levels,
  bars,
  nowMs,
  children,
}: {
  readonly week: Week;
  /** Null when the week has no levels. */
  readonly levels: LevelLists | null;
  readonly bars: readonly Bar[];
  readonly nowMs: number;
  /** The button that shows another week. */
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const phase = phaseOf(week, nowMs);
  const days = joinDays(formats.day(week.firstMs), formats.day(week.lastMs));
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line-soft px-3 py-1.5 text-ink-2">
      {phase === 'before' ? (
        <Tag tone="new">
          <StartWord openMs={week.openMs} nowMs={nowMs} />
        </Tag>
      ) : (
        <Tag tone={phase === 'within' ? 'ok' : 'quiet'}>
          {t(phase === 'within' ? 'levels.thisWeek' : 'levels.over')}
        </Tag>
      )}
      <span className="num">
        <b className="text-ink">{t('levels.weekName', { number: week.number })}</b> · {days}
      </span>
      <span className="flex-1" />
      {phase === 'within' ? (
        <span className="num">
          <TimeLeft ms={week.closeMs - nowMs} />
        </span>
      ) : null}
      {phase === 'after' && levels ? (
        <Reached levels={levels} bars={barsOfWeek(bars, week.mondayMs)} />
      ) : null}
      {children}
    </div>
  );
}

/** Renders when the week begins: today, tomorrow or its day, with the Istanbul time. */
function StartWord({ openMs, nowMs }: { readonly openMs: number; readonly nowMs: number }) {
  const { t } = useTranslation('symbol');
  const { language } = useFormats();
  const { when, day, time } = describeComing(language, openMs, nowMs);
  return t(`levels.starts.${when}`, { day, time });
}

function TimeLeft({ ms }: { readonly ms: number }) {
  const { t } = useTranslation('symbol');
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  if (days > 0) return t('levels.leftDays', { days, hours });
  if (hours > 0) return t('levels.leftHours', { hours });
  return t('levels.leftMinutes', { minutes: Math.max(1, Math.floor(ms / 60_000)) });
}

function Reached({ levels, bars }: { readonly levels: LevelLists; readonly bars: readonly Bar[] }) {
  const { t } = useTranslation('symbol');
  const reached = findReached(levels, bars);
  const word = (side: 'buy' | 'sell'): string => {
    const index = reached[side];
    if (index === null) return t(`levels.${side}Missed`);
    return index === 0
      ? t(`levels.${side}EntryReached`)
      : t(`levels.${side}TargetReached`, { index });
  };
  if (bars.length === 0) return null;
  return (
    <span>
      {word('buy')} · {word('sell')}
    </span>
  );
}
