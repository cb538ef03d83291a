import { lazy } from 'react';

const load = () => import('./chart-host.tsx');

/**
 * The chart of one symbol and resolution, with drawings on it. It fills its nearest positioned parent. The chart
 * library is a chunk of its own that only this component loads: put it inside a `Suspense`.
 */
export const ChartHost = lazy(async () => {
  const { ChartHost: Host } = await load();
  return { default: Host };
});

/** Starts to load the chart library, for a page that will show a chart once it has its bars. */
export function prepareChart(): void {
  // A failure is not handled here: the chart itself retries and shows it.
  load().catch(() => undefined);
}

export { spreadTags } from './axis/tags.ts';
export { ChartCredit } from './chart-credit.tsx';
export type { ChartPort, Selection } from './port.ts';
export type { Drawing, Target } from './scene/drawing.ts';
