import { PAGE_LIMITS } from '@rasat/contract';
import { useCallback } from 'react';
import { useErrorText, useTranslation } from '../i18n/index.ts';
import { notify } from './notices.ts';
import { showOverlay } from './overlay.ts';

/** Outcome of a press on a star. */
type Outcome =
  | { readonly kind: 'added' | 'removed'; readonly symbol: string; readonly undo: () => void }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'needsSubscription' };

/** Returns a function that shows the outcome of a press on a star, with texts of the area `favorites`. It is stable. */
export function useFavoriteNotices(): (outcome: Outcome) => void {
  const { t } = useTranslation('favorites');
  const { t: words } = useTranslation('words');
  const errorText = useErrorText();
  return useCallback(
    (outcome) => {
      switch (outcome.kind) {
        case 'needsSubscription':
          showOverlay('favorites');
          break;
        case 'failed':
          notify({
            title: t('failed'),
            text:
              outcome.code === 'conflict-409'
                ? t('full', { count: PAGE_LIMITS.favorites })
                : `${errorText(outcome.code)}. ${t('failedText')}`,
            tone: 'bad',
          });
          break;
        case 'added':
        case 'removed':
          notify({
            title: t(outcome.kind, { symbol: outcome.symbol }),
            icon: 'star',
            action: { label: words('undo'), run: outcome.undo },
          });
      }
    },
    [t, words, errorText],
  );
}
