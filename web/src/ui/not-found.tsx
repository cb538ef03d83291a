import { Link } from 'react-router';
import { useTranslation } from '../i18n/index.ts';
import { buttonClass } from './button.tsx';
import { Empty } from './states.tsx';

/** What stands where an address leads to nothing, and the way back. */
export function NotFound() {
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
