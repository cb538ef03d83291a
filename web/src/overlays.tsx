import { lazy, Suspense } from 'react';
import { useGlobalKeys } from './features/shell/use-global-keys.ts';
import { useTranslation } from './i18n/index.ts';
import { useNoticesUsed } from './ui/notices.ts';
import { useOverlay } from './ui/overlay.ts';

const Palette = lazy(() =>
  import('./features/palette/palette.tsx').then((module) => ({ default: module.Palette })),
);
const Help = lazy(() =>
  import('./features/shell/help.tsx').then((module) => ({ default: module.Help })),
);
const Toaster = lazy(() =>
  import('./ui/toast.tsx').then((module) => ({ default: module.Toaster })),
);

/** What lies over every page: palette, list of shortcuts and notices, each loaded when it is first wanted. */
export function Overlays() {
  useGlobalKeys();
  const { t } = useTranslation('words');
  const overlay = useOverlay();
  const noticesUsed = useNoticesUsed();
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' ? <Palette /> : null}
      {overlay === 'help' ? <Help /> : null}
      {noticesUsed ? <Toaster closeLabel={t('close')} /> : null}
    </Suspense>
  );
}
