import type { Bar } from '@rasat/engine';
import { useLayoutEffect, useMemo, useState } from 'react';
import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Chance } from '../../ui/chance.tsx';
import type { ChanceSet, ChanceState } from '../../ui/chance-state.ts';
import { cx } from '../../ui/cx.ts';
import { useCoarsePointer } from '../../ui/use-media.ts';
import { useLastPrice } from './last-price.ts';
import { useLevelName } from './level-name.ts';
import { layLabels, layWeek, type PlotLabel, type PlotSize, type WeekPlot } from './week-plot.ts';
import {
  carryOn,
  type LevelLists,
  listWeeklyLevels,
  type ShownLevels,
  type WeeklyLevel,
} from './weekly-levels.ts';
import type { Week } from './weeks.ts';

/** A week and its levels, as drawn. */
export interface WeekShown {
  readonly week: Week;
  readonly levels: LevelLists;
  /** Whether the live price is drawn; false for a past week. */
  readonly live: boolean;
}

/**
 * Renders daily candles up to a week and its levels. Lines are faint before their week and solid in it. Each has its
 * name and price at the right edge, as a button that opens its explanation.
 */
export function WeeklyChart({
  entry,
  quote,
  shown: { week, levels, live },
  bars,
  sides,
  selected,
  chances,
  nowMs,
  onLevel,
}: {
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly shown: WeekShown;
  readonly bars: readonly Bar[];
  readonly sides: ShownLevels;
  readonly selected: WeeklyLevel | null;
  /** Chances of the levels; null for a past week, and while they are unknown. */
  readonly chances: ChanceSet | null;
  readonly nowMs: number;
  /** Null when the basis of the levels is unknown. */
  readonly onLevel: ((level: WeeklyLevel) => void) | null;
}) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const size = useSize(frame);
  const last = useLastPrice(entry.symbol, quote);
  const now = live ? last : null;
  const withChances = chances !== null && hasWords(chances, levels);
  const plot = useMemo(
    () => size && layWeek(carryOn(bars, now), week, levels, now?.price ?? null, size, withChances),
    [bars, now, week, levels, size, withChances],
  );
  const labels = plot && layLabels(plot, levels, sides, now?.price ?? null);
  return (
    <div ref={setFrame} className="relative min-h-100 flex-1 bg-chart-bg">
      {plot && labels && size && size.width >= LEAST_WIDTH ? (
        <div className="absolute inset-0 overflow-hidden">
          <Drawing
            entry={entry}
            week={week}
            levels={levels}
            plot={plot}
            labels={labels}
            size={size}
            price={now?.price ?? null}
          />
          <Labels
            plot={plot}
            labels={labels}
            digits={entry.digits}
            selected={selected}
            chances={withChances ? chances : null}
            nowMs={nowMs}
            onLevel={onLevel}
          />
        </div>
      ) : null}
    </div>
  );
}

/** Returns what is shown of a level's chance in its label; null when the caption alone says why there is none. */
function findState(chances: ChanceSet, { side, price }: WeeklyLevel): ChanceState | null {
  const shown = chances.stateOf(price, side === 'buy' ? 'up' : 'down');
  return shown.state === 'chance' || shown.state === 'reached' || shown.state === 'over'
    ? shown
    : null;
}

/** Returns whether a level has words of its own. */
function hasWords(chances: ChanceSet, levels: LevelLists): boolean {
  return listWeeklyLevels(levels, 'both').some((level) => findState(chances, level) !== null);
}

/** A narrower drawing has no room for a single day beside the labels; a hidden panel has width 0. */
const LEAST_WIDTH = 240;

