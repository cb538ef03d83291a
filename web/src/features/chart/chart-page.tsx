import { isReference } from '@rasat/contract';
import type { Bar, Resolution } from '@rasat/engine';
import { useRef, useState } from 'react';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { useSilentSources } from '../../api/live/live.ts';
import { useConnectionBreak } from '../../api/recovery/connection-break.ts';
import type { ChartPort, Selection } from '../../charts/index.ts';
import { type DrawingId, getButton } from '../../drawings/buttons.ts';
import { useRegisterPress } from '../../drawings/press.ts';
import { useDrawingName } from '../../drawings/use-drawing-name.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { ConnectionStrip } from '../../ui/connection-strip.tsx';
import { showOverlay } from '../../ui/overlay.ts';
import { STALE_AFTER_MS } from '../../ui/price-cell.ts';
import { SilentSources } from '../../ui/silent-sources.tsx';
import { UnknownSymbol } from '../../ui/unknown-symbol.tsx';
import { useDesktop } from '../../ui/use-media.ts';
import { toServerMs, useNow } from '../../ui/use-now.ts';
import { useSubjectName } from '../../why/index.ts';
import { ChartHeader, toggleFullscreen } from './chart-header.tsx';
import { DrawingStrip } from './drawing-toggles.tsx';
import { Plot } from './plot.tsx';
import { StatusBar } from './status-bar.tsx';
import { TableView } from './table-view.tsx';
import { useBars } from './use-bars.ts';
import { type ChartAct, stepResolution, useChartKeys } from './use-chart-keys.ts';
import { useChosenLevel } from './use-chosen-level.ts';
import { type PressOutcome, useDrawings } from './use-drawings.ts';
import { useTouch } from './use-touch.ts';
import { WhyAside, WhySheet } from './why-pane.tsx';

const NO_BARS: readonly Bar[] = [];

/** Outcomes that are also shown, since nothing on the chart shows them. */
const NOTICED: ReadonlySet<PressOutcome> = new Set(['nothing', 'noHistory', 'needsHourly']);

/** Renders the chart of one symbol on the whole screen. */
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
  const formats = useFormats();
  const desk = useDesktop();
  const nameButton = useDrawingName();
  const subjectName = useSubjectName();
  const nameOf = (id: DrawingId): string => nameButton(getButton(id));
  const [said, setSaid] = useState('');
  const [notice, setNotice] = useState('');
  const [table, setTable] = useState(false);
  const port = useRef<ChartPort | null>(null);
  const chart = useBars(entry.symbol, resolution);
  const touch = useTouch(entry.symbol);

  const tell = (id: DrawingId, outcome: PressOutcome): void => {
    const words = outcome === 'needsSubscription' ? t(outcome) : t(outcome, { name: nameOf(id) });
    setSaid(words);
    setNotice(NOTICED.has(outcome) ? words : '');
    if (outcome === 'needsSubscription') showOverlay('drawings');
  };
  const { on, pending, drawn, drawings, press } = useDrawings(entry, tell);

  const level = useChosenLevel(drawn, port);
  const step = (picked: Selection): void => {
    level.choose(picked);
    const of = drawn.get(picked.target.drawing);
    const subject = of?.why(picked.target.part);
    if (!of || !subject) return;
    const name = `${nameOf(of.id)}, ${subjectName(subject)}`;
    const words = of.description.lines[picked.target.part];
    const named = t('level', { name, value: formats.price(picked.price, entry.digits) });
    setSaid(words === undefined ? named : `${named}, ${words}`);
  };
  const act = (key: ChartAct): void => {
    if (key.act === 'press') press(key.id);
    else if (key.act === 'fullscreen') toggleFullscreen();
    else if (key.act === 'resolution') {
      onResolution(stepResolution(resolution, key.step, entry.resolutions));
    } else if (table) setTable(false);
    else if (level.isOpen) level.close();
    else {
      level.choose(null);
      setNotice('');
      port.current?.clearCrosshair();
    }
  };
  useChartKeys(act);
  useRegisterPress(press);

  const { subject, titleRef } = level;
  const pane =
    subject && level.isOpen
      ? {
          subject,
          entry,
          resolution,
          chart,
          onCandle: level.highlight,
          onClose: level.close,
          titleRef,
        }
      : null;
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-bg">
      <title>{`${t('titleOf', { symbol: entry.symbol })} · Rasat`}</title>
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
      <ConnectionNotice />
      <main className="relative flex min-h-0 flex-1">
        <h1 className="sr-only">{t('titleOf', { symbol: entry.symbol })}</h1>
        <Plot
          entry={entry}
          resolution={resolution}
          chart={chart}
          drawings={drawings}
          drawingNames={on.map(nameOf)}
          notes={Array.from(drawn.values(), ({ description }) => description.legend)}
          touch={touch}
          port={port}
          selection={level.selection}
          highlightMs={level.highlightMs}
          onPick={level.pick}
          onStep={step}
          onExplain={level.open}
          onSay={setSaid}
          unknown={
            <UnknownSymbol
              level={2}
              symbol={entry.symbol}
              symbols={symbols.map(({ symbol }) => symbol)}
              pageOf={(symbol) => `/dashboard/chart?symbol=${encodeURIComponent(symbol)}`}
            />
          }
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
              drawn={drawn}
              onWhy={(target) => {
                const timeMs = port.current?.anchorTimeMs() ?? 0;
                level.pick({ target, timeMs, price: 'price' in target.at ? target.at.price : 0 });
                if (!desk) setTable(false);
              }}
              onClose={() => setTable(false)}
            />
          ) : null}
        </Plot>
        {pane && desk ? <WhyAside {...pane} /> : null}
      </main>
      {desk ? (
        <StatusBar
          entry={entry}
          resolution={resolution}
          drawings={on.length}
          explained={pane !== null}
          table={table}
          onTable={setTable}
        />
      ) : (
        <footer className="flex flex-none flex-col">
          {pane ? <WhySheet {...pane} /> : null}
          {isReference(entry.delay) ? null : (
            <DrawingStrip on={on} pending={pending} onPress={press} />
          )}
        </footer>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** Renders the notice of a lost connection; a component of its own, so that its clock does not render the page. */
function ConnectionNotice() {
  return (
    <>
      <ConnectionStrip lost={useConnectionBreak(useNow(), STALE_AFTER_MS, toServerMs)} />
      <SilentSources sources={useSilentSources()} />
    </>
  );
}
