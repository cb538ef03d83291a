import type { Bar } from '@rasat/engine';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { useLevelName } from './level-name.ts';
import { type LevelLists, listWeeklyLevels, type WeeklyLevel } from './weekly-levels.ts';
import { WhyButton } from './why-button.tsx';

const MOST_BARS = 50;

/** Renders the levels, each with a button for its explanation, and the last fifty days, newest first, as tables. */
export function WeeklyTable({
  entry,
  levels,
  bars,
  onLevel,
}: {
  readonly entry: SymbolEntry;
  readonly levels: LevelLists;
  readonly bars: readonly Bar[];
  /** Null when the basis of the levels is unknown. */
  readonly onLevel: ((level: WeeklyLevel) => void) | null;
}) {
  const { t } = useTranslation(['symbol', 'words']);
  const nameOf = useLevelName();
  const formats = useFormats();
  const price = (value: number) => formats.price(value, entry.digits);
  return (
    <div className="max-h-100 overflow-y-auto">
      <DataTable
        caption={t('levels.levelsTitle', { symbol: entry.symbol })}
        rows={listWeeklyLevels(levels, 'both')}
        rowKey={({ side, index }) => `${side}-${index}`}
        columns={[
          [t('levels.name'), nameOf],
          [t('words:price'), (level) => price(level.price), 'figures'],
          [
            t('why'),
            (level) =>
              onLevel ? (
                <WhyButton label={t('why')} what={nameOf(level)} onPress={() => onLevel(level)} />
              ) : null,
            'hidden head',
          ],
        ]}
      />
      <DataTable
        caption={t('levels.barsTitle', { symbol: entry.symbol })}
        rows={bars.slice(-MOST_BARS).toReversed()}
        rowKey={({ openTimeMs }) => openTimeMs}
        columns={[
          [t('levels.day'), ({ openTimeMs }) => formats.day(openTimeMs)],
          [t('levels.open'), ({ open }) => price(open), 'figures'],
          [t('levels.high'), ({ high }) => price(high), 'figures'],
          [t('levels.low'), ({ low }) => price(low), 'figures'],
          [t('levels.close'), ({ close }) => price(close), 'figures'],
        ]}
      />
    </div>
  );
}
