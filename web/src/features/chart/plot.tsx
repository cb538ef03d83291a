import type { WireTouch } from '@rasat/contract';
import type { Resolution, Tick } from '@rasat/engine';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react';
import { useFilling } from '../../api/calls/health.ts';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { livePrices, useChannel } from '../../api/live/live.ts';
import {
  ChartCredit,
  ChartHost,
  type ChartPort,
  type Drawing,
  type Selection,
} from '../../charts/index.ts';
import { formatHour } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { readFailure } from '../../ui/failure.ts';
import { LoadError } from '../../ui/load.tsx';
import { isDelayed } from '../../ui/price-source.tsx';
import { Empty } from '../../ui/states.tsx';
import { useLook } from '../../ui/theme.ts';
import { createBarStore } from './bar-store.ts';
import { useChartTheme } from './chart-theme.ts';
import { Legend } from './legend.tsx';
import { DrawingNotes, PointChance } from './point-chance.tsx';
import { createPointStore } from './point-store.ts';
import type { ChartBars } from './use-bars.ts';
import { useStale } from './use-stale.ts';

/** Interval at which the price in the chart's description changes; a text should not change while it is read. */
const CALM_MS = 10_000;

/** Returns the price of the newest tick since the symbol is shown, updated every ten seconds; null before the first. */
function useCalmTick(symbol: string): number | null {
  const [calm, setCalm] = useState<{ readonly symbol: string; readonly price: number } | null>(
    null,
  );
  useEffect(() => {
    let newest: number | null = null;
    const stop = livePrices.onTick(symbol, ({ p }) => {
      newest = p;
    });
    const timer = setInterval(() => {
      if (newest !== null) setCalm({ symbol, price: newest });
    }, CALM_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [symbol]);
  return calm?.symbol === symbol ? calm.price : null;
}

interface PlotProps {
  readonly entry: SymbolEntry;
  readonly resolution: Resolution;
  readonly chart: ChartBars;
  readonly drawings: readonly Drawing[];
  readonly drawingNames: readonly string[];
  /** Lines of the legend about the drawings; null for a drawing without one. */
  readonly notes: readonly (string | null)[];
  /** Inputs of the chance at the crosshair; null without them. */
  readonly touch: WireTouch | null;
  readonly port: RefObject<ChartPort | null>;
  readonly selection: Selection | null;
  readonly highlightMs: number | null;
  readonly onPick: (selection: Selection | null) => void;
  readonly onStep: (selection: Selection) => void;
  readonly onExplain: () => void;
  readonly onSay: (words: string) => void;
  /** Shown instead of the chart for a symbol that does not exist. */
  readonly unknown: ReactNode;
  readonly children: ReactNode;
}

/** Returns the key handler: arrows step from bar to bar and from level to level, Enter explains the chosen level. */
function usePlotKeys({
  port,
  digits,
  onStep,
  onExplain,
  onSay,
}: Pick<PlotProps, 'port' | 'onStep' | 'onExplain' | 'onSay'> & {
  readonly digits: number;
}): (event: KeyboardEvent) => void {
  const { t } = useTranslation('chart');
  const formats = useFormats();
  const sayBar = (bars: number): void => {
    const bar = port.current?.stepCrosshair(bars);
    const timeMs = port.current?.anchorTimeMs() ?? 0;
    const time = formats.moment(timeMs);
    const price = (value: number): string => formats.price(value, digits);
    onSay(
      bar
        ? t('bar', {
            time,
            open: price(bar.open),
            high: price(bar.high),
            low: price(bar.low),
            close: price(bar.close),
          })
        : t(timeMs < (port.current?.bars().at(-1)?.openTimeMs ?? 0) ? 'missingBar' : 'futureBar', {
            time,
          }),
    );
  };
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const jump = event.shiftKey ? 10 : 1;
    if (event.key === 'ArrowLeft') sayBar(-jump);
    else if (event.key === 'ArrowRight') sayBar(jump);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const next = port.current?.stepTarget(event.key === 'ArrowUp' ? 1 : -1);
      if (next) onStep(next);
    } else if (event.key === 'Enter') onExplain();
    else return;
    event.preventDefault();
  };
}

