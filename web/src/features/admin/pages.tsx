import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';

/** Renders the button that loads the next page of a list; nothing after the last page. */
export function MoreButton({
  query,
}: {
  readonly query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
}) {
  const { t } = useTranslation('admin');
  if (!query.hasNextPage) return null;
  return (
    <Button
      className="justify-self-center"
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {t('more')}
    </Button>
  );
}
