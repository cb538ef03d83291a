import type { Bar } from '@rasat/engine';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Chance, useChanceWords } from '../../ui/chance.tsx';
import type { ChanceSet } from '../../ui/chance-state.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useLevelName } from './level-name.ts';
import { type LevelLists, listWeeklyLevels, type WeeklyLevel } from './weekly-levels.ts';
import { WhyButton } from './why-button.tsx';

const MOST_BARS = 50;

/** Renders the levels, each with a button for its explanation, and the last fifty days, newest first, as tables. */
export function WeeklyTable({
  entry,
  levels,
  bars,
  chances,
  nowMs,
  onLevel,
}: {
  readonly entry: SymbolEntry;
  readonly levels: LevelLists;
  readonly bars: readonly Bar[];
  /** Chances of the levels; null for a past week, and while they are unknown. */
  readonly chances: ChanceSet | null;
  readonly nowMs: number;
  /** Null when the basis of the levels is unknown. */
  readonly onLevel: ((level: WeeklyLevel, first?: 'level' | 'chance') => void) | null;
}) {
  const { t } = useTranslation(['symbol', 'words', 'chance']);
  const { until } = useChanceWords(nowMs);
  const nameOf = useLevelName();
  const formats = useFormats();
  const price = (value: number) => formats.price(value, entry.digits);
  const chanceColumn: readonly Column<WeeklyLevel>[] =
    chances === null || chances.untilMs === null
      ? []
      : [
          [
            t('chance:column', { until: until(chances.untilMs) }),
            (level) => (
              <Chance
                state={chances.stateOf(level.price, level.side === 'buy' ? 'up' : 'down')}
                level={price(level.price)}
                nowMs={nowMs}
                onWhy={onLevel && (() => onLevel(level, 'chance'))}
              />
            ),
            'figures',
          ],
        ];
  return (
    <div className="max-h-100 overflow-y-auto">
      <DataTable
        caption={t('levels.levelsTitle', { symbol: entry.symbol })}
        rows={listWeeklyLevels(levels, 'both')}
        rowKey={({ side, index }) => `${side}-${index}`}
        columns={[
          [t('levels.name'), nameOf],
          [t('words:price'), (level) => price(level.price), 'figures'],
          ...chanceColumn,
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
