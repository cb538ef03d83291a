import type { BoxKind } from '@rasat/contract';
import { listFutureOpens } from '../web/src/charts/axis/future.ts';
import { listMissingOpens } from '../web/src/charts/axis/missing.ts';
import { createTimeLabels } from '../web/src/charts/axis/time-labels.ts';
import { createChartPort } from '../web/src/charts/chart-port.ts';
import type { BoxInk, Palette } from '../web/src/charts/palette.ts';
import { BENCH_DIGITS, BENCH_RESOLUTION, INK, offerBench } from './chart-contender.ts';

const ink: BoxInk = { fill: '#6f8fff', line: '#6f8fff', text: '#ffffff', tint: '#1b2440' };
const boxes: Record<BoxKind, BoxInk> = {
  hayyam: ink,
  '52': ink,
  '144': ink,
  '36': ink,
  crystal: ink,
};
const palette: Palette = {
  font: 'sans-serif',
  background: '#0d1117',
  grid: '#1c232d',
  axisText: '#8d99a8',
  axisLine: '#2a323d',
  cross: '#8d99a8',
  crossTag: '#2a323d',
  text: '#e6edf3',
  candleUp: INK.up,
  candleDown: INK.down,
  up: INK.up,
  upTint: '#0f2a22',
  down: INK.down,
  downText: INK.down,
  downTint: '#2d141b',
  brass: '#d0a85c',
  warn: '#ffb000',
  warnLine: '#806000',
  brassTint: '#2b2415',
  boxFill: 0.12,
  coneFill: 0.08,
  cone: ink,
  boxes,
};
const calendar = 'always';
const ignore = (): void => undefined;

// The calls are those of the chart page: the port, its series, its drawings.
offerBench({
  show(element, bars) {
    const chart = createChartPort({
      element,
      reducedMotion: true,
      coarsePointer: false,
      palette,
      labels: createTimeLabels('en', BENCH_RESOLUTION, 'always'),
      formatPrice: (price) => price.toFixed(BENCH_DIGITS),
      events: {
        onBar: ignore,
        onPoint: ignore,
        onPick: ignore,
        onNeedOlder: ignore,
        onLatest: ignore,
      },
    });
    chart.load(
      {
        symbol: { name: 'BENCH', category: 'crypto', digits: BENCH_DIGITS },
        resolution: BENCH_RESOLUTION,
        fx: false,
        bars,
        futureOpens: (afterMs, untilMs, count) =>
          listFutureOpens(calendar, BENCH_RESOLUTION, afterMs, untilMs, count),
        missingOpens: (afterMs, beforeMs) =>
          listMissingOpens(calendar, BENCH_RESOLUTION, afterMs, beforeMs),
      },
      false,
    );
    chart.setDrawings([]);
    return { tick: (timeMs, price) => chart.applyTick({ timeMs, price }) };
  },
});