/** Renders the plot with its legend: the chart, or the reason why there is none. */
export function Plot({
  entry,
  resolution,
  chart,
  drawings,
  drawingNames,
  notes,
  touch,
  port,
  selection,
  highlightMs,
  onPick,
  onStep,
  onExplain,
  onSay,
  unknown,
  children,
}: PlotProps) {
  const { t } = useTranslation('chart');
  const formats = useFormats();
  const look = useLook();
  const theme = useChartTheme();
  const instructions = useId();
  const [store] = useState(createBarStore);
  const [point] = useState(createPointStore);
  const [latest, setLatest] = useState(true);
  const { symbol, digits, type } = entry;
  const calmTick = useCalmTick(symbol);
  useChannel(useMemo(() => ({ kind: 'tick', symbol }) as const, [symbol]));
  const ticks = useCallback(
    (listener: (tick: Tick) => void) =>
      livePrices.onTick(symbol, (tick) => listener({ timeMs: tick.d, price: tick.p })),
    [symbol],
  );
  const chartSymbol = useMemo(
    () => ({ name: symbol, category: type, digits }),
    [symbol, type, digits],
  );

  const stale = useStale(entry);
  const delayedWords = useCallback(
    (timeMs: number) => t('delayedPrice', { time: formatHour(timeMs) }),
    [t],
  );
  const onKeyDown = usePlotKeys({ port, digits, onStep, onExplain, onSay });
  const { bars } = chart;
  const last = calmTick ?? bars?.at(-1)?.close ?? null;
  const label = t('summary', {
    symbol,
    resolution: t(`resolutionsLong.${resolution}`),
    price: formats.price(last, digits),
    drawings: drawingNames.length > 0 ? drawingNames.join(', ') : t('noDrawings'),
  });
  return (
    <div
      className="relative min-w-0 flex-1 overflow-hidden bg-chart-bg text-ink"
      {...(theme === 'follow' ? {} : { 'data-theme': theme })}
    >
      <Legend entry={entry} resolution={resolution} store={store}>
        <DrawingNotes notes={notes} point={point} />
        {touch ? <PointChance touch={touch} point={point} entry={entry} /> : null}
      </Legend>
      <p id={instructions} hidden>
        {t('instructions')}
      </p>
      {chart.busy ? (
        <span
          aria-hidden="true"
          className="skel absolute inset-x-0 top-0 z-2 h-0.5 rounded-none opacity-80"
        />
      ) : null}
      {bars && bars.length > 0 ? (
        <Suspense fallback={null}>
          <ChartHost
            symbol={chartSymbol}
            calendar={entry.calendar}
            resolution={resolution}
            bars={bars}
            drawings={drawings}
            label={label}
            describedBy={instructions}
            ticks={ticks}
            selection={selection}
            highlightMs={highlightMs}
            onPick={onPick}
            onBar={(bar, previousClose) => store.set({ bar, previousClose })}
            onPoint={point.set}
            onNeedOlder={chart.needOlder}
            onLatest={setLatest}
            onKeyDown={onKeyDown}
            portRef={port}
            stale={stale}
            delayed={isDelayed(entry) ? delayedWords : null}
            look={`${look.theme} ${look.prices} ${theme}`}
          />
        </Suspense>
      ) : (
        <NoChart chart={chart} unknown={unknown} />
      )}
      {latest ? null : (
        <button
          type="button"
          onClick={() => port.current?.showLatest()}
          className="absolute right-20 bottom-10 z-2 rounded-2 border border-line-ctl bg-s3 px-2.5 py-1.5 text-12 pointer-coarse:min-h-11"
        >
          {t('latest')}
        </button>
      )}
      <ChartCredit className="absolute bottom-7.5 left-2.5 z-1 text-10 text-ink-3 desk:hidden" />
      {children}
    </div>
  );
}

/** Renders the reason why there is no chart: the bars could not be read, or there are none. */
function NoChart({ chart, unknown }: { readonly chart: ChartBars; readonly unknown: ReactNode }) {
  const { t } = useTranslation('chart');
  const { bars, error, retry } = chart;
  return (
    <div className="pt-10 max-desk:pt-14">
      {bars ? <NoBars /> : null}
      {error && !bars ? (
        readFailure(error).code === 'not-found-404' ? (
          unknown
        ) : (
          <LoadError error={error} title={t('failed')} onRetry={retry} />
        )
      ) : null}
    </div>
  );
}

/** Renders the reason why there are no bars: the markets are being filled, or there are none. */
function NoBars() {
  const { t } = useTranslation(['chart', 'shell']);
  const { percent } = useFormats();
  const filling = useFilling();
  const title =
    filling === null
      ? t('noBars')
      : t('shell:filling', { percent: percent(Math.floor(filling * 100), 0) });
  return <Empty level={2} title={title} />;
}
