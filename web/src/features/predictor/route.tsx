import { useTranslation } from '../../i18n/index.ts';

/** The predictor page. */
export default function PredictorRoute() {
  const { t } = useTranslation('predictor');
  return (
    <>
      <title>{`${t('title')} · Rasat`}</title>
      <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">{t('title')}</h1>
    </>
  );
}
