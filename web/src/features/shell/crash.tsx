import { isRouteErrorResponse } from 'react-router';
import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { FallbackLinks } from '../../ui/fallback-links.tsx';
import { NotFound } from '../../ui/not-found.tsx';
import { Empty } from '../../ui/states.tsx';

/** Renders the error page for a page that failed or does not exist. */
export function Crash({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('shell');
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <>
      <title>{`${t('crash.title')} · Rasat`}</title>
      <Empty
        level={1}
        title={t('crash.title')}
        text={t('crash.text')}
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => location.reload()}>
              {t('crash.action')}
            </Button>
            <FallbackLinks />
          </div>
        }
      />
    </>
  );
}
