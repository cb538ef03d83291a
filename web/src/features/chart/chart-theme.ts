import { useSyncExternalStore } from 'react';
import { findStored, store } from '../../ui/browser-store.ts';

/** What the chart's theme may be: the app's, or one of its own. */
export const CHART_THEMES = ['follow', 'dark', 'light'] as const;
/** A choice of the chart's theme. */
export type ChartTheme = (typeof CHART_THEMES)[number];

/**
 * The theme that a press on the button leads to: from the app's to the other one, then back through a fixed one to the
 * app's, so that the first press changes something to see.
 */
export function nextChartTheme(theme: ChartTheme, app: 'dark' | 'light'): ChartTheme {
  const other = app === 'dark' ? 'light' : 'dark';
  if (theme === 'follow') return other;
  return theme === other ? app : 'follow';
}

const KEY = 'rasat.chartTheme';
const listeners = new Set<() => void>();

function read(): ChartTheme {
  return CHART_THEMES.find((theme) => theme === findStored(KEY)) ?? 'follow';
}

let shown: ChartTheme | null = null;

/** Changes the chart's theme, and keeps it in this browser. */
export function chooseChartTheme(theme: ChartTheme): void {
  store(KEY, theme);
  shown = theme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const refresh = (): void => {
    shown = null;
    listener();
  };
  window.addEventListener('storage', refresh);
  listeners.add(listener);
  return () => {
    window.removeEventListener('storage', refresh);
    listeners.delete(listener);
  };
}

/** The chart's theme on the screen; changes with the choice, here or in another tab. */
export function useChartTheme(): ChartTheme {
  return useSyncExternalStore(
    subscribe,
    () => {
      shown ??= read();
      return shown;
    },
    () => 'follow',
  );
}
