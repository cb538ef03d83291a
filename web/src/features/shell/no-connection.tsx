import { Link } from 'react-router';
import { useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';

/** Renders the error of a page that needs the server: the reason, a retry, and the pages that open without it. */
export function NoConnection({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('shell');
  const { t: words } = useTranslation('words');
  return (
    <>
      <title>{`${t('noConnection.title')} · Rasat`}</title>
      <Empty
        level={1}
        title={t('noConnection.title')}
        text={t('noConnection.text')}
        action={
          <div className="mt-1 flex flex-wrap items-center gap-2">
            <Button variant="primary" onClick={onRetry}>
              {words('retry')}
            </Button>
            <Link to="/dashboard" reloadDocument className={buttonClass()}>
              {t('nav.dashboard')}
            </Link>
            <Link to="/dashboard/chart" reloadDocument className={buttonClass()}>
              {t('nav.chart')}
            </Link>
          </div>
        }
      />
      <p className="px-6 text-12 text-ink-3">{t('noConnection.kept')}</p>
    </>
  );
}

/** Renders the same error as a whole page, without the frame; `to` is the page that the retry opens. */
export function NoConnectionPage({ to }: { readonly to: string }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-160 flex-col justify-center">
      <NoConnection onRetry={() => location.assign(to)} />
    </main>
  );
}
