import { isRouteErrorResponse } from 'react-router';
import { useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { LogoMark } from '../../ui/icons.tsx';
import { Empty } from '../../ui/states.tsx';

/** What stands in place of a page that broke, or of one that does not exist. */
export function Crash({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('shell');
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main" className="mx-auto flex min-h-dvh max-w-160 flex-col justify-center p-6">
      <title>{`${missing ? t('notFound.title') : t('crash.title')} · Rasat`}</title>
      <LogoMark className="mx-6 size-8 text-brass" />
      {missing ? (
        <Empty
          level={1}
          drawing={false}
          title={t('notFound.title')}
          text={t('notFound.text')}
          action={
            <a href="/dashboard" className={buttonClass()}>
              {t('notFound.action')}
            </a>
          }
        />
      ) : (
        <Empty
          level={1}
          drawing={false}
          title={t('crash.title')}
          text={t('crash.text')}
          action={<Button onClick={() => location.reload()}>{t('crash.action')}</Button>}
        />
      )}
    </main>
  );
}
