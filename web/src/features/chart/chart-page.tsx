import type { Bar, Resolution, Tick } from '@rasat/engine';
import { type KeyboardEvent, Suspense, useCallback, useId, useMemo, useRef, useState } from 'react';
import { livePrices, useChannel } from '../../api/live.ts';
import type { SymbolEntry } from '../../api/market.ts';
import { ChartHost, type ChartPort, type Selection } from '../../charts/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { LoadError } from '../../ui/load.tsx';
import { Empty } from '../../ui/states.tsx';
import { useLook } from '../../ui/theme.ts';
import { useDesk } from '../../ui/use-media.ts';
import { createBarStore } from './bar-store.ts';
import type { DrawingId } from './buttons.ts';
import { ChartHeader, toggleFullscreen } from './chart-header.tsx';
import { useChartTheme } from './chart-theme.ts';
import { DrawingStrip, useDrawingName } from './drawing-toggles.tsx';
import { explainLine } from './explain-line.ts';
import { Legend } from './legend.tsx';
import { Credit, StatusBar } from './status-bar.tsx';
import { TableView } from './table-view.tsx';
import { useBars } from './use-bars.ts';
import { type ChartAct, stepResolution, useChartKeys } from './use-chart-keys.ts';
import { type PressOutcome, useDrawings } from './use-drawings.ts';
import { WhyAside, WhySheet } from './why-pane.tsx';

const NO_BARS: readonly Bar[] = [];

