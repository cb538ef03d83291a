import { lazy } from 'react';

/**
 * A chart of one symbol and resolution, with drawings on it. It fills its nearest positioned parent. The chart library is
 * a chunk of its own that only this component loads: put it inside a `Suspense`.
 */
export const ChartHost = lazy(async () => {
  const { ChartHost: Host } = await import('./chart-host.tsx');
  return { default: Host };
});

export { ChartCredit } from './chart-credit.tsx';
export type { ChartHostProps } from './chart-host.tsx';
export type {
  BoxDrawing,
  BoxLevelsDrawing,
  CrystalDrawing,
  Drawing,
  GannDrawing,
  Target,
  TargetsDrawing,
  Tone,
} from './drawings/drawing.ts';
export { listTargets } from './drawings/list-targets.ts';
export type { ChartPort, ChartSymbol, Selection } from './port.ts';
export { HISTORY_DAYS } from './why/history.ts';
export {
  type WhyBox,
  type WhyKind,
  type WhySubject,
  whyBoxPrice,
  whyCondition,
  whyCrystalSeer,
  whyCycle,
  whyLevel,
  whySeer,
  whyTrade,
} from './why/subject.ts';
export {
  WhyPanel,
  type WhyPanelProps,
  WhySentences,
  WhyTags,
} from './why/why-panel.tsx';
