import type { Bar, Tick } from '@rasat/engine';
import { useMemo } from 'react';
import { livePrices } from '../../api/live.ts';
import type { Quote, SymbolEntry } from '../../api/market.ts';
import { ChartHost, type Selection, type TargetsDrawing } from '../../charts/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { useLook } from '../../ui/theme.ts';
import type { LevelsReply } from './replies.ts';
import {
  countWeeks,
  findLevel,
  levelPart,
  listWeeklyLevels,
  type ShownLevels,
  type WeeklyLevel,
} from './weekly-levels.ts';
import { askLevel, type OpenWhy } from './why-question.ts';

const DRAWING = 'weekly';

/** Weekly candles with the week's levels on them: buy labels left, sell labels right. */
export function WeeklyChart({
  entry,
  quote,
  levels,
  bars,
  shown,
  selected,
  onWhy,
}: {
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly levels: LevelsReply;
  readonly bars: readonly Bar[];
  readonly shown: ShownLevels;
  readonly selected: WeeklyLevel | null;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const look = useLook();
  const { symbol: name, type: category, digits } = entry;
  const symbol = useMemo(() => ({ name, category, digits }), [name, category, digits]);
  const ticks = useMemo(
    () => (listener: (tick: Tick) => void) =>
      livePrices.onTick(name, (tick) => listener({ timeMs: tick.d, price: tick.p })),
    [name],
  );
  const drawings = useMemo((): readonly TargetsDrawing[] => {
    const lines = listWeeklyLevels(levels, shown).map((level) => ({
      part: levelPart(level),
      price: level.price,
      tone: level.side === 'buy' ? ('up' as const) : ('down' as const),
      role: level.index === 0 ? ('entry' as const) : ('target' as const),
      label:
        level.index === 0
          ? t(`levels.${level.side}Entry`)
          : t(`levels.${level.side}Target`, { index: level.index }),
    }));
    return lines.length === 0 ? [] : [{ kind: 'targets', id: DRAWING, span: 'sides', lines }];
  }, [levels, shown, t]);
  const lastMs = bars.at(-1)?.openTimeMs ?? 0;
  const selection = useMemo(
    (): Selection | null =>
      selected && {
        target: { drawing: DRAWING, part: levelPart(selected), at: { price: selected.price } },
        timeMs: lastMs,
        price: selected.price,
      },
    [selected, lastMs],
  );
  const price = formats.price(quote?.p ?? bars.at(-1)?.close ?? null, digits);
  const [buy] = levels.buy;
  const [sell] = levels.sell;
  return (
    <ChartHost
      place="inline"
      symbol={symbol}
      calendar={entry.calendar}
      resolution="1W"
      bars={bars}
      barsInView={countWeeks(bars, levels)}
      drawings={drawings}
      ticks={ticks}
      look={`${look.theme} ${look.prices}`}
      selection={selection}
      label={
        buy === undefined || sell === undefined
          ? t('levels.summaryPlain', { symbol: name, price })
          : t('levels.summary', {
              symbol: name,
              price,
              buy: formats.price(buy, digits),
              sell: formats.price(sell, digits),
            })
      }
      onPick={(picked) => {
        const level = picked && findLevel(levels, picked.target.part);
        if (level) onWhy(askLevel(levels, level));
      }}
    />
  );
}
