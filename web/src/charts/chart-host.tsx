import type { Bar, CalendarName, Resolution, Tick } from '@rasat/engine';
import {
  type KeyboardEvent,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react';
import { formatPrice } from '../i18n/format.ts';
import { useLanguage } from '../i18n/index.ts';
import { StalePrices } from '../ui/live-price.tsx';
import { listFutureOpens } from './axis/future.ts';
import { listMissingOpens } from './axis/missing.ts';
import { createTimeLabels } from './axis/time-labels.ts';
import { createChartPort } from './chart-port.ts';
import { readPalette } from './palette.ts';
import type { ChartPort, ChartSymbol, Selection } from './port.ts';
import type { Drawing } from './scene/drawing.ts';

/** Properties of a chart of one symbol and resolution. */
export interface ChartHostProps {
  readonly symbol: ChartSymbol;
  readonly calendar: CalendarName;
  readonly resolution: Resolution;
  /** Ascending, the forming bar last. Bars added in front are prepended; any other change loads the series again. */
  readonly bars: readonly Bar[];
  readonly drawings: readonly Drawing[];
  /** One sentence about the content of the chart, for screen readers. */
  readonly label: string;
  /** Calls the listener with every live tick of the symbol; returns the unsubscribe function. */
  readonly ticks: (listener: (tick: Tick) => void) => () => void;
  readonly selection: Selection | null;
  readonly highlightMs: number | null;
  readonly onPick: (selection: Selection | null) => void;
  readonly onBar: (bar: Bar | null, previousClose: number | null) => void;
  readonly onPoint: (price: number | null) => void;
  readonly onNeedOlder: () => void;
  readonly onLatest: (inView: boolean) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Whether the last price is older than its source allows. */
  readonly stale: boolean;
  /** Returns the words for the time of a delayed price; null for a live one. */
  readonly delayed: ((timeMs: number) => string) | null;
  /** Receives the chart itself, for a page that controls it. */
  readonly portRef: RefObject<ChartPort | null>;
  /** Changes with theme and price colours; the canvas then reads its colours again. */
  readonly look: string;
  /** Id of an element with instructions. */
  readonly describedBy: string;
}

const FOREX = 'forex';

/** Renders a chart; it fills its parent. */
export function ChartHost(props: ChartHostProps) {
  const { symbol, calendar, resolution, bars, drawings, look } = props;
  const language = useLanguage();
  const stale = useContext(StalePrices);
  const element = useRef<HTMLDivElement>(null);
  const port = useRef<ChartPort | null>(null);
  const shown = useRef<{ readonly key: string; readonly bars: readonly Bar[] } | null>(null);
  const onBar = useEffectEvent((bar: Bar | null, previous: number | null) =>
    props.onBar(bar, previous),
  );
  const onPick = useEffectEvent((selection: Selection | null) => props.onPick(selection));
  const onPoint = useEffectEvent((price: number | null) => props.onPoint(price));
  const onNeedOlder = useEffectEvent(() => props.onNeedOlder());
  const onLatest = useEffectEvent((inView: boolean) => props.onLatest(inView));
  const words = useMemo(
    () => ({
      labels: createTimeLabels(language, resolution, calendar),
      formatPrice: (price: number) => formatPrice(language, price, symbol.digits),
    }),
    [language, resolution, calendar, symbol.digits],
  );
  const currentStyle = useEffectEvent(() => ({ look, words }));
  const appliedStyle = useRef<ReturnType<typeof currentStyle> | null>(null);
  const publishPort = useEffectEvent((chart: ChartPort | null) => {
    props.portRef.current = chart;
  });

  useEffect(() => {
    const host = element.current;
    if (!host) return undefined;
    const style = currentStyle();
    appliedStyle.current = style;
    const chart = createChartPort({
      element: host,
      reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
      coarsePointer: matchMedia('(pointer: coarse)').matches,
      palette: readPalette(host),
      ...style.words,
      events: { onBar, onPoint, onPick, onNeedOlder, onLatest },
    });
    port.current = chart;
    shown.current = null;
    publishPort(chart);
    return () => {
      port.current = null;
      publishPort(null);
      chart.remove();
    };
  }, []);

  useEffect(() => {
    const host = element.current;
    const before = appliedStyle.current;
    if (!host || !before || (before.look === look && before.words === words)) return;
    appliedStyle.current = { look, words };
    port.current?.restyle(readPalette(host), words.labels, words.formatPrice);
  }, [look, words]);

  useEffect(() => {
    const key = `${symbol.name} ${resolution} ${calendar}`;
    const before = shown.current;
    shown.current = { key, bars };
    const older = before?.key === key ? olderPage(before.bars, bars) : null;
    if (older) {
      port.current?.prepend(older);
      return;
    }
    port.current?.load(
      {
        symbol,
        resolution,
        fx: symbol.category === FOREX,
        bars,
        futureOpens: (afterMs, untilMs, count) =>
          listFutureOpens(calendar, resolution, afterMs, untilMs, count),
        missingOpens: (afterMs, beforeMs) =>
          listMissingOpens(calendar, resolution, afterMs, beforeMs),
      },
      before?.key === key,
    );
  }, [symbol, resolution, calendar, bars]);

  const isStale = stale || props.stale;
  useEffect(() => port.current?.setStale(isStale), [isStale]);
  useEffect(() => port.current?.setDelayed(props.delayed), [props.delayed]);
  useEffect(() => port.current?.setDrawings(drawings), [drawings]);
  useEffect(() => port.current?.select(props.selection), [props.selection]);
  useEffect(() => port.current?.highlight(props.highlightMs), [props.highlightMs]);
  useEffect(() => props.ticks((tick) => port.current?.applyTick(tick)), [props.ticks]);

  return (
    <div
      ref={element}
      role="application"
      aria-label={props.label}
      className="absolute inset-0 overflow-hidden bg-chart-bg select-none"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys; its instructions are named below
      tabIndex={0}
      onKeyDown={props.onKeyDown}
      aria-describedby={props.describedBy}
    />
  );
}

/** Returns the bars that `next` has in front of `before`, if nothing else changed; else null. */
function olderPage(before: readonly Bar[], next: readonly Bar[]): readonly Bar[] | null {
  const first = before[0];
  if (!first || next.length <= before.length || next.at(-1) !== before.at(-1)) return null;
  const at = next.length - before.length;
  return next[at] === first ? next.slice(0, at) : null;
}
