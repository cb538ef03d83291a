import { useTranslation } from '../../i18n/index.ts';

/** The dashboard page. */
export default function DashboardRoute() {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <title>{`${t('title')} · Rasat`}</title>
      <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">{t('title')}</h1>
    </>
  );
}
