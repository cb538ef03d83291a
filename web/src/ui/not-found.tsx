import { useTranslation } from '../i18n/index.ts';
import { FallbackLinks } from './fallback-links.tsx';
import { Empty } from './states.tsx';

/** What stands where an address leads to nothing, and the ways on. */
export function NotFound() {
  const { t } = useTranslation('shell');
  return (
    <>
      <title>{`${t('notFound.title')} · Rasat`}</title>
      <meta name="robots" content="noindex" />
      <Empty
        level={1}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={<FallbackLinks />}
      />
    </>
  );
}
