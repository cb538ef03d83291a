import type { Bar } from '@rasat/engine';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { useLevelName } from './level-name.ts';
import { type LevelLists, listWeeklyLevels, type WeeklyLevel } from './weekly-levels.ts';
import { WhyButton } from './why-button.tsx';

const MOST_BARS = 50;

/** What the chart shows, as tables: the week's levels, each with its why, and the last fifty days, newest first. */
export function WeeklyTable({
  entry,
  levels,
  bars,
  onLevel,
}: {
  readonly entry: SymbolEntry;
  readonly levels: LevelLists;
  readonly bars: readonly Bar[];
  /** Null where it is not known what the levels were made from. */
  readonly onLevel: ((level: WeeklyLevel) => void) | null;
}) {
  const { t } = useTranslation(['symbol', 'words']);
  const nameOf = useLevelName();
  const formats = useFormats();
  const price = (value: number) => formats.price(value, entry.digits);
  const figures = (key: string, head: string) => ({ key, head, figures: true });
  return (
    <div className="max-h-100 overflow-y-auto">
      <DataTable
        caption={t('levels.levelsTitle', { symbol: entry.symbol })}
        columns={[
          { key: 'name', head: t('levels.name') },
          figures('price', t('words:price')),
          { key: 'why', head: t('why'), hiddenHead: true },
        ]}
        rows={listWeeklyLevels(levels, 'both').map((level) => ({
          key: `${level.side}-${level.index}`,
          cells: {
            name: nameOf(level),
            price: price(level.price),
            why: onLevel ? (
              <WhyButton label={t('why')} what={nameOf(level)} onPress={() => onLevel(level)} />
            ) : null,
          },
        }))}
      />
      <DataTable
        caption={t('levels.barsTitle', { symbol: entry.symbol })}
        columns={[
          { key: 'day', head: t('levels.day') },
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
              day: formats.day(bar.openTimeMs),
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
