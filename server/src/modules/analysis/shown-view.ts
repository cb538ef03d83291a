import type { EngineView } from '@rasat/engine';

/** What is kept of a view: all but what changes with every bar and stands in the state already. */
export type ShownView = Omit<EngineView, 'lastBarMs' | 'barTimeMs' | 'close'>;

/** The part of a view that is kept. */
export function shownView(view: EngineView): ShownView {
  const { lastBarMs: _bar, barTimeMs: _end, close: _close, ...shown } = view;
  return shown;
}
