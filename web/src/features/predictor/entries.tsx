import type { Category } from '@rasat/contract';
import { HOUR_MS, isSameHourUtc } from '@rasat/engine';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { SymbolEntry } from '../../api/calls/market.ts';
import type { PredictorItem } from '../../api/calls/signals.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import { EntryRow } from './entry-row.tsx';
import { EntryTable } from './entry-table.tsx';
import { EntryTile } from './entry-tile.tsx';
import { pickRateSymbols } from './rate-symbols.ts';
import { countNew, type DirectionFilter, filterEntries } from './rows.ts';
import { SetupRates } from './setup-rates.tsx';

/** Renders the filtered entries, as a table on a wide screen and as ladders on a phone, with a legend of the marks. */
export function Entries({
  category,
  items,
  text,
  way,
  symbols,
  desk,
  caption,
  onClear,
}: {
  readonly category: Category;
  readonly items: readonly PredictorItem[];
  readonly text: string;
  readonly way: DirectionFilter;
  readonly symbols: readonly SymbolEntry[];
  readonly desk: boolean;
  readonly caption: string;
  readonly onClear: () => void;
}) {
  const { t } = useTranslation('predictor');
  const { t: words } = useTranslation('words');
  const hourMs = useServerNow(HOUR_MS);
  const entryOf = useMemo(() => new Map(symbols.map((entry) => [entry.symbol, entry])), [symbols]);
  const shown = filterEntries(items, text, way);
  if (items.length === 0) {
    return (
      <Empty
        title={t('none')}
        text={t('noneText')}
        action={
          <Link to={`/dashboard/portfolio/${category}`} className={buttonClass()}>
            {t('openPortfolio')}
          </Link>
        }
      />
    );
  }
  if (shown.length === 0) {
    return (
      <Empty
        title={t('noMatch')}
        text={t('noMatchText')}
        action={<Button onClick={onClear}>{words('clearFilter')}</Button>}
      />
    );
  }
  const line = (item: PredictorItem) => ({
    item,
    entry: entryOf.get(item.tradeCondition.symbol) ?? null,
    isNew: isSameHourUtc(item.tradeCondition.datetime, hourMs),
  });
  return (
    <>
      {desk ? (
        <EntryTable
          caption={caption}
          withSetup={shown.some(({ tradeCondition }) => tradeCondition.setup !== undefined)}
        >
          {shown.map((item) => (
            <EntryRow key={item.tradeCondition.symbol} {...line(item)} />
          ))}
        </EntryTable>
      ) : (
        <ul aria-label={caption}>
          {shown.map((item) => (
            <EntryTile key={item.tradeCondition.symbol} {...line(item)} />
          ))}
        </ul>
      )}
      <Legend entries={shown.length} newest={countNew(shown, hourMs)} />
      <SetupRates symbols={pickRateSymbols(items, symbols)} />
    </>
  );
}

function Legend({ entries, newest }: { readonly entries: number; readonly newest: number }) {
  const { t } = useTranslation('predictor');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line-soft px-3.5 py-2.25 text-12 text-ink-3">
      <span role="status">
        {t('entries', { count: entries })}, {t('newest', { count: newest })}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-3.5 w-0.5 bg-brass" />
        {t('legendNew')}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.25 rounded-full border-2 border-brass bg-s1" />
        {t('legendRing')}
      </span>
      <span className="desk:ml-auto">{t('legendRange')}</span>
    </div>
  );
}
