import { useTranslation } from '../../i18n/index.ts';

/** The portfolio page. */
export default function PortfolioRoute() {
  const { t } = useTranslation('portfolio');
  return (
    <>
      <title>{`${t('title')} · Rasat`}</title>
      <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">{t('title')}</h1>
    </>
  );
}
