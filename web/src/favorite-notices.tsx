import { LIMITS } from '@rasat/contract';
import { useEffect } from 'react';
import { onFavoriteNews } from './api/favorites.ts';
import { useErrorText, useTranslation } from './i18n/index.ts';
import { notify } from './ui/notices.ts';
import { showOverlay } from './ui/overlay.ts';

/** Says what came of a press on a star. Whatever has a star has loaded the texts. */
export function FavoriteNotices() {
  const { t } = useTranslation('favorites');
  const { t: words } = useTranslation('words');
  const errorText = useErrorText();
  useEffect(
    () =>
      onFavoriteNews((news) => {
        switch (news.kind) {
          case 'needsSubscription':
            showOverlay('favorites');
            break;
          case 'failed':
            notify({
              title: t('failed'),
              text:
                news.code === 'conflict-409'
                  ? t('full', { count: LIMITS.favorites })
                  : `${errorText(news.code)}. ${t('failedText')}`,
              tone: 'bad',
            });
            break;
          default:
            notify({
              title: t(news.kind, { symbol: news.symbol }),
              icon: 'star',
              action: { label: words('undo'), run: news.undo },
            });
        }
      }),
    [t, words, errorText],
  );
  return null;
}