/** The chart of one symbol on the whole screen. */
export function ChartPage({
  entry,
  symbols,
  resolution,
  onSymbol,
  onResolution,
}: {
  readonly entry: SymbolEntry;
  readonly symbols: readonly SymbolEntry[];
  readonly resolution: Resolution;
  readonly onSymbol: (symbol: string) => void;
  readonly onResolution: (resolution: Resolution) => void;
}) {
  const { t } = useTranslation('chart');
  const desk = useDesk();
  const nameOf = useDrawingName();
  const [said, setSaid] = useState('');
  const [notice, setNotice] = useState('');
  const [table, setTable] = useState(false);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [highlightMs, setHighlightMs] = useState<number | null>(null);
  const port = useRef<ChartPort | null>(null);
  const chart = useBars(entry.symbol, resolution);

  const tell = (id: DrawingId, outcome: PressOutcome): void => {
    const words = outcome === 'needsSubscription' ? t(outcome) : t(outcome, { name: nameOf(id) });
    setSaid(words);
    setNotice(outcome === 'nothing' || outcome === 'needsSubscription' ? words : '');
  };
  const { on, pending, sources, drawings, press } = useDrawings(entry, tell);

  const source = selection ? sources.get(selection.target.drawing) : undefined;
  const subject = useMemo(
    () => (source && selection ? explainLine(source, selection.target.part) : null),
    [source, selection],
  );
  const close = (): void => {
    setSelection(null);
    setHighlightMs(null);
  };
  const act = (key: ChartAct): void => {
    if (key.act === 'press') press(key.id);
    else if (key.act === 'fullscreen') toggleFullscreen();
    else if (key.act === 'resolution') {
      onResolution(stepResolution(resolution, key.step, entry.resolutions));
    } else if (table) setTable(false);
    else {
      close();
      setNotice('');
      port.current?.clearCrosshair();
    }
  };
  useChartKeys(act);

  const why = subject
    ? { subject, entry, resolution, chart, onCandle: setHighlightMs, onClose: close }
    : null;
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-bg">
      <title>{`${t('titleOf', { symbol: entry.symbol })} · Rasat`}</title>
      <h1 className="sr-only">{t('titleOf', { symbol: entry.symbol })}</h1>
      <ChartHeader
        entry={entry}
        symbols={symbols}
        resolution={resolution}
        onSymbol={onSymbol}
        onResolution={onResolution}
        on={on}
        pending={pending}
        onPress={press}
        onTable={() => setTable(true)}
      />
      <main className="relative flex min-h-0 flex-1">
        <Plot
          entry={entry}
          resolution={resolution}
          chart={chart}
          drawings={drawings}
          drawingNames={on.map(nameOf)}
          port={port}
          selection={subject ? selection : null}
          highlightMs={highlightMs}
          onPick={setSelection}
          onSay={setSaid}
        >
          {notice === '' ? null : (
            <p className="absolute bottom-10 left-1/2 z-3 max-w-[calc(100%-32px)] -translate-x-1/2 rounded-2 bg-pop px-3 py-2 text-12 text-ink-2 elev-2">
              {notice}
            </p>
          )}
          {table ? (
            <TableView
              entry={entry}
              resolution={resolution}
              bars={port.current?.bars() ?? chart.bars ?? NO_BARS}
              drawings={drawings}
              sources={sources}
              onWhy={(target) => {
                const timeMs = port.current?.anchorTimeMs() ?? 0;
                setSelection({ target, timeMs, price: 'price' in target.at ? target.at.price : 0 });
                if (!desk) setTable(false);
              }}
              onClose={() => setTable(false)}
            />
          ) : null}
        </Plot>
        {why && desk ? <WhyAside {...why} /> : null}
      </main>
      {desk ? (
        <StatusBar
          entry={entry}
          resolution={resolution}
          drawings={on.length}
          table={table}
          onTable={setTable}
        />
      ) : (
        <>
          {why ? <WhySheet {...why} /> : null}
          <DrawingStrip on={on} pending={pending} onPress={press} />
        </>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** The plot with its legend: the chart host, or why there is no chart. */
function Plot({
  entry,
  resolution,
  chart,
  drawings,
  drawingNames,
  port,
  selection,
  highlightMs,
  onPick,
  onSay,
  children,
}: {
  readonly entry: SymbolEntry;
  readonly resolution: Resolution;
  readonly chart: ReturnType<typeof useBars>;
  readonly drawings: ReturnType<typeof useDrawings>['drawings'];
  readonly drawingNames: readonly string[];
  readonly port: React.RefObject<ChartPort | null>;
  readonly selection: Selection | null;
  readonly highlightMs: number | null;
  readonly onPick: (selection: Selection | null) => void;
  readonly onSay: (words: string) => void;
  readonly children: React.ReactNode;
}) {
  const { t } = useTranslation('chart');
  const formats = useFormats();
  const look = useLook();
  const theme = useChartTheme();
  const instructions = useId();
  const [store] = useState(createBarStore);
  const [latest, setLatest] = useState(true);
  const { symbol, digits, type } = entry;
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
        : t('futureBar', { time }),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const jump = event.shiftKey ? 10 : 1;
    if (event.key === 'ArrowLeft') sayBar(-jump);
    else if (event.key === 'ArrowRight') sayBar(jump);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const next = port.current?.stepTarget(event.key === 'ArrowUp' ? 1 : -1);
      if (next) onPick(next);
    } else return;
    event.preventDefault();
  };

  const { bars, error } = chart;
  const last = bars?.at(-1);
  const label = t('summary', {
    symbol,
    resolution: t(`resolutionsLong.${resolution}`),
    price: last ? formats.price(last.close, digits) : '—',
    drawings: drawingNames.length > 0 ? drawingNames.join(', ') : t('noDrawings'),
  });
  return (
    <div
      className="relative min-w-0 flex-1 overflow-hidden bg-chart-bg text-ink"
      {...(theme === 'follow' ? {} : { 'data-theme': theme })}
    >
      <Legend entry={entry} resolution={resolution} store={store} />
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
            place="page"
            label={label}
            describedBy={instructions}
            ticks={ticks}
            selection={selection}
            highlightMs={highlightMs}
            onPick={onPick}
            onBar={(bar, previousClose) => store.set(bar && { bar, previousClose })}
            onNeedOlder={chart.needOlder}
            onLatest={setLatest}
            onKeyDown={onKeyDown}
            portRef={port}
            look={`${look.theme} ${look.prices} ${theme}`}
          />
        </Suspense>
      ) : null}
      {bars?.length === 0 ? <Empty title={t('noBars')} /> : null}
      {error && !bars ? (
        <LoadError error={error} title={t('failed')} onRetry={chart.retry} />
      ) : null}
      {latest ? null : (
        <button
          type="button"
          onClick={() => port.current?.showLatest()}
          className="absolute right-20 bottom-10 z-2 rounded-2 border border-line-ctl bg-s3 px-2.5 py-1.5 text-12 pointer-coarse:min-h-11"
        >
          {t('latest')}
        </button>
      )}
      <Credit className="absolute bottom-7.5 left-2.5 z-1 text-10 text-ink-3 desk:hidden" />
      {children}
    </div>
  );
}
