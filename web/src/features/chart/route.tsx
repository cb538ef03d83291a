import { useTranslation } from '../../i18n/index.ts';

/** The chart page. */
export default function ChartRoute() {
  const { t } = useTranslation('chart');
  return (
    <>
      <title>{`${t('title')} · Rasat`}</title>
      <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">{t('title')}</h1>
    </>
  );
}