/** Returns the size of an element, and observes it; null before it is known. */
function useSize(element: HTMLElement | null): PlotSize | null {
  const [size, setSize] = useState<PlotSize | null>(null);
  useLayoutEffect(() => {
    if (!element) return undefined;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((known) =>
        known?.width === width && known.height === height ? known : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

const toneOf = ({ level }: PlotLabel, price: string): string =>
  level === null ? price : level.side === 'buy' ? 'var(--up)' : 'var(--down)';

function Drawing({
  entry,
  week,
  levels,
  plot,
  labels,
  size,
  price,
}: {
  readonly entry: SymbolEntry;
  readonly week: Week;
  readonly levels: LevelLists;
  readonly plot: WeekPlot;
  readonly labels: readonly PlotLabel[];
  readonly size: PlotSize;
  readonly price: number | null;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const write = (value: number | null | undefined) => formats.price(value ?? null, entry.digits);
  const { floor, weekFrom, weekTo } = plot;
  const values = {
    symbol: entry.symbol,
    number: week.number,
    buy: write(levels.buy[0]),
    buyLast: write(levels.buy.at(-1)),
    sell: write(levels.sell[0]),
    sellLast: write(levels.sell.at(-1)),
    price: write(price),
  };
  return (
    <svg
      role="img"
      aria-label={t(price === null ? 'levels.summaryPast' : 'levels.summary', values)}
      width={size.width}
      height={size.height}
      className="absolute inset-0 block font-stretch-[92%]"
    >
      <g stroke="var(--chart-grid)" strokeDasharray="2 4">
        {[0.2, 0.4, 0.6, 0.8].map((share) => (
          <path key={share} d={`M0 ${floor * share}H${weekTo}`} />
        ))}
        {plot.days.map(({ x, timeMs }) => (
          <path key={timeMs} d={`M${x} 0V${floor}`} strokeDasharray="none" />
        ))}
      </g>
      <rect x={weekFrom} width={weekTo - weekFrom} height={floor} fill="var(--s2)" />
      <path d={`M${weekFrom} 0V${floor}`} stroke="var(--brass)" strokeDasharray="2 3" />
      <Candles plot={plot} />
      {labels.map((label) => (
        <Line key={labelKey(label)} label={label} plot={plot} />
      ))}
      <path d={`M0 ${floor + 0.5}H${size.width}`} stroke="var(--line)" />
      <g fontSize="12" fill="var(--chart-axis)" textAnchor="middle">
        {plot.days.map(({ x, timeMs }) => (
          <text key={timeMs} x={x} y={floor + 19}>
            {formats.day(timeMs)}
          </text>
        ))}
        <text x={(weekFrom + weekTo) / 2} y={floor + 19} fontWeight="600" fill="var(--brass)">
          {t('levels.weekName', { number: week.number })}
        </text>
      </g>
    </svg>
  );
}

function Candles({ plot }: { readonly plot: WeekPlot }) {
  const { candles, body, floor } = plot;
  return (
    <svg aria-hidden="true" width={plot.weekTo} height={floor} className="overflow-hidden">
      {candles.map(({ x, rises, high, low, top, bottom }) => {
        const tone = rises ? 'var(--candle-up)' : 'var(--candle-down)';
        return (
          <g key={x} stroke={tone}>
            <path d={`M${x} ${high}V${top}M${x} ${bottom}V${low}`} />
            <rect
              x={x - body / 2}
              y={top}
              width={body}
              height={Math.max(1, bottom - top)}
              fill={rises ? 'var(--chart-bg)' : tone}
            />
          </g>
        );
      })}
    </svg>
  );
}

function labelKey({ level }: PlotLabel): string {
  return level === null ? 'price' : `${level.side}-${level.index}`;
}

/** Renders a level's line, faint before its week, and the leader to its label. The live price's line is dotted. */
function Line({ label, plot }: { readonly label: PlotLabel; readonly plot: WeekPlot }) {
  const { level, lineY, y } = label;
  const { weekFrom, weekTo, labelX, lastX } = plot;
  const tone = toneOf(label, plot.rises ? 'var(--candle-up)' : 'var(--candle-down)');
  const leader = `M${weekTo} ${lineY}H${labelX - 14}L${labelX - 3} ${y}`;
  if (level === null) {
    return (
      <path
        d={`M0 ${lineY}H${lastX}M${lastX} ${lineY}H${weekTo}${leader.replace(/^M[^H]*/, '')}`}
        fill="none"
        stroke={tone}
        strokeDasharray="2 3"
      />
    );
  }
  const isEntry = level.index === 0;
  return (
    <g fill="none" stroke={tone}>
      <path d={`M0 ${lineY}H${weekFrom}`} strokeDasharray="1 5" opacity=".55" />
      <path
        d={`M${weekFrom} ${lineY}H${weekTo}`}
        strokeWidth={isEntry ? 2 : 1.5}
        strokeDasharray={isEntry ? undefined : '6 4'}
      />
      <path d={leader} />
    </g>
  );
}

/** Renders the labels, from top to bottom; a level's label opens its explanation. */
function Labels({
  plot,
  labels,
  digits,
  selected,
  chances,
  nowMs,
  onLevel,
}: {
  readonly plot: WeekPlot;
  readonly labels: readonly PlotLabel[];
  readonly digits: number;
  readonly selected: WeeklyLevel | null;
  readonly chances: ChanceSet | null;
  readonly nowMs: number;
  readonly onLevel: ((level: WeeklyLevel) => void) | null;
}) {
  const { t } = useTranslation(['symbol', 'words']);
  const nameOf = useLevelName();
  const formats = useFormats();
  // The levels are too close together for a finger; on a touch screen the table has the buttons.
  const ask = useCoarsePointer() ? null : onLevel;
  const box =
    'absolute flex h-6 items-center py-0.5 text-12 [&>span]:flex [&>span]:h-5 [&>span]:flex-1 [&>span]:items-center [&>span]:justify-between [&>span]:gap-2 [&>span]:rounded-[2px] [&>span]:px-2';
  return (
    <ul aria-label={t('levels.title')}>
      {labels.map((label) => {
        const { level, price, y } = label;
        const style = { left: plot.labelX, width: plot.labelWidth, top: y - 12 };
        const content = (
          <span
            className={cx(
              level === null
                ? cx('font-semi text-chart-bg', plot.rises ? 'bg-candle-up' : 'bg-candle-down')
                : level.side === 'buy'
                  ? 'bg-up-bg text-up'
                  : 'bg-down-bg text-down-text',
              level?.index === 0 ? 'font-semi' : level && 'font-med',
              level && isSame(level, selected) && 'shadow-[inset_0_0_0_1px_var(--brass)]',
            )}
          >
            <span className="truncate">{level === null ? t('words:price') : nameOf(level)}</span>
            {level && chances ? (
              <LabelChance level={level} chances={chances} digits={digits} nowMs={nowMs} />
            ) : null}
            <span className="num flex-none">{formats.price(price, digits)}</span>
          </span>
        );
        return (
          <li key={labelKey(label)}>
            {level === null || ask === null ? (
              <div className={box} style={style}>
                {content}
              </div>
            ) : (
              <button
                type="button"
                className={cx(box, 'group text-left')}
                style={style}
                onClick={() => ask(level)}
              >
                {content}
                <span className="sr-only">{t('whyLevel')}</span>
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Renders a level's chance in its label. */
function LabelChance({
  level,
  chances,
  digits,
  nowMs,
}: {
  readonly level: WeeklyLevel;
  readonly chances: ChanceSet;
  readonly digits: number;
  readonly nowMs: number;
}) {
  const formats = useFormats();
  const state = findState(chances, level);
  if (state === null) return null;
  const price = formats.price(level.price, digits);
  return <Chance state={state} level={price} nowMs={nowMs} brief className="ml-auto flex-none" />;
}

function isSame(level: WeeklyLevel, other: WeeklyLevel | null): boolean {
  return other !== null && level.side === other.side && level.index === other.index;
}
