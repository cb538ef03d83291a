import { lazy, Suspense } from 'react';
import { useGlobalKeys } from './features/shell/use-global-keys.ts';
import { useOverlay } from './ui/overlay.ts';

const Palette = lazy(() =>
  import('./features/palette/palette.tsx').then((module) => ({ default: module.Palette })),
);
const Help = lazy(() =>
  import('./features/shell/help.tsx').then((module) => ({ default: module.Help })),
);

/** The palette and the list of shortcuts, loaded when they are first asked for, and the keys that ask for them. */
export function Overlays() {
  useGlobalKeys();
  const overlay = useOverlay();
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' ? <Palette /> : null}
      {overlay === 'help' ? <Help /> : null}
    </Suspense>
  );
}
