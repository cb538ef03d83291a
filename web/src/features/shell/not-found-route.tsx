import { Link } from 'react-router';
import { useTranslation } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';

/** The page for an address that has none. */
export default function NotFoundRoute() {
  const { t } = useTranslation('shell');
  return (
    <>
      <title>{`${t('notFound.title')} · Rasat`}</title>
      <Empty
        level={1}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <Link to="/dashboard" className={buttonClass()}>
            {t('notFound.action')}
          </Link>
        }
      />
    </>
  );
}
