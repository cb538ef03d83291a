import { useTranslation } from '../i18n/index.ts';
import { FallbackLinks } from './fallback-links.tsx';
import { Empty } from './states.tsx';

/** Renders the message for an unknown address, with links to other pages. */
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
