import type { Bar } from '@rasat/engine';
import type { SymbolEntry } from '../../api/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { LevelsReply } from './replies.ts';
import { listWeeklyLevels } from './weekly-levels.ts';

const MOST_BARS = 50;

/** What the chart shows, as tables: the week's levels and the last fifty weekly candles, newest first. */
export function WeeklyTable({
  entry,
  levels,
  bars,
}: {
  readonly entry: SymbolEntry;
  readonly levels: LevelsReply;
  readonly bars: readonly Bar[];
}) {
  const { t } = useTranslation(['symbol', 'words']);
  const formats = useFormats();
  const price = (value: number) => formats.price(value, entry.digits);
  const figures = (key: string, head: string) => ({ key, head, figures: true });
  return (
    <div className="max-h-93 overflow-y-auto">
      <DataTable
        caption={t('levels.levelsTitle', { symbol: entry.symbol })}
        columns={[{ key: 'name', head: t('levels.name') }, figures('price', t('words:price'))]}
        rows={listWeeklyLevels(levels, 'both').map(({ side, index, price: value }) => ({
          key: `${side}-${index}`,
          cells: {
            name: index === 0 ? t(`levels.${side}Entry`) : t(`levels.${side}Target`, { index }),
            price: price(value),
          },
        }))}
      />
      <DataTable
        caption={t('levels.barsTitle', { symbol: entry.symbol })}
        columns={[
          { key: 'week', head: t('levels.pastWeek') },
          figures('open', t('levels.open')),
          figures('high', t('levels.high')),
          figures('low', t('levels.low')),
          figures('close', t('levels.close')),
        ]}
        rows={bars
          .slice(-MOST_BARS)
          .toReversed()
          .map((bar) => ({
            key: String(bar.openTimeMs),
            cells: {
              week: formats.day(bar.openTimeMs),
              open: price(bar.open),
              high: price(bar.high),
              low: price(bar.low),
              close: price(bar.close),
            },
          }))}
      />
    </div>
  );
}
