import { useSyncExternalStore } from 'react';
import { findStored, store } from '../../ui/browser-store.ts';

/** Themes of the chart: `follow` uses the app's theme. */
export const CHART_THEMES = ['follow', 'dark', 'light'] as const;
/** A choice of the chart's theme. */
export type ChartTheme = (typeof CHART_THEMES)[number];

/**
 * Returns the theme after a press on the button: from `follow` to the theme that differs from the app's, then to the
 * app's as a fixed one, then to `follow`. The first press therefore changes the look.
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

/** Sets the chart's theme, and stores it in this browser. */
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

/** Returns the chart's theme; updated when it is chosen here or in another tab. */
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
