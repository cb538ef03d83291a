import { lazy, Suspense, useEffect } from 'react';
import { useRefreshWhileFilling } from './api/calls/health.ts';
import { useGlobalKeys } from './features/shell/use-global-keys.ts';
import { loadTexts, useTranslation } from './i18n/index.ts';
import { useNoticesUsed } from './ui/notices.ts';
import { useOverlay } from './ui/overlay.ts';

const loadPalette = async () => {
  const [module] = await Promise.all([
    import('./features/palette/palette.tsx'),
    loadTexts('favorites'),
  ]);
  return { default: module.Palette };
};
const Palette = lazy(loadPalette);
const Help = lazy(() =>
  import('./features/shell/help.tsx').then((module) => ({ default: module.Help })),
);
const OfferDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('./features/account/offer-dialog.tsx'),
    loadTexts('account', 'payment'),
  ]);
  return { default: module.OfferDialog };
});
const Toaster = lazy(() =>
  import('./ui/toast.tsx').then((module) => ({ default: module.Toaster })),
);

const PALETTE_AFTER_MS = 4000;

/** Renders the overlays of every page: palette, list of shortcuts and notices. Each is loaded on first use. */
export function Overlays() {
  useGlobalKeys();
  useRefreshWhileFilling();
  const { t } = useTranslation('words');
  const overlay = useOverlay();
  useEffect(() => {
    // The palette must open at once, so it is loaded before its first use, but after the files of the page.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const noticesUsed = useNoticesUsed();
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' ? <Palette /> : null}
      {overlay === 'help' ? <Help /> : null}
      {overlay === 'favorites' || overlay === 'drawings' ? <OfferDialog about={overlay} /> : null}
      {noticesUsed ? <Toaster label={t('notices')} closeLabel={t('close')} /> : null}
    </Suspense>
  );
}
