import { lazy, Suspense } from 'react';
import { loadTexts } from '../../i18n/index.ts';

const Tour = lazy(async () => {
  const [module] = await Promise.all([import('./tour.tsx'), loadTexts('tour')]);
  return { default: module.Tour };
});

/** The tour, fetched with its texts when it begins: most visits never see it. */
export function LaterTour({ onClose }: { readonly onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <Tour onClose={onClose} />
    </Suspense>
  );
}
